// Zonemaster's test cases, each as a zone of our own: its identifier and message tag, and what follows for a certificate.
// What it only warns an operator of, and no authority or visitor meets, is no finding here; the reason stands beside it.
import type { SoaAnswer } from 'dns-packet';
import dnsPacket from 'dns-packet';
import { describe } from 'vitest';
import { createKey, ZONE } from '../dnssec/keys.ts';
import { broken, unsigned, without } from '../dnssec/lab.ts';
import type { Signing } from '../dnssec/zone-signer.ts';
import type { Misbehaviour } from './dns-server.ts';
import type { Internet, TestZone } from './internet.ts';
import { both, type Case, coded, rewritten, verify, withoutAuthority, zone } from './scenario.ts';

const RESOLVER = '127.0.0.1';
const SECOND = '127.0.0.12';
const SERVFAIL = 2;
const REFUSED = 5;

/** A resolver gets nothing from such a zone, and says SERVFAIL for it. */
const unserved =
  (change: (reply: Buffer) => Buffer[]): Misbehaviour =>
  ({ server, name }, reply) => {
    if (both.includes(server)) return change(reply);
    const isBelow = name === zone || name.endsWith(`.${zone}`);
    return server === RESOLVER && isBelow ? [coded(reply, SERVFAIL)] : undefined;
  };
const second =
  (change: (reply: Buffer) => Buffer[]): Misbehaviour =>
  ({ server }, reply) =>
    server === SECOND ? change(reply) : undefined;

const served = (more: Partial<TestZone>, others: Internet = {}): Internet => ({
  [zone]: { on: both, ...more },
  ...others,
});
/** Servers whose addresses can be found whatever the zone's servers respond. */
const named = served({ nameServers: ['ns1.other.test', 'ns2.other.test'] }, { 'other.test': { on: both } });
const blocked = (name: string, code: string, one: Partial<Case>): Case => ({
  name,
  finds: [`blocked ${code}`],
  remains: true,
  ...one,
});
const warned = (name: string, code: string, one: Partial<Case>): Case => ({
  name,
  finds: [`warning ${code}`],
  ...one,
});
const passes = (name: string, one: Partial<Case>): Case => ({ name, finds: [], ...one });

/** Another SOA from the second server, in whatever section it is. */
const otherSoa = (data: Partial<SoaAnswer['data']>): Misbehaviour =>
  second((reply) => {
    const { answers = [], authorities = [] } = dnsPacket.decode(reply);
    const change = (all: typeof answers) =>
      all.map((one) => (one.type === 'SOA' ? { ...one, data: { ...one.data, ...data } } : one));
    return [rewritten(reply, { answers: change(answers), authorities: change(authorities) })];
  });

const otherServers: Misbehaviour = ({ server, type }, reply) => {
  if (server !== SECOND || type !== 'NS') return undefined;
  const answers = [`ns2.${zone}`, `ns3.${zone}`].map(
    (data) => ({ type: 'NS', name: zone, ttl: 60, data }) as const,
  );
  return [rewritten(reply, { answers: [...answers] })];
};

describe('Basic and Delegation', () => {
  verify([
    passes('Basic02 AUTH_RESPONSE_SOA', {}),
    blocked('Basic02 NS_NOT_AUTH', 'zone-not-delegated', {
      more: named,
      misbehave: unserved((one) => [withoutAuthority(one)]),
    }),
    blocked('Basic02 UNEXPECTED_RCODE', 'zone-not-delegated', {
      more: named,
      misbehave: unserved((one) => [coded(one, REFUSED)]),
    }),
    blocked('Basic02 NS_NO_RESPONSE', 'dns-unreadable', { more: named, misbehave: unserved(() => []) }),
    blocked('Basic02 NS_BROKEN', 'dns-unreadable', {
      more: named,
      misbehave: unserved((one) => [one.subarray(0, 14)]),
    }),
    blocked('Basic02 NS_NO_IP_ADDR', 'dns-unreadable', {
      more: served({ nameServers: ['ns1.nowhere.test'] }),
    }),
    warned('Basic02 AUTH_RESPONSE_SOA from one, UNEXPECTED_RCODE from the other', 'dns-unreadable', {
      misbehave: second((one) => [coded(one, SERVFAIL)]),
    }),
    warned('Delegation01 NOT_ENOUGH_NS_DEL', 'nameservers-disagree', {
      more: served({ delegatedTo: [`ns1.${zone}`] }),
    }),
    // RFC 1034 4.1 wants two; a certificate needs one.
    passes('Delegation01 NOT_ENOUGH_NS_CHILD and NOT_ENOUGH_NS_DEL', {
      more: served({ on: both.slice(0, 1) }),
    }),
    passes('Delegation02 NS_SAME_IP', { more: served({ on: ['127.0.0.11', '127.0.0.11'] }) }),
    warned('Delegation04 IS_NOT_AUTHORITATIVE', 'dns-unreadable', {
      misbehave: second((one) => [withoutAuthority(one)]),
    }),
    // RFC 2181 10.3 forbids it; resolvers that authorities run follow it all the same, or the query of NS shows that they do not.
    passes('Delegation05 NS_IS_CNAME', {
      assigned: { kind: 'known', nameServers: ['ns.alias.test'] },
      more: served(
        { nameServers: ['ns.alias.test'] },
        { 'alias.test': { on: both, records: ['ns.alias.test CNAME ns1.alias.test'] } },
      ),
    }),
    blocked('Delegation07 TOTAL_NAME_MISMATCH', 'zone-not-delegated', {
      more: served({ delegatedTo: ['ns1.old.test'] }, { 'old.test': { on: both } }),
    }),
  ]);
});

