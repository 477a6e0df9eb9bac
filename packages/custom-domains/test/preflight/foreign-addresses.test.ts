// A zone that names servers within the network of whoever runs the preflight: none of them gets a packet.
import { createSocket } from 'node:dgram';
import { once } from 'node:events';
import { type AddressInfo, createServer } from 'node:net';
import { networkInterfaces } from 'node:os';
import { afterEach, describe, expect, onTestFinished, test } from 'vitest';
import { check } from '../../src/preflight/check.ts';
import { exitStatus } from '../../src/preflight/finding.ts';
import { createReader, type ReaderOptions } from '../../src/preflight/reader/reader.ts';
import { startDns, type TestDns } from './dns-server.ts';
import { host, ownServers, zone } from './scenario.ts';

/** One of the servers responds there; at the others nothing listens. */
const OPEN = '127.0.0.11';
const CLOSED = '127.0.0.12';

let dns: TestDns | undefined;
afterEach(async () => {
  await dns?.close();
  dns = undefined;
});

/** The zone is as its owner would have it: its server at an address of the owner's choice. */
async function findings(address: string, options: ReaderOptions) {
  await dns?.close();
  const records = [`ns1.${zone} ${address.includes(':') ? 'AAAA' : 'A'} ${address}`];
  const internet = { [zone]: { on: [OPEN], nameServers: [`ns1.${zone}`], records } };
  const started = await startDns(internet, { resolverAddress: options.resolver });
  dns = started;
  const { resolver, port: authorityPort } = started;
  const reader = createReader({ ...options, resolver, authorityPort, timeoutMs: 200, tries: 1 });
  const [checked] = await check([host], reader, { assigned: ownServers(zone) });
  const asked = started.queries.filter(({ server }) => !resolver.startsWith(`${server}:`));
  return { findings: checked?.findings ?? [], asked };
}

describe('with the policy for a resolver elsewhere', () => {
  test.each([OPEN, CLOSED, '169.254.169.254', '10.0.0.1', '::1', '::ffff:127.0.0.11', '64:ff9b::a9fe:a9fe'])(
    '%s is not queried; the finding names the server, and the exit status is 3',
    async (address) => {
      const { findings: found, asked } = await findings(address, { addresses: 'global' });
      expect(asked).toEqual([]);
      expect(exitStatus(found)).toBe(3);
      expect(found.map((one) => one.found).join()).toContain(`ns1.${zone}: `);
    },
  );

  test('where something listens and where nothing does cannot be told apart', async () => {
    const outputs: string[] = [];
    for (const address of [OPEN, CLOSED]) {
      const { findings: found } = await findings(address, { addresses: 'global' });
      outputs.push(JSON.stringify(found).replaceAll(address, 'ADDRESS'));
    }
    expect(outputs[0]).toBe(outputs[1]);
  });
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

/** On one port of 127.0.0.1, until the test ends; another one is tried where something else has it for the other transport. */
async function listenOnBoth(receive: (transport: 'udp' | 'tcp') => void): Promise<number> {
  for (let tries = 0; ; tries += 1) {
    const tcp = createServer(() => receive('tcp')).listen(0, '127.0.0.1');
    await once(tcp, 'listening');
    const { port } = tcp.address() as AddressInfo;
    const udp = createSocket('udp4', () => receive('udp'));
    try {
      udp.bind(port, '127.0.0.1');
      await once(udp, 'listening');
      onTestFinished(() => {
        udp.close();
        tcp.close();
      });
      return port;
    } catch (error) {
      tcp.close();
      if (tries === 20) throw error;
    }
  }
}

test('neither UDP nor TCP reaches a socket on 127.0.0.1', async () => {
  const received: string[] = [];
  const port = await listenOnBoth((transport) => received.push(transport));
  const reader = createReader({ resolver: '192.0.2.53', authorityPort: port, timeoutMs: 100, tries: 1 });
  for (const address of ['127.0.0.1', '::ffff:127.0.0.1', '::ffff:7f00:1']) {
    expect(await reader.query(address, zone, 'NS')).toMatchObject({ kind: 'failed', reason: 'not-global' });
  }
  expect(reader.statistics).toEqual({ questions: 0, packets: 0 });
  // The socket works: the same query without the guard arrives.
  const open = createReader({ resolver: '127.0.0.1', authorityPort: port, timeoutMs: 500, tries: 1 });
  await open.query('127.0.0.1', zone, 'NS');
  expect(received).toEqual(['udp']);
});
