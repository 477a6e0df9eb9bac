// Whether an RRset is signed by a zone's keys (RFC 4035 5.3), with a bound on the work that a response can cause; and whether these
// keys are the ones that the parent's DS records vouch for.

import { digestOf, isSignedBy, isSupported, isTooCostly } from './algorithms.ts';
import { countLabels, encodeName, lastLabels, typeText, wildcardAt } from './name.ts';
import { attempt, type Dnskey, type Ds, type Rrset, type Rrsig, readDnskey } from './records.ts';
import {
  type Bogus,
  bogus,
  type Ending,
  type Fault,
  type FaultCause,
  timeText,
  type Unknown,
  zoneText,
} from './verdict.ts';

interface SignedZone {
  readonly zone: string;
  readonly keys: readonly Dnskey[];
  /** Seconds since 1970. */
  readonly now: number;
  /** When the last signature on the way to the zone was made: that time is past, whatever the clock shows. */
  readonly signedAt?: number;
}

export interface TrustedZone extends SignedZone {
  readonly status: 'secure';
  /** The end of the signature over its keys, where it ends soon. */
  readonly ending?: Ending;
}

/** `wildcard`: what the records were synthesised from; then it has to be proven that the name itself does not exist. */
type SignatureCheck =
  | {
      readonly kind: 'signed';
      readonly inception: number;
      readonly ending?: Ending;
      readonly wildcard?: string;
    }
  | { readonly kind: 'fault'; readonly fault: Fault };

/** Unbound tries 4 keys for one tag; a zone in order has one, and one signature for an algorithm, two during a rollover. */
const MAX_KEYS_OF_A_TAG = 4;
const MAX_SIGNATURES = 32;

/** One valid signature is enough (RFC 6840 5.11). Signatures of the zone itself are tried, the one that ends last first. */
export async function checkSignature(set: Rrset, zone: SignedZone): Promise<SignatureCheck> {
  const { now } = zone;
  const { response, host } = set.budgets;
  const faults: Fault[] = [];
  const usable = set.signatures
    .filter(({ signer, labels }) => signer === zone.zone && labels <= countLabels(set.name))
    .sort((one, other) => absolute(other.expiration, now) - absolute(one.expiration, now));
  for (const [index, signature] of usable.entries()) {
    const fault = datesFault(set, zone, signature);
    if (fault !== undefined) {
      faults.push(fault);
      continue;
    }
    const { keyTag, algorithm } = signature;
    const keys = zone.keys.filter(
      (key) => key.tag === keyTag && key.algorithm === algorithm && isZoneKey(key),
    );
    if (keys.length === 0) faults.push(faultOf('key-missing', set, zone, signature));
    const most = Math.min(MAX_KEYS_OF_A_TAG, response.left, host.left);
    if (index === MAX_SIGNATURES || keys.length > most || keys.some(isTooCostly)) {
      const isOfHost = host.left < response.left;
      faults.push({ ...faultOf('too-much-work', set, zone, signature), isOfHost });
      break;
    }
    const data = signedData(set, signature);
    if (await isAnySigner(keys, data, signature.signature, set)) {
      const owner = signedName(set.name, signature.labels);
      const wildcard = owner === set.name ? undefined : owner;
      const inception = absolute(signature.inception, now);
      return { kind: 'signed', inception, ending: endingOf(set, signature, now), wildcard };
    }
    if (keys.length > 0) faults.push(faultOf('signature-invalid', set, zone, signature));
  }
  const found = Object.keys(TEXTS)
    .map((cause) => faults.find((one) => one.cause === cause))
    .find((one) => one !== undefined);
  return { kind: 'fault', fault: found ?? faultOf('signature-missing', set, zone) };
}

/** One after the other: the first is nearly always the one. */
async function isAnySigner(
  [key, ...others]: readonly Dnskey[],
  data: Buffer,
  signature: Buffer,
  { budgets }: Pick<Rrset, 'budgets'>,
): Promise<boolean> {
  if (key === undefined) return false;
  return (
    (await isSignedBy(key, data, signature, budgets)) || isAnySigner(others, data, signature, { budgets })
  );
}

/** RFC 4034 3.1.5: a time of 32 bits, within 68 years of now. */
function absolute(seconds: number, now: number): number {
  return now + ((seconds - now) | 0);
}

/** RFC 4034 2.1.1 and 2.1.2. A revoked key counts too, as in Unbound: RFC 5011 2.1 is about trust anchors. */
function isZoneKey({ flags, protocol }: Dnskey): boolean {
  return (flags & 0x0100) !== 0 && protocol === 3;
}

/** RFC 4035 5.3.1: from inception to expiration, both included. */
function datesFault(set: Rrset, zone: SignedZone, signature: Rrsig): Fault | undefined {
  const { now } = zone;
  const expiration = absolute(signature.expiration, now);
  const inception = absolute(signature.inception, now);
  // The root zone is signed anew each day: dates that are wrong there are this machine's.
  const isRoot = zone.zone === '';
  if (inception > now)
    return { ...faultOf('signature-not-yet-valid', set, zone, signature, inception), isOfClock: isRoot };
  if (expiration >= now) return undefined;
  // A server that signs each response for some days, as Cloudflare's do, is not late: only a later signature shows that it is.
  const isFresh = expiration - inception < WEEK && zone.signedAt !== undefined && zone.signedAt <= expiration;
  const isOfClock = isRoot || isFresh;
  return { ...faultOf('signature-expired', set, zone, signature, expiration), isOfClock };
}

