// Hosts in signed zones: what does not validate blocks with its cause and fix, whatever resolver is queried.
import { createKey, ENTRY, ZONE } from '../../dnssec/keys.ts';
import { broken, unsigned, without } from '../../dnssec/lab.ts';
import { dsOf, type Signing } from '../../dnssec/zone-signer.ts';
import type { Misbehaviour } from '../dns-server.ts';
import type { Internet, TestZone } from '../internet.ts';
import { externalHost } from '../plans.ts';
import {
  both,
  type Case,
  finds,
  responds,
  SERVFAIL,
  silent,
  type Table,
  target,
  when,
  zone,
} from '../scenario.ts';

const DAY = 24 * 3600;
const tops = { on: ['127.0.0.9'], signed: {} };
const key = createKey(13);
const other = createKey(13);
const rsaKey = createKey(8);

/** petstore.test, signed like that, below a root and a top-level domain that are signed too. */
const signed = (signing: Signing | undefined, more: Partial<TestZone> = {}, others: Internet = {}) => ({
  validates: true as const,
  more: { '': tops, test: tops, [zone]: { on: both, signed: signing, ...more }, ...others },
});
const secure = (signing: Signing): Case => finds('', [], signed(signing));
const bogus = (signing: Signing, more: Partial<Case> = {}): Case =>
  finds('blocked dnssec-bogus', [], { ...signed(signing), remains: true, ...more });
const unread = (more: Partial<Case>): Case =>
  finds('warning dnssec-unreadable', [], { validates: true, ...more });

const dsText = (one: typeof key) => {
  const { keyTag, algorithm, digestType, digest } = dsOf(zone, one);
  return `${keyTag} ${algorithm} ${digestType} ${digest.toString('hex')}`;
};
const expired: Signing = { inception: -30 * DAY, expiration: -3 * DAY };
const bogusZone = (record: string) => ({ 'old.test': { on: both, signed: expired, records: [record] } });
const ROUTED = `api.${zone} CNAME ${target}`;

const dnssecOk =
  (change: (reply: Buffer) => readonly Buffer[], name: string, type: string): Misbehaviour =>
  (query, reply) =>
    query.dnssecOk && query.name === name && query.type === type ? change(reply) : undefined;

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

