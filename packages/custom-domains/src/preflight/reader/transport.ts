// One question to one server: over UDP, and TCP after truncation, with retries, time limits, and no EDNS for a server without it.

import { randomInt } from 'node:crypto';
import { createSocket, type Socket } from 'node:dgram';
import { connect } from 'node:net';
import { type Answer, type Failed, failed } from './answer.ts';
import {
  type DnsResponse,
  encodeQuery,
  interpret,
  type Question,
  RCODE,
  type Received,
  readResponse,
} from './message.ts';
import { formatServer, type Server } from './server.ts';

interface Query {
  readonly id: number;
  readonly question: Question;
  readonly bytes: Buffer;
}

type Exchanged =
  | { readonly kind: 'response'; readonly packet: DnsResponse; readonly bytes: Buffer }
  | { readonly kind: 'malformed'; readonly why: string }
  | { readonly kind: 'timeout' }
  | { readonly kind: 'unreachable'; readonly why: string }
  | { readonly kind: 'cancelled' };

export interface Limit {
  readonly timeoutMs: number;
  readonly signal?: AbortSignal;
}

/** RFC 7766: the same query over TCP, each message with its length in front of it. */
export function queryTcp(server: Server, query: Query, limit: Limit): Promise<Exchanged> {
  const socket = connect({ host: server.address, port: server.port, noDelay: true });
  return settleOnce(
    limit,
    () => socket.destroy(),
    (settle) => {
      let received = Buffer.alloc(0);
      socket.on('error', (error) => settle({ kind: 'unreachable', why: error.message }));
      socket.on('close', () => settle({ kind: 'unreachable', why: 'the connection was closed' }));
      socket.on('connect', () => socket.write(withLength(query.bytes)));
      socket.on('data', (chunk: Buffer) => {
        received = Buffer.concat([received, chunk]);
        while (received.length >= 2 && received.length >= 2 + received.readUInt16BE(0)) {
          const end = 2 + received.readUInt16BE(0);
          receive(received.subarray(2, end), query, settle);
          received = received.subarray(end);
        }
      });
    },
  );
}

type Settle = (result: Exchanged) => void;

/** Ignores every packet that is not the response to this query. */
export function receive(bytes: Buffer, query: Query, settle: Settle): void {
  const received: Received = readResponse(bytes, query.id, query.question);
  if (received.kind === 'not-ours') return;
  settle(received.kind === 'response' ? { ...received, bytes } : received);
}

/** Resolves to the first result, or to the timeout; `close` is called once in either case. Never rejects. */
function settleOnce(limit: Limit, close: () => void, start: (settle: Settle) => void): Promise<Exchanged> {
  return new Promise((resolve) => {
    let settled = false;
    const settle: Settle = (result) => {
      if (settled) return;
      settled = true;
      clearTimeout(timer);
      limit.signal?.removeEventListener('abort', cancel);
      close();
      resolve(result);
    };
    const cancel = (): void => settle({ kind: 'cancelled' });
    const timer = setTimeout(() => settle({ kind: 'timeout' }), limit.timeoutMs);
    if (limit.signal?.aborted) return cancel();
    limit.signal?.addEventListener('abort', cancel, { once: true });
    start(settle);
  });
}

function withLength(bytes: Buffer): Buffer {
  const framed = Buffer.allocUnsafe(bytes.length + 2);
  framed.writeUInt16BE(bytes.length, 0);
  bytes.copy(framed, 2);
  return framed;
}

type QueryUdp = (server: Server, query: Query, limit: Limit) => Promise<Exchanged>;

/**
 * RFC 5452 10: a forged response has to guess the port too. A socket gets a random port from the system and is
 * replaced after so many queries, so that guesses do not accumulate.
 */
const QUERIES_PER_SOCKET = 100;

/** A socket costs more than a query: with one for each query, 1,000 hosts would take a second longer. */
export function createUdp(): QueryUdp {
  const channels = new Map<string, Channel>();
  return (server, query, limit) => {
    const where = formatServer(server);
    let channel = channels.get(where);
    if (channel === undefined || !channel.takes(query.id)) {
      channel = new Channel(server);
      channels.set(where, channel);
    }
    return channel.send(query, limit);
  };
}

/** One connected socket: it receives from the server's own address and port only, and reports an ICMP refusal. */
class Channel {
  readonly #socket: Socket;
  readonly #pending = new Map<number, { query: Query; settle: Settle }>();
  #unsent: Buffer[] | undefined = [];
  #sent = 0;
  #closed = false;

