// Zones that BIND signed, in the raw form of its zone files: an outside witness for canonical form and for denial.
import { readFileSync } from 'node:fs';
import { type Denial, nsec3Zone, nsecZone } from '../../src/dnssec/denial.ts';
import { readMessage } from '../../src/dnssec/message.ts';
import { TYPE, typeNumber } from '../../src/dnssec/name.ts';
import {
  type Nsec3,
  type Rrset,
  readDnskey,
  readNsec,
  readNsec3,
  toSigned,
} from '../../src/dnssec/records.ts';
import type { TrustedZone } from '../../src/dnssec/signature.ts';

interface RecordedZone {
  readonly zone: TrustedZone;
  readonly sets: readonly Rrset[];
  readonly nsec3: readonly Nsec3[];
  /** With every NSEC or NSEC3 record of the zone as evidence. */
  deny(name: string, type: string, mayBeAbsent: boolean): Denial;
  isExpanded(name: string, wildcard: string): boolean;
}

export const ZONE = 'lab.test';
/** In the middle of the ten years for which these zones are signed. */
const THEN = Date.UTC(2030, 0, 1) / 1000;

/**
 * `recorded/lab.zone`, signed by dnssec-signzone 9.18.49 with `-O raw=0`, a key and an entry key of one algorithm:
 * nsec ECDSAP256SHA256; nsec3 RSASHA256, -3 abcd -H 5; optout ED25519, -3 - -A; ed448; p384; rsa512 RSASHA512.
 */
export function recordedZone(file: string, now = THEN): RecordedZone {
  const raw = readFileSync(new URL(`recorded/${file}.raw`, import.meta.url));
  const sets = toSigned(readMessage(messageOf(raw))).answers;
  const of = (type: number) =>
    sets
      .filter((set) => set.type === type)
      .flatMap(({ name, data }) => data.map((one) => ({ name, data: one })));
  const keys = of(TYPE.DNSKEY).map(({ data }) => readDnskey(data));
  const nsec = of(TYPE.NSEC).map(({ name, data }) => readNsec(name, data));
  const nsec3 = of(TYPE.NSEC3).map(({ name, data }) => readNsec3(name, data));
  const denial = nsec.length > 0 ? nsecZone(ZONE, nsec) : nsec3Zone(ZONE, nsec3);
  return {
    zone: { status: 'secure', zone: ZONE, keys, now },
    sets,
    nsec3,
    deny: (name, type, mayBeAbsent) => denial.deny(name, typeNumber(type), mayBeAbsent),
    isExpanded: (name, wildcard) => denial.expands(name, wildcard).kind === 'no-such-name',
  };
}

/** BIND's lib/dns/master.c: a header of 12 octets; of each RRset its length, class, type, covered type, TTL and count. */
function messageOf(raw: Buffer): Buffer {
  const records: Buffer[] = [];
  for (let at = 12; at < raw.length; at += raw.readUInt32BE(at)) {
    const ownerEnd = at + 20 + raw.readUInt16BE(at + 18);
    const owner = raw.subarray(at + 20, ownerEnd);
    const fixed = Buffer.concat([
      raw.subarray(at + 6, at + 8),
      raw.subarray(at + 4, at + 6),
      raw.subarray(at + 10, at + 14),
    ]);
    let data = ownerEnd;
    for (let left = raw.readUInt32BE(at + 14); left > 0; left--) {
      const end = data + 2 + raw.readUInt16BE(data);
      records.push(Buffer.concat([owner, fixed, raw.subarray(data, end)]));
      data = end;
    }
  }
  const header = Buffer.alloc(12);
  header.writeUInt16BE(records.length, 6);
  return Buffer.concat([header, ...records]);
}
