// The endpoint of a host name: its records in the local DNS lead to a name of the platform, as a client's look-up does.
import { nameProblem } from '../dns/presentation.ts';
import type { Destination, Names } from '../interfaces.ts';

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

/** For the log. A name from a client may contain line breaks or control characters: an invalid one is not repeated. */
export function shown(host: string): string {
  return nameProblem(host) === undefined ? host : 'an invalid host name';
}
