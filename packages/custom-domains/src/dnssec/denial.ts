// The proof in a response that a name, or a type at it, does not exist: NSEC records (RFC 4035 5.4), and NSEC3 records over hashes
// of names, with opt-out (RFC 5155 8).

import { createHash } from 'node:crypto';
import { climb, isBelow, isWithin, parentOf } from '../names/dns-name.ts';
import { RCODE } from './message.ts';
import { compareNames, countLabels, encodeName, TYPE, typeText, wildcardAt } from './name.ts';
import {
  attempt,
  type Nsec,
  type Nsec3,
  type Rrset,
  readNsec,
  readNsec3,
  type SignedResponse,
} from './records.ts';
import { checkSignature, type TrustedZone } from './signature.ts';
import { type Ending, type Fault, first, zoneText } from './verdict.ts';

/** What is proven. `delegation`: at the name another zone begins, without DS. */
export type Denial =
  | { readonly kind: 'no-data'; readonly delegation: boolean }
  | { readonly kind: 'no-such-name' }
  /** The records are in order, and yet prove nothing: an opt-out, or more iterations than are followed. */
  | { readonly kind: 'insecure' }
  /** `dname`: a name above, whose DNAME would have led elsewhere. */
  | { readonly kind: 'unproven'; readonly dname?: string };

const UNPROVEN: Denial = { kind: 'unproven' };
const INSECURE: Denial = { kind: 'insecure' };
const ABSENT: Denial = { kind: 'no-such-name' };

type Types = ReadonlySet<number>;

/** Another zone begins at the name, and the record is its parent's. */
function isDelegation(types: Types): boolean {
  return types.has(TYPE.NS) && !types.has(TYPE.SOA);
}

/** RFC 6840 4.1, RFC 5155 8.3: the record of a delegation, or of a DNAME, proves nothing about the names below it. */
function leadsAway(types: Types): boolean {
  return types.has(TYPE.DNAME) || isDelegation(types);
}

/** A bitmap without the type and without CNAME. RFC 6840 4.1 and 4.4: of a delegation, the parent's record counts for DS only, and for DS
 * the child's does not count. */
function noDataAt({ types }: { readonly types: Types }, type: number): Denial {
  if (types.has(type) || types.has(TYPE.CNAME)) return UNPROVEN;
  const counts = type === TYPE.DS ? !types.has(TYPE.SOA) : !isDelegation(types);
  return counts ? { kind: 'no-data', delegation: isDelegation(types) } : UNPROVEN;
}

/** What the records of one zone prove, where the signatures of those that are used are valid. */
interface DenialZone {
  /** NODATA, or with `mayBeAbsent` (the response says NXDOMAIN) that the name does not exist. */
  deny(name: string, type: number, mayBeAbsent: boolean): Denial;
  /** That the name itself does not exist, and that the wildcard is the one that applies to it (RFC 4035 5.3.4). */
  expands(name: string, wildcard: string): Denial;
}

type Use<T> = (record: T) => void;

function finder<T>(records: readonly T[], use: Use<T>) {
  return (isMeant: (record: T) => boolean): T | undefined => {
    const found = records.find(isMeant);
    if (found !== undefined) use(found);
    return found;
  };
}

export function nsecZone(zone: string, records: readonly Nsec[], use: Use<Nsec> = () => {}): DenialZone {
  const find = finder(records, use);
  /** The record whose gap the name is in. The last one of a zone leads back to its apex. */
  const gapAround = (name: string): Nsec | undefined =>
    find(({ owner, next, types }) => {
      if (!isWithin(name, zone) || !isWithin(owner, zone) || compareNames(owner, name) >= 0) return false;
      const isBefore = compareNames(name, next) < 0 || next === zone;
      return isBefore && !(isBelow(name, owner) && leadsAway(types));
    });
  return {
    deny(name, type, mayBeAbsent) {
      const own = find(({ owner }) => owner === name);
      if (own !== undefined) return noDataAt(own, type);
      const gap = gapAround(name);
      const dname = records.find(({ owner, types }) => types.has(TYPE.DNAME) && isBelow(name, owner));
      if (gap === undefined) return { kind: 'unproven', dname: dname?.owner };
      // RFC 4035 3.1.3.1, RFC 8020: the next name is below this one, so this one exists and has nothing itself.
      if (isBelow(gap.next, name)) return { kind: 'no-data', delegation: false };
      const wildcard = wildcardAt(closestEncloser(gap, name));
      const wild = find(({ owner }) => owner === wildcard);
      if (wild !== undefined) return noDataAt(wild, type);
      return mayBeAbsent && gapAround(wildcard) ? ABSENT : UNPROVEN;
    },
    expands(name, wildcard) {
      const gap = gapAround(name);
      if (gap === undefined || isBelow(gap.next, name)) return UNPROVEN;
      return wildcardAt(closestEncloser(gap, name)) === wildcard ? ABSENT : UNPROVEN;
    },
  };
}

