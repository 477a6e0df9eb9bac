// The outcome of one query to one server, and its time limit; and TCP, for responses that do not fit a packet.
import { connect } from 'node:net';
import type { DnsResponse, Question, Received } from './message.ts';
import { readResponse } from './message.ts';
import type { Server } from './server.ts';

export interface Query {
  readonly id: number;
  readonly question: Question;
  readonly bytes: Buffer;
}

export type Exchanged =
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

export type Settle = (result: Exchanged) => void;

/** Ignores every packet that is not the response to this query. */
export function receive(bytes: Buffer, query: Query, settle: Settle): void {
  const received: Received = readResponse(bytes, query.id, query.question);
  if (received.kind === 'not-ours') return;
  settle(received.kind === 'response' ? { ...received, bytes } : received);
}

/** Resolves to the first result, or to the timeout; `close` is called once in either case. Never rejects. */
export function settleOnce(
  limit: Limit,
  close: () => void,
  start: (settle: Settle) => void,
): Promise<Exchanged> {
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
