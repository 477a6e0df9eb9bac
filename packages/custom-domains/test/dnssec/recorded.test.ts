// Zones that BIND signed, in the raw form of its zone files: an outside witness for canonical form, for denial and for dates. Each record is
// verified, and NSEC and NSEC3 records prove what is not in the zone; and NSEC3 records that do not count (RFC 5155 8.1, 8.2), or have too
// many iterations.
import { readFileSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import { hostBudget, responseBudget } from '../../src/dnssec/budget.ts';
import { type Denial, nsec3Zone, nsecZone } from '../../src/dnssec/denial.ts';
import { readMessage } from '../../src/dnssec/message.ts';
import { TYPE, typeNumber, typeText } from '../../src/dnssec/name.ts';
import {
  type Nsec3,
  type Rrset,
  type Rrsig,
  readDnskey,
  readNsec,
  readNsec3,
  toSigned,
} from '../../src/dnssec/records.ts';
import { checkSignature, type TrustedZone } from '../../src/dnssec/signature.ts';
import { type Passed, timeText, type Verdict, worst } from '../../src/dnssec/verdict.ts';

const ZONE = 'lab.test';
/** In the middle of the ten years for which these zones are signed. */
const THEN = Date.UTC(2030, 0, 1) / 1000;

/**
 * `recorded/lab.zone`, signed by dnssec-signzone 9.18.49 with `-O raw=0`, a key and an entry key of one algorithm:
 * nsec ECDSAP256SHA256; nsec3 RSASHA256, -3 abcd -H 5; optout ED25519, -3 - -A; ed448; p384; rsa512 RSASHA512.
 */
function recordedZone(file: string, now = THEN) {
  const raw = readFileSync(new URL(`recorded/${file}.raw`, import.meta.url));
  const sets = toSigned(readMessage(messageOf(raw))).answers;
  const of = (type: number) =>
    sets
      .filter((set) => set.type === type)
      .flatMap(({ name, data }) => data.map((one) => ({ name, data: one })));
  const keys = of(TYPE.DNSKEY).map(({ data }) => readDnskey(data));
  const nsec = of(TYPE.NSEC).map(({ name, data }) => readNsec(name, data));
  const nsec3 = of(TYPE.NSEC3).map(({ name, data }) => readNsec3(name, data));
  const denial = nsec.length > 0 ? nsecZone(ZONE, nsec) : nsec3Zone(ZONE, nsec3);
  const zone: TrustedZone = { status: 'secure', zone: ZONE, keys, now };
  /** With every NSEC or NSEC3 record of the zone as evidence. */
  const deny = (name: string, type: string, mayBeAbsent: boolean): Denial =>
    denial.deny(name, typeNumber(type), mayBeAbsent);
  const isExpanded = (name: string, wildcard: string) =>
    denial.expands(name, wildcard).kind === 'no-such-name';
  return { zone, sets, nsec3, deny, isExpanded };
}

/** BIND's lib/dns/master.c: a header of 12 octets; of each RRset its length, class, type, covered type, TTL and count. */
function messageOf(raw: Buffer): Buffer {
  const records: Buffer[] = [];
  for (let at = 12; at < raw.length; at += raw.readUInt32BE(at)) {
    const ownerEnd = at + 20 + raw.readUInt16BE(at + 18);
    const owner = raw.subarray(at + 20, ownerEnd);
    const recordClass = raw.subarray(at + 4, at + 6);
    const type = raw.subarray(at + 6, at + 8);
    const fixed = Buffer.concat([type, recordClass, raw.subarray(at + 10, at + 14)]);
    let data = ownerEnd;
    for (let left = raw.readUInt32BE(at + 14); left > 0; left--) {
      const end = data + 2 + raw.readUInt16BE(data);
      records.push(Buffer.concat([owner, fixed, raw.subarray(data, end)]));
      data = end;
    }
  }
  const header = Buffer.alloc(12);
  header.writeUInt16BE(records.length, 6);
  return Buffer.concat([header, ...records]);
}

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

// The dates of signatures (RFC 4035 5.3.1): the second in which each begins and ends, and its last week.
const WEEK = 7 * 24 * 3600;

const apex = ({ sets }: ReturnType<typeof recordedZone>) =>
  sets.find(({ name, type }) => name === 'lab.test' && type === TYPE.SOA) as Rrset;
const [{ inception, expiration, keyTag }] = apex(recordedZone('nsec')).signatures as [Rrsig];

const faulty = (cause: string, at: number) => {
  const detail = expect.stringContaining(`${timeText(at)} (key tag ${keyTag})`);
  return { kind: 'fault', fault: { cause, zone: 'lab.test', isOfClock: false, detail } };
};
const ENDING = { name: 'lab.test', type: 'SOA', keyTag, at: expiration };

test.each([
  ['the second before it begins', inception - 1, faulty('signature-not-yet-valid', inception)],
  ['its first second', inception, { kind: 'signed', ending: undefined }],
  ['a week before its end', expiration - WEEK, { kind: 'signed', ending: undefined }],
  ['the first second of its last week', expiration - WEEK + 1, { kind: 'signed', ending: ENDING }],
  ['its last second', expiration, { kind: 'signed', ending: ENDING }],
  ['the second after its end', expiration + 1, faulty('signature-expired', expiration)],
])('a signature in %s', async (_, now, expected) => {
  const recorded = recordedZone('nsec', now);
  expect(await checkSignature(apex(recorded), recorded.zone)).toMatchObject(expected);
});

describe('of two verdicts that are both needed', () => {
  const passed =
    (status: Passed['status']) =>
    (at?: number): Verdict => ({
      status,
      ...(at && { ending: { name: 'a.test', type: 'A', keyTag: 1, at } }),
    });
  const [secure, insecure] = [passed('secure'), passed('insecure')];
  const unknown: Verdict = { status: 'unknown', detail: 'd' };
  const fault = { cause: 'key-missing', zone: 'a.test', detail: 'd' } as const;
  const bogus: Verdict = { status: 'bogus', fault };

  test('the worse one', () => {
    const order = [secure(), insecure(), unknown, bogus];
    for (const [index, one] of order.entries())
      for (const other of order.slice(index))
        expect([worst(one, other), worst(other, one)]).toEqual([other, other]);
  });

  test('with the signature that ends first, of either', () => {
    expect(worst(secure(2), insecure(3))).toEqual(insecure(2));
    expect(worst(insecure(3), secure(2))).toEqual(insecure(2));
    expect(worst(secure(2), insecure())).toEqual(insecure(2));
    expect(worst(secure(2), unknown)).toEqual(unknown);
    expect(worst(bogus, secure(2))).toEqual(bogus);
  });
});
