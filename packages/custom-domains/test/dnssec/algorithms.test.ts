// Keys, signatures and digests of each algorithm, against Node's own key pairs and the examples of the RFCs.
import { describe, expect, test } from 'vitest';
import * as algorithms from '../../src/dnssec/algorithms.ts';
import { hostBudget, responseBudget } from '../../src/dnssec/budget.ts';
import type { Dnskey } from '../../src/dnssec/records.ts';
import { createKey, ENTRY, type ZoneKey } from './zone-signer.ts';

const { digestOf, isSupported } = algorithms;
const isSignedBy = (key: Dnskey, data: Buffer, signature: Buffer) =>
  algorithms.isSignedBy(key, data, signature, responseBudget(hostBudget()));
const DATA = Buffer.from('the data of a set of records');
const dnskey = ({ algorithm, tag, data }: ZoneKey, key: Buffer): Dnskey => ({
  ...{ flags: ENTRY, protocol: 3, algorithm, key, tag, data },
});

test.each([5, 7, 8, 10, 13, 14, 15, 16])(
  'algorithm %i: a signature is the key’s, of the data alone; octets that are not a key sign nothing',
  async (algorithm) => {
    const zone = createKey(algorithm);
    const signature = zone.sign(DATA);
    expect(await isSignedBy(dnskey(zone, zone.key), DATA, signature)).toBe(true);
    expect(await isSignedBy(dnskey(zone, zone.key), Buffer.concat([DATA, DATA]), signature)).toBe(false);
    const longer = Buffer.concat([zone.key, Buffer.alloc(1)]);
    const zeros = Buffer.alloc(zone.key.length);
    const others = [createKey(algorithm).key, Buffer.alloc(0), Buffer.from([1]), Buffer.from([1, 1]), zeros];
    for (const key of algorithm > 10 ? [...others, longer] : others)
      expect(await isSignedBy(dnskey(zone, key), DATA, signature)).toBe(false);
  },
);

test.each([13, 14])(
  'algorithm %i: r and s count whatever they begin with, and in no other encoding',
  async (algorithm) => {
    const zone = createKey(algorithm);
    const key = dnskey(zone, zone.key);
    const half = zone.key.length / 2;
    const signedWith = (isSuch: (r: number, s: number) => boolean) => {
      for (let count = 0; ; count++) {
        const [data, first] = [Buffer.from(String(count)), zone.sign(Buffer.from(String(count)))];
        if (isSuch(first[0] ?? 0, first[half] ?? 0)) return { data, signature: first };
      }
    };
    for (const isSuch of [(r: number) => r === 0, (r: number, s: number) => r > 127 && s > 127]) {
      const { data, signature } = signedWith(isSuch);
      expect(await isSignedBy(key, data, signature)).toBe(true);
    }
    const { data, signature } = signedWith((r, s) => r > 0 && r < 128 && s > 0 && s < 128);
    const [r, s] = [signature.subarray(0, half), signature.subarray(half)];
    const der = [Buffer.from([0x30, 2 * half + 4, 2, half]), r, Buffer.from([2, half]), s];
    for (const other of [der, [Buffer.alloc(1), r, Buffer.alloc(1), s], [r], []])
      expect(await isSignedBy(key, data, Buffer.concat(other))).toBe(false);
  },
);

describe('an RSA key (RFC 3110 2)', () => {
  const zone = createKey(8);
  const signature = zone.sign(DATA);
  const length = zone.key.readUInt8(0);
  const [head, modulus] = [zone.key.subarray(0, 1 + length), zone.key.subarray(1 + length)];
  const zeros = Buffer.alloc(512 - modulus.length);

  test.each([
    ['may have its length in two octets behind a zero', [Buffer.from([0, 0]), zone.key], true],
    ['without a modulus is not one', [head], false],
    ['may have 4,096 bits', [head, zeros, modulus], true],
    ['with more is not one', [head, zeros, Buffer.alloc(1), modulus], false],
  ])('%s', async (_, parts, isOne) => {
    expect(await isSignedBy(dnskey(zone, Buffer.concat(parts)), DATA, signature)).toBe(isOne);
  });

  test.each([
    ['010001', false],
    // 2^32 + 1, which is in use.
    ['0100000001', false],
    ['ffffffffffffffff', false],
    ['01ffffffffffffffff', true],
  ])('with the exponent 0x%s is too costly: %s', (hex, isCostly) => {
    const octets = Buffer.from(hex, 'hex');
    for (const head of [[octets.length], [0, 0, octets.length]]) {
      const key = Buffer.concat([Buffer.from(head), octets, Buffer.alloc(256, 0xff)]);
      expect(algorithms.isTooCostly(dnskey(zone, key))).toBe(isCostly);
    }
  });
});

test.each([
  [8, 2, true],
  [13, 4, true],
  [5, 1, true],
  [12, 2, false],
  [8, 3, false],
  [6, 2, false],
])('a DS of algorithm %i and digest type %i is supported: %s', (algorithm, digestType, supported) => {
  expect(isSupported({ keyTag: 1, algorithm, digestType, digest: Buffer.alloc(0) })).toBe(supported);
});

describe('a digest', () => {
  // RFC 4034 5.4, RFC 4509 2.3.
  const rsaKey =
    'AQOeiiR0GOMYkDshWoSKz9XzfwJr1AYtsmx3TGkJaNXVbfi/2pHm822aJ5iI9BMzNXxeYCmZDRD99WYwYqUSdjMmmAphXdvxegXd/M5+X7OrzKBaMbCVdFLUUh6DhweJBjEVv5f2wwjM9XzcnOf+EPbtG9DMBmADjFDc2w/rljwvFw==';
  // RFC 6605 6.2.
  const ecdsaKey =
    'xKYaNhWdGOfJ+nPrL8/arkwf2EY3MDJ+SErKivBVSum1w/egsXvSADtNJhyem5RCOpgQ6K8X1DRSEkrbYQ+OB+v8/uX45NBwY8rp65F6Glur8I/mlVNgF6W/qTI37m40';
  const DSKEY = '\x05dskey\x07example\x03com\0';

  test.each([
    [DSKEY, 256, 5, rsaKey, 1, '2bb183af5f22588179a53b0a98631fad1a292118'],
    [DSKEY, 256, 5, rsaKey, 2, 'd4b7d520e7bb5f0f67674a0cceb1e3e0614b93c4f9e99b8383f6a1e4469da50a'],
    [
      ...(['\x07example\x03net\0', 257, 14, ecdsaKey, 4] as const),
      '72d7b62976ce06438e9c0bf319013cf801f09ecc84b8d7e9495f27e305c6a9b0563a9b5f4d288405c3008a946df983d6',
    ],
    [DSKEY, 256, 5, rsaKey, 3, undefined],
  ])('%j %i %i %s, of type %i', (owner, flags, algorithm, base64, type, digest) => {
    const key = Buffer.from(base64, 'base64');
    const data = Buffer.concat([Buffer.from([flags >> 8, flags & 0xff, 3, algorithm]), key]);
    const known = { flags, protocol: 3, algorithm, key, tag: 0, data };
    expect(digestOf(Buffer.from(owner, 'latin1'), known, type)?.toString('hex')).toBe(digest);
  });
});
