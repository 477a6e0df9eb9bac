// What the outputs say of a deployed host: where its name leads, and until when its former place is kept.
import { expect, test } from 'vitest';
import {
  type DeployedHost,
  expectedOf,
  externalFacts,
  keptSentence,
} from '../../../cli/domains/deployed-hosts.ts';

const UNTIL = '2026-11-23T12:00:00Z';
const NOW = new Date(UNTIL);
const records: DeployedHost['records'] = [
  { name: '_v.a.example', type: 'CNAME', value: '_x.acm.test', ttl: 3600, purpose: 'validation' },
  { name: 'a.example', type: 'HTTPS', value: '1 . alpn="h2"', ttl: 300, purpose: 'routing' },
  { name: 'a.example', type: 'ALIAS', value: 'd1.cloudfront.test', ttl: 300, purpose: 'routing' },
];
const host: DeployedHost = { site: 'docs', role: 'domain', certificate: 'ISSUED', records };

test.each([
  ['before that time', 1, `is kept until ${UNTIL}: the first deployment after that deletes it`],
  ['at that time', 0, `was kept until ${UNTIL}: the next deployment deletes it`],
])('what a host has left, %s', (_, early, sentence) => {
  const kept = { target: 'gateway', until: UNTIL } as const;
  expect(keptSentence({ ...host, kept }, new Date(NOW.getTime() - early))).toBe(
    `its former gateway ${sentence}`,
  );
});

test('a host that has left nothing has no such sentence', () => {
  expect(keptSentence(host, NOW)).toBeUndefined();
});

test('each record of a host, its port and its kind are expected of DNS', () => {
  expect(expectedOf({ ...host, url: 'https://a.example:8443' }, NOW)).toEqual({
    ...{ target: 'd1.cloudfront.test', validation: records[0], https: '1 . alpn="h2"' },
    ...{ kind: 'distribution', attached: true, httpsPort: 8443 },
  });
  expect(expectedOf({ ...host, site: 'api', certificate: 'PENDING_VALIDATION', records: [] }, NOW)).toEqual({
    ...{ target: undefined, validation: undefined, routingAwaited: true, kind: 'gateway' },
  });
});

test.each<[string, DeployedHost | undefined, string | undefined, string | undefined]>([
  ['its routing record', { ...host, target: 'other.test' }, 'ISSUED', 'd1.cloudfront.test'],
  ['without that, its target', { ...host, records: [], target: 'other.test' }, 'ISSUED', 'other.test'],
  ['of a failed deployment, nothing', { ...host, certificate: 'FAILED' }, 'FAILED', undefined],
  ['before a deployment, nothing', undefined, undefined, undefined],
])('the steps of an external host depend on where it leads: %s', (_, deployed, certificate, target) => {
  expect(externalFacts(deployed)).toEqual({ certificate, target });
});
