// The checks of hosts: what passes, and the reason of each failure, over real TLS.
import { createServer, type LookupFunction } from 'node:net';
import { expect, onTestFinished, test, vi } from 'vitest';
import { startDns } from '../../packages/custom-domains/test/preflight/dns-server.ts';
import { type Check, check, createChecks, lookupAt } from '../../service/checks/check.ts';
import { startTlsHost } from '../cli/domains/tls-host.ts';
import { listen } from '../cli/listen.ts';

const HOST = 'api.petstore.localhost';
const DAY = 86_400_000;
const toLoopback: LookupFunction = (_host, { all }, done) =>
  all ? done(null, [{ address: '127.0.0.1', family: 4 }]) : done(null, '127.0.0.1', 4);

const run = (target: Partial<Check>, options: { ca?: string; now?: () => number; lookup?: undefined } = {}) =>
  check(
    { host: HOST, path: '/', status: 200, ...target },
    { timeoutMs: 500, now: Date.now, lookup: toLoopback, ...options },
  );

test('a host with its status and a valid certificate passes', async () => {
  const { port, authorityPem: ca } = await startTlsHost([HOST]);
  const result = await run({ port }, { ca });
  expect(result).toEqual({ host: HOST, status: 200, daysLeft: 197, ms: expect.any(Number) });
});

test('a redirect must lead to where it is declared to', async () => {
  const { port, authorityPem: ca } = await startTlsHost([HOST], {
    status: 301,
    location: 'https://petstore.localhost/',
  });
  const target = { port, status: 301 };
  expect(await run({ ...target, location: 'https://petstore.localhost/' }, { ca })).toMatchObject({
    failure: undefined,
  });
  const { failure } = await run({ ...target, location: 'https://petstore.localhost/docs/' }, { ca });
  expect(failure).toBe('leads to https://petstore.localhost/, not to https://petstore.localhost/docs/');
});

test('another status, another name, an unknown authority, and an end that is near fail', async () => {
  const { port, authorityPem: ca } = await startTlsHost([HOST], { status: 503 });
  expect((await run({ port }, { ca })).failure).toBe('status 503, not 200');
  expect((await run({ port })).failure).toMatch(/^(UNABLE_TO|SELF_SIGNED)\S*: /);
  const other = await startTlsHost(['other.petstore.localhost']);
  const { failure } = await run({ port: other.port }, { ca: other.authorityPem });
  expect(failure).toMatch(/^ERR_TLS_CERT_ALTNAME_INVALID/);
  const now = () => Date.now() + 190 * DAY;
  expect((await run({ port, status: 503 }, { ca, now })).failure).toBe('its certificate ends in 7 days');
});

test('a host that accepts and never responds fails in time', async () => {
  const { failure } = await run({ port: await listen(createServer()) });
  expect(failure).toBe('no response within 500 ms');
});

test('an address that is not of the public internet is not called', async () => {
  const server = createServer();
  const called = vi.fn();
  server.on('connection', called);
  const { failure } = await run({ host: 'localhost', port: await listen(server) }, { lookup: undefined });
  expect(failure).toMatch(/^(127\.0\.0\.1|::1) is not called: it is not a global address/);
  expect(called).not.toHaveBeenCalled();
});

test('names are looked up at the given server', async () => {
  const dns = await startDns({
    'petstore.test': { on: ['127.0.0.11'], records: ['api.petstore.test A 192.0.2.1'] },
  });
  onTestFinished(() => dns.close());
  const lookup = lookupAt(dns.resolver);
  const found = (host: string) =>
    new Promise((resolve) => lookup(host, { all: true }, (error, all) => resolve(error?.code ?? all)));
  expect(await found('api.petstore.test')).toEqual([{ address: '192.0.2.1', family: 4 }]);
  expect(await found('nowhere.petstore.test')).toBe('ENOTFOUND');
});

/** The function on names that do not resolve before `lookup` says so; what it logs. */
function checkAll(hosts: readonly string[], lookup: LookupFunction) {
  const lines: string[] = [];
  const checks = hosts.map((host) => ({ host, path: '/', status: 200 }));
  const log = (line: string) => void lines.push(line);
  return {
    lines,
    done: createChecks({ checks, functionName: 'checks-0a1b2c3', log, now: () => 0, lookup })(),
  };
}

test('the function checks at most 25 hosts at a time, and all of them', async () => {
  const waiting: (() => void)[] = [];
  const lookup: LookupFunction = (_host, _options, done) =>
    void waiting.push(() => done(new Error('no such name'), '', 4));
  const hosts = Array.from({ length: 60 }, (_, index) => `h${index}.localhost`);
  const { lines, done } = checkAll(hosts, lookup);
  for (const expected of [25, 25, 10]) {
    await vi.waitFor(() => expect(waiting.length).toBe(expected), 10_000);
    for (const fail of waiting.splice(0)) fail();
  }
  await done;
  expect(lines).toHaveLength(61);
});

test('the function logs each host and then one metric, and never throws', async () => {
  const hosts = ['a.localhost', 'b.localhost'];
  const { lines, done } = checkAll(hosts, (_host, _options, done) => done(new Error('no such name'), '', 4));
  await done;
  const Metrics = [{ Name: 'FailedChecks', Unit: 'Count' }];
  const CloudWatchMetrics = [{ Namespace: 'Petstore', Dimensions: [['FunctionName']], Metrics }];
  expect(lines.map((line) => JSON.parse(line))).toEqual([
    ...hosts.map((host) => expect.objectContaining({ host, level: 'ERROR', failure: 'no such name' })),
    { _aws: { Timestamp: 0, CloudWatchMetrics }, FunctionName: 'checks-0a1b2c3', FailedChecks: 2 },
  ]);
});
