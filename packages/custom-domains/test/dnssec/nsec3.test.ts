// NSEC3 records that do not count (RFC 5155 8.1, 8.2), and those with too many iterations, of a zone that BIND signed.
import { expect, test } from 'vitest';
import { nsec3Zone } from '../../src/dnssec/denial.ts';
import { typeNumber } from '../../src/dnssec/name.ts';
import type { Nsec3 } from '../../src/dnssec/records.ts';
import { recordedZone, ZONE } from './recorded.ts';

const { nsec3: good } = recordedZone('nsec3');
const deny = (records: readonly Nsec3[]) =>
  nsec3Zone(ZONE, records).deny(`mail.${ZONE}`, typeNumber('CAA'), false).kind;
const without = (own: Nsec3) => good.filter((one) => one !== own);
/** The record of the name itself, without which nothing is proven. */
const own = good.find((one) => deny(without(one)) === 'unproven') as Nsec3;

test.each<[string, Partial<Nsec3>]>([
  ['an unknown hash', { algorithm: 2 }],
  ['an unknown flag', { flags: 2 }],
  ['an unknown flag beside opt-out', { flags: 3 }],
  ['another zone', { zone: 'example.org' }],
  ['other iterations', { iterations: own.iterations + 1 }],
  ['another salt', { salt: Buffer.from('aabbccde', 'hex') }],
])('a record with %s does not count', (_name, change) => {
  expect(deny([...without(own), own])).toBe('no-data');
  expect(deny([...without(own), { ...own, ...change }])).toBe('unproven');
});

test('more than 150 iterations: insecure, without a hash (RFC 9276 3.2)', () => {
  const at = (iterations: number) => good.map((one) => ({ ...one, iterations }));
  expect([deny(at(150)), deny(at(151))]).toEqual(['unproven', 'insecure']);
  const expanded = nsec3Zone(ZONE, at(151)).expands(`any.wild.${ZONE}`, `*.wild.${ZONE}`);
  expect(expanded.kind).toBe('insecure');
});
