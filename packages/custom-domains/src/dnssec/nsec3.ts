// Denial by NSEC3 records (RFC 5155 8): the same proofs over hashes of names, with the closest encloser and opt-out.
import { createHash } from 'node:crypto';
import { isWithin, parentOf } from '../names/dns-name.ts';
import { type Denial, leadsAway, noDataAt, UNPROVEN } from './denial.ts';
import { encodeName, wildcardAt } from './name.ts';
import type { Nsec3 } from './records.ts';

/**
 * RFC 9276 3.2: above a limit a validator may treat the answer as insecure, and it bounds the hashing that a name costs
 * (CVE-2023-50868). Unbound's limit is 150 (val-nsec3-keysize-iterations); BIND's is 50 since 9.18.24.
 */
const MAX_ITERATIONS = 150;
const SHA1 = 1;
const OPT_OUT = 1;

/** The records of one zone with valid signatures and the same parameters, and the hashes computed so far. */
export class Nsec3Zone {
  readonly #zone: string;
  readonly #records: readonly Nsec3[];
  readonly #hashes = new Map<string, Buffer>();

  /** RFC 5155 8.1 and 8.2: an unknown hash, an unknown flag or other parameters than the first record's do not count. */
  constructor(zone: string, records: readonly Nsec3[]) {
    this.#zone = zone;
    const known = records.filter(
      (one) => one.algorithm === SHA1 && one.flags <= OPT_OUT && one.zone === zone,
    );
    const [first] = known;
    this.#records = known.filter(
      (one) => one.iterations === first?.iterations && one.salt.equals(first.salt),
    );
  }

  /** NODATA, or with `mayBeAbsent` (the response says NXDOMAIN) that the name does not exist. */
  deny(name: string, type: number, mayBeAbsent: boolean): Denial {
    if (this.#tooCostly) return costly();
    const own = this.#match(name);
    if (own !== undefined) return noDataAt(own, type);
    const proof = this.#closestEncloser(name);
    if (proof === undefined) return UNPROVEN;
    const wildcard = wildcardAt(proof.encloser);
    const wild = this.#match(wildcard);
    // RFC 5155 9.2: in a span with opt-out there may be a delegation without DS, so that nothing is proven there.
    if (proof.optOut) return optedOut(name);
    if (wild !== undefined) return noDataAt(wild, type);
    return mayBeAbsent && this.#cover(wildcard) !== undefined ? { kind: 'no-such-name' } : UNPROVEN;
  }

  /** RFC 5155 8.8: the name one label below the wildcard's parent, towards the name, does not exist. */
  expands(name: string, wildcard: string): Denial {
    if (this.#tooCostly) return costly();
    const cover = this.#cover(nextCloser(name, parentOf(wildcard) ?? ''));
    if (cover === undefined) return UNPROVEN;
    return isOptOut(cover) ? optedOut(name) : { kind: 'no-such-name' };
  }

  get #tooCostly(): boolean {
    return (this.#records[0]?.iterations ?? 0) > MAX_ITERATIONS;
  }

  /** RFC 5155 8.3: the longest ancestor that exists, with the proof that nothing one label closer does. */
  #closestEncloser(name: string): { encloser: string; optOut: boolean } | undefined {
    for (let at = parentOf(name); at !== undefined && isWithin(at, this.#zone); at = parentOf(at)) {
      const match = this.#match(at);
      if (match === undefined) continue;
      if (leadsAway(match)) return undefined;
      const cover = this.#cover(nextCloser(name, at));
      return cover === undefined ? undefined : { encloser: at, optOut: isOptOut(cover) };
    }
    return undefined;
  }

  #match(name: string): Nsec3 | undefined {
    if (!isWithin(name, this.#zone) || this.#records.length === 0) return undefined;
    const hash = this.#hash(name);
    return this.#records.find((one) => one.hash.equals(hash));
  }

  /** The last record of a zone leads back to the first, so that its span has an end below its start. */
  #cover(name: string): Nsec3 | undefined {
    if (!isWithin(name, this.#zone) || this.#records.length === 0) return undefined;
    const hash = this.#hash(name);
    return this.#records.find((one) => {
      const isAfter = Buffer.compare(hash, one.hash) > 0;
      const isBefore = Buffer.compare(hash, one.next) < 0;
      const isLast = Buffer.compare(one.hash, one.next) >= 0;
      return isLast ? (isAfter || isBefore) && !hash.equals(one.hash) : isAfter && isBefore;
    });
  }

  /** RFC 5155 5: with the salt, and again as often as the records say. */
  #hash(name: string): Buffer {
    const known = this.#hashes.get(name);
    if (known !== undefined) return known;
    const { salt = Buffer.alloc(0), iterations = 0 } = this.#records[0] ?? {};
    let hash = encodeName(name);
    for (let round = 0; round <= iterations; round++)
      hash = createHash('sha1').update(hash).update(salt).digest();
    this.#hashes.set(name, hash);
    return hash;
  }
}

function isOptOut({ flags }: Nsec3): boolean {
  return (flags & OPT_OUT) !== 0;
}

function nextCloser(name: string, encloser: string): string {
  let at = name;
  for (let above = parentOf(at); above !== undefined && above !== encloser; above = parentOf(at)) at = above;
  return at;
}

function costly(): Denial {
  return { kind: 'insecure', why: `its NSEC3 records have more than ${MAX_ITERATIONS} iterations` };
}

function optedOut(name: string): Denial {
  return { kind: 'insecure', why: `${name} is in an NSEC3 span with opt-out` };
}
