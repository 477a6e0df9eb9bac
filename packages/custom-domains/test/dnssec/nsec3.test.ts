// Denial over the zone of RFC 5155, appendix A, for the questions of its appendix B; and with records that do not count.
import { describe, expect, test } from 'vitest';
import { wildcardAt } from '../../src/dnssec/name.ts';
import { Nsec3Zone } from '../../src/dnssec/nsec3.ts';
import type { Nsec3 } from '../../src/dnssec/records.ts';
import { typeNumber } from '../../src/dnssec/types.ts';

const BASE32HEX = '0123456789abcdefghijklmnopqrstuv';

function octets(text: string): Buffer {
  const bits = [...text].map((letter) => BASE32HEX.indexOf(letter).toString(2).padStart(5, '0')).join('');
  return Buffer.from((bits.match(/.{8}/g) ?? []).map((octet) => Number.parseInt(octet, 2)));
}

/** In the order of the hashes, so that each record leads to the next and the last to the first. */
const ZONE = [
  ['0p9mhaveqvm6t7vbl5lop2u3t2rp3tom', 'NS SOA MX RRSIG DNSKEY NSEC3PARAM'],
  ['2t7b4g4vsa5smi47k61mv5bv1a22bojr', 'A RRSIG'],
  ['2vptu5timamqttgl4luu9kg21e0aor3s', 'MX RRSIG'],
  ['35mthgpgcu1qg68fab165klnsnk3dpvl', 'NS DS RRSIG'],
  ['b4um86eghhds6nea196smvmlo4ors995', 'MX RRSIG'],
  ['gjeqe526plbf1g8mklp59enfd789njgi', 'A TYPE13 AAAA RRSIG'],
  ['ji6neoaepv8b5o6k4ev33abha8ht9fgc', ''],
  ['k8udemvp1j2f7eg6jebps17vp3n8i58h', ''],
  ['kohar7mbb8dc2ce8a9qvl8hon4k53uhi', 'A RRSIG'],
  ['q04jkcevqvmu85r014c7dkba38o0ji5r', 'A RRSIG'],
  ['r53bq7cc2uvmubfu5ocmm6pers9tk9en', 'MX RRSIG'],
  ['t644ebqk9bibcna874givr6joj62mlhv', 'A TYPE13 AAAA RRSIG'],
] as const;

function records(flags: number): Nsec3[] {
  return ZONE.map(([hash, types], index) => ({
    hash: octets(hash),
    next: octets(ZONE[(index + 1) % ZONE.length]?.[0] ?? ''),
    ...{ zone: 'example', algorithm: 1, flags, iterations: 12, salt: Buffer.from('aabbccdd', 'hex') },
    types: new Set(types === '' ? [] : types.split(' ').map(typeNumber)),
  }));
}

const at = (hash: string, list: readonly Nsec3[]) =>
  list.find((one) => one.hash.equals(octets(hash))) as Nsec3;

describe('without opt-out', () => {
  const zone = new Nsec3Zone('example', records(0));
  test.each([
    ['B.1, a name error', 'a.c.x.w.example', 'A', true, { kind: 'no-such-name' }],
    ['B.2.1, an empty non-terminal', 'y.w.example', 'A', false, { kind: 'no-data', delegation: false }],
    ['B.6, no DS at the apex, as the child has it', 'example', 'DS', false, { kind: 'unproven' }],
  ] as const)('%s', (_name, name, type, mayBeAbsent, denial) => {
    expect(zone.deny(name, typeNumber(type), mayBeAbsent)).toEqual(denial);
  });

  test('B.4, a wildcard expansion; not of a name that exists', () => {
    const wildcard = wildcardAt('w.example');
    expect(zone.expands('a.z.w.example', wildcard)).toEqual({ kind: 'no-such-name' });
    expect(zone.expands('x.w.example', wildcard)).toEqual({ kind: 'unproven' });
  });
});

describe('a record that does not count (RFC 5155 8.1, 8.2)', () => {
  const own = '2t7b4g4vsa5smi47k61mv5bv1a22bojr';
  const good = records(0);
  const without = good.filter((one) => !one.hash.equals(octets(own)));
  test.each<[string, Partial<Nsec3>]>([
    ['an unknown hash', { algorithm: 2 }],
    ['an unknown flag', { flags: 2 }],
    ['an unknown flag beside opt-out', { flags: 3 }],
    ['another zone', { zone: 'example.org' }],
    ['other iterations', { iterations: 11 }],
    ['another salt', { salt: Buffer.from('aabbccde', 'hex') }],
  ])('%s', (_name, change) => {
    const deny = (list: readonly Nsec3[]) =>
      new Nsec3Zone('example', list).deny('ns1.example', typeNumber('MX'), false).kind;
    expect(deny([...without, at(own, good)])).toBe('no-data');
    expect(deny([...without, { ...at(own, good), ...change }])).toBe('unproven');
  });
});

test('more than 150 iterations: insecure, without a hash (RFC 9276 3.2)', () => {
  const at = (iterations: number) =>
    new Nsec3Zone(
      'example',
      records(0).map((one) => ({ ...one, iterations })),
    );
  const deny = (iterations: number) => at(iterations).deny('ns1.example', typeNumber('MX'), false).kind;
  expect([deny(150), deny(151)]).toEqual(['unproven', 'insecure']);
  expect(at(151).expands('a.z.w.example', wildcardAt('w.example')).kind).toBe('insecure');
});
