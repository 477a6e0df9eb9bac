// The addresses to which nothing is sent: each special-purpose block by its edges, in every form that means the same.
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { whyNotGlobal } from '../../../src/preflight/reader/global-address.ts';
import { addressPolicyFor } from '../../../src/preflight/reader/server.ts';

/** Each block of IPv4 that is not global: its first and its last address, and a word of the reason. */
const BLOCKS = [
  ['0.0.0.0', '0.255.255.255', 'This network'],
  ['10.0.0.0', '10.255.255.255', 'Private-Use'],
  ['100.64.0.0', '100.127.255.255', 'Shared'],
  ['127.0.0.0', '127.255.255.255', 'Loopback'],
  ['168.63.129.16', '168.63.129.16', 'Azure'],
  ['169.254.0.0', '169.254.255.255', 'Link Local'],
  ['172.16.0.0', '172.31.255.255', 'Private-Use'],
  ['192.0.0.0', '192.0.0.255', 'IETF'],
  ['192.0.2.0', '192.0.2.255', 'Documentation'],
  ['192.88.99.0', '192.88.99.255', '6to4'],
  ['192.168.0.0', '192.168.255.255', 'Private-Use'],
  ['198.18.0.0', '198.19.255.255', 'Benchmarking'],
  ['198.51.100.0', '198.51.100.255', 'Documentation'],
  ['203.0.113.0', '203.0.113.255', 'Documentation'],
  ['224.0.0.0', '239.255.255.255', 'Multicast'],
  ['240.0.0.0', '255.255.255.254', 'Reserved'],
  ['255.255.255.255', '255.255.255.255', 'Broadcast'],
] as const;

const toNumber = (address: string) => address.split('.').reduce((sum, part) => sum * 256 + Number(part), 0);
const toText = (value: number) =>
  [24, 16, 8, 0].map((shift) => Math.floor(value / 2 ** shift) % 256).join('.');
const isSpecial = (value: number) =>
  BLOCKS.some(([first, last]) => value >= toNumber(first) && value <= toNumber(last));

/** Forms of IPv6 in which the address stands: IPv4-mapped, IPv4-compatible, NAT64, 6to4. */
function embedded(value: number): string[] {
  const high = Math.floor(value / 65_536).toString(16);
  const low = (value % 65_536).toString(16);
  const dotted = toText(value);
  return [
    ...[`::ffff:${dotted}`, `::FFFF:${high}:${low}`, `0:0:0:0:0:ffff:${high}:${low}`, `::${dotted}`],
    ...[`64:ff9b::${dotted}`, `64:ff9b::${high}:${low}`, `0064:FF9B:0:0:0:0:${high}:${low}`],
    ...[`64:ff9b:1::${dotted}`, `2002:${high}:${low}::1`, `2002:${high}:${low}:1:2:3:4:5`],
  ];
}

describe('IPv4', () => {
  test.each(BLOCKS)(
    '%s to %s is refused as %s, with its edges, and not what is beside it',
    (first, last, name) => {
      for (const address of [first, last]) expect(whyNotGlobal(address)).toContain(name);
      const beside = [toNumber(first) - 1, toNumber(last) + 1].filter(
        (value) => value >= 0 && value < 2 ** 32,
      );
      for (const value of beside) expect(whyNotGlobal(toText(value)) !== undefined).toBe(isSpecial(value));
    },
  );
});

describe('IPv6', () => {
  test.each([
    ['::', '2000::/3'],
    ['::1', '2000::/3'],
    ['fc00::1', '2000::/3'],
    ['fe80::1', '2000::/3'],
    ['fe80::1%eth0', 'one link'],
    ['ff02::1', '2000::/3'],
    ['1fff:ffff::', '2000::/3'],
    ['4000::', '2000::/3'],
    ['2001:1ff:ffff::', 'IETF'],
    ['2001:db8:ffff:ffff:ffff:ffff:ffff:ffff', 'Documentation'],
    ['3fff:fff:ffff::', 'Documentation'],
    ['2002:808:808::1', '6to4'],
    ['64:ff9b::7f00:1', 'NAT64 of Loopback'],
    ['64:ff9b:1::808:808', '2000::/3'],
  ])('%s is refused: %s', (address, name) => expect(whyNotGlobal(address)).toContain(name));

  test.each([
    '2000::',
    '2001:200::',
    '2001:db7:ffff::',
    '2001:db9::',
    '2606:4700:4700::1111',
    '3fff:1000::',
    '64:ff9b::8.8.8.8',
  ])('%s is global', (address) => expect(whyNotGlobal(address)).toBeUndefined());

  test('no form that embeds an IPv4 address leads to one that is refused itself', () => {
    const value = fc
      .constantFrom(...BLOCKS)
      .chain(([first, last]) => fc.integer({ min: toNumber(first), max: toNumber(last) }));
    fc.assert(
      fc.property(value, (one) => embedded(one).every((address) => whyNotGlobal(address) !== undefined)),
    );
  });
});

test.each(['', 'localhost', '127.1', '0x7f.0.0.1', '2130706433', '0177.0.0.1', '127.0.0.1 ', '[::1]'])(
  '%j is no address, and nothing is sent to it',
  (text) => expect(whyNotGlobal(text)).toBe('it is not an IP address'),
);

test.each([
  ["the system's", undefined, 'global'],
  ['on the loopback', '127.0.0.1', 'any'],
  ['on another loopback address', '127.0.0.53', 'any'],
  ['on ::1', '::1', 'any'],
  ['public', '1.1.1.1', 'global'],
  ['private', '10.0.0.2', 'global'],
  ['private, IPv6', 'fd00::2', 'global'],
] as const)('a resolver that is %s (%s): %s addresses', (_, address, policy) => {
  expect(addressPolicyFor(address && { address, port: 53 })).toBe(policy);
});
