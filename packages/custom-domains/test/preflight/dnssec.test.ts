// Hosts in signed zones: what does not validate blocks with its cause and fix, whatever resolver is queried.
import { describe, expect, test } from 'vitest';
import { exitStatus } from '../../src/preflight/verdict.ts';
import { createKey } from '../dnssec/keys.ts';
import { dsOf, type Signing } from '../dnssec/zone-signer.ts';
import type { Misbehaviour } from './dns-server.ts';
import type { Internet, TestZone } from './internet.ts';
import { externalHost } from './plans.ts';
import { both, type Case, host, run, verify, zone } from './scenario.ts';

const DAY = 24 * 3600;
const tops = { on: ['127.0.0.9'], signed: {} };

/** petstore.test, signed like that, below a root and a top-level domain that are signed too. */
function signed(signing: Signing | undefined, more: Partial<TestZone> = {}, others: Internet = {}): Internet {
  return { '': tops, test: tops, [zone]: { on: both, signed: signing, ...more }, ...others };
}

const key = createKey(13);
const former = createKey(13);
const dsText = (one: typeof key) => {
  const { keyTag, algorithm, digestType, digest } = dsOf(zone, one);
  return `${keyTag} ${algorithm} ${digestType} ${digest.toString('hex')}`;
};
const expired: Signing = { inception: -30 * DAY, expiration: -3 * DAY };
const records = [`api.${zone} CNAME d-1.execute-api.aws.test`];
const routed = { expected: { target: 'd-1.execute-api.aws.test' }, finds: ['info already-configured'] };
const dropped =
  (type: string): Misbehaviour =>
  (query) =>
    query.dnssecOk && query.type === type && query.name === zone ? [] : undefined;

describe('a host in a signed zone', () => {
  verify([
    { name: 'a new host', validates: true, more: signed({}), finds: [] },
    {
      name: 'NSEC3 with opt-out',
      validates: true,
      more: signed({ nsec3: { iterations: 0, optOut: true } }),
      finds: [],
    },
    { name: 'a host that exists', validates: true, more: signed({}, { records }), ...routed },
    { name: 'an unsigned zone below signed ones', validates: true, more: signed(undefined), finds: [] },
    {
      name: 'behind a resolver that validates, the cause is found all the same',
      validates: true,
      more: signed(expired, { bogus: true }),
      finds: ['blocked dnssec-bogus'],
      remains: true,
    },
    {
      name: 'DS records of a former key: the one that is wanted',
      validates: true,
      more: signed({ keys: [key], ds: [former] }),
      finds: ['blocked dnssec-bogus'],
      changes: [`remove ${zone} DS ${dsText(former)}`, `add ${zone} DS ${dsText(key)}`],
      remains: true,
    },
    {
      name: 'DS records of a zone that is no longer signed: they are removed',
      validates: true,
      more: signed({
        keys: [key],
        tamper: (all) => all.filter(({ type }) => !['DNSKEY', 'RRSIG', 'NSEC'].includes(type)),
      }),
      finds: ['blocked dnssec-bogus'],
      changes: [`remove ${zone} DS ${dsText(key)}`],
      remains: true,
    },
    {
      name: 'CAA whose absence is not proven',
      validates: true,
      more: signed({
        tamper: (all, { type }) => (type === 'CAA' ? all.filter((one) => one.type !== 'NSEC') : all),
      }),
      finds: ['blocked dnssec-bogus'],
      remains: true,
    },
    {
      name: 'an external host whose present target is bogus',
      validates: true,
      host: externalHost(`api.${zone}`),
      more: signed(
        {},
        { records: [`api.${zone} CNAME www.old.test`] },
        { 'old.test': { on: both, signed: expired, records: ['www.old.test A 192.0.2.1'] } },
      ),
      finds: ['blocked dnssec-bogus', 'warning cname-elsewhere'],
      remains: true,
    },
    {
      name: 'a validation record that leads to a bogus zone',
      validates: true,
      more: signed(
        {},
        { records: [...records, `_a.api.${zone} CNAME _b.old.test`] },
        { 'old.test': { on: both, signed: expired, records: ['_b.old.test TXT x'] } },
      ),
      expected: {
        target: 'd-1.execute-api.aws.test',
        validation: { name: `_a.api.${zone}`, type: 'CNAME', value: '_b.old.test' },
      },
      finds: ['blocked dnssec-bogus', 'info already-configured'],
      remains: true,
    },
    {
      name: 'signatures of two days, from a server that signs each response',
      validates: true,
      more: signed({ inception: -DAY, expiration: DAY }),
      finds: [],
    },
    {
      name: 'a response that is truncated is queried for again over TCP',
      validates: true,
      more: signed({}),
      misbehave: ({ dnssecOk, transport }, reply) =>
        dnssecOk && transport === 'udp' ? [truncated(reply)] : undefined,
      finds: [],
    },
  ]);
});

describe('what could not be validated is not taken for valid', () => {
  const unread = (name: string, more: Internet, misbehave?: Misbehaviour): Case => ({
    name,
    validates: true,
    more,
    misbehave,
    finds: ['warning dnssec-unreadable'],
  });
  test.each([
    unread('no response about the keys', signed({}), dropped('DNSKEY')),
    unread('no response about the delegation', signed({}), dropped('DS')),
    unread('a resolver that returns no signatures', {}),
    unread('another root than the one that is trusted', { '': tops, test: tops }, (query, reply) =>
      query.dnssecOk && query.type === 'DNSKEY' && query.name === '' ? [otherKey(reply)] : undefined,
    ),
  ])('$name: exit status 3', async (one) => {
    const findings = await run(one);
    expect(findings.map(({ severity, code }) => `${severity} ${code}`)).toEqual(one.finds);
    expect(exitStatus(findings)).toBe(3);
  });

  test('without a trust anchor nothing is validated, and nothing is queried for it', async () => {
    const seen: boolean[] = [];
    const misbehave: Misbehaviour = ({ dnssecOk }) => {
      seen.push(dnssecOk);
      return undefined;
    };
    expect(await run({ name: '', more: signed(expired), misbehave, finds: [], host })).toEqual([]);
    expect(new Set(seen)).toEqual(new Set([false]));
  });
});

function truncated(reply: Buffer): Buffer {
  const bytes = Buffer.from(reply.subarray(0, reply.indexOf(0, 12) + 5));
  bytes.writeUInt8(bytes.readUInt8(2) | 0x02, 2);
  return bytes.fill(0, 6, 12);
}

/** The same response with another octet in the first key. */
function otherKey(reply: Buffer): Buffer {
  const bytes = Buffer.from(reply);
  bytes.writeUInt8(bytes.readUInt8(60) ^ 1, 60);
  return bytes;
}
