// A zone whose keys are trusted, and the DNSKEY RRset that its parent's DS records vouch for.
import { createHash } from 'node:crypto';
import { digestOf, isSupported } from './algorithms.ts';
import { encodeName } from './name.ts';
import { attempt, type Dnskey, type Ds, type Rrset, readDnskey } from './records.ts';
import { checkSignature, isZoneKey, type SignatureCheck, type SignedZone } from './signature.ts';
import { type Bogus, bogus, type Ending, type Fault, zoneText } from './verdict.ts';

/** NSEC records recur in the responses of a zone; each signature is verified once. */
const MAX_CHECKS = 1_000;
/** One for each digest type, and as many again during a rollover. */
const MAX_DIGESTS_OF_A_KEY = 6;
/** Keys that are tried for advice on what DS record is wanted. */
const MAX_CANDIDATES = 4;
const SHA256 = 2;

export class TrustedZone implements SignedZone {
  readonly status = 'secure';
  readonly zone: string;
  readonly keys: readonly Dnskey[];
  /** The end of the signature over its keys, where it ends soon. */
  readonly ending?: Ending;
  readonly #now: number;
  readonly #checks = new Map<string, SignatureCheck>();

  constructor(zone: string, keys: readonly Dnskey[], now: number, ending?: Ending) {
    this.zone = zone;
    this.keys = keys;
    this.#now = now;
    this.ending = ending;
  }

  check(set: Rrset): SignatureCheck {
    const key = fingerprint(set);
    const known = this.#checks.get(key);
    if (known !== undefined) return known;
    const check = checkSignature(set, this, this.#now);
    if (this.#checks.size < MAX_CHECKS) this.#checks.set(key, check);
    return check;
  }
}

function fingerprint({ name, type, data, signatures }: Rrset): string {
  const hash = createHash('sha256').update(`${name} ${type}`);
  const parts = [...data, ...signatures.flatMap(({ head, signature }) => [head, signature])];
  for (const part of parts) hash.update(`/${part.length}/`).update(part);
  return hash.digest('base64');
}

/** RFC 4035 5.2: a key that a DS record is the digest of signs the zone's keys. `now` in seconds since 1970. */
export function trustKeys(
  zone: string,
  vouched: readonly Ds[],
  set: Rrset,
  now: number,
): TrustedZone | Bogus {
  const keys = set.data.map((data) => attempt(() => readDnskey(data))).filter((key) => key !== undefined);
  const entries = keys.filter((key) => isZoneKey(key) && isVouchedFor(zone, key, vouched));
  const advice = () => dsFault(zone, vouched, keys, set, now);
  if (entries.length === 0) return bogus({ ...mismatch(zone, vouched, keys), ds: advice() });
  const check = checkSignature(set, { zone, keys: entries }, now);
  if (check.kind === 'fault') return bogus({ ...check.fault, ds: advice() });
  return new TrustedZone(zone, keys, now, check.ending);
}

/**
 * Any DS record will do (RFC 6840 5.11). RFC 4509 3 would have SHA-1 ignored beside SHA-256; Unbound does not, unless it
 * is told to (harden-algo-downgrade).
 */
function isVouchedFor(zone: string, key: Dnskey, vouched: readonly Ds[]): boolean {
  return vouched
    .filter((ds) => ds.keyTag === key.tag && ds.algorithm === key.algorithm && isSupported(ds))
    .slice(0, MAX_DIGESTS_OF_A_KEY)
    .some((ds) => digestOf(encodeName(zone), key, ds.digestType)?.equals(ds.digest) ?? false);
}

function mismatch(zone: string, vouched: readonly Ds[], keys: readonly Dnskey[]): Fault {
  const tags = (all: readonly number[]) => [...new Set(all)].join(', ');
  const detail =
    `the DS records of ${zoneText(zone)} are for key ${tags(vouched.map(({ keyTag }) => keyTag))}, ` +
    `and none of its keys is that one: it has ${tags(keys.map(({ tag }) => tag)) || 'none'}`;
  return { cause: 'ds-mismatch', name: zone, type: 'DS', zone, detail };
}

const SECURE_ENTRY_POINT = 1;

/** The present DS records, and the one of the key that signs the zone's keys now, if there is such a key. */
function dsFault(
  zone: string,
  vouched: readonly Ds[],
  keys: readonly Dnskey[],
  set: Rrset,
  now: number,
): Fault['ds'] {
  const present = vouched.map(dsText);
  const key = keys
    .filter(isZoneKey)
    .sort((one, other) => (other.flags & SECURE_ENTRY_POINT) - (one.flags & SECURE_ENTRY_POINT))
    .slice(0, MAX_CANDIDATES)
    .find((one) => checkSignature(set, { zone, keys: [one] }, now).kind === 'signed');
  const digest = key && digestOf(encodeName(zone), key, SHA256);
  if (key === undefined || digest === undefined) return { present };
  const { tag: keyTag, algorithm } = key;
  return { present, wanted: dsText({ keyTag, algorithm, digestType: SHA256, digest }) };
}

export function dsText({ keyTag, algorithm, digestType, digest }: Ds): string {
  return `${keyTag} ${algorithm} ${digestType} ${digest.toString('hex')}`;
}
