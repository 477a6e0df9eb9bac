// The algorithms of signatures and digests, in Node's cryptography.
import { createHash, createPublicKey, type JsonWebKey, type KeyObject, verify } from 'node:crypto';
import type { Dnskey, Ds } from './records.ts';

interface Algorithm {
  /** Null for EdDSA, which hashes by itself. */
  readonly hash: string | null;
  /** Undefined: the octets are not a key of this algorithm. */
  readonly jwk: (key: Buffer) => JsonWebKey | undefined;
}

/**
 * IANA's registry of DNS security algorithms: those that validators have to implement (RFC 8624 3.1), RSASHA1 (5, 7),
 * RSASHA256, RSASHA512, ECDSAP256SHA256, ECDSAP384SHA384, ED25519 and ED448. RFC 9905 has
 * operators treat 5 and 7 (SHA-1) as insecure; resolvers that still validate them, as Unbound does by default,
 * refuse their broken zones, so they are validated here too.
 */
const ALGORITHMS: ReadonlyMap<number, Algorithm> = new Map<number, Algorithm>([
  [5, { hash: 'sha1', jwk: rsa }],
  [7, { hash: 'sha1', jwk: rsa }],
  [8, { hash: 'sha256', jwk: rsa }],
  [10, { hash: 'sha512', jwk: rsa }],
  [13, { hash: 'sha256', jwk: (key) => elliptic(key, 'P-256', 32) }],
  [14, { hash: 'sha384', jwk: (key) => elliptic(key, 'P-384', 48) }],
  [15, { hash: null, jwk: (key) => edwards(key, 'Ed25519', 32) }],
  [16, { hash: null, jwk: (key) => edwards(key, 'Ed448', 57) }],
]);

/** Hashes by digest type: SHA-1 (RFC 4034), SHA-256 (RFC 4509), SHA-384 (RFC 6605). */
const DIGESTS: ReadonlyMap<number, string> = new Map([
  [1, 'sha1'],
  [2, 'sha256'],
  [4, 'sha384'],
]);

/** RFC 3110 2: a modulus has at most 4,096 bits. */
const MAX_MODULUS_OCTETS = 512;

export function isSupported({ algorithm, digestType }: Ds): boolean {
  return ALGORITHMS.has(algorithm) && DIGESTS.has(digestType);
}

/** NSEC records recur in the responses of a zone: each signature is verified once, of so many for a key. */
const MAX_OUTCOMES = 1_000;
const known = new WeakMap<Dnskey, { key: KeyObject | null; outcomes: Map<string, boolean> }>();

/** False for a key that is not one, as for a signature that is not the data's. */
export function isSignedBy(dnskey: Dnskey, data: Buffer, signature: Buffer): boolean {
  const algorithm = ALGORITHMS.get(dnskey.algorithm);
  const { key, outcomes } = known.get(dnskey) ?? { key: importKey(dnskey), outcomes: new Map() };
  known.set(dnskey, { key, outcomes });
  if (algorithm === undefined || key === null) return false;
  const id = createHash('sha256').update(`${data.length} `).update(data).update(signature).digest('base64');
  // RFC 6605 4: an ECDSA signature is r and s, as IEEE P1363 has them, not DER.
  const isValid =
    outcomes.get(id) ?? verify(algorithm.hash, data, { key, dsaEncoding: 'ieee-p1363' }, signature);
  if (outcomes.size < MAX_OUTCOMES) outcomes.set(id, isValid);
  return isValid;
}

function importKey({ algorithm, key }: Dnskey): KeyObject | null {
  const jwk = ALGORITHMS.get(algorithm)?.jwk(key);
  if (jwk === undefined) return null;
  try {
    return createPublicKey({ key: jwk, format: 'jwk' });
  } catch {
    // A point that is not on the curve, a modulus of no length.
    return null;
  }
}

/** RFC 3110 2: the exponent's length in one octet, or in two behind a zero. */
function rsa(key: Buffer): JsonWebKey | undefined {
  if (key.length < 3) return undefined;
  const long = key[0] === 0;
  const start = long ? 3 : 1;
  const end = start + (long ? key.readUInt16BE(1) : key.readUInt8(0));
  const modulus = key.subarray(end);
  if (modulus.length === 0 || modulus.length > MAX_MODULUS_OCTETS) return undefined;
  return { kty: 'RSA', e: key.subarray(start, end).toString('base64url'), n: modulus.toString('base64url') };
}

function elliptic(key: Buffer, crv: string, size: number): JsonWebKey | undefined {
  if (key.length !== 2 * size) return undefined;
  const [x, y] = [key.subarray(0, size), key.subarray(size)].map((part) => part.toString('base64url'));
  return { kty: 'EC', crv, x, y };
}

function edwards(key: Buffer, crv: string, size: number): JsonWebKey | undefined {
  return key.length === size ? { kty: 'OKP', crv, x: key.toString('base64url') } : undefined;
}

/** RFC 4034 5.1.4: over the owner's name and the key's data. Undefined for a digest type that is not supported. */
export function digestOf(owner: Buffer, key: Dnskey, digestType: number): Buffer | undefined {
  const hash = DIGESTS.get(digestType);
  return hash === undefined ? undefined : createHash(hash).update(owner).update(key.data).digest();
}
