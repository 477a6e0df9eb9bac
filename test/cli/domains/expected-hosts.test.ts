// Which records the preflight expects: those of deployed hosts, and none of a host whose certificate failed.
import { expect, test } from 'vitest';
import { expectedHosts, readHosts } from '../../../cli/domains/deployed-hosts.ts';

const routing = {
  name: 'a.example',
  type: 'CNAME',
  value: 'd1.cloudfront.net',
  ttl: 300,
  purpose: 'routing',
};
const host = (certificate: string) => ({ site: 'docs', role: 'primary', certificate, records: [routing] });

const NOW = new Date('2026-11-22T12:00:00Z');

test('a host that failed, and one that is left out, are not among them', () => {
  const deployed = readHosts({
    'a.example': host('ISSUED'),
    'failed.example': host('FAILED'),
    'blocked.example': { blocked: [{ code: 'caa-forbids' }] },
  });
  expect([...expectedHosts(deployed, NOW)]).toEqual([
    [
      'a.example',
      { target: 'd1.cloudfront.net', validation: undefined, kind: 'distribution', attached: true },
    ],
  ]);
});

test.each([
  ['it is not attached', {}, true],
  ['its owner has a week', { target: 'd-1.aws.test', routingAwaitedUntil: '2026-11-23T00:00:00Z' }, true],
  ['the week has passed', { target: 'd-1.aws.test', routingAwaitedUntil: '2026-11-22T00:00:00Z' }, undefined],
  ['a deployment has seen the record', { target: 'd-1.aws.test' }, undefined],
])('whether the routing record is waited for: %s', (_, attached, isAwaited) => {
  const deployed = readHosts({ 'a.example': { ...host('ISSUED'), records: [], ...attached } });
  expect(expectedHosts(deployed, NOW).get('a.example')?.routingAwaited).toBe(isAwaited);
});

test('of a stack that is not deployed nothing is expected', () => {
  expect(expectedHosts(undefined, NOW).size).toBe(0);
});
