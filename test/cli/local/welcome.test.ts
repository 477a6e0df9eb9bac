// The addresses that `npm run local` prints: one at which no client reaches its host yet says so.
import { expect, test } from 'vitest';
import { notServed } from '../../../cli/local/not-served.ts';
import type { LocalOutputs } from '../../../cli/local/ready.ts';
import { welcome } from '../../../cli/local/welcome.ts';
import type { Ready } from '../../../cli/local-files.ts';
import type { StackPlan } from '../../../infra/plan/types.ts';
import { shown } from '../../../packages/custom-domains/src/output/index.ts';

const urlOf = (host: string) => `https://${host}:8443`;
const OWN = { provider: 'route53' };
const PLAN = {
  hosts: [
    { host: 'live.localhost', zone: OWN },
    { host: 'elsewhere.localhost', zone: OWN },
    { host: 'partner.localhost', zone: { provider: 'external', verified: false } },
    { host: 'new.localhost', zone: OWN },
  ],
} as unknown as StackPlan;
const OUTPUTS = {
  hosts: {
    'live.localhost': { url: urlOf('live.localhost') },
    'elsewhere.localhost': {
      url: urlOf('elsewhere.localhost'),
      waiting: { old: [], isByHand: false, aliasWaits: true },
    },
    'partner.localhost': { url: urlOf('partner.localhost') },
  },
} as unknown as LocalOutputs;

function printed(): string {
  const lines: string[] = [];
  const out = {
    ...{ isTerminal: false, columns: 100, status: () => undefined },
    line: (text: unknown) => void lines.push(String(text)),
    paint: (_: unknown, text: Parameters<typeof shown>[1]) => shown`${text}`,
  };
  const names = Object.keys(OUTPUTS.hosts);
  const ready = {
    ...{
      apiUrl: 'https://api.localhost/v1',
      docsUrl: 'https://docs.localhost',
      dashboardUrl: 'http://127.0.0.1',
    },
    ...{ apiKey: 'pets_test_x', caFile: '.local/ca.pem', dnsServer: '127.0.0.1:53' },
    hosts: Object.fromEntries(names.map((host) => [host, { url: urlOf(host) }])),
  } as unknown as Ready;
  welcome(out, ready, { cloud: { internetFile: 'internet.zone' }, notServed: notServed(PLAN, OUTPUTS) });
  return lines.join('\n');
}

test.each([
  ['live', ''],
  ['elsewhere', '  (still leads to its old place: npm run domains -- move elsewhere.localhost)'],
  ['partner', '  (is not verified yet: npm run domains -- status partner.localhost)'],
])('%s', (name, mark) => {
  const line = printed()
    .split('\n')
    .find((one) => one.includes(urlOf(`${name}.localhost`)));
  expect(line?.slice(line.indexOf('https:'))).toBe(`${urlOf(`${name}.localhost`)}${mark}`);
});
