// The endpoint of a host name: its records in the local DNS lead to a name of the platform, as a client's look-up does.
import type { Socket } from 'node:net';
import type { CloudContext } from '../context.ts';
import { nameProblem } from '../dns/presentation.ts';
import type { Destination, Endpoint, Names } from '../interfaces.ts';

export type Route<Served> =
  | { readonly kind: 'served'; readonly by: Served }
  /** `reason` completes a sentence about the host: `does not resolve: NXDOMAIN`. */
  | { readonly kind: 'refused'; readonly reason: string };

/**
 * `family`: of the address that the client connected to. While the records of a host change, AAAA may lead elsewhere than
 * A. A client that resolves `*.localhost` without DNS may connect to an address that the host does not have.
 */
export function routeOf<Served>(
  host: string,
  family: string | undefined,
  names: Pick<Names, 'destination'>,
  served: ReadonlyMap<string, Served>,
): Route<Served> {
  const [first, second] = family === 'IPv6' ? (['AAAA', 'A'] as const) : (['A', 'AAAA'] as const);
  const preferred = names.destination(host, first);
  const destination = preferred.kind === 'found' ? preferred : names.destination(host, second);
  const by = destination.kind === 'found' ? served.get(destination.name) : undefined;
  return by === undefined ? { kind: 'refused', reason: reasonOf(host, destination) } : { kind: 'served', by };
}

function reasonOf(host: string, destination: Destination): string {
  if (destination.kind === 'none') return `does not resolve: ${destination.reason}`;
  const { name, addresses } = destination;
  const where = name === host ? addresses.join(', ') : `${name} (${addresses.join(', ')})`;
  return `resolves to ${where}, which is neither a gateway nor a distribution of this cloud`;
}

/** Hosts whose last refusal is kept. */
const MAX_REPORTED = 1000;

export class Endpoints {
  readonly #context: CloudContext;
  readonly #names: Pick<Names, 'destination'>;
  readonly #attached = new Map<string, Endpoint>();
  /** By host, the last logged reason: a browser that tries again and again is logged once. */
  readonly #refused = new Map<string, string>();

  constructor(context: CloudContext, names: Pick<Names, 'destination'>) {
    this.#context = context;
    this.#names = names;
  }

  attach(name: string, endpoint: Endpoint): void {
    this.#attached.set(name, endpoint);
  }

  detach(name: string): void {
    this.#attached.delete(name);
  }

  /** The endpoint for a host on a connection, by the client's look-up; logs a refusal once. */
  route(host: string, socket: Socket, names = this.#names): Route<Endpoint> {
    const route = routeOf(host, socket.localFamily, names, this.#attached);
    if (route.kind === 'served') this.#refused.delete(host);
    else this.report(host, route.reason);
    return route;
  }

  /** Logs a refusal once. */
  report(host: string, reason: string): void {
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
