// `domains status` connects to a host as its DNS says: not to an address within the network of whoever runs it.
import { createReader } from '@petstore/custom-domains/preflight';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { openContext } from '../../../cli/domains/context.ts';
import { readHosts } from '../../../cli/domains/deployed-hosts.ts';
import { loadPlan } from '../../../cli/domains/stack.ts';
import { readStatuses } from '../../../cli/domains/status/host-status.ts';
import { startDns, type TestDns } from '../../../packages/custom-domains/test/preflight/dns-server.ts';
import { type DomainsFixture, openFixture, productionFile } from './harness.ts';
import { startTlsHost, type TlsHost } from './tls-host.ts';

const host = 'api.petstore.example';
const target = 'd-1.execute-api.test';

let fixture: DomainsFixture;
let tls: TlsHost;
let dns: TestDns;
beforeEach(async () => {
  fixture = openFixture();
  fixture.write('Pulumi.production.yaml', productionFile);
  tls = await startTlsHost([host]);
  dns = await startDns({
    'petstore.example': { on: ['127.0.0.21'], records: [`${host} CNAME ${target}`] },
    test: { on: ['127.0.0.9'], records: [`${target} A 127.0.0.1`] },
  });
});
afterEach(async () => {
  await dns.close();
  await tls.close();
  await fixture.close();
});

/** The status of the host, with a reader that has the given policy and queries the resolver alone. */
async function statusWith(addresses: 'global' | 'any') {
  const io = {
    ...{
      folder: fixture.folder,
      print: () => {},
      error: () => {},
      progress: () => {},
      clear: () => {},
      ask: async () => undefined,
    },
    ...{
      color: false,
      errorColor: false,
      width: 110,
      columns: 110,
      isTerminal: false,
      signal: AbortSignal.timeout(10_000),
    },
    now: () => new Date(),
  };
  const options = { resolver: dns.resolver, resolverOnly: true, timeoutMs: 200, addresses };
  const context = { ...openContext({ stack: 'production' }, io), newReader: () => createReader(options) };
  const records = [{ purpose: 'routing', name: host, type: 'CNAME', value: target, ttl: 3600 }];
  const url = `https://${host}:${tls.port}/v1`;
  const output = { site: 'api', role: 'primary', target, url, certificate: 'ISSUED', records };
  const plans = loadPlan(fixture.folder, 'production').hosts.filter((plan) => plan.host === host);
  const [status] = await readStatuses(plans, readHosts({ [host]: output }), context);
  return status;
}

test('an address that is not global: no connection, and the reason', async () => {
  expect(await statusWith('global')).toMatchObject({
    state: 'blocked',
    fault:
      'it does not respond: 127.0.0.1 is not connected to: it is not a global address (Loopback, RFC 1122)',
  });
  expect(tls.connections()).toBe(0);
});

test('the same address where the policy allows it: a connection', async () => {
  expect((await statusWith('any'))?.probe?.certificate).toMatchObject({ names: [host] });
  expect(tls.connections()).toBeGreaterThan(0);
});
