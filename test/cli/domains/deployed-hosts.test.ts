// The deployed hosts as the commands read them from a stack's outputs, and the records that DNS must then have.
import { describe, expect, test } from 'vitest';
import { readOutputs, requireOutputs } from '../../../cli/domains/outputs.ts';
import { type DeployedHost, readHosts, recordsOf } from '../../../infra/hosts/host-output.ts';
import { fixtureForEach, outputsOf } from './harness.ts';

const HOST = 'a.example';
const UNTIL = '2026-11-23T12:00:00Z';
const NOW = new Date(UNTIL);
const records: DeployedHost['records'] = [
  { name: `_v.${HOST}`, type: 'CNAME', value: '_x.acm.test', ttl: 3600, purpose: 'validation' },
  { name: HOST, type: 'HTTPS', value: '1 . alpn="h2"', ttl: 300, purpose: 'routing' },
  { name: HOST, type: 'ALIAS', value: 'd1.cloudfront.test', ttl: 300, purpose: 'routing' },
];
const host: DeployedHost = { site: 'docs', role: 'domain', certificate: 'ISSUED', records };

test('each record of a host, its port and its kind are expected of DNS', () => {
  expect(recordsOf({ ...host, attached: true, url: `https://${HOST}:8443` }, NOW)).toEqual({
    ...{ target: 'd1.cloudfront.test', validation: records[0], https: '1 . alpn="h2"' },
    ...{ kind: 'distribution', attached: true, httpsPort: 8443 },
  });
  const pending: DeployedHost = { ...host, site: 'api', certificate: 'PENDING_VALIDATION', records: [] };
  expect(recordsOf(pending, NOW)).toEqual({
    ...{ target: undefined, validation: undefined, routingAwaited: true, kind: 'gateway' },
  });
});

test.each([
  ['it is not attached', {}, true],
  ['its owner has a week', { target: 'd-1.test', routingAwaitedUntil: '2026-11-23T12:00:01Z' }, true],
  ['the week has passed', { target: 'd-1.test', routingAwaitedUntil: '2026-11-23T11:59:59Z' }, undefined],
  ['a deployment has seen the record', { target: 'd-1.test' }, undefined],
])('whether the routing record is waited for: %s', (_, attached, isAwaited) => {
  expect(recordsOf({ ...host, records: [], ...attached }, NOW)?.routingAwaited).toBe(isAwaited);
});

test('of a host that failed, one that is left out, and a stack that is not deployed, nothing is expected', () => {
  const failed = { ...host, certificate: 'FAILED' };
  const blocked = { blocked: [{ code: 'caa-forbids' }] };
  const deployed = readHosts({ [HOST]: host, 'f.example': failed, 'b.example': blocked });
  const expected = [...deployed].flatMap(([name, one]) => (recordsOf(one, NOW) ? [name] : []));
  expect(expected).toEqual([HOST]);
  expect(recordsOf(undefined, NOW)).toBeUndefined();
});

describe('the outputs', () => {
  const fixture = fixtureForEach();

  const at = (stack: string, file?: string) => ({ folder: fixture.folder, stack, outputsFile: file });
  const required = () => requireOutputs(at('local'), new AbortController().signal);

  test('of a file that is given are read whole, and come before what npm run local has written', async () => {
    const more = {
      ...{ role: 'redirect', target: 'd1.cloudfront.net', url: `https://${HOST}`, reason: 'CAA_ERROR' },
      ...{ earlierRequest: 'arn:1', routingAwaitedUntil: UNTIL },
      kept: { target: 'distribution', until: UNTIL },
      waiting: { old: [{ type: 'A', value: '192.0.2.1' }], isByHand: true, aliasWaits: true, why: 'x' },
    };
    fixture.write('outputs.json', outputsOf({ [HOST]: { ...host, ...more } }));
    fixture.writeLocal('outputs.json', outputsOf({}));
    expect([...(readOutputs(at('local', 'outputs.json')) ?? [])]).toEqual([[HOST, { ...host, ...more }]]);
    expect((await required()).size).toBe(0);
    expect(readOutputs(at('production'))).toBeUndefined();
  });

  test.each([
    ['no hosts', '{"apiUrl":""}', 'it has no "hosts"'],
    ['nothing', 'null', 'none before its first deployment.\n  deploy it first: pulumi up'],
    ['another stack', '{"hosts":{},"stack":"staging"}', 'those of the stack staging, not of production'],
    ['no JSON', '{"hosts":', 'Unexpected end of JSON input'],
    ['a site that is none', outputsOf({ [HOST]: { ...host, site: 'shop' } }), 'hosts["a.example"]'],
    ['a URL that is none', outputsOf({ [HOST]: { ...host, url: '' } }), 'hosts["a.example"]'],
  ])('%s is refused, and what is wrong is said', (_, text, what) => {
    fixture.write('outputs.json', text);
    expect(() => readOutputs(at('production', 'outputs.json'))).toThrow(what);
  });
});
