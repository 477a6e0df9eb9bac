// The algorithms of signatures and digests, in the cryptography of the runtime: Node, Bun and Deno have different ones.
import { createHash, createPublicKey, type JsonWebKey, type KeyObject, verify } from 'node:crypto';
import { promisify } from 'node:util';
import type { Budgets } from './budget.ts';
import type { Dnskey, Ds } from './records.ts';

interface Algorithm {
  /** Null for EdDSA, which hashes by itself. */
  readonly hash: string | null;
  /** Undefined: the octets are not a key of this algorithm. */
  readonly jwk: (key: Buffer) => JsonWebKey | undefined;
  /** A key of the algorithm, to ask the runtime with. */
  readonly sample: Buffer;
}

/** Any modulus will do. */
const RSA_KEY = Buffer.concat([Buffer.from([3, 1, 0, 1]), Buffer.alloc(256, 0xff)]);
/** The keys of RFC 6605 6 and RFC 8080 6. */
const [P256_KEY, P384_KEY, ED25519_KEY, ED448_KEY] = [
  'GojIhhXUN/u4v54ZQqGSnyhWJwaubCvTmeexv7bR6edbkrSqQpF64cYbcB7wNcP+e+MAnLr+Wi9xMWyQLc8NAA',
  'xKYaNhWdGOfJ+nPrL8/arkwf2EY3MDJ+SErKivBVSum1w/egsXvSADtNJhyem5RCOpgQ6K8X1DRSEkrbYQ+OB+v8/uX45NBwY8rp65F6Glur8I/mlVNgF6W/qTI37m40',
  'l02Woi0iS8Aa25FQkUd9RMzZHJpBoRQwAQEX1SxZJA4',
  '3kgROaDjrh0H2iuixWBrc8g2EpBBLCdGzHmn+G2MpTPhpj/OiBVHHSfPodx1FYYUcJKm1MDpJtIA',
].map((text) => Buffer.from(text, 'base64')) as [Buffer, Buffer, Buffer, Buffer];

/**
 * IANA's registry of DNS security algorithms: those that validators have to implement (RFC 8624 3.1), RSASHA1 (5, 7),
 * RSASHA256, RSASHA512, ECDSAP256SHA256, ECDSAP384SHA384, ED25519 and ED448. RFC 9905 has
 * operators treat 5 and 7 (SHA-1) as insecure; resolvers that still validate them, as Unbound does by default,
 * refuse their broken zones, so they are validated here too.
 */
const ALGORITHMS: ReadonlyMap<number, Algorithm> = new Map<number, Algorithm>([
  [5, { hash: 'sha1', jwk: rsa, sample: RSA_KEY }],
  [7, { hash: 'sha1', jwk: rsa, sample: RSA_KEY }],
  [8, { hash: 'sha256', jwk: rsa, sample: RSA_KEY }],
  [10, { hash: 'sha512', jwk: rsa, sample: RSA_KEY }],
  [13, { hash: 'sha256', jwk: (key) => elliptic(key, 'P-256', 32), sample: P256_KEY }],
  [14, { hash: 'sha384', jwk: (key) => elliptic(key, 'P-384', 48), sample: P384_KEY }],
  [15, { hash: null, jwk: (key) => edwards(key, 'Ed25519', 32), sample: ED25519_KEY }],
  [16, { hash: null, jwk: (key) => edwards(key, 'Ed448', 57), sample: ED448_KEY }],
]);

/** Hashes by digest type: SHA-1 (RFC 4034), SHA-256 (RFC 4509), SHA-384 (RFC 6605). */
const DIGESTS: Readonly<Record<number, string>> = { 1: 'sha1', 2: 'sha256', 4: 'sha384' };

/** RFC 3110 2: a modulus has at most 4,096 bits. */
const MAX_MODULUS_OCTETS = 512;
/** OpenSSL's own bound for a modulus of over 3,072 bits. 2^32 + 1 is in use (RFC 3110 2 has no bound). */
const MAX_EXPONENT_OCTETS = 8;

const supported = new Map<number, boolean>();

/** RFC 4035 5.2: what the runtime does not know, or a policy of its machine refuses (SHA-1), is not the zone's fault. */
export function isSupported({ algorithm, digestType }: Ds): boolean {
  const isKnown = supported.get(algorithm) ?? isOfRuntime(algorithm);
  supported.set(algorithm, isKnown);
  return isKnown && digestOf(Buffer.alloc(0), { data: Buffer.alloc(0) }, digestType) !== undefined;
}

function isOfRuntime(number: number): boolean {
  const algorithm = ALGORITHMS.get(number);
  const key = algorithm && importKey(number, algorithm.sample);
  if (!algorithm || !key) return false;
  try {
    verify(algorithm.hash, Buffer.alloc(1), key, Buffer.alloc(64));
    return true;
  } catch {
    return false;
  }
}