/** RFC 4592 3.3.1: the longest existing ancestor; both ends of the gap exist. */
function closestEncloser({ owner, next }: Nsec, name: string): string {
  return climb(name).find((at) => isWithin(owner, at) || isWithin(next, at)) ?? '';
}

/** RFC 9276 3.2: above a limit a validator may treat the answer as insecure, and it bounds the hashing that a name costs (CVE-2023-50868).
 * Unbound's limit is 150 (val-nsec3-keysize-iterations); BIND's is 50 since 9.18.24. */
const MAX_ITERATIONS = 150;
/** For all the names between a name and the zone, each of which is hashed: 6 with as many iterations, 90 with 10. */
const MAX_ROUNDS = 1_000;
const SHA1 = 1;
const OPT_OUT = 1;

/** RFC 5155 8.1 and 8.2: an unknown hash, an unknown flag or other parameters than the first record's do not count. */
export function nsec3Zone(zone: string, all: readonly Nsec3[], use: Use<Nsec3> = () => {}): DenialZone {
  const known = all.filter((one) => one.algorithm === SHA1 && one.flags <= OPT_OUT && one.zone === zone);
  const { salt = Buffer.alloc(0), iterations = 0 } = known[0] ?? {};
  const records = known.filter((one) => one.iterations === iterations && one.salt.equals(salt));
  const find = finder(records, use);
  const isTooCostly = (name: string) => {
    const rounds = (iterations + 1) * (countLabels(name) - countLabels(zone));
    return (iterations > MAX_ITERATIONS || rounds > MAX_ROUNDS) && find(() => true) !== undefined;
  };
  const hashes = new Map<string, Buffer>();

  /** RFC 5155 5: with the salt, and again as often as the records say. */
  const hashOf = (name: string): Buffer => {
    let hash = hashes.get(name);
    if (hash !== undefined) return hash;
    hash = encodeName(name);
    for (let round = 0; round <= iterations; round++)
      hash = createHash('sha1').update(hash).update(salt).digest();
    hashes.set(name, hash);
    return hash;
  };
  const recordAt = (name: string) =>
    isWithin(name, zone) ? find(({ hash }) => hash.equals(hashOf(name))) : undefined;
  /** The last record of a zone leads back to the first, so that its span has an end below its start. */
  const recordOver = (name: string) =>
    find((one) => {
      if (!isWithin(name, zone)) return false;
      const isAfter = Buffer.compare(hashOf(name), one.hash) > 0;
      const isBefore = Buffer.compare(hashOf(name), one.next) < 0;
      const isLast = Buffer.compare(one.hash, one.next) >= 0;
      return isLast ? (isAfter || isBefore) && !hashOf(name).equals(one.hash) : isAfter && isBefore;
    });
  /** RFC 5155 8.3: the longest ancestor that exists, and the record which proves that nothing one label closer does. */
  const closest = (name: string): { encloser: string; cover?: Nsec3; dname?: string } | undefined => {
    for (let at = parentOf(name); at !== undefined && isWithin(at, zone); at = parentOf(at)) {
      const match = recordAt(at);
      if (match === undefined) continue;
      if (leadsAway(match.types))
        return { encloser: at, dname: match.types.has(TYPE.DNAME) ? at : undefined };
      return { encloser: at, cover: recordOver(nextCloser(name, at)) };
    }
    return undefined;
  };

  return {
    deny(name, type, mayBeAbsent) {
      if (isTooCostly(name)) return INSECURE;
      const own = recordAt(name);
      if (own !== undefined) return noDataAt(own, type);
      const proof = closest(name);
      if (proof?.cover === undefined) return { kind: 'unproven', dname: proof?.dname };
      // RFC 5155 9.2: in a span with opt-out there may be a delegation without DS, so that nothing is proven there.
      if (proof.cover.flags === OPT_OUT) return INSECURE;
      const wildcard = wildcardAt(proof.encloser);
      const wild = recordAt(wildcard);
      if (wild !== undefined) return noDataAt(wild, type);
      return mayBeAbsent && recordOver(wildcard) !== undefined ? ABSENT : UNPROVEN;
    },
    /** RFC 5155 8.8: the name one label below the wildcard's parent, towards the name, does not exist. */
    expands(name, wildcard) {
      if (isTooCostly(name)) return INSECURE;
      const cover = recordOver(nextCloser(name, parentOf(wildcard) ?? ''));
      if (cover === undefined) return UNPROVEN;
      return cover.flags === OPT_OUT ? INSECURE : ABSENT;
    },
  };
}

