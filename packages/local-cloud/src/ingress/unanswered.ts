// Connections that have had no response yet, by host, so that a deletion can wait for them.
import type { Socket } from 'node:net';
import { within } from '../within.ts';

export class Unanswered {
  /** By addresses and ports, which a TLS socket shares with the TCP socket beneath it, to which it has no public link. */
  readonly #opened = new Map<string, PromiseWithResolvers<void> & { readonly host: string }>();

  /** Counts the connection until its first response is sent, or until it closes. */
  add(socket: Socket, host: string): void {
    const key = keyOf(socket);
    this.#opened.set(key, { host, ...Promise.withResolvers<void>() });
    socket.once('close', () => this.#finish(key));
  }

  answered(socket: Socket): void {
    this.#finish(keyOf(socket));
  }

  /** Resolves when those that are open now have had a response, or after `limitMs`. */
  async settled(hosts: readonly string[], limitMs: number): Promise<void> {
    const waiting = [...this.#opened.values()].filter(({ host }) => hosts.includes(host));
    await within(Promise.all(waiting.map(({ promise }) => promise)), limitMs);
  }

  #finish(key: string): void {
    this.#opened.get(key)?.resolve();
    this.#opened.delete(key);
  }
}

function keyOf({ remoteAddress, remotePort, localPort }: Socket): string {
  return `${remoteAddress} ${remotePort} ${localPort}`;
}
