// Without a resolver of its own, the reader queries the system's: in their order, until one responds.
import systemDns from 'node:dns';
import { syncBuiltinESMExports } from 'node:module';
import { afterEach, expect, test, vi } from 'vitest';
import { createReader, type Reader } from '../../../src/preflight/reader/reader.ts';
import { type Misbehaviour, startDns, type TestDns } from '../dns-server.ts';
import { coded } from '../scenario.ts';

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

let dns: TestDns | undefined;
afterEach(async () => {
  await dns?.close();
  dns = undefined;
});

/** The system's own resolvers are these. */
function haveServers(...servers: readonly string[]): void {
  vi.spyOn(systemDns, 'getServers').mockReturnValue([...servers]);
  syncBuiltinESMExports();
}

async function start(servers: readonly string[], misbehave?: Misbehaviour): Promise<Reader> {
  dns = await startDns(internet, { misbehave });
  haveServers(...servers.map((address) => `${address}:${dns?.port}`));
  return createReader({ timeoutMs: 150, tries: 1 });
}

test('they are the resolvers, and messages name them all', async () => {
  const reader = await start([RESOLVES, REFUSES]);
  expect(reader.resolver).toBe(`${RESOLVES}:${dns?.port}, ${REFUSES}:${dns?.port}`);
  expect(await reader.resolve('www.b.test', 'A')).toMatchObject(found);
  expect(dns?.queries.map(({ server }) => server)).toEqual([RESOLVES]);
});

test.each([
  ['refuses', REFUSES, undefined],
  ['only refers to other servers', REFERS, undefined],
  ['is silent', REFUSES, ({ server }: { server: string }) => (server === REFUSES ? [] : undefined)],
])('the next one is queried where the first %s', async (_, first, misbehave) => {
  const reader = await start([first, RESOLVES], misbehave as Misbehaviour | undefined);
  expect(await reader.resolve('www.b.test', 'A')).toMatchObject(found);
  expect(dns?.queries.map(({ server }) => server)).toEqual([first, RESOLVES]);
});

test('SERVFAIL is a response: the data may not validate, and the next resolver is not asked to overrule that', async () => {
  const reader = await start([REFUSES, RESOLVES], ({ server }, reply) =>
    server === REFUSES ? [coded(reply, 'SERVFAIL')] : ([reply] as const),
  );
  expect(await reader.resolve('www.b.test', 'A')).toMatchObject({ kind: 'failed', reason: 'servfail' });
  expect(new Set(dns?.queries.map(({ server }) => server))).toEqual(new Set([REFUSES]));
});

test('a machine without any is told to give one', () => {
  haveServers();
  expect(() => createReader()).toThrow(
    expect.objectContaining({
      code: 'no-resolver',
      message: expect.stringContaining('give the address of one'),
    }),
  );
});
