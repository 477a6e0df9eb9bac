// One question to one server: over UDP, and TCP after truncation, with retries, time limits, and no EDNS for a server without it.

import { randomInt } from 'node:crypto';
import { createSocket } from 'node:dgram';
import { connect } from 'node:net';
import type { Message } from '../../dnssec/message.ts';
import { attempt } from '../../dnssec/records.ts';
import { type Answer, type Failed, failed } from './answer.ts';
import { encodeQuery, interpret, type Question, RCODE, type Received, readResponse } from './message.ts';
import { formatServer, type Server } from './server.ts';

interface Query {
  readonly id: number;
  readonly question: Question;
  readonly bytes: Buffer;
}

type Exchanged =
  | Exclude<Received, { kind: 'not-ours' }>
  | { readonly kind: 'timeout' }
  | { readonly kind: 'unreachable'; readonly why: string }
  | { readonly kind: 'cancelled' };

export interface Limit {
  readonly timeoutMs: number;
  readonly signal?: AbortSignal;
}

/** RFC 7766: the same query over TCP, each message with its length in front of it. */
export function queryTcp(server: Server, query: Query, limit: Limit): Promise<Exchanged> {
  return settleOnce(limit, (settle) => {
    const socket = connect({ host: server.address, port: server.port, noDelay: true });
    let received = Buffer.alloc(0);
    socket.on('error', (error) => settle({ kind: 'unreachable', why: error.message }));
    socket.on('close', () => settle({ kind: 'unreachable', why: 'the connection was closed' }));
    const length = Buffer.alloc(2);
    length.writeUInt16BE(query.bytes.length);
    socket.on('connect', () => socket.write(Buffer.concat([length, query.bytes])));
    socket.on('data', (chunk: Buffer) => {
      received = Buffer.concat([received, chunk]);
      while (received.length >= 2 && received.length >= 2 + received.readUInt16BE(0)) {
        const end = 2 + received.readUInt16BE(0);
        receive(received.subarray(2, end), { query, settle });
        received = received.subarray(end);
      }
    });
    return () => socket.destroy();
  });
}

type Settle = (result: Exchanged) => void;

/** A query, and what to do with its result. */
interface Waiting {
  readonly query: Query;
  readonly settle: Settle;
}

/** Ignores every packet that is not the response to this query. */
function receive(bytes: Buffer, { query, settle }: Waiting): void {
  const received = readResponse(bytes, query.id, query.question);
  if (received.kind !== 'not-ours') settle(received);
}

/**
 * RFC 5452 10: a forged response has to guess the port too. Queries that wait at the same time have several ports, and a port is of few
 * queries in all, and closed soon after. Its socket is connected: it receives from the server's own address and port only, and reports
 * an ICMP refusal.
 */
interface Port {
  readonly waiting: Waiting[];
  /** The number of queries that it may still send. */
  left: number;
  send: (bytes: Buffer) => void;
  /** After the last of its queries: waits for another one, or closes the socket. */
  readonly rest: () => void;
}

/** A socket costs as much as the query. */
const QUERIES_OF_A_PORT = 16;
const PORTS_OF_A_SERVER = 8;
/** Milliseconds: a run has the next query by then, or none. */
const IDLE = 500;

/** Those that may send. A run has one object for each server. */
const open = new WeakMap<Server, Set<Port>>();

function queryUdp(server: Server, query: Query, limit: Limit): Promise<Exchanged> {
  const ports = open.get(server) ?? new Set();
  open.set(server, ports);
  return settleOnce(limit, (settle) => {
    const all = [...ports];
    const isFull = all.length === PORTS_OF_A_SERVER;
    const shared = isFull ? all[randomInt(all.length)] : undefined;
    const port = all.find(({ waiting }) => waiting.length === 0) ?? shared ?? openPort(server, ports);
    const own = { query, settle };
    port.waiting.push(own);
    port.send(query.bytes);
    if (--port.left === 0) ports.delete(port);
    return ({ kind }) => {
      port.waiting.splice(port.waiting.indexOf(own), 1);
      // A late response is not to find another query there.
      if (kind !== 'response') {
        port.left = 0;
        ports.delete(port);
      }
      if (port.waiting.length === 0) port.rest();
    };
  });
}