describe('Consistency', () => {
  verify([
    // Only the answers differ for a visitor; these are compared, and the serial of a server that signs or is behind is not.
    passes('Consistency01 MULTIPLE_SOA_SERIALS', { misbehave: otherSoa({ serial: 2 }) }),
    passes('Consistency02 MULTIPLE_SOA_RNAMES', { misbehave: otherSoa({ rname: 'other.test' }) }),
    passes('Consistency03 MULTIPLE_SOA_TIME_PARAMETER_SET', { misbehave: otherSoa({ refresh: 9 }) }),
    passes('Consistency06 MULTIPLE_SOA_MNAMES', { misbehave: otherSoa({ mname: 'other.test' }) }),
    warned('Consistency04 MULTIPLE_NS_SET', 'nameservers-disagree', { misbehave: otherServers }),
  ]);
});

const DAY = 24 * 3600;
const tops = { on: ['127.0.0.9'], signed: {} };
const key = createKey(13);
const other = createKey(13);
const rsaKey = createKey(8);
const signed = (signing: Signing): Pick<Case, 'validates' | 'more'> => ({
  validates: true,
  more: { '': tops, test: tops, ...served({ signed: signing }) },
});
const secure = (name: string, signing: Signing) => passes(name, signed(signing));
const bogus = (name: string, signing: Signing) => blocked(name, 'dnssec-bogus', signed(signing));

describe('DNSSEC', () => {
  verify([
    secure('DNSSEC01 DS_ALGO_DEPRECATED: SHA-1, which validators still take', { digestTypes: [1] }),
    secure('DNSSEC01 DS_ALGO_RESERVED: insecure', { changeDs: (ds) => ({ ...ds, digestType: 128 }) }),
    secure('DNSSEC02 DNSKEY_NOT_SEP: RFC 4034 2.1.1, the flag is not for validation', {
      keys: [createKey(13, ZONE)],
    }),
    bogus('DNSSEC02 NO_DNSKEY_FOR_DS', { keys: [key], ds: [other] }),
    bogus('DNSSEC02 NO_MATCH_DS_DNSKEY', { changeDs: (ds) => ({ ...ds, digest: Buffer.alloc(32) }) }),
    secure('DNSSEC03 ILLEGAL_ITERATION_VALUE: RFC 9276 3.2, insecure', { nsec3: { iterations: 151 } }),
    secure('DNSSEC03 NSEC3_OPT_OUT_ENABLED_NON_TLD', { nsec3: { iterations: 0, optOut: true } }),
    warned('DNSSEC04 REMAINING_SHORT', 'dnssec-expiring', signed({ inception: -29 * DAY, expiration: DAY })),
    secure('DNSSEC04 DURATION_LONG', { inception: -DAY, expiration: 999 * DAY }),
    secure('DNSSEC05 ALGO_DEPRECATED: 5, which validators still take', { algorithm: 5 }),
    secure('DNSSEC05 ALGO_UNASSIGNED: insecure', { algorithm: 122 }),
    bogus('DNSSEC06 EXTRA_PROCESSING_BROKEN', { tamper: without('RRSIG') }),
    secure('DNSSEC07 NO_DS_FOR_SIGNED_ZONE: insecure', { ds: [] }),
    bogus('DNSSEC07, DNSSEC11 DS_BUT_UNSIGNED_ZONE', { tamper: without('DNSKEY', 'RRSIG', 'NSEC') }),
    bogus('DNSSEC08 MISSING_RRSIG_IN_RESPONSE', { tamper: unsigned('DNSKEY') }),
    bogus('DNSSEC08 RRSIG_NOT_VALID_BY_DNSKEY', { tamper: broken('DNSKEY') }),
    bogus('DNSSEC08 DNSKEY_RRSIG_EXPIRED', { inception: -9 * DAY, expiration: -DAY }),
    bogus('DNSSEC08 DNSKEY_RRSIG_NOT_YET_VALID', { inception: DAY }),
    bogus('DNSSEC09 MISSING_RRSIG_IN_RESPONSE', { tamper: unsigned('SOA') }),
    bogus('DNSSEC09 RRSIG_NOT_VALID_BY_DNSKEY', { tamper: broken('SOA') }),
    bogus('DNSSEC09 NO_MATCHING_DNSKEY', { keys: [key], zoneKeys: [other] }),
    bogus('DNSSEC10 EXPECTED_NSEC_NSEC3_MISSING', { tamper: without('NSEC') }),
    bogus('DNSSEC10 NSEC_MISSING_SIGNATURE', { tamper: unsigned('NSEC') }),
    bogus('DNSSEC10 NSEC_NO_VERIFIED_SIGNATURE', { tamper: broken('NSEC') }),
    bogus('DNSSEC10 NSEC3_NO_VERIFIED_SIGNATURE', { nsec3: { iterations: 0 }, tamper: broken('NSEC3') }),
    secure('DNSSEC13 ALGO_NOT_SIGNED_SOA: RFC 6840 5.11, one path is enough', {
      keys: [rsaKey, key],
      zoneKeys: [rsaKey],
      ds: [rsaKey],
    }),
    secure('DNSSEC14 DNSKEY_SMALLER_THAN_REC: 1,024 bits', { algorithm: 8 }),
  ]);
});
