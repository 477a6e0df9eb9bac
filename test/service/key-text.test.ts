// The text of API keys. The checksums were computed with another CRC-32: keys that are in use stay well-formed.
import { describe, expect, test } from 'vitest';
import { checkKey, generateKey, hashKey, keyId } from '../../service/keys/key.ts';

const TEST_KEY = `pets_test_${'A'.repeat(30)}3Nft1d`;
const LIVE_KEY = 'pets_live_0123456789abcdefghijABCDEFGHIJ3C1tYy';

describe('checkKey', () => {
  test.each([TEST_KEY, LIVE_KEY])('%s is well-formed', (key) => {
    expect(checkKey(key)).toBe('well-formed');
  });

  test('another character, wherever it is, is a mistyped key', () => {
    for (let at = 'pets_test_'.length; at < TEST_KEY.length; at++) {
      const other = TEST_KEY[at] === 'A' ? 'B' : 'A';
      expect(checkKey(`${TEST_KEY.slice(0, at)}${other}${TEST_KEY.slice(at + 1)}`)).toBe('mistyped');
    }
  });

  test("another stack's prefix is part of the checksum", () => {
    expect(checkKey(TEST_KEY.replace('_test_', '_live_'))).toBe('mistyped');
  });

  test.each([
    ['too short', TEST_KEY.slice(0, -1)],
    ['too long', `${TEST_KEY}d`],
    ['another prefix', TEST_KEY.replace('_test_', '_prod_')],
    ['a blank in front', ` ${TEST_KEY}`],
    ['a line break at the end', `${TEST_KEY}\n`],
    ['a character outside base62', TEST_KEY.replace('A', '-')],
  ])('%s is malformed', (_name, key) => {
    expect(checkKey(key)).toBe('malformed');
  });
});

test('generated keys are well-formed, differ, and use all 62 characters about as often', () => {
  const keys = Array.from({ length: 1_000 }, () => generateKey('pets_live_'));
  expect(new Set(keys).size).toBe(1_000);
  const counts = new Map<string, number>();
  for (const key of keys) {
    expect(checkKey(key)).toBe('well-formed');
    for (const letter of key.slice('pets_live_'.length, -6))
      counts.set(letter, (counts.get(letter) ?? 0) + 1);
  }
  // 30,000 characters, 484 of each on average with a standard deviation of 22.
  expect(counts.size).toBe(62);
  for (const count of counts.values()) expect(Math.abs(count - 484)).toBeLessThan(7 * 22);
});

test('its hash is SHA-256 in hex, and its id the first 12 digits (FIPS 180-4, "abc")', () => {
  expect(hashKey('abc')).toBe('ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad');
  expect(keyId(hashKey('abc'))).toBe('ba7816bf8f01');
});
