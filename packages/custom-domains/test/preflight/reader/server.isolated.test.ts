// Where a query is sent: addresses as they are written, which of them this machine can reach, and, without a resolver of its own, the
// system's resolvers, in their order, until one responds.
import systemDns from 'node:dns';
import { syncBuiltinESMExports } from 'node:module';
import os from 'node:os';
import { beforeEach, describe, expect, onTestFinished, test, vi } from 'vitest';
import { createReader, type Reader } from '../../../src/preflight/reader/reader.ts';
import { formatServer, parseServer, reaches } from '../../../src/preflight/reader/server.ts';
import { type Misbehaviour, startDns, type TestDns } from '../dns-server.ts';
import { coded } from '../scenario.ts';

/** The machine has interfaces with these addresses. */
function machineWith(...addresses: readonly string[]): void {
  const list = addresses.map((address) => ({ address, family: address.includes(':') ? 'IPv6' : 'IPv4' }));
  vi.spyOn(os, 'networkInterfaces').mockReturnValue({ eth0: list as never, none: undefined });
  syncBuiltinESMExports();
}

beforeEach(() => machineWith('127.0.0.1', '192.0.2.7'));

describe('an address is reached', () => {
  test('IPv4: always', () => {
    expect(reaches('198.51.100.1')).toBe(true);
  });

  test.each([
    ['global, from a global address', '2001:db8::53', ['2606:4700::7'], true],
    ['global, from no IPv6 address', '2001:db8::53', [], false],
    ['global, from a link-local address alone', '2001:db8::53', ['fe80::1'], false],
    ['global, from a unique local address alone', '2001:db8::53', ['fd00::1'], false],
    ['the loopback, from the loopback', '::1', ['::1'], true],
    ['the loopback, from a global address', '::1', ['2606:4700::7'], false],
    ['unique local, from the other half of fc00::/7', 'fc00::53', ['fd12::1'], true],
    ['unique local, from a global address', 'fd00::53', ['2606:4700::7'], false],
  ])('IPv6 that is %s: %s from %j is %s', (_, address, own, expected) => {
    machineWith('192.0.2.7', ...own);
    expect(reaches(address)).toBe(expected);
  });
});

describe('as it is written', () => {
  test.each([
    ['192.0.2.1', '192.0.2.1', 53],
    ['192.0.2.1:5354', '192.0.2.1', 5354],
    ['2001:db8::1', '2001:db8::1', 53],
    ['[2001:db8::1]', '2001:db8::1', 53],
    ['[2001:db8::1]:65535', '2001:db8::1', 65535],
  ])('%s', (text, address, port) => {
    expect(parseServer(text)).toEqual({ address, port });
  });

  const ENDS = [
    '192.0.2.1:',
    '192.0.2.1:0',
    '192.0.2.1:65536',
    '192.0.2.1:x',
    '[192.0.2.1',
    '[::1',
    '::1]:53',
  ];

  test.each(['', 'dns.example', '192.0.2', '192.0.2.256', ...ENDS])('%j is not an address', (text) => {
    expect(parseServer(text)).toBeUndefined();
  });

  test.each([
    ['192.0.2.1', 53, '192.0.2.1'],
    ['192.0.2.1', 5354, '192.0.2.1:5354'],
    ['2001:db8::1', 53, '2001:db8::1'],
    ['2001:db8::1', 5354, '[2001:db8::1]:5354'],
  ])('%s at port %i is shown as %s', (address, port, text) => {
    expect(formatServer({ address, port })).toBe(text);
  });
});

const internet = {
  'a.test': { on: ['127.0.0.11'] },
  'b.test': { on: ['127.0.0.12'], records: ['www.b.test A 192.0.2.1'] },
};
/** It serves a.test alone: it refuses names of b.test. */
const REFUSES = '127.0.0.11';
/** It has the zones above b.test: it refers to others. */
const REFERS = '127.0.0.9';
const RESOLVES = '127.0.0.1';
const found = { kind: 'found', records: [{ value: '192.0.2.1' }] };

let dns: TestDns;

/** The system's own resolvers are these. */
function haveServers(...servers: readonly string[]): void {
  vi.spyOn(systemDns, 'getServers').mockReturnValue([...servers]);
  syncBuiltinESMExports();
}

async function start(servers: readonly string[], misbehave?: Misbehaviour): Promise<Reader> {
  dns = await startDns(internet, { misbehave });
  onTestFinished(dns.close);
  haveServers(...servers.map((address) => `${address}:${dns.port}`));
  return createReader({ timeoutMs: 150, tries: 1 });
}

test('they are the resolvers, and messages name them all', async () => {
  const reader = await start([RESOLVES, REFUSES]);
  expect(reader.resolver).toBe(`${RESOLVES}:${dns.port}, ${REFUSES}:${dns.port}`);
  expect(await reader.resolve('www.b.test', 'A')).toMatchObject(found);
  expect(dns.queries.map(({ server }) => server)).toEqual([RESOLVES]);
});

test.each([
  ['refuses', REFUSES, undefined],
  ['only refers to other servers', REFERS, undefined],
  ['is silent', REFUSES, ({ server }: { server: string }) => (server === REFUSES ? [] : undefined)],
])('the next one is queried where the first %s', async (_, first, misbehave) => {
  const reader = await start([first, RESOLVES], misbehave as Misbehaviour | undefined);
  expect(await reader.resolve('www.b.test', 'A')).toMatchObject(found);
  expect(dns.queries.map(({ server }) => server)).toEqual([first, RESOLVES]);
});

test('SERVFAIL is a response: the data may not validate, and the next resolver is not asked to overrule that', async () => {
  const reader = await start([REFUSES, RESOLVES], ({ server }, reply) =>
    server === REFUSES ? [coded(reply, 'SERVFAIL')] : ([reply] as const),
  );
  expect(await reader.resolve('www.b.test', 'A')).toMatchObject({ kind: 'failed', reason: 'servfail' });
  expect(new Set(dns.queries.map(({ server }) => server))).toEqual(new Set([REFUSES]));
});

test('a machine without any is told to give one', () => {
  haveServers();
  const message = expect.stringContaining('give the address of one');
  expect(() => createReader()).toThrow(expect.objectContaining({ code: 'no-resolver', message }));
});
