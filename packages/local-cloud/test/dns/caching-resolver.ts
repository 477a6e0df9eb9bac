// A resolver with a memory, as clients use: it gives what it has learnt until the TTL has passed (RFC 1034 4.3.3, 5.3.3;
// negative answers: RFC 2308 5), while the records have changed already.
import { canonical } from '@petstore/custom-domains/names';
import type { Cloud } from '../../src/cloud.ts';
import type { Reply } from '../../src/dns/resolve.ts';
import type { Destination, ZoneRecord } from '../../src/interfaces.ts';

/** The longest chain of CNAMEs that it follows. */
const MAX_STEPS = 16;

/** The port of clients that share a cache. */
export interface CachePort {
  readonly httpsPort: number;
  /** Empties the cache, as for a client that comes anew. */
  forget(): void;
}

/** An HTTPS port for clients that remember what they resolved. `now`: milliseconds since 1970. */
export async function openForCache(
  { query, openFor }: Pick<Cloud, 'query' | 'openFor'>,
  now: () => number,
): Promise<CachePort> {
  const resolver = new CachingResolver(query, now);
  const { httpsPort } = await openFor(resolver);
  return { httpsPort, forget: () => resolver.forget() };
}

/** One RRset, or that there is none. */
type Learnt =
  | { readonly kind: 'elsewhere'; readonly target: string }
  /** `owner`: the name that has the addresses, where an alias has them as its own. */
  | { readonly kind: 'addresses'; readonly owner: string; readonly addresses: readonly string[] }
  | { readonly kind: 'none'; readonly reason: string };

/** Milliseconds since 1970 until which it is remembered. */
type Remembered = Learnt & { readonly until: number };

type Query = (name: string, type: string, recursive: boolean) => Reply;

export class CachingResolver {
  readonly #query: Query;
  readonly #now: () => number;
  readonly #known = new Map<string, Remembered>();

  /** `now`: milliseconds since 1970. */
  constructor(query: Query, now: () => number) {
    this.#query = query;
    this.#now = now;
  }

  /** Where the look-up of the host's addresses ends, by what is remembered, and else by DNS. */
  destination(host: string, type: 'A' | 'AAAA'): Destination {
    let name = canonical(host);
    for (let step = 0; step < MAX_STEPS; step += 1) {
      const found = this.#recall(name, type) ?? this.#learn(name, type);
      if (found.kind === 'none') return { kind: 'none', reason: found.reason };
      if (found.kind === 'addresses') return { kind: 'found', name: found.owner, addresses: found.addresses };
      name = found.target;
    }
    return { kind: 'none', reason: 'SERVFAIL' };
  }

  /** As a client that comes anew. */
  forget(): void {
    this.#known.clear();
  }

  /** A CNAME is the same for every type (RFC 1034 3.6.2). */
  #recall(name: string, type: string): Learnt | undefined {
    return [`${name} CNAME`, `${name} ${type}`]
      .map((key) => this.#known.get(key))
      .find((one) => one !== undefined && this.#now() < one.until);
  }

  #learn(name: string, type: string): Learnt {
    const { rcode, owner, answers, authorities } = this.#query(name, type, true);
    const [first] = answers;
    if (first?.type === 'CNAME') {
      return this.#remember(`${name} CNAME`, { kind: 'elsewhere', target: canonical(first.value) }, [first]);
    }
    const records = answers.filter((record) => record.type === type);
    const addresses = records.map(({ value }) => value);
    const found: Learnt =
      records.length > 0
        ? { kind: 'addresses', owner, addresses }
        : { kind: 'none', reason: rcode === 'NOERROR' ? 'no address' : rcode };
    return this.#remember(`${name} ${type}`, found, records.length > 0 ? records : authorities);
  }

  /** For the smallest TTL of the records; a failure, which has none, is not remembered. */
  #remember(key: string, learnt: Learnt, records: readonly ZoneRecord[]): Learnt {
    const ttl = Math.min(...records.map((record) => record.ttl));
    if (records.length > 0) this.#known.set(key, { ...learnt, until: this.#now() + ttl * 1000 });
    return learnt;
  }
}
