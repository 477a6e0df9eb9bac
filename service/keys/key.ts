// API keys as text: `pets_test_`, 30 base62 characters, a checksum of 6. Only their SHA-256 is ever stored.
import { hash, randomInt } from 'node:crypto';
import { crc32 } from '../crc32.ts';
import type { KeyPrefix } from '../tables.ts';

const BASE62 = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz';
const SECRET_LENGTH = 30;
const CHECKSUM_LENGTH = 6;
const KEY = /^(pets_live_|pets_test_)[0-9A-Za-z]{36}$/;

/** CRC-32 of everything before it, prefix included, in base62 with leading zeros. */
function checksum(text: string): string {
  let rest = crc32(Buffer.from(text));
  let digits = '';
  for (let place = 0; place < CHECKSUM_LENGTH; place += 1) {
    digits = BASE62.charAt(rest % 62) + digits;
    rest = Math.floor(rest / 62);
  }
  return digits;
}

/** A new key with about 178 secret bits. */
export function generateKey(prefix: KeyPrefix): string {
  const secret = Array.from({ length: SECRET_LENGTH }, () => BASE62.charAt(randomInt(BASE62.length)));
  const text = prefix + secret.join('');
  return text + checksum(text);
}

/** Checks the form of a key without reading the store: `mistyped` where its checksum is wrong. */
export function checkKey(key: string): 'well-formed' | 'malformed' | 'mistyped' {
  if (!KEY.test(key)) return 'malformed';
  return key.endsWith(checksum(key.slice(0, -CHECKSUM_LENGTH))) ? 'well-formed' : 'mistyped';
}

/** The SHA-256 in hex, which is stored. A key has too many secret bits to be guessed, so it needs no salt or slow hash. */
export function hashKey(key: string): string {
  return hash('sha256', key);
}

/** The first digits of the hash, which identify a key in logs, lists and commands. */
export function keyId(hash: string): string {
  return hash.slice(0, 12);
}
