// A resolver with a memory, as clients use: it gives what it has learnt until the TTL has passed (RFC 1034 4.3.3, 5.3.3;
// negative answers: RFC 2308 5), while the records have changed already.
import { canonical } from '@petstore/custom-domains/names';
import type { Cloud } from '../../src/cloud.ts';
import type { Destination, ZoneRecord } from '../../src/interfaces.ts';

/** The longest chain of CNAMEs that it follows. */
const MAX_STEPS = 16;

/** The port of clients that share a cache. */
export interface CachePort {
  readonly httpsPort: number;
  /** Empties the cache, as for a client that comes anew. */
  forget(): void;
}

/** One RRset, or that there is none. */
type Fact =
  | { readonly kind: 'elsewhere'; readonly target: string }
  | { readonly kind: 'here'; readonly destination: Destination };

/** An HTTPS port for clients that remember what they resolved. `now`: milliseconds since 1970. */
export async function openForCache(
  { query, openFor }: Pick<Cloud, 'query' | 'openFor'>,
  now: () => number,
): Promise<CachePort> {
  /** `until`: milliseconds since 1970. */
  const known = new Map<string, { readonly fact: Fact; readonly until: number }>();

  /** For the smallest TTL of the records; a failure, which has none, is not remembered. */
  function remember(key: string, fact: Fact, records: readonly ZoneRecord[]): Fact {
    const ttl = Math.min(...records.map((record) => record.ttl));
    if (records.length > 0) known.set(key, { fact, until: now() + ttl * 1000 });
    return fact;
  }

  function learn(name: string, type: string): Fact {
    const { rcode, owner, answers, authorities } = query(name, type, true);
    const [first] = answers;
    if (first?.type === 'CNAME')
      return remember(`${name} CNAME`, { kind: 'elsewhere', target: canonical(first.value) }, [first]);
    const records = answers.filter((record) => record.type === type);
    const addresses = records.map(({ value }) => value);
    // The owner is another name where an alias has its addresses as its own.
    const destination: Destination =
      records.length > 0
        ? { kind: 'found', name: owner, addresses }
        : { kind: 'none', reason: rcode === 'NOERROR' ? 'no address' : rcode };
    const proof = records.length > 0 ? records : authorities;
    return remember(`${name} ${type}`, { kind: 'here', destination }, proof);
  }

  /** A CNAME is the same for every type (RFC 1034 3.6.2). */
  const recall = (name: string, type: string) =>
    [`${name} CNAME`, `${name} ${type}`]
      .map((key) => known.get(key))
      .find((one) => one !== undefined && now() < one.until)?.fact;

  const { httpsPort } = await openFor({
    destination(host, type) {
      let name = canonical(host);
      for (let step = 0; step < MAX_STEPS; step += 1) {
        const found = recall(name, type) ?? learn(name, type);
        if (found.kind === 'here') return found.destination;
        name = found.target;
      }
      return { kind: 'none', reason: 'SERVFAIL' };
    },
  });
  return { httpsPort, forget: () => known.clear() };
}
