// The proof in a response that a name, or a type at it, does not exist: its NSEC and NSEC3 records, once they are verified.
import { type Denial, UNPROVEN } from './denial.ts';
import { type Message, NXDOMAIN } from './message.ts';
import { denyByNsec, isExpandedByNsec } from './nsec.ts';
import { Nsec3Zone } from './nsec3.ts';
import {
  attempt,
  type Nsec,
  type Nsec3,
  type OwnedData,
  type Rrset,
  readNsec,
  readNsec3,
  rrsetsIn,
} from './records.ts';
import type { TrustedZone } from './trusted-zone.ts';
import { TYPE, typeText } from './types.ts';
import { type Ending, type Fault, first, zoneText } from './verdict.ts';

/** A proof needs three records at most, and twice that along a CNAME. */
const MAX_RECORDS = 12;

export interface Proof {
  readonly denial: Denial;
  readonly ending?: Ending;
  /** Why a record does not count, where the denial is unproven. */
  readonly fault?: Fault;
}

/** That the name, or the type at it, does not exist, as the zone says. */
export function proveDenial(message: Message, zone: TrustedZone, name: string, type: number): Proof {
  const mayBeAbsent = message.rcode === NXDOMAIN;
  return prove(message, zone, ({ nsecs, nsec3s }) =>
    nsec3s.length > 0
      ? new Nsec3Zone(zone.zone, nsec3s).deny(name, type, mayBeAbsent)
      : denyByNsec({ zone: zone.zone, records: nsecs }, name, type, mayBeAbsent),
  );
}

/** That the wildcard is the one that applies to the name. */
export function proveExpansion(message: Message, zone: TrustedZone, name: string, wildcard: string): Proof {
  return prove(message, zone, ({ nsecs, nsec3s }) => {
    if (nsec3s.length > 0) return new Nsec3Zone(zone.zone, nsec3s).expands(name, wildcard);
    const from = { zone: zone.zone, records: nsecs };
    return isExpandedByNsec(from, name, wildcard) ? { kind: 'no-such-name' } : UNPROVEN;
  });
}

interface Evidence {
  readonly nsecs: readonly Nsec[];
  readonly nsec3s: readonly Nsec3[];
}

function prove(message: Message, zone: TrustedZone, decide: (evidence: Evidence) => Denial): Proof {
  const nsecs: Nsec[] = [];
  const nsec3s: Nsec3[] = [];
  const faults: Fault[] = [];
  let ending: Ending | undefined;
  for (const set of denialSets(message, zone)) {
    const check = zone.check(set);
    if (check.kind === 'fault') {
      faults.push(check.fault);
      continue;
    }
    // A record that a wildcard synthesised says nothing about the name that it is at.
    if (check.wildcard !== undefined) continue;
    ending = first(ending, check.ending);
    if (set.type === TYPE.NSEC) nsecs.push(...decoded(set, readNsec));
    else nsec3s.push(...decoded(set, readNsec3));
  }
  const denial = decide({ nsecs, nsec3s });
  return { denial, ending, fault: denial.kind === 'unproven' ? faults[0] : undefined };
}

function denialSets(message: Message, zone: TrustedZone): Rrset[] {
  return rrsetsIn(message.authorities)
    .filter(({ type }) => type === TYPE.NSEC || type === TYPE.NSEC3)
    .filter(({ signatures }) => signatures.some(({ signer }) => signer === zone.zone))
    .slice(0, MAX_RECORDS);
}

function decoded<T>(set: Rrset, read: (record: OwnedData) => T): T[] {
  return set.data
    .map((data) => attempt(() => read({ name: set.name, data })))
    .filter((one) => one !== undefined);
}

export function unprovenFault(zone: string, name: string, type: number): Fault {
  const detail = `no NSEC or NSEC3 records of ${zoneText(zone)} prove that ${zoneText(name)} has no ${typeText(type)}`;
  return { cause: 'denial-unproven', name, type: typeText(type), zone, detail };
}
