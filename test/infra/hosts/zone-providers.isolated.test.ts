// Zones in other accounts: which provider their records get, and what is refused before anything is declared.
import type { Registration } from '@petstore/local-cloud/engine/backend';
import { beforeEach, expect, test, vi } from 'vitest';
import type { Settings } from '../../../infra/config/settings.ts';
import { planStack } from '../../../infra/plan/plan-stack.ts';
import { settings } from '../plan/settings.ts';
import { recordStack } from '../recorder.ts';

const TOKEN = 'CLOUDFLARE_API_TOKEN_TEAM';
const ROLE = 'arn:aws:iam::210987654321:role/dns/petstore';

const zones: Settings['zones'] = [
  { name: 'own.example', provider: 'route53' },
  { name: 'team.example', provider: 'route53', role: ROLE },
  { name: 'team.dev', provider: 'route53', zoneId: 'Z1', role: ROLE },
  { name: 'cf.example', provider: 'cloudflare', zoneId: '0'.repeat(32), tokenVariable: TOKEN },
];
const domains = ['www.team.example', 'www.team.dev', 'www.cf.example'];
const docs = { primary: 'www.own.example', domains, redirects: [] };
const declare = async () =>
  (await recordStack(planStack(settings({ stack: 'test', preflight: 'off', zones, docs })))).registrations;

beforeEach(() => void vi.stubEnv(TOKEN, 's3cret'));

const isProvider = ({ type }: Registration) => type.startsWith('pulumi:providers:');
const nameOf = (reference: string) => reference.split('::').at(-2);

test('one provider for each account, whose token no input has; each record has that of its zone', async () => {
  const registrations = await declare();
  const providers = registrations.filter(isProvider);
  const account = 'dns-210987654321-dns/petstore';
  expect(providers.map(({ name }) => name).toSorted()).toEqual([account, `dns-${TOKEN}`]);
  expect(JSON.stringify(registrations.map(({ inputs }) => inputs))).not.toContain('s3cret');
  const records = registrations.filter(({ type }) => /Record$/.test(type));
  const routes = records.filter(({ name }) => name.endsWith('-route'));
  expect(Object.fromEntries(routes.map(({ name, provider }) => [name, nameOf(provider)]))).toEqual({
    'www.own.example-route': undefined,
    'www.team.example-route': account,
    'www.team.dev-route': account,
    'www.cf.example-route': `dns-${TOKEN}`,
  });
  const others = registrations.filter((one) => !isProvider(one) && !records.includes(one) && one.custom);
  expect(others.filter(({ provider }) => provider !== '')).toEqual([]);
});

test.each(['', undefined])('a token that is not set (%j) ends the run at once', async (value) => {
  vi.stubEnv(TOKEN, value);
  const why =
    /petstore:zones\.cf\.example\.tokenVariable\s+the environment variable CLOUDFLARE_API_TOKEN_TEAM is not set/;
  await expect(declare()).rejects.toThrow(why);
});
