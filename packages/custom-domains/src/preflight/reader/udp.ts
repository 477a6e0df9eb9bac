// Queries over UDP. Those to one server share a socket while they are in progress; no socket outlives its queries.
import { createSocket, type Socket } from 'node:dgram';
import type { Server } from './server.ts';
import { formatServer } from './server.ts';
import { type Exchanged, type Limit, type Query, receive, type Settle, settleOnce } from './transport.ts';

export type QueryUdp = (server: Server, query: Query, limit: Limit) => Promise<Exchanged>;

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