/** RFC 4034 3.1.8.1: the RRSIG's own data, then each record once, in canonical order (RFC 4034 6.3). */
function signedData(set: Rrset, { head, labels, originalTtl }: Rrsig): Buffer {
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

const WEEK = 7 * 24 * 3600;

/** A signature in its last week and in the last quarter of its time: BIND renews a quarter before the end, Knot halfway. The quarter leaves
 * out servers that sign each response for a day or two, as Cloudflare's do. */
function endingOf({ name, type }: Rrset, signature: Rrsig, now: number): Ending | undefined {
  const at = absolute(signature.expiration, now);
  const lifetime = at - absolute(signature.inception, now);
  if (at - now >= Math.min(WEEK, lifetime / 4)) return undefined;
  return { name, type: typeText(type), keyTag: signature.keyTag, at };
}

/** The causes from the one that says most to the one that says least. */
const TEXTS = {
  'too-much-work': () => 'has more signatures, keys with one tag, or bits in an exponent than are tried',
  'signature-expired': (_, at) => `has a signature that expired on ${timeText(at)}`,
  'signature-not-yet-valid': (_, at) => `has a signature that is valid only from ${timeText(at)}`,
  'signature-invalid': () => 'has a signature that is not over these records',
  'key-missing': (zone) => `has a signature by a key that ${zoneText(zone)} does not have`,
  'signature-missing': () => 'has no signature',
} satisfies Partial<Record<FaultCause, (zone: string, at: number) => string>>;

/** `at`: since when it is expired, or until when not yet valid, in seconds since 1970. */
function faultOf(
  cause: keyof typeof TEXTS,
  { name, type }: Rrset,
  { zone }: SignedZone,
  signature?: Rrsig,
  at = 0,
): Fault {
  const key = signature === undefined ? '' : ` (key tag ${signature.keyTag})`;
  return { cause, zone, detail: `${typeText(type)} of ${zoneText(name)} ${TEXTS[cause](zone, at)}${key}` };
}

/** One for each digest type, and as many again during a rollover. */
const MAX_DIGESTS_OF_A_KEY = 6;
/** Keys that are tried for advice on what DS record is wanted. */
const MAX_CANDIDATES = 4;
const SHA256 = 2;

/** RFC 4035 5.2: a key that a DS record is the digest of signs the zone's keys. `now` in seconds since 1970. */
export async function trustKeys(
  zone: string,
  vouched: readonly Ds[],
  set: Rrset,
  now: number,
  signedAt?: number,
): Promise<TrustedZone | Bogus | Unknown> {
  const keys = set.data.map((data) => attempt(() => readDnskey(data))).filter((key) => key !== undefined);
  const entries = keys.filter((key) => isZoneKey(key) && isVouchedFor(zone, key, vouched));
  const advice = () => dsFault(zone, vouched, keys, set, now);
  if (entries.length === 0) {
    const wanted = new Set(vouched.map(({ keyTag }) => keyTag));
    const present = new Set(keys.map(({ tag }) => tag));
    const meant = keys.find((key) => isZoneKey(key) && vouched.some((ds) => isFor(ds, key)));
    const what = meant
      ? `have another digest than key ${meant.tag} has, which they are for`
      : `are for key ${[...wanted].join(', ')}, and none of its keys is that one: it has ${[...present].join(', ') || 'none'}`;
    const detail = `the DS records of ${zoneText(zone)} ${what}`;
    return bogus({ cause: 'ds-mismatch', zone, detail, ds: await advice() });
  }
  const check = await checkSignature(set, { zone, keys: entries, now, signedAt });
  if (check.kind === 'fault') return bogus({ ...check.fault, ds: await advice() });
  return {
    status: 'secure',
    zone,
    keys,
    now,
    signedAt: Math.max(signedAt ?? 0, check.inception),
    ending: check.ending,
  };
}

/** Any DS record will do (RFC 6840 5.11). RFC 4509 3 would have SHA-1 ignored beside SHA-256; Unbound does not, unless it is told to
 * (harden-algo-downgrade). */
function isVouchedFor(zone: string, key: Dnskey, vouched: readonly Ds[]): boolean {
  return vouched
    .filter((ds) => isFor(ds, key) && isSupported(ds))
    .slice(0, MAX_DIGESTS_OF_A_KEY)
    .some((ds) => digestOf(encodeName(zone), key, ds.digestType)?.equals(ds.digest) ?? false);
}

function isFor(ds: Ds, key: Dnskey): boolean {
  return ds.keyTag === key.tag && ds.algorithm === key.algorithm;
}

const SECURE_ENTRY_POINT = 1;

/** The present DS records, and the one of the key that signs the zone's keys now, if there is such a key. */
async function dsFault(
  zone: string,
  vouched: readonly Ds[],
  keys: readonly Dnskey[],
  set: Rrset,
  now: number,
): Promise<Fault['ds']> {
  const present = vouched.map(dsText);
  const candidates = keys
    .filter(isZoneKey)
    .sort((one, other) => (other.flags & SECURE_ENTRY_POINT) - (one.flags & SECURE_ENTRY_POINT))
    .slice(0, MAX_CANDIDATES)
    .map(async (one) => {
      const check = await checkSignature(set, { zone, keys: [one], now });
      return check.kind === 'signed' ? one : undefined;
    });
  const key = (await Promise.all(candidates)).find((one) => one !== undefined);
  const digest = key && digestOf(encodeName(zone), key, SHA256);
  if (key === undefined || digest === undefined) return { present };
  const { tag: keyTag, algorithm } = key;
  return { present, wanted: dsText({ keyTag, algorithm, digestType: SHA256, digest }) };
}

export function dsText({ keyTag, algorithm, digestType, digest }: Ds): string {
  return `${keyTag} ${algorithm} ${digestType} ${digest.toString('hex')}`;
}