function nextCloser(name: string, encloser: string): string {
  return climb(name).find((at) => parentOf(at) === encloser) ?? name;
}

/** A proof needs three records at most, and twice that along a CNAME. */
const MAX_RECORDS = 12;
/** With all records, and without those that turned out not to be valid. */
const MAX_ATTEMPTS = 2;

export interface Proof {
  readonly denial: Denial;
  readonly ending?: Ending;
  /** Why a record does not count, where the denial is unproven. */
  readonly fault?: Fault;
}

export function proveDenial(
  message: SignedResponse,
  zone: TrustedZone,
  name: string,
  type: number,
): Promise<Proof> {
  return prove(message, zone, name, (records) => records.deny(name, type, message.rcode === RCODE.NXDOMAIN));
}

export function proveExpansion(
  message: SignedResponse,
  zone: TrustedZone,
  name: string,
  wildcard: string,
): Promise<Proof> {
  return prove(message, zone, name, (records) => records.expands(name, wildcard));
}

/** The signatures of the records that the proof uses are verified, and no others. One that is not valid does not count, and neither does
 * one that a wildcard synthesised: it says nothing about the name that it is at. */
async function prove(
  message: SignedResponse,
  zone: TrustedZone,
  name: string,
  decide: (records: DenialZone) => Denial,
): Promise<Proof> {
  let sets = message.authorities
    .filter(({ type }) => type === TYPE.NSEC || type === TYPE.NSEC3)
    .filter(({ signatures }) => signatures.some(({ signer }) => signer === zone.zone))
    .slice(0, MAX_RECORDS);
  let fault: Fault | undefined;
  for (let left = MAX_ATTEMPTS; left > 0; left--) {
    const used = new Set<Rrset>();
    const denial = denialBy(sets, zone.zone, decide, used);
    if (denial.kind === 'unproven')
      return { denial, fault: fault ?? dnameFault(denial.dname, zone.zone, name) };
    const checks = await Promise.all(
      [...used].map(async (set) => ({ set, check: await checkSignature(set, zone) })),
    );
    const invalid = checks.filter(({ check }) => check.kind === 'fault' || check.wildcard !== undefined);
    if (invalid.length === 0) {
      const endings = checks.map(({ check }) => (check.kind === 'signed' ? check.ending : undefined));
      return { denial, ending: endings.reduce(first, undefined) };
    }
    for (const { check } of invalid) if (check.kind === 'fault') fault ??= check.fault;
    sets = sets.filter((set) => !invalid.some((one) => one.set === set));
  }
  return { denial: UNPROVEN, fault };
}

/** `used`: receives the sets of the records that it rests on. */
function denialBy(
  sets: readonly Rrset[],
  zone: string,
  decide: (records: DenialZone) => Denial,
  used: Set<Rrset>,
): Denial {
  const decoded = <T extends object>(type: number, read: (name: string, data: Buffer) => T): Map<T, Rrset> =>
    new Map(
      sets
        .filter((set) => set.type === type)
        .flatMap((set) => set.data.map((data) => [attempt(() => read(set.name, data)), set] as const))
        .filter((entry): entry is [T, Rrset] => entry[0] !== undefined),
    );
  const from = <T>(records: ReadonlyMap<T, Rrset>): [readonly T[], Use<T>] => [
    [...records.keys()],
    (record) => used.add(records.get(record) as Rrset),
  ];
  const nsec3s = decoded(TYPE.NSEC3, readNsec3);
  return decide(
    nsec3s.size > 0
      ? nsec3Zone(zone, ...from(nsec3s))
      : nsecZone(zone, ...from(decoded(TYPE.NSEC, readNsec))),
  );
}

/** PowerDNS does not follow one by default (dname-processing, 4.7.3), and signs that there is one. */
function dnameFault(dname: string | undefined, zone: string, name: string): Fault | undefined {
  if (dname === undefined) return undefined;
  const detail = `${zoneText(name)} is below ${dname}, whose DNAME the response does not follow`;
  return { cause: 'dname-ignored', zone, detail };
}

export function unprovenFault(zone: string, name: string, type: number): Fault {
  const detail = `no NSEC or NSEC3 records of ${zoneText(zone)} prove that ${zoneText(name)} has no ${typeText(type)}`;
  return { cause: 'denial-unproven', zone, detail };
}
