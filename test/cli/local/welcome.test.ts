// The addresses that `npm run local` prints: each once, and one at which no client reaches its host yet says so.
// The whole of it: __snapshots__/session.txt.
import { expect, test } from 'vitest';
import type { LocalOutputs } from '../../../cli/local/ready.ts';
import { notServed, welcome } from '../../../cli/local/welcome.ts';
import type { Ready } from '../../../cli/local-files.ts';
import type { StackPlan } from '../../../infra/plan/types.ts';
import { shown } from '../../../packages/custom-domains/src/output/index.ts';

const urlOf = (name: string) => `https://${name}.localhost:8443`;
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
    'live.localhost': { url: urlOf('live') },
    'elsewhere.localhost': { url: urlOf('elsewhere'), waiting: { old: [], isByHand: false } },
    'partner.localhost': { url: urlOf('partner') },
  },
} as unknown as LocalOutputs;

test('the sites first, the other hosts once, and why one is not reached', () => {
  const lines: string[] = [];
  const out = {
    ...{ isTerminal: false, columns: 100, status: () => undefined },
    line: (text: unknown) => void lines.push(String(text)),
    paint: (_: unknown, text: Parameters<typeof shown>[1]) => shown`${text}`,
  };
  const urls = [urlOf('live'), urlOf('elsewhere'), urlOf('partner'), urlOf('docs'), `${urlOf('api')}/v1`];
  const ready = {
    ...{ apiUrl: `${urlOf('api')}/v1`, docsUrl: urlOf('docs'), dashboardUrl: 'http://127.0.0.1' },
    ...{ apiKey: 'pets_test_x', caFile: '.local/ca.pem', dnsServer: '127.0.0.1:53' },
    hosts: Object.fromEntries(urls.map((url) => [url, { url }])),
  } as unknown as Ready;
  welcome(out, ready, { cloud: { internetFile: 'internet.zone' }, notServed: notServed(PLAN, OUTPUTS) });
  expect(lines.slice(1, 6).map((line) => line.slice(11))).toEqual([
    `${urlOf('api')}/v1`,
    urlOf('docs'),
    urlOf('live'),
    `${urlOf('elsewhere')}  (still leads to its old place: npm run domains -- move elsewhere.localhost)`,
    `${urlOf('partner')}  (is not verified yet: npm run domains -- status partner.localhost)`,
  ]);
});
