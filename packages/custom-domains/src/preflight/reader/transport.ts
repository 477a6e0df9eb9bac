// One question to one server: over UDP, and TCP after truncation, with retries, time limits, and no EDNS for a server without it.

import { randomFillSync } from 'node:crypto';
import { createSocket, type Socket } from 'node:dgram';
import { connect } from 'node:net';
import { type Message, RCODE } from '../../dnssec/message.ts';
import { attempt } from '../../dnssec/records.ts';
import { type Answer, type Failed, failed } from './answer.ts';
import { encodeQuery, interpret, type Question, type Received, readResponse } from './message.ts';
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

/** RFC 7766: the same query over TCP, each message with its length in front of it. Never rejects. */
export function queryTcp(server: Server, query: Query, { timeoutMs, signal }: Limit): Promise<Exchanged> {
  if (signal?.aborted) return Promise.resolve({ kind: 'cancelled' });
  return new Promise((resolve) => {
    const socket = connect({ host: server.address, port: server.port, noDelay: true });
    const settle = (result: Exchanged) => {
      clearTimeout(timer);
      signal?.removeEventListener('abort', cancel);
      socket.destroy();
      resolve(result);
    };
    const cancel = () => settle({ kind: 'cancelled' });
    const timer = setTimeout(settle, timeoutMs, { kind: 'timeout' });
    signal?.addEventListener('abort', cancel, { once: true });
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
        const message = readResponse(received.subarray(2, end), query.id, query.question);
        if (message.kind !== 'not-ours') settle(message);
        received = received.subarray(end);
      }
    });
  });
}

interface Waiting {
  readonly query: Query;
  readonly resolve: (result: Exchanged) => void;
  /** When it is a timeout, by `performance.now`. */
  readonly until: number;
}

/**
 * RFC 5452 10: a forged response has to guess the port too. Queries that wait at the same time have several ports, and a port is of few
 * queries in all, and closed soon after. Its socket is connected: it receives from the server's own address and port only, and reports
 * an ICMP refusal.
 */
class Port {
  readonly waiting: Waiting[] = [];
  readonly #ports: Set<Port>;
  readonly #limit: Limit;
  readonly #socket: Socket;
  #unsent: Buffer[] | undefined = [];
  #left = QUERIES_OF_A_PORT;
  /** One for all of its queries: a timer for each would cost as much as a packet. */
  #timer: NodeJS.Timeout;

  constructor({ address, port }: Server, ports: Set<Port>, limit: Limit) {
    this.#ports = ports.add(this);
    this.#limit = limit;
    // What waits for a response is the timer.
    this.#socket = createSocket(address.includes(':') ? 'udp6' : 'udp4').unref();
    this.#timer = setTimeout(this.#expire, limit.timeoutMs);
    limit.signal?.addEventListener('abort', this.#cancel);
    this.#socket.on('message', (bytes) => {
      for (const one of this.waiting) {
        const received = readResponse(bytes, one.query.id, one.query.question);
        // Every packet that is not the response to this query is ignored.
        if (received.kind !== 'not-ours') return this.#settle(one, received);
      }
    });
    this.#socket.on('error', ({ message }) => this.#settleAll({ kind: 'unreachable', why: message }));
    this.#socket.once('connect', () => {
      for (const bytes of this.#unsent ?? []) this.#socket.send(bytes);
      this.#unsent = undefined;
    });
    // Without a callback: a failure (no network) is then an `error` event, as every other failure is.
    this.#socket.connect(port, address);
  }

  send(query: Query, resolve: Waiting['resolve']): void {
    this.waiting.push({ query, resolve, until: performance.now() + this.#limit.timeoutMs });
    if (--this.#left === 0) this.#ports.delete(this);
    this.#timer.ref();
    if (this.#unsent === undefined) this.#socket.send(query.bytes);
    else this.#unsent.push(query.bytes);
  }

  #settle(one: Waiting, result: Exchanged): void {
    this.waiting.splice(this.waiting.indexOf(one), 1);
    // A late response is not to find another query there.
    if (result.kind !== 'response') this.#left = 0;
    one.resolve(result);
    if (this.#left === 0) this.#ports.delete(this);
    if (this.waiting.length > 0) return;
    this.#timer.unref();
    if (this.#left === 0) this.#close();
  }

  #settleAll(result: Exchanged): void {
    for (const one of [...this.waiting]) this.#settle(one, result);
  }

  readonly #cancel = () => this.#settleAll({ kind: 'cancelled' });

  /** Where nothing waits, the run is over, or has enough of other ports. */
  readonly #expire = () => {
    const now = performance.now();
    for (const one of [...this.waiting]) if (one.until <= now) this.#settle(one, { kind: 'timeout' });
    const [next] = this.waiting;
    if (next !== undefined) this.#timer = setTimeout(this.#expire, next.until - now);
    else if (this.#left > 0) this.#close();
  };

  #close(): void {
    this.#ports.delete(this);
    clearTimeout(this.#timer);
    this.#limit.signal?.removeEventListener('abort', this.#cancel);
    this.#socket.close();
  }
}

/** A socket costs more than a query. At 200 ms each, so many in a row take 13 s; finding a port by the rate of ICMP's errors, 1,000 ports a
 * second, takes twice that (SAD DNS, CVE-2020-25705). */
const QUERIES_OF_A_PORT = 64;
const PORTS_OF_A_SERVER = 8;

/** Those that may send. A run has one object for each server. */
const open = new WeakMap<Server, Set<Port>>();

/** Never rejects. */
function queryUdp(server: Server, query: Query, limit: Limit): Promise<Exchanged> {
  if (limit.signal?.aborted) return Promise.resolve({ kind: 'cancelled' });
  const ports = open.get(server) ?? new Set();
  open.set(server, ports);
  const all = [...ports];
  const isFull = all.length === PORTS_OF_A_SERVER;
  const shared = isFull ? all[random16() % PORTS_OF_A_SERVER] : undefined;
  const port = all.find(({ waiting }) => waiting.length === 0) ?? shared ?? new Port(server, ports, limit);
  return new Promise((resolve) => port.send(query, resolve));
}

const random = new Uint16Array(1024);
let drawn = random.length;

/** A number below 65,536; `randomInt` takes ten times as long. */
function random16(): number {
  if (drawn === random.length) {
    randomFillSync(random);
    drawn = 0;
  }
  return random[drawn++] as number;
}

export interface ExchangeSettings extends Limit {
  readonly tries: number;
  readonly sent: () => void;
}

export interface Exchange {
  readonly answer: Answer;
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
    const id = random16();
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
