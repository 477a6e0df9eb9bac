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

test('a host that failed, and one that is left out, are not among them', () => {
  const deployed = readHosts({
    'a.example': host('ISSUED'),
    'failed.example': host('FAILED'),
    'blocked.example': { blocked: [{ code: 'caa-forbids' }] },
  });
  expect([...expectedHosts(deployed)]).toEqual([
    ['a.example', { target: 'd1.cloudfront.net', validation: undefined }],
  ]);
});

test('of a stack that is not deployed nothing is expected', () => {
  expect(expectedHosts(undefined).size).toBe(0);
});
