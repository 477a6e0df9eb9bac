// A zone that names servers within the network of whoever runs the preflight: none of them gets a packet.
import { createSocket } from 'node:dgram';
import { once } from 'node:events';
import { expect, onTestFinished, test } from 'vitest';
import { check } from '../../src/preflight/check.ts';
import { exitStatus } from '../../src/preflight/finding.ts';
import { createReader, type ReaderOptions } from '../../src/preflight/reader/reader.ts';
import { startDns } from './dns-server.ts';
import { host, ownServers, zone } from './scenario.ts';

/** One of the servers responds there; at the others nothing listens. */
const OPEN = '127.0.0.11';
const CLOSED = '127.0.0.12';

/** The zone is as its owner would have it: its server at an address of the owner's choice. */
async function find(address: string, options: ReaderOptions) {
  const records = [`ns1.${zone} ${address.includes(':') ? 'AAAA' : 'A'} ${address}`];
  const internet = { [zone]: { on: [OPEN], nameServers: [`ns1.${zone}`], records } };
  const { close, resolver, port, queries } = await startDns(internet, { resolverAddress: options.resolver });
  onTestFinished(close);
  const reader = createReader({ ...options, resolver, authorityPort: port, timeoutMs: 5_000, tries: 1 });
  const [checked] = await check([host], reader, { assigned: ownServers(zone) });
  const asked = queries.filter(({ server }) => !resolver.startsWith(`${server}:`));
  return { findings: checked?.findings ?? [], asked };
}

test.each([OPEN, '169.254.169.254', '::ffff:127.0.0.11'])(
  '%s is not queried with the policy for a resolver elsewhere; the finding names the server, and the exit status is 3',
  async (address) => {
    const { findings, asked } = await find(address, { addresses: 'global' });
    expect(asked).toEqual([]);
    expect(exitStatus(findings)).toBe(3);
    expect(findings.map(({ found }) => found).join()).toContain(`ns1.${zone}: `);
  },
);

test('where something listens and where nothing does cannot be told apart', async () => {
  const outputs: string[] = [];
  for (const address of [OPEN, CLOSED]) {
    const { findings } = await find(address, { addresses: 'global' });
    outputs.push(JSON.stringify(findings).replaceAll(address, 'ADDRESS'));
  }
  expect(outputs[0]).toBe(outputs[1]);
});

test('a resolver on the loopback that is given: its zones are on this machine too', async () => {
  const { findings, asked } = await find(OPEN, {});
  expect(asked.length).toBeGreaterThan(0);
  expect(findings).toEqual([]);
});

test('no form of 127.0.0.1 is sent to, by which a socket there would receive the query', async () => {
  const received: string[] = [];
  const udp = createSocket('udp4', () => received.push('a query')).bind(0, '127.0.0.1');
  await once(udp, 'listening');
  onTestFinished(() => void udp.close());
  const network = { authorityPort: udp.address().port, timeoutMs: 100, tries: 1 };
  const reader = createReader({ ...network, resolver: '192.0.2.53' });
  for (const address of ['127.0.0.1', '::ffff:127.0.0.1', '::ffff:7f00:1']) {
    expect(await reader.query(address, zone, 'NS')).toMatchObject({ kind: 'failed', reason: 'not-global' });
  }
  expect(reader.statistics).toEqual({ questions: 0, packets: 0 });
  // The socket works: the same query without the guard arrives.
  const open = createReader({ ...network, resolver: '127.0.0.1', timeoutMs: 500 });
  await open.query('127.0.0.1', zone, 'NS');
  expect(received).toEqual(['a query']);
});