export const DNSSEC: Readonly<Record<string, Table>> = {
  'in a signed zone': {
    'a new host': secure({}),
    'a host that exists': finds('info already-configured', [], {
      ...signed({}, { records: [ROUTED] }),
      expected: { target },
    }),
    'an unsigned zone below signed ones': finds('', [], signed(undefined)),
    'behind a resolver that validates, the cause is found all the same': bogus(
      expired,
      signed(expired, { bogus: true }),
    ),
    'DS records of a former key: the one that is wanted': bogus(
      { keys: [key], ds: [other] },
      { changes: [`remove @ DS ${dsText(other)}`, `add @ DS ${dsText(key)}`] },
    ),
    'DS records of a former key, and no key signs': bogus(
      { keys: [key], ds: [other], tamper: broken('DNSKEY') },
      { changes: [`remove @ DS ${dsText(other)}`] },
    ),
    'DS records of a zone that is no longer signed: they are removed': bogus(
      { keys: [key], tamper: without('DNSKEY', 'RRSIG', 'NSEC') },
      { changes: [`remove @ DS ${dsText(key)}`] },
    ),
    'CAA whose absence is not proven': bogus({
      tamper: (all, { type }) => (type === 'CAA' ? all.filter((one) => one.type !== 'NSEC') : all),
    }),
    'an external host whose present target is bogus': finds(
      'blocked dnssec-bogus, warning cname-elsewhere',
      [],
      {
        ...signed({}, { records: [`api.${zone} CNAME www.old.test`] }, bogusZone('www.old.test A 192.0.2.1')),
        host: externalHost(`api.${zone}`),
        remains: true,
      },
    ),
    'a validation record that leads to a bogus zone': finds(
      'blocked dnssec-bogus, info already-configured',
      [],
      {
        ...signed(
          {},
          { records: [ROUTED, `_a.api.${zone} CNAME _b.old.test`] },
          bogusZone('_b.old.test TXT x'),
        ),
        expected: { target, validation: { name: `_a.api.${zone}`, type: 'CNAME', value: '_b.old.test' } },
        remains: true,
      },
    ),
    'signatures of two days, from a server that signs each response': secure({
      inception: -DAY,
      expiration: DAY,
    }),
    'a response that is truncated is queried for again over TCP': finds('', [], {
      ...signed({}),
      misbehave: (query, reply) =>
        query.dnssecOk && query.transport === 'udp' ? [truncated(reply)] : undefined,
    }),
  },
  'what could not be validated is not taken for valid': {
    'no response about the keys': unread({ ...signed({}), misbehave: dnssecOk(silent, zone, 'DNSKEY') }),
    'no response about the delegation': unread({ ...signed({}), misbehave: dnssecOk(silent, zone, 'DS') }),
    'a resolver that returns no signatures': unread({}),
    'another root than the one that is trusted': unread({
      more: { '': tops, test: tops },
      misbehave: dnssecOk((reply) => [otherKey(reply)], '', 'DNSKEY'),
    }),
  },
  "SSLMate's caatestsuite: rejected, whatever resolver is queried": {
    expired: bogus(expired),
    missing: bogus({ tamper: without('RRSIG', 'NSEC') }),
    blackhole: finds('blocked dns-unreadable', [], {
      ...signed({}),
      misbehave: when({ to: both }, silent),
      remains: true,
    }),
    servfail: finds('blocked dns-unreadable', [], {
      ...signed({}),
      misbehave: when({ within: zone }, responds(SERVFAIL)),
      remains: true,
    }),
  },
  // Identifiers and message tags of Zonemaster's test cases, each as a zone of our own.
  "Zonemaster's DNSSEC": {
    'DNSSEC01 DS_ALGO_DEPRECATED: SHA-1, which validators still take': secure({ digestTypes: [1] }),
    'DNSSEC01 DS_ALGO_RESERVED: insecure': secure({ changeDs: (ds) => ({ ...ds, digestType: 128 }) }),
    'DNSSEC02 DNSKEY_NOT_SEP: RFC 4034 2.1.1, the flag is not for validation': secure({
      keys: [createKey(13, ZONE)],
    }),
    'DNSSEC02 DNSKEY_NOT_FOR_ZONE_SIGNING': bogus({ keys: [createKey(13, ENTRY & ~ZONE)] }),
    'DNSSEC02 NO_DNSKEY_FOR_DS': bogus({ keys: [key], ds: [other] }),
    'DNSSEC02 NO_MATCH_DS_DNSKEY': bogus({ changeDs: (ds) => ({ ...ds, digest: Buffer.alloc(32) }) }),
    'DNSSEC03 ILLEGAL_ITERATION_VALUE: RFC 9276 3.2, insecure': secure({ nsec3: { iterations: 151 } }),
    'DNSSEC03 NSEC3_OPT_OUT_ENABLED_NON_TLD': secure({ nsec3: { iterations: 0, optOut: true } }),
    'DNSSEC04 REMAINING_SHORT': finds(
      'warning dnssec-expiring',
      [],
      signed({ inception: -29 * DAY, expiration: DAY }),
    ),
    'DNSSEC04 DURATION_LONG': secure({ inception: -DAY, expiration: 999 * DAY }),
    'DNSSEC05 ALGO_DEPRECATED: 5, which validators still take': secure({ algorithm: 5 }),
    'DNSSEC05 ALGO_UNASSIGNED: insecure': secure({ algorithm: 122 }),
    'DNSSEC06 EXTRA_PROCESSING_BROKEN': bogus({ tamper: without('RRSIG') }),
    'DNSSEC07 NO_DS_FOR_SIGNED_ZONE: insecure': secure({ ds: [] }),
    'DNSSEC07, DNSSEC11 DS_BUT_UNSIGNED_ZONE': bogus({ tamper: without('DNSKEY', 'RRSIG', 'NSEC') }),
    'DNSSEC08 MISSING_RRSIG_IN_RESPONSE': bogus({ tamper: unsigned('DNSKEY') }),
    'DNSSEC08 RRSIG_NOT_VALID_BY_DNSKEY': bogus({ tamper: broken('DNSKEY') }),
    'DNSSEC08 DNSKEY_RRSIG_EXPIRED': bogus({ inception: -9 * DAY, expiration: -DAY }),
    'DNSSEC08 DNSKEY_RRSIG_NOT_YET_VALID': bogus({ inception: DAY }),
    'DNSSEC09 MISSING_RRSIG_IN_RESPONSE': bogus({ tamper: unsigned('SOA') }),
    'DNSSEC09 RRSIG_NOT_VALID_BY_DNSKEY': bogus({ tamper: broken('SOA') }),
    'DNSSEC09 NO_MATCHING_DNSKEY': bogus({ keys: [key], zoneKeys: [other] }),
    'DNSSEC10 EXPECTED_NSEC_NSEC3_MISSING': bogus({ tamper: without('NSEC') }),
    'DNSSEC10 NSEC_MISSING_SIGNATURE': bogus({ tamper: unsigned('NSEC') }),
    'DNSSEC10 NSEC_NO_VERIFIED_SIGNATURE': bogus({ tamper: broken('NSEC') }),
    'DNSSEC10 NSEC3_NO_VERIFIED_SIGNATURE': bogus({ nsec3: { iterations: 0 }, tamper: broken('NSEC3') }),
    'DNSSEC13 ALGO_NOT_SIGNED_SOA: RFC 6840 5.11, one path is enough': secure({
      keys: [rsaKey, key],
      zoneKeys: [rsaKey],
      ds: [rsaKey],
    }),
    'DNSSEC14 DNSKEY_SMALLER_THAN_REC: 1,024 bits': secure({ algorithm: 8 }),
  },
};