/** NSEC records recur in the responses of a zone: each signature is verified once, of so many for a key. */
const MAX_OUTCOMES = 1_000;
const known = new WeakMap<Dnskey, { key: KeyObject | null; outcomes: Map<string, Outcome> }>();

/** Of the first data that the signature came with. */
interface Outcome {
  readonly data: Buffer;
  readonly verified: Promise<boolean>;
}

/** In a thread of the runtime's, so that other hosts go on meanwhile, as their time does. */
const verifyApart = promisify<string | null, Buffer, KeyObject, Buffer, boolean>(verify);

/** False for a key that is not one, as for a signature that is not the data's. A failure that was not known is taken from the budgets. */
export async function isSignedBy(
  dnskey: Dnskey,
  data: Buffer,
  signature: Buffer,
  { response, host }: Budgets,
): Promise<boolean> {
  const algorithm = ALGORITHMS.get(dnskey.algorithm);
  const { key, outcomes } = known.get(dnskey) ?? {
    key: importKey(dnskey.algorithm, dnskey.key),
    outcomes: new Map(),
  };
  known.set(dnskey, { key, outcomes });
  if (algorithm === undefined || key === null) return false;
  const id = signature.toString('latin1');
  const outcome = outcomes.get(id);
  if (outcome?.data.equals(data)) return outcome.verified;
  const encoded = ECDSA.includes(dnskey.algorithm) ? derOf(signature, dnskey.key.length) : signature;
  const verified = (QUICK.includes(dnskey.algorithm) ? verifyHere : verifyApart)(
    ...([algorithm.hash, data, key, encoded] as const),
  ).catch(() => false);
  if (!outcome && outcomes.size < MAX_OUTCOMES) outcomes.set(id, { data, verified });
  const isValid = await verified;
  if (!isValid) {
    response.left--;
    host.left--;
  }
  return isValid;
}

const ECDSA = [13, 14];
/** Verified within 0.15 ms, which a thread's turn costs too; the budgets bound how many of them are in a row. */
const QUICK = [13, 15];
const verifyHere = async (...all: readonly [string | null, Buffer, KeyObject, Buffer]): Promise<boolean> =>
  verify(...all);

/** RFC 6605 4: an ECDSA signature is r and s, as long as the key's x and y; here as two integers of DER (RFC 3279 2.2.3), empty for another
 * length. With the option `dsaEncoding` in its place, a call of Node 24 takes 112 us and not 75. */
function derOf(signature: Buffer, length: number): Buffer {
  if (signature.length !== length) return Buffer.alloc(0);
  const half = length / 2;
  const integers = [signature.subarray(0, half), signature.subarray(half)].flatMap((part) => {
    let start = 0;
    while (start < half - 1 && part[start] === 0) start++;
    // It is positive: a first octet of 0 where its highest bit is set.
    const sign = Buffer.alloc((part[start] ?? 0) >> 7);
    return [Buffer.from([2, sign.length + half - start]), sign, part.subarray(start)];
  });
  const content = Buffer.concat(integers);
  return Buffer.concat([Buffer.from([0x30, content.length]), content]);
}

/** Null: the runtime does not take it, as a point that is not on the curve. */
function importKey(algorithm: number, octets: Buffer): KeyObject | null {
  const jwk = ALGORITHMS.get(algorithm)?.jwk(octets);
  if (jwk === undefined) return null;
  try {
    return createPublicKey({ key: jwk, format: 'jwk' });
  } catch {
    return null;
  }
}

/** Verifying costs as many multiplications as the exponent has bits: seconds, where a zone chooses thousands of them. */
export function isTooCostly({ algorithm, key }: Dnskey): boolean {
  return (
    ALGORITHMS.get(algorithm)?.jwk === rsa && (rsaParts(key)?.exponent.length ?? 0) > MAX_EXPONENT_OCTETS
  );
}

/** RFC 3110 2: the exponent's length in one octet, or in two behind a zero. */
function rsaParts(key: Buffer): { exponent: Buffer; modulus: Buffer } | undefined {
  if (key.length < 3) return undefined;
  const long = key[0] === 0;
  const start = long ? 3 : 1;
  const end = start + (long ? key.readUInt16BE(1) : key.readUInt8(0));
  return { exponent: key.subarray(start, end), modulus: key.subarray(end) };
}

function rsa(key: Buffer): JsonWebKey | undefined {
  const { exponent, modulus } = rsaParts(key) ?? {};
  if (!exponent || !modulus || modulus.length === 0 || modulus.length > MAX_MODULUS_OCTETS) return undefined;
  return { kty: 'RSA', e: exponent.toString('base64url'), n: modulus.toString('base64url') };
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
export function digestOf(owner: Buffer, key: Pick<Dnskey, 'data'>, digestType: number): Buffer | undefined {
  const hash = DIGESTS[digestType];
  if (hash === undefined) return undefined;
  try {
    return createHash(hash).update(owner).update(key.data).digest();
  } catch {
    return undefined;
  }
}
