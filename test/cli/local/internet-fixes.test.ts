// The internet that `npm run local` starts with: its names behave as its comments describe, and what a finding prints about its file,
// done as it says, suffices: the file is read, and nothing blocks.
import { readFileSync } from 'node:fs';
import { check, createReader, type Finding, isBlocked, zoneLine } from '@petstore/custom-domains/preflight';
import { Dns } from '@petstore/local-cloud/dns/index';
import { loadInternet } from '@petstore/local-cloud/dns/zone-file';
import { expect, onTestFinished, test } from 'vitest';
import { voiced } from '../../../infra/hosts/voice.ts';
import { planHost } from '../../../infra/plan/plan-stack.ts';
import { testContext } from '../../../packages/local-cloud/test/support/cloud.ts';
import { INTERNET_FILE } from '../../checkout.ts';

const text = readFileSync(INTERNET_FILE, 'utf8');
const zoneId = '5f0c3a9e7d1b42688b6e0d94c2f1a735';
const zone = { name: 'petstore.localhost', provider: 'cloudflare', zoneId } as const;

/** The DNS of the local cloud with that zone file. */
function dnsWith(file: string) {
  const dns = new Dns(testContext());
  dns.seedZones([zone]);
  dns.setInternet(loadInternet(file));
  return dns;
}

test.each([
  ['an old server', 'taken.petstore.localhost', 'A', '192.0.2.1'],
  ['another platform', 'elsewhere.petstore.localhost', 'A', '192.0.2.20'],
  ['a CAA record', 'forbidden.petstore.localhost', 'CAA', '0 issue "letsencrypt.org"'],
  ['a wildcard', 'x.mail.petstore.localhost', 'MX', '10 mx.platform.example'],
  ['a DNAME', 'www.trap.petstore.localhost', 'A', '192.0.2.30'],
  ['a delegation', 'team.petstore.localhost', 'NS', 'ns1.team.example'],
])('%s: %s %s', async (_what, name, type, value) => {
  expect((await dnsWith(text).resolve(name, type)).at(-1)?.value).toBe(value);
});

/** The findings of the local stack on a host, with that zone file. */
async function findings(file: string, host: string, stack = 'local'): Promise<readonly Finding[]> {
  const dns = dnsWith(file);
  onTestFinished(() => dns.close());
  await dns.start();
  const { address: resolver } = dns;
  const reader = createReader({ resolver, authorityPort: Number(resolver.split(':')[1]), timeoutMs: 100 });
  const context = { region: 'eu-west-1', zones: [zone], adopt: [], moving: [], verified: [] };
  const ttl = { default: 3600, hosts: {} };
  const plan = planHost({ host, site: 'docs', role: 'domain' }, { ...context, ttl });
  const [checked] = await check([plan], reader);
  return voiced(plan, checked?.findings ?? [], { stack, internetFile: 'my.zone', words: [] });
}

const fields = (line: string) => line.split(/\s+/).join(' ');

test.each([
  ['delegated-away', 'x.team.petstore.localhost', 2, ''],
  ['lame-delegation', 'x.dev.petstore.localhost', 1, 'dev.petstore.localhost. 3600 IN NS ns1.other.example.'],
])('%s at %s: each line to delete is named, and deleting them suffices', async (code, host, lines, more) => {
  const file = `${text}\n${more}\n`;
  const found = await findings(file, host);
  expect(found.map((one) => one.code)).toEqual([code]);
  const removed = found.flatMap(({ records }) => records.map((record) => fields(zoneLine(record))));
  const rest = file.split('\n').filter((line) => !removed.includes(fields(line)));
  expect(rest).toHaveLength(file.split('\n').length - lines);
  expect(isBlocked(await findings(rest.join('\n'), host))).toBe(false);
});

test('a zone that nobody has: adding the lines of the fix suffices', async () => {
  const [found, ...more] = await findings(text, 'x.shop.invalid');
  expect([found?.code, more]).toEqual(['no-such-zone', []]);
  const lines = found?.records.map(zoneLine).join('\n');
  expect(await findings(`${text}\n${lines}\n`, 'x.shop.invalid')).toEqual([]);
  // At the top of that zone too nothing is said of an apex before there is one.
  expect((await findings(text, 'shop.invalid')).map(({ code }) => code)).toEqual(['no-such-zone']);
});

test('a declared zone that the file has: its SOA and its NS record are the ones to delete', async () => {
  const own =
    'petstore.localhost. 3600 IN SOA ns1.other.example. h.other.example. 1 1 1 1 60\npetstore.localhost. 3600 IN NS ns1.other.example.\nns1.other.example. 3600 IN A 127.0.0.1';
  const [found] = await findings(`${text}\n${own}\n`, 'x.petstore.localhost');
  const fix = expect.stringContaining('in my.zone: delete the SOA');
  expect(found).toMatchObject({ code: 'zone-unconfirmed', fix });
});

test.each(['taken', 'shop.forbidden', 'x.team'])('the fix of %s names the file', async (name) => {
  const [found] = await findings(text, `${name}.petstore.localhost`);
  expect(found?.fix).toContain('my.zone');
});

test('elsewhere the SOA record is in the zone of somebody else', async () => {
  const [found] = await findings(text, 'x.team.petstore.localhost', 'production');
  expect(found?.records.map(({ type }) => type)).toEqual(['NS']);
});
