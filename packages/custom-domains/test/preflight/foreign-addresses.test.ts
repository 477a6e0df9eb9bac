// A zone that names servers within the network of whoever runs the preflight: none of them gets a packet.
import { createSocket } from 'node:dgram';
import { createServer } from 'node:net';
import { networkInterfaces } from 'node:os';
import { afterEach, describe, expect, onTestFinished, test } from 'vitest';
import { check } from '../../src/preflight/check.ts';
import { createReader, type ReaderOptions } from '../../src/preflight/reader/reader.ts';
import { exitStatus } from '../../src/preflight/verdict.ts';
import { startDns, type TestDns } from './dns-server.ts';
import type { Internet } from './internet.ts';
import { cloudflareHost } from './plans.ts';
import { ownServers } from './scenario.ts';

const zone = 'petstore.test';
const plan = cloudflareHost(`api.${zone}`, zone);
/** One of the servers responds there; at the others nothing listens. */
const OPEN = '127.0.0.11';
const CLOSED = '127.0.0.12';

/** The zone as its owner would have it: its server at an address of the owner's choice. */
const fixture = (address: string): Internet => ({
  [zone]: {
    on: [OPEN],
    nameServers: [`ns1.${zone}`],
    records: [`ns1.${zone} ${address.includes(':') ? 'AAAA' : 'A'} ${address}`],
  },
});

let dns: TestDns | undefined;
afterEach(async () => {
  await dns?.close();
  dns = undefined;
});

async function findings(address: string, options: ReaderOptions) {
  const started = await startDns(fixture(address), { resolverAddress: options.resolver });
  dns = started;
  const { resolver } = started;
  const reader = createReader({
    ...options,
    resolver,
    authorityPort: started.port,
    timeoutMs: 200,
    tries: 1,
  });
  const [checked] = await check([plan], reader, { assigned: ownServers(zone) });
  const asked = started.queries.filter(({ server }) => !resolver.startsWith(`${server}:`));
  return { findings: checked?.findings ?? [], asked };
}

describe('with the policy for a resolver elsewhere', () => {
  test.each([OPEN, CLOSED, '169.254.169.254', '10.0.0.1', '::1', '::ffff:127.0.0.11', '64:ff9b::a9fe:a9fe'])(
    '%s is not queried; the finding names the server, the address and the reason, and the exit status is 3',
    async (address) => {
      const { findings: found, asked } = await findings(address, { addresses: 'global' });
      expect(asked).toEqual([]);
      expect(exitStatus(found)).toBe(3);
      const text = found.map(({ found: one }) => one).join('; ');
      expect(text).toMatch(
        new RegExp(`ns1\\.${zone}: [0-9a-f:.]+ is not queried: it is not a global address`),
      );
    },
  );

  test('where something listens and where nothing does cannot be told apart', async () => {
    const [open, closed] = [await outputFor(OPEN), await outputFor(CLOSED)];
    expect(open).toBe(closed);
  });

  async function outputFor(address: string): Promise<string> {
    const { findings: found } = await findings(address, { addresses: 'global' });
    await dns?.close();
    dns = undefined;
    return JSON.stringify(found).replaceAll(address, 'ADDRESS');
  }
});

test('a resolver on the loopback that is given: its zones are on this machine too', async () => {
  const { findings: found, asked } = await findings(OPEN, {});
  expect(asked.length).toBeGreaterThan(0);
  expect(found).toEqual([]);
});

/** An address of this machine that other machines see. */
const own = Object.values(networkInterfaces())
  .flatMap((list) => list ?? [])
  .find(({ family, internal }) => family === 'IPv4' && !internal)?.address;

test.skipIf(own === undefined)(
  'a resolver at an address of the network: no packet reaches the loopback',
  async () => {
    const { findings: found, asked } = await findings(OPEN, { resolver: own });
    expect(asked).toEqual([]);
    expect(exitStatus(found)).toBe(3);
  },
);

test('neither UDP nor TCP reaches a socket on 127.0.0.1', async () => {
  const { port, received } = await listenToAll();
  const reader = createReader({ resolver: '192.0.2.53', authorityPort: port, timeoutMs: 100, tries: 1 });
  for (const address of ['127.0.0.1', '::ffff:127.0.0.1', '::ffff:7f00:1']) {
    expect(await reader.query(address, zone, 'NS')).toMatchObject({ kind: 'failed', reason: 'not-global' });
  }
  expect(reader.statistics).toEqual({ questions: 0, packets: 0 });
  // The socket works: the same query without the guard arrives.
  const open = createReader({ resolver: '127.0.0.1', authorityPort: port, timeoutMs: 100, tries: 1 });
  await open.query('127.0.0.1', zone, 'NS');
  expect(received).toEqual(['udp']);
});

async function listenToAll() {
  const received: string[] = [];
  const udp = createSocket('udp4', () => received.push('udp'));
  await new Promise<void>((done) => udp.bind(0, '127.0.0.1', done));
  const { port } = udp.address();
  const tcp = createServer(() => received.push('tcp'));
  await new Promise<void>((done) => tcp.listen(port, '127.0.0.1', done));
  onTestFinished(() => {
    udp.close();
    tcp.close();
  });
  return { port, received };
}
