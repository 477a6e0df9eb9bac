// What BIND signed is verified record by record, and its NSEC and NSEC3 records prove what is not in the zone; and NSEC3 records that
// do not count (RFC 5155 8.1, 8.2), or have too many iterations.
import { describe, expect, test } from 'vitest';
import { hostBudget, responseBudget } from '../../src/dnssec/budget.ts';
import { nsec3Zone } from '../../src/dnssec/denial.ts';
import { typeNumber, typeText } from '../../src/dnssec/name.ts';
import type { Nsec3 } from '../../src/dnssec/records.ts';
import { checkSignature } from '../../src/dnssec/signature.ts';
import { recordedZone, ZONE } from './recorded.ts';

const zones = ['nsec', 'nsec3', 'optout', 'ed448', 'p384', 'rsa512'] as const;
const UNSIGNED = ['A ns.child.lab.test', 'NS child.lab.test', 'NS signedchild.lab.test'];

describe.each(zones)('%s', (name) => {
  const recorded = recordedZone(name);
  const { sets } = recorded;

  test('every RRset but delegations and glue is signed', async () => {
    const checks = await Promise.all(
      sets.map(async (set) => {
        const check = await checkSignature(set, recorded.zone);
        return [`${typeText(set.type)} ${set.name}`, check.kind];
      }),
    );
    expect(checks.length).toBeGreaterThan(25);
    const unsigned = checks.flatMap(([set, kind]) => (kind === 'signed' ? [] : [set]));
    expect(unsigned.sort()).toEqual(UNSIGNED);
  });

  test('with one octet of its data changed no RRset is', async () => {
    for (const set of sets.filter(({ signatures }) => signatures.length > 0)) {
      const [first, ...others] = set.data.map((data) => Buffer.from(data)) as [Buffer, ...Buffer[]];
      first.writeUInt8(first.readUInt8(first.length - 1) ^ 1, first.length - 1);
      const changed = { ...set, data: [first, ...others], budgets: responseBudget(hostBudget()) };
      const check = await checkSignature(changed, recorded.zone);
      expect(check).toMatchObject({ fault: { cause: 'signature-invalid' } });
    }
  });

  const optedOut = name === 'optout' ? 'insecure' : undefined;

  test.each([
    ['nothing.lab.test', 'A', 'no-such-name'],
    ['a.b.c.nothing.lab.test', 'CAA', 'no-such-name'],
    ['below.mail.lab.test', 'A', 'no-such-name'],
    ['zzz.lab.test', 'A', 'no-such-name'],
    ['deep.lab.test', 'A', 'no-data'],
    ['ent.deep.lab.test', 'CAA', 'no-data'],
    ['mail.lab.test', 'CAA', 'no-data'],
    ['lab.test', 'DS', 'unproven'],
    ['any.wild.lab.test', 'CAA', 'no-data'],
    ['mail.lab.test', 'A', 'unproven'],
    ['www.lab.test', 'CAA', 'unproven'],
    ['any.wild.lab.test', 'A', 'unproven'],
    ['x.old.lab.test', 'A', 'unproven'],
    ['www.child.lab.test', 'A', 'unproven'],
    ['www.signedchild.lab.test', 'A', 'unproven'],
    ['signedchild.lab.test', 'DS', 'unproven'],
    ['other.test', 'A', 'unproven'],
  ])('%s %s: %s', (at, type, expected) => {
    // An unsigned delegation is in a span with opt-out as well.
    const isSpan = expected === 'no-such-name' || /^(any|www\.child)\./.test(at);
    expect(recorded.deny(at, type, true).kind).toBe(isSpan ? (optedOut ?? expected) : expected);
  });

  test('a delegation without DS is proven', () => {
    const denial = recorded.deny('child.lab.test', 'DS', false);
    expect(denial).toMatchObject(optedOut ? { kind: 'insecure' } : { kind: 'no-data', delegation: true });
  });

  test('NOERROR does not stand for a name that does not exist', () => {
    expect(recorded.deny('nothing.lab.test', 'A', false).kind).toBe(optedOut ?? 'unproven');
  });

  test('a wildcard stands for a name that does not exist, and for no other', () => {
    expect(recorded.isExpanded('any.wild.lab.test', '*.wild.lab.test')).toBe(optedOut === undefined);
    expect(recorded.isExpanded('mail.lab.test', '*.lab.test')).toBe(false);
    expect(recorded.isExpanded('any.wild.lab.test', '*.lab.test')).toBe(false);
  });
});

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
