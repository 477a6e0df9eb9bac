// One query over TCP (RFC 7766), to servers that answer in pieces, close, stay silent or are not there; and the ports of queries over
// UDP: several at once for a server, each of few queries in all.
import { createSocket } from 'node:dgram';
import { once } from 'node:events';
import { createServer, type Socket } from 'node:net';
import dnsPacket from 'dns-packet';
import { expect, onTestFinished, test } from 'vitest';
import { listen } from '../../../../../test/cli/listen.ts';
import { encodeQuery, type Question } from '../../../src/preflight/reader/message.ts';
import { exchange, type Limit, queryTcp } from '../../../src/preflight/reader/transport.ts';

const question: Question = { name: 'a.test', type: 'A', recursion: false };
const query = { id: 7, question, bytes: encodeQuery(7, question, true) };
/** With its length in front. */
const sent = Buffer.concat([Buffer.from([0, query.bytes.length]), query.bytes]);

/** A response to the query, or of another id, with its length in front. */
function framed(id = 7): Buffer {
  return dnsPacket.streamEncode({
    ...{ type: 'response', id, questions: [{ type: 'A', name: 'a.test' }] },
    answers: [{ type: 'A', name: 'a.test', ttl: 60, data: '192.0.2.1' }],
  });
}

/** Does `serve` with each connection once the whole query is received; returns the address. */
async function startServer(serve: (socket: Socket) => unknown) {
  const server = createServer((socket) => {
    let received = Buffer.alloc(0);
    socket.on('error', () => undefined);
    socket.on('data', (chunk) => {
      received = Buffer.concat([received, chunk]);
      if (received.equals(sent)) serve(socket);
    });
  });
  return { address: '127.0.0.1', port: await listen(server) };
}

const ask = async (serve: (socket: Socket) => unknown, limit: Limit = { timeoutMs: 5_000 }) =>
  queryTcp(await startServer(serve), query, limit);

test.each<[string, (socket: Socket) => unknown]>([
  [
    'octet by octet',
    async (socket) => {
      socket.setNoDelay(true);
      for (const octet of framed()) {
        socket.write(Buffer.from([octet]));
        await new Promise(setImmediate);
      }
    },
  ],
  [
    'after one to another query, in one piece',
    (socket) => socket.write(Buffer.concat([framed(8), framed()])),
  ],
])('a response %s', async (_, serve) => {
  expect(await ask(serve)).toMatchObject({ kind: 'response', packet: { answers: [{ name: 'a.test' }] } });
});

test.each([
  ['at once', Buffer.alloc(0)],
  ['within the response', framed().subarray(0, 20)],
  ['after a response to another query', framed(8)],
])('a connection that is closed %s is not waited for', async (_name, first) => {
  const closed = { kind: 'unreachable', why: 'the connection was closed' };
  expect(await ask((socket) => socket.end(first))).toEqual(closed);
});

test('silence: the time limit, and the connection is closed', async () => {
  let closed: Promise<unknown> | undefined;
  const exchanged = await ask((socket) => (closed = once(socket, 'close')), { timeoutMs: 50 });
  expect(exchanged).toEqual({ kind: 'timeout' });
  await closed;
});

test('a signal, before and while it runs', async () => {
  const aborted = { timeoutMs: 5_000, signal: AbortSignal.abort() };
  expect(await ask(() => undefined, aborted)).toEqual({ kind: 'cancelled' });
  const controller = new AbortController();
  const exchanged = ask(() => controller.abort(), { timeoutMs: 5_000, signal: controller.signal });
  expect(await exchanged).toEqual({ kind: 'cancelled' });
});

/** Sends so many queries, one after another or all at once; the ports that they are from. */
async function portsOf(count: number, { isSilent = false, atOnce = false }): Promise<number[]> {
  const from: number[] = [];
  const server = createSocket('udp4', (bytes, { port, address }) => {
    from.push(port);
    bytes.writeUInt8(0x80, 2);
    if (!isSilent) server.send(bytes, port, address);
  }).bind(0, '127.0.0.1');
  onTestFinished(() => void server.close());
  await once(server, 'listening');
  const settings = { tries: 1, timeoutMs: isSilent ? 50 : 5_000, sent: () => undefined };
  const to = { address: '127.0.0.1', port: server.address().port };
  const send = () => exchange(to, question, settings);
  if (atOnce) await Promise.all(Array.from({ length: count }, send));
  else for (let left = count; left > 0; left--) await send();
  return from;
}

test.each([
  ['one after another', 64, {}, 1],
  ['one more', 65, {}, 2],
  ['at once', 3, { atOnce: true }, 3],
  ['at once, many', 30, { atOnce: true }, 8],
  ['after silence, whose late response may come', 3, { isSilent: true }, 3],
])('ports, %s: %i queries', async (_, count, how, ports) => {
  expect(new Set(await portsOf(count, how)).size).toBe(ports);
});
