// Where a host name leads: by its records in the local DNS to a name of the platform, as a client's look-up does.
import type { Destination, Names } from '../interfaces.ts';

export type Route<Served> =
  | { readonly kind: 'served'; readonly by: Served }
  /** `reason` completes a sentence about the host: `does not resolve: NXDOMAIN`. */
  | { readonly kind: 'refused'; readonly reason: string };

/**
 * `family`: of the address that the client connected to. A host may lead elsewhere by AAAA than by A while its records
 * change; a client that has `*.localhost` from no DNS server at all may come to an address that the host does not have.
 */
export function routeOf<Served>(
  host: string,
  family: string | undefined,
  names: Pick<Names, 'destination'>,
  served: ReadonlyMap<string, Served>,
): Route<Served> {
  const [first, second] = family === 'IPv6' ? (['AAAA', 'A'] as const) : (['A', 'AAAA'] as const);
  const looked = names.destination(host, first);
  const destination = looked.kind === 'found' ? looked : names.destination(host, second);
  const by = destination.kind === 'found' ? served.get(destination.name) : undefined;
  return by === undefined ? { kind: 'refused', reason: reasonOf(host, destination) } : { kind: 'served', by };
}

function reasonOf(host: string, destination: Destination): string {
  if (destination.kind === 'none') return `does not resolve: ${destination.reason}`;
  const { name, addresses } = destination;
  const where = name === host ? addresses.join(', ') : `${name} (${addresses.join(', ')})`;
  return `resolves to ${where}, which is neither a gateway nor a distribution of this cloud`;
}
