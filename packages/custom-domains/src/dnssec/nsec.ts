// Denial by NSEC records (RFC 4035 5.4): a name's types, and the gap between two names in canonical order.
import { isBelow, isWithin } from '../names/dns-name.ts';
import { type Denial, leadsAway, noDataAt, UNPROVEN } from './denial.ts';
import { commonAncestor, compareNames, wildcardAt } from './name.ts';
import type { Nsec } from './records.ts';

/** The records are those of one zone whose signatures are valid. */
export interface NsecZone {
  readonly zone: string;
  readonly records: readonly Nsec[];
}

/** NODATA, or with `mayBeAbsent` (the response says NXDOMAIN) that the name does not exist. */
export function denyByNsec(from: NsecZone, name: string, type: number, mayBeAbsent: boolean): Denial {
  const own = from.records.find(({ owner }) => owner === name);
  if (own !== undefined) return noDataAt(own, type);
  const gap = gapAround(from, name);
  if (gap === undefined) return UNPROVEN;
  // RFC 4035 3.1.3.1, RFC 8020: the next name is below this one, so this one exists and has nothing itself.
  if (isBelow(gap.next, name)) return { kind: 'no-data', delegation: false };
  const wildcard = wildcardAt(closestEncloser(gap, name));
  const wild = from.records.find(({ owner }) => owner === wildcard);
  if (wild !== undefined) return noDataAt(wild, type);
  return mayBeAbsent && gapAround(from, wildcard) ? { kind: 'no-such-name' } : UNPROVEN;
}

/** RFC 4035 5.3.4: the name itself does not exist, and the wildcard is the one that applies to it. */
export function isExpandedByNsec(from: NsecZone, name: string, wildcard: string): boolean {
  const gap = gapAround(from, name);
  if (gap === undefined || isBelow(gap.next, name)) return false;
  return wildcardAt(closestEncloser(gap, name)) === wildcard;
}

/** The record whose gap the name is in. The last one of a zone leads back to its apex. */
function gapAround({ zone, records }: NsecZone, name: string): Nsec | undefined {
  if (!isWithin(name, zone)) return undefined;
  return records.find((record) => {
    const { owner, next } = record;
    if (compareNames(owner, name) >= 0 || !isWithin(owner, zone)) return false;
    return (compareNames(name, next) < 0 || next === zone) && !(isBelow(name, owner) && leadsAway(record));
  });
}

/** RFC 4592 3.3.1: the longest existing ancestor; both ends of the gap exist. */
function closestEncloser({ owner, next }: Nsec, name: string): string {
  const before = commonAncestor(name, owner);
  const after = commonAncestor(name, next);
  return before.length > after.length ? before : after;
}
