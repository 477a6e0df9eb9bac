// The endpoints of the ingress by their published names, and which of them a host's look-up leads to.
import type { Socket } from 'node:net';
import type { Server as TlsServer } from 'node:tls';
import type { CloudContext } from '../context.ts';
import { nameProblem } from '../dns/presentation.ts';
import type { Endpoint, Names } from '../interfaces.ts';
import { type Route, routeOf } from './route.ts';

/** Hosts whose last refusal is kept. */
const MAX_REPORTED = 1000;

export interface Attached {
  readonly endpoint: Endpoint;
  readonly tls: TlsServer;
}

export class Endpoints {
  readonly #context: CloudContext;
  readonly #names: Pick<Names, 'destination'>;
  readonly #attached = new Map<string, Attached>();
  /** By host, the last logged reason: a browser that tries again and again is logged once. */
  readonly #refused = new Map<string, string>();

  constructor(context: CloudContext, names: Pick<Names, 'destination'>) {
    this.#context = context;
    this.#names = names;
  }

  attach(name: string, attached: Attached): void {
    this.#attached.set(name, attached);
  }

  detach(name: string): void {
    this.#attached.delete(name);
  }

  /** The endpoint for a host on a connection, by the client's look-up; logs a refusal once. */
  route(host: string, socket: Socket, names = this.#names): Route<Attached> {
    const route = routeOf(host, socket.localFamily, names, this.#attached);
    if (route.kind === 'served') this.#refused.delete(host);
    else this.#report(host, route.reason);
    return route;
  }

  #report(host: string, reason: string): void {
    if (this.#refused.get(host) === reason) return;
    if (this.#refused.size === MAX_REPORTED) this.#refused.clear();
    this.#refused.set(host, reason);
    this.#context.log('ingress', `${shown(host)} ${reason}`);
  }
}

/** For the log. A name from a client may contain line breaks or control characters: an invalid one is not repeated. */
export function shown(host: string): string {
  return nameProblem(host) === undefined ? host : 'an invalid host name';
}
