// Whether an RRset is signed by a zone's keys (RFC 4035 5.3), with a bound on the work that a response can cause.
import { isSignedBy } from './algorithms.ts';
import { countLabels, encodeName, lastLabels, wildcardAt } from './name.ts';
import type { Dnskey, Rrset, Rrsig } from './records.ts';
import { typeText } from './types.ts';
import { type Ending, type Fault, type FaultCause, timeText, zoneText } from './verdict.ts';

/** A zone whose keys are trusted. */
export interface SignedZone {
  readonly zone: string;
  readonly keys: readonly Dnskey[];
}

export interface Signed {
  readonly kind: 'signed';
  readonly ending?: Ending;
  /** The wildcard that the records were synthesised from; then it has to be proven that the name itself does not exist. */
  readonly wildcard?: string;
}

export type SignatureCheck = Signed | { readonly kind: 'fault'; readonly fault: Fault };

/**
 * CVE-2023-50387 (KeyTrap): keys with one tag, times signatures. Unbound tries 8 signatures of an RRset and 4 keys
 * for one tag; a zone in order has one key for a tag, and one signature for an algorithm, two during a rollover.
 */
const MAX_VERIFICATIONS = 8;
const MAX_KEYS_OF_A_TAG = 4;

/** The causes from the one that says most to the one that says least. */
const TELLING: readonly FaultCause[] = [
  'too-much-work',
  'signature-expired',
  'signature-not-yet-valid',
  'signature-invalid',
  'key-missing',
  'signature-missing',
];

/** `now` in seconds since 1970. One valid signature is enough (RFC 6840 5.11). */
export function checkSignature(set: Rrset, zone: SignedZone, now: number): SignatureCheck {
  const faults: Fault[] = [];
  let left = MAX_VERIFICATIONS;
  for (const signature of usable(set, zone, now)) {
    const fault = datesFault(set, zone, signature, now);
    if (fault !== undefined) {
      faults.push(fault);
      continue;
    }
    const keys = zone.keys.filter((key) => signs(key, signature));
    if (keys.length === 0) faults.push(faultOf('key-missing', set, zone, signature));
    if (keys.length > Math.min(MAX_KEYS_OF_A_TAG, left)) {
      faults.push(faultOf('too-much-work', set, zone, signature));
      break;
    }
    left -= keys.length;
    const data = signedData(set, signature);
    if (keys.some((key) => isSignedBy(key, data, signature.signature))) return signed(set, signature, now);
    if (keys.length > 0) faults.push(faultOf('signature-invalid', set, zone, signature));
  }
  const found = TELLING.map((cause) => faults.find((one) => one.cause === cause)).find(Boolean);
  return { kind: 'fault', fault: found ?? faultOf('signature-missing', set, zone) };
}

/** Signatures of the zone itself that can be over this name, the one that ends last first. */
function usable(set: Rrset, zone: SignedZone, now: number): Rrsig[] {
  return set.signatures
    .filter(({ signer, labels }) => signer === zone.zone && labels <= countLabels(set.name))
    .sort((one, other) => absolute(other.expiration, now) - absolute(one.expiration, now));
}

/** RFC 4034 3.1.5: a time of 32 bits, within 68 years of now. */
function absolute(seconds: number, now: number): number {
  return now + ((seconds - now) | 0);
}

/** RFC 4034 2.1.1 and 2.1.2. A revoked key counts too, as in Unbound: RFC 5011 2.1 is about trust anchors. */
export function isZoneKey({ flags, protocol }: Dnskey): boolean {
  return (flags & 0x0100) !== 0 && protocol === 3;
}

function signs(key: Dnskey, { keyTag, algorithm }: Rrsig): boolean {
  return key.tag === keyTag && key.algorithm === algorithm && isZoneKey(key);
}

/** RFC 4035 5.3.1: from inception to expiration, both included. */
function datesFault(set: Rrset, zone: SignedZone, signature: Rrsig, now: number): Fault | undefined {
  const expiration = absolute(signature.expiration, now);
  const inception = absolute(signature.inception, now);
  if (expiration < now) return faultOf('signature-expired', set, zone, signature, expiration);
  return inception > now ? faultOf('signature-not-yet-valid', set, zone, signature, inception) : undefined;
}

/** RFC 4034 3.1.8.1: the RRSIG's own data, then each record once, in canonical order (RFC 4034 6.3). */
export function signedData(set: Rrset, { head, labels, originalTtl }: Rrsig): Buffer {
  const owner = encodeName(signedName(set.name, labels));
  const fixed = Buffer.alloc(8);
  fixed.writeUInt16BE(set.type, 0);
  fixed.writeUInt16BE(1, 2);
  fixed.writeUInt32BE(originalTtl, 4);
  const sorted = [...set.data].sort(Buffer.compare);
  const unique = sorted.filter((data, index) => index === 0 || !data.equals(sorted[index - 1] as Buffer));
  const records = unique.flatMap((data) => {
    const length = Buffer.alloc(2);
    length.writeUInt16BE(data.length);
    return [owner, fixed, length, data];
  });
  return Buffer.concat([head, ...records]);
}

/** RFC 4035 5.3.2: with fewer labels than the name, the records are those of a wildcard. */
function signedName(name: string, labels: number): string {
  return countLabels(name) > labels ? wildcardAt(lastLabels(name, labels)) : name;
}

function signed(set: Rrset, signature: Rrsig, now: number): Signed {
  const owner = signedName(set.name, signature.labels);
  const wildcard = owner === set.name ? undefined : owner;
  return { kind: 'signed', ending: endingOf(set, signature, now), wildcard };
}

const WEEK = 7 * 24 * 3600;

/**
 * A signature in its last week and in the last quarter of its time: BIND renews a quarter before the end, Knot halfway.
 * The quarter leaves out servers that sign each response for a day or two, as Cloudflare's do.
 */
function endingOf({ name, type }: Rrset, signature: Rrsig, now: number): Ending | undefined {
  const at = absolute(signature.expiration, now);
  const lifetime = at - absolute(signature.inception, now);
  if (at - now >= Math.min(WEEK, lifetime / 4)) return undefined;
  return { name, type: typeText(type), keyTag: signature.keyTag, at };
}

const TEXTS = {
  'signature-missing': () => 'has no signature',
  'signature-expired': ({ at = 0 }) => `has a signature that expired on ${timeText(at)}`,
  'signature-not-yet-valid': ({ at = 0 }) => `has a signature that is valid only from ${timeText(at)}`,
  'signature-invalid': () => 'has a signature that is not over these records',
  'key-missing': ({ zone }) => `has a signature by a key that ${zoneText(zone)} does not have`,
  'too-much-work': () => 'has more signatures or keys with one tag than can be tried',
} satisfies Partial<Record<FaultCause, (fault: Omit<Fault, 'detail'>) => string>>;

function faultOf(
  cause: keyof typeof TEXTS,
  { name, type }: Rrset,
  { zone }: SignedZone,
  signature?: Rrsig,
  at?: number,
): Fault {
  const keyTag = signature?.keyTag;
  const fault = { cause, name, type: typeText(type), zone, keyTag, at };
  const key = keyTag === undefined ? '' : ` (key tag ${keyTag})`;
  return { ...fault, detail: `${typeText(type)} of ${zoneText(name)} ${TEXTS[cause](fault)}${key}` };
}
