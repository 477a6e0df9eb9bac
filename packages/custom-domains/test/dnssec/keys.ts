// Zone keys for tests: a key pair of any algorithm, its DNSKEY record, and its signatures.
import { generateKeyPairSync, type KeyObject, sign } from 'node:crypto';
import { readDnskey } from '../../src/dnssec/records.ts';

export interface ZoneKey {
  readonly algorithm: number;
  readonly flags: number;
  readonly tag: number;
  /** The key's own octets, as in a DNSKEY record. */
  readonly key: Buffer;
  /** The data of its DNSKEY record. */
  readonly data: Buffer;
  sign(data: Buffer): Buffer;
}

const HASHES: Readonly<Record<number, string>> = {
  ...{ 5: 'sha1', 7: 'sha1', 8: 'sha256', 10: 'sha512', 13: 'sha256', 14: 'sha384' },
};

/** Zone Key and Secure Entry Point: one key signs everything. */
export const ENTRY = 257;
export const ZONE = 256;

export function createKey(algorithm: number, flags = ENTRY): ZoneKey {
  const { publicKey, privateKey } = pair(algorithm);
  const key = octets(publicKey);
  const data = Buffer.concat([Buffer.from([flags >> 8, flags & 0xff, 3, algorithm]), key]);
  return {
    algorithm,
    flags,
    key,
    data,
    tag: tagOf(data),
    sign: (bytes) => sign(HASHES[algorithm], bytes, { key: privateKey, dsaEncoding: 'ieee-p1363' }),
  };
}

/** An algorithm that Node cannot do is signed as 13: its number is all that a validator may look at. */
function pair(algorithm: number): { publicKey: KeyObject; privateKey: KeyObject } {
  if (algorithm <= 10) return generateKeyPairSync('rsa', { modulusLength: 1024 });
  if (algorithm === 14) return generateKeyPairSync('ec', { namedCurve: 'P-384' });
  if (algorithm === 15) return generateKeyPairSync('ed25519');
  if (algorithm === 16) return generateKeyPairSync('ed448');
  return generateKeyPairSync('ec', { namedCurve: 'P-256' });
}

function octets(key: KeyObject): Buffer {
  const { kty, x = '', y = '', e = '', n = '' } = key.export({ format: 'jwk' });
  const parts = [x, y, e, n].map((part) => Buffer.from(part, 'base64url'));
  const [one, other, exponent = Buffer.alloc(0), modulus = Buffer.alloc(0)] = parts;
  if (kty === 'RSA') return Buffer.concat([Buffer.from([exponent.length]), exponent, modulus]);
  return Buffer.concat([one, other].filter((part) => part !== undefined));
}

export const tagOf = (data: Buffer): number => readDnskey(data).tag;

/** Not a key that signs anything: its octets only have the same tag. */
export function sameTag(model: ZoneKey): ZoneKey {
  const data = Buffer.from(createKey(model.algorithm, model.flags).data);
  const at = data.length - (data.length % 2 === 0 ? 2 : 3);
  for (let value = 0; tagOf(data) !== model.tag; value++) data.writeUInt16BE(value, at);
  return { ...model, key: data.subarray(4), data };
}