  constructor({ address, port }: Server) {
    this.#socket = createSocket(address.includes(':') ? 'udp6' : 'udp4');
    this.#socket.on('message', (bytes) => this.#receive(bytes));
    this.#socket.on('error', (error) => this.#fail(error));
    this.#socket.once('connect', () => {
      const waiting = this.#unsent ?? [];
      this.#unsent = undefined;
      for (const bytes of waiting) this.#socket.send(bytes);
    });
    // Without a callback: a failure (no network) is then an `error` event, as every other failure is.
    this.#socket.connect(port, address);
  }

  /** Ids in progress on one socket must differ. */
  takes(id: number): boolean {
    return !this.#closed && this.#sent < QUERIES_PER_SOCKET && !this.#pending.has(id);
  }

  send(query: Query, limit: Limit): Promise<Exchanged> {
    this.#sent++;
    return settleOnce(
      limit,
      () => this.#release(query.id),
      (settle) => {
        this.#pending.set(query.id, { query, settle });
        if (this.#unsent === undefined) this.#socket.send(query.bytes);
        else this.#unsent.push(query.bytes);
      },
    );
  }

  #receive(bytes: Buffer): void {
    const pending = bytes.length < 2 ? undefined : this.#pending.get(bytes.readUInt16BE(0));
    if (pending !== undefined) receive(bytes, pending.query, pending.settle);
  }

  #fail(error: Error): void {
    const failed = [...this.#pending.values()];
    for (const { settle } of failed) settle({ kind: 'unreachable', why: error.message });
  }

  #release(id: number): void {
    this.#pending.delete(id);
    if (this.#pending.size > 0 || this.#closed) return;
    this.#closed = true;
    this.#socket.close();
  }
}

export interface ExchangeSettings extends Limit {
  readonly tries: number;
  readonly queryUdp: QueryUdp;
  /** Counts each packet sent. */
  readonly sent: () => void;
}

export interface Exchange {
  readonly answer: Answer;
  /** The response on the wire; its length bounds what is kept. */
  readonly bytes: Buffer;
  /** The server sent a packet, even if it was not a usable response. */
  readonly responded: boolean;
}

export const NOTHING = Buffer.alloc(0);

/** Sends at most `tries` packets (one more to a server without EDNS), and opens one TCP connection for a truncated response. */
export async function exchange(
  server: Server,
  question: Question,
  settings: ExchangeSettings,
): Promise<Exchange> {
  let edns = true;
  let last: Exchanged = { kind: 'timeout' };
  for (let left = settings.tries; left > 0; left--) {
    last = await once(server, question, edns, settings);
    if (last.kind === 'cancelled') break;
    if (last.kind !== 'response') continue;
    if (last.packet.rcode === RCODE.FORMERR && edns) {
      // RFC 6891 7: a server without EDNS responds FORMERR; it is queried again without the OPT record.
      edns = false;
      left++;
      continue;
    }
    return {
      answer: interpret(last.packet, question, formatServer(server)),
      bytes: last.bytes,
      responded: true,
    };
  }
  return { answer: failure(last, server, settings), bytes: NOTHING, responded: last.kind === 'malformed' };
}

async function once(
  server: Server,
  question: Question,
  edns: boolean,
  settings: ExchangeSettings,
): Promise<Exchanged> {
  const id = randomInt(65536);
  const query: Query = { id, question, bytes: encodeQuery(id, question, edns) };
  settings.sent();
  const udp = await settings.queryUdp(server, query, settings);
  if (udp.kind !== 'response' || !udp.packet.isTruncated) return udp;
  settings.sent();
  const tcp = await queryTcp(server, query, settings);
  if (tcp.kind === 'response' && tcp.packet.isTruncated) {
    return { kind: 'malformed', why: 'the response is truncated over TCP too' };
  }
  return tcp;
}

function failure(last: Exchanged, server: Server, { tries, timeoutMs }: ExchangeSettings): Failed {
  const name = formatServer(server);
  const queried = tries === 1 ? 'queried once' : `queried ${tries} times`;
  switch (last.kind) {
    case 'malformed':
      return failed('malformed', `${name} sent a packet that cannot be read (${last.why})`);
    case 'unreachable':
      return failed('unreachable', `${name} cannot be reached (${last.why}), ${queried}`);
    case 'cancelled':
      return failed('cancelled', `${name} was no longer queried: the run was stopped`);
    default:
      return failed('timeout', `${name} did not respond within ${timeoutMs / 1000} s, ${queried}`);
  }
}
