// Finding a zone and its servers where what leads there is missing: each failure is a finding in words of its own.
import { createSocket } from 'node:dgram';
import { once } from 'node:events';
import { expect, onTestFinished, test } from 'vitest';
import { check } from '../../src/preflight/check.ts';
import { createReader } from '../../src/preflight/reader/reader.ts';
import { startDns } from './dns-server.ts';
import type { Internet } from './internet.ts';
import { coded, host, verify, zone } from './scenario.ts';

verify([
  {
    name: 'a name server without an address',
    more: { [zone]: { on: ['127.0.0.11'], nameServers: [`ns9.${zone}`] } },
    finds: ['blocked dns-unreadable'],
    remains: true,
  },
  {
    name: 'no SOA from the host up to the root',
    misbehave: ({ type, server }, reply) =>
      type === 'SOA' && server === '127.0.0.1' ? [coded(reply, 0)] : undefined,
    finds: ['blocked dns-unreadable'],
    remains: true,
  },
]);

test('a name server with an IPv6 address alone is queried there, on a machine with IPv6', async () => {
  const internet: Internet = {
    [zone]: {
      on: ['127.0.0.11'],
      nameServers: [`six.${zone}`],
      records: [`six.${zone} AAAA 2001:db8::53`, `api.${zone} A 192.0.2.1`],
    },
  };
  const dns = await startDns(internet);
  onTestFinished(() => dns.close());
  const reader = createReader({ resolver: dns.resolver, authorityPort: dns.port, timeoutMs: 200 });
  const queried = new Set<string>();
  const query: typeof reader.query = (address, ...question) => {
    queried.add(address);
    return reader.query(address === '2001:db8::53' ? '127.0.0.11' : address, ...question);
  };
  const assigned = new Map([[zone, { kind: 'known', nameServers: [`six.${zone}`] } as const]]);
  const [checked] = await check([host], { ...reader, query, reaches: () => true }, { assigned });
  expect([...queried]).toContain('2001:db8::53');
  expect(checked?.findings.map(({ code, found }) => `${code}: ${found}`)).toEqual([
    expect.stringContaining('conflicting-record: '),
  ]);
});

test('truncated over UDP, and TCP is refused: unreachable, and the records of the cut response do not count', async () => {
  const socket = createSocket('udp4');
  onTestFinished(() => void socket.close());
  socket.on('message', (query, { port, address }) => {
    const reply = Buffer.from(query);
    reply.writeUInt16BE(0x8600, 2);
    socket.send(reply, port, address);
  });
  socket.bind(0, '127.0.0.14');
  await once(socket, 'listening');
  const { port } = socket.address();
  const reader = createReader({ resolver: '127.0.0.1', authorityPort: port, timeoutMs: 500, tries: 2 });
  expect(await reader.query('127.0.0.14', `api.${zone}`, 'A')).toEqual({
    kind: 'failed',
    reason: 'unreachable',
    detail: expect.stringMatching(
      /^127\.0\.0\.14:\d+ cannot be reached \(.*ECONNREFUSED.*\), queried 2 times$/,
    ),
  });
});