function openPort({ address, port }: Server, ports: Set<Port>): Port {
  // What waits for a response is the timer of its query.
  const socket = createSocket(address.includes(':') ? 'udp6' : 'udp4').unref();
  const unsent: Buffer[] = [];
  const waiting: Waiting[] = [];
  const close = () => {
    ports.delete(opened);
    clearTimeout(closing);
    socket.close();
  };
  const closing = setTimeout(() => waiting.length === 0 && close(), IDLE).unref();
  const opened: Port = {
    ...{ waiting, left: QUERIES_OF_A_PORT },
    send: (bytes) => void unsent.push(bytes),
    rest: () => (opened.left === 0 ? close() : void closing.refresh()),
  };
  ports.add(opened);
  socket.on('message', (bytes) => {
    for (const one of [...waiting]) receive(bytes, one);
  });
  socket.on('error', ({ message }) => {
    for (const { settle } of [...waiting]) settle({ kind: 'unreachable', why: message });
  });
  socket.once('connect', () => {
    opened.send = (bytes) => socket.send(bytes);
    for (const bytes of unsent) socket.send(bytes);
  });
  // Without a callback: a failure (no network) is then an `error` event, as every other failure is.
  socket.connect(port, address);
  return opened;
}

/** Resolves to the first result, or to the timeout; what `start` returns is called once in either case. Never rejects. */
function settleOnce({ timeoutMs, signal }: Limit, start: (settle: Settle) => Settle): Promise<Exchanged> {
  if (signal?.aborted) return Promise.resolve({ kind: 'cancelled' });
  return new Promise((resolve) => {
    let settled = false;
    const settle: Settle = (result) => {
      if (settled) return;
      settled = true;
      clearTimeout(timer);
      signal?.removeEventListener('abort', cancel);
      close(result);
      resolve(result);
    };
    const cancel = (): void => settle({ kind: 'cancelled' });
    const timer = setTimeout(settle, timeoutMs, { kind: 'timeout' });
    signal?.addEventListener('abort', cancel, { once: true });
    const close = start(settle);
  });
}

export interface ExchangeSettings extends Limit {
  readonly tries: number;
  /** Counts each packet sent. */
  readonly sent: () => void;
}

export interface Exchange {
  readonly answer: Answer;
  /** The response, where there was one. */
  readonly message?: Message;
  /** The server sent a packet, even if it was not a usable response. */
  readonly responded: boolean;
}

/** Sends at most `tries` packets (one more to a server without EDNS), and opens one TCP connection for a truncated response. */
export async function exchange(
  server: Server,
  question: Question,
  settings: ExchangeSettings,
): Promise<Exchange> {
  let edns = true;
  let last: Exchanged = { kind: 'timeout' };
  for (let left = settings.tries; left > 0; left--) {
    const id = randomInt(65536);
    const bytes = attempt(() => encodeQuery(id, question, edns));
    if (bytes === undefined) {
      const answer = failed('rejected', `${question.name} is not a name that can be queried`);
      return { answer, responded: false };
    }
    const query: Query = { id, question, bytes };
    settings.sent();
    last = await queryUdp(server, query, settings);
    if (last.kind === 'truncated') {
      settings.sent();
      last = await queryTcp(server, query, settings);
    }
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
      message: last.packet,
      responded: true,
    };
  }
  return {
    answer: failure(last, server, settings),
    responded: last.kind === 'malformed' || last.kind === 'truncated',
  };
}

function failure(last: Exchanged, server: Server, { tries, timeoutMs }: ExchangeSettings): Failed {
  const name = formatServer(server);
  const queried = tries === 1 ? 'queried once' : `queried ${tries} times`;
  switch (last.kind) {
    case 'truncated':
      return failed('malformed', `${name} sent a response that is truncated over TCP too`);
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
