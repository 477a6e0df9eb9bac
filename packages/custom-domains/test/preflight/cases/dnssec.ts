// Hosts in signed zones: what does not validate blocks with its cause and fix, whatever resolver is queried.

import dnsPacket from 'dns-packet';
import { dsText } from '../../../src/dnssec/signature.ts';
import { isWithin } from '../../../src/names/dns-name.ts';
import { broken, unsigned, without, withoutDname } from '../../dnssec/lab.ts';
import { createKey, dsOf, type Signing } from '../../dnssec/zone-signer.ts';
import type { Misbehaviour } from '../dns-server.ts';
import { cloudflareHost, externalHost } from '../plans.ts';
import {
  both,
  type Case,
  finds,
  firstOf,
  RESOLVER,
  responds,
  rewritten,
  SIGNED_TOP,
  SIGNED_TOPS,
  signed,
  silent,
  type Table,
  target,
  truncated,
  when,
  zone,
} from '../scenario.ts';

const DAY = 24 * 3600;
const key = createKey(13);
const other = createKey(13);

const secure = (signing: Signing): Case => finds('', [], signed(signing));
const bogus = (signing: Signing, more: Partial<Case> = {}): Case =>
  finds('blocked dnssec-bogus', [], { ...signed(signing), remains: true, ...more });
const UNREAD = 'warning dnssec-unreadable';
const unread = (more: Partial<Case>): Case => finds(UNREAD, [], { validates: true, ...more });

const dsTextOf = (one: typeof key) => dsText(dsOf(zone, one));
const ENDING = { inception: -29 * DAY, expiration: DAY };
const expired: Signing = { inception: -30 * DAY, expiration: -3 * DAY };
const bogusZone = (record: string) => ({ 'old.test': { on: both, signed: expired, records: [record] } });
const ROUTED = `api.${zone} CNAME ${target}`;

const dnssecOk =
  (change: (reply: Buffer) => readonly Buffer[], name: string, type: string): Misbehaviour =>
  (query, reply) =>
    query.dnssecOk && query.name === name && query.type === type ? change(reply) : undefined;

/** The same response with another octet in the first key. */
function otherKey(reply: Buffer): Buffer {
  const bytes = Buffer.from(reply);
  bytes.writeUInt8(bytes.readUInt8(60) ^ 1, 60);
  return bytes;
}

/** Each signature with a date of the past as its end, but those over that type. */
const ended = (all: readonly dnsPacket.Answer[] = [], except?: string) =>
  all.map((one) =>
    one.type === 'RRSIG' && one.data.typeCovered !== except
      ? { ...one, data: { ...one.data, expiration: 1_700_000_000 } }
      : one,
  );

/** Signatures of a month ago, as of a server that has not been updated since. */
const stale =
  (server: string): Misbehaviour =>
  (query, reply) => {
    // DS is the parent's (RFC 4035 3.1.4.1).
    const isOfZone = isWithin(query.name, zone) && query.type !== 'DS';
    if (!query.dnssecOk || query.server !== server || !isOfZone) return undefined;
    const { answers, authorities } = dnsPacket.decode(reply);
    return [rewritten(reply, { answers: ended(answers), authorities: ended(authorities) })];
  };

const [FIRST, SECOND] = both as [string, string];
const oldWww = bogusZone('www.old.test A 192.0.2.1');
/** The host of an owner with an alias to a name that does not validate. */
const leadsToBogus = (signing: Signing | undefined): Case =>
  finds('blocked dnssec-bogus, warning cname-elsewhere', [], {
    ...signed(signing, { records: [`api.${zone} CNAME www.old.test`] }, oldWww),
    host: externalHost(`api.${zone}`),
    remains: true,
  });
const withRecords = (...records: readonly string[]) => signed({}, { records });
/** The zone is well signed, and its servers or the resolver respond so. */
const signedBut = (codes: string, misbehave: Misbehaviour, more: Partial<Case> = {}): Case =>
  finds(codes, [], { ...signed({}), misbehave, ...more });

export const DNSSEC: Readonly<Record<string, Table>> = {
  'in a signed zone': {
    'a new host': secure({}),
    'a host that exists': finds('info already-configured', [], {
      ...withRecords(ROUTED),
      expected: { target },
    }),
    'behind a resolver that validates, the cause is found all the same': bogus(
      expired,
      signed(expired, { bogus: true }),
    ),
    'DS records of a former key: the one that is wanted': bogus(
      { keys: [key], ds: [other] },
      { changes: [`remove @ DS ${dsTextOf(other)}`, `add @ DS ${dsTextOf(key)}`] },
    ),
    'DS records of a former key, and no key signs': bogus(
      { keys: [key], ds: [other], tamper: broken('DNSKEY') },
      { changes: [`remove @ DS ${dsTextOf(other)}`] },
    ),
    'DS records of a zone that is no longer signed: they are removed': bogus(
      { keys: [key], tamper: without('DNSKEY', 'RRSIG', 'NSEC') },
      { changes: [`remove @ DS ${dsTextOf(key)}`] },
    ),
    'an external host whose present target is bogus': leadsToBogus({}),
    'the same from a zone that is not signed': leadsToBogus(undefined),
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
    'a response that is truncated is queried for again over TCP': signedBut('', (query, reply) =>
      query.dnssecOk && query.transport === 'udp' ? [truncated(reply)] : undefined,
    ),
  },
  'what could not be validated is not taken for valid': {
    'no response about the keys': signedBut(UNREAD, dnssecOk(silent, zone, 'DNSKEY')),
    'no response about the delegation': signedBut(UNREAD, dnssecOk(silent, zone, 'DS')),
    'a resolver that returns no signatures': unread({}),
    'another root than the one that is trusted': unread({
      more: SIGNED_TOPS,
      misbehave: dnssecOk((reply) => [otherKey(reply)], '', 'DNSKEY'),
    }),
  },
  'what decides': {
    'signatures that have expired on one of two servers': signedBut('warning dnssec-bogus', stale(SECOND)),
    'on one of two, and the resolver returns that one': signedBut(
      'warning dnssec-bogus',
      firstOf(stale(SECOND), stale(RESOLVER)),
    ),
    'on both, and the resolver still has others': signedBut(
      'blocked dnssec-bogus',
      firstOf(stale(FIRST), stale(SECOND)),
      { remains: true },
    ),
    "a resolver that loses what proves an absence: the zone's servers have it": signedBut(
      UNREAD,
      when({ to: RESOLVER, types: ['CAA'] }, responds('NOERROR')),
    ),
    "a wildcard's CNAME into a bogus zone ends (RFC 4592 2.2.2)": finds(
      'warning wildcard-hidden',
      [],
      signed({}, { records: [`*.${zone} CNAME www.old.test`] }, oldWww),
    ),
    'no name above the CAA that decides (RFC 8659 3): an alias': finds('', [], {
      ...signed(
        {},
        { records: [`b.a.${zone} CAA 0 issue amazon.com`, `a.${zone} CNAME www.old.test`] },
        oldWww,
      ),
      host: cloudflareHost(`x.b.a.${zone}`, zone),
    }),
    'no name above the CAA that decides (RFC 8659 3): the top-level domain': finds('', [], {
      ...withRecords(`${zone} CAA 0 issue amazon.com`),
      misbehave: when({ to: RESOLVER, name: 'test', types: ['CAA'] }, responds('SERVFAIL')),
    }),
    'a lame zone is one finding': finds('blocked lame-delegation', [], {
      ...signed({}, { nameServers: ['ns1.other.test'] }, { 'other.test': { on: both } }),
      host: externalHost(`api.${zone}`),
      misbehave: firstOf(
        when({ to: both, within: zone }, responds('REFUSED')),
        when({ to: RESOLVER, within: zone }, responds('SERVFAIL')),
      ),
      remains: true,
    }),
    'a resolver that loses the signatures of the root zone, but for those of its keys': unread({
      more: { ...SIGNED_TOPS, '': { ...SIGNED_TOP, signed: { tamper: unsigned('DS') } } },
    }),
    "the root's signatures, by a clock that is wrong": unread({
      more: { ...SIGNED_TOPS, '': { ...SIGNED_TOP, signed: expired } },
    }),
    'signatures of two days that have ended, and nothing was signed since: it may be the clock': unread(
      signed({ inception: -2 * DAY, expiration: -DAY / 48 }),
    ),
    'the same, but for those of its keys, which are valid for longer': unread({
      more: { '': { ...SIGNED_TOP, signed: { tamper: (records) => ended(records, 'DNSKEY') } } },
    }),
  },
  // What a verdict depends on is in ../../dnssec/lab.ts; here a finding of each.
  'what is found': {
    'a signature that ends soon': finds('warning dnssec-expiring', [], signed(ENDING)),
    'one of two days, from a server that signs each response': secure({ inception: -DAY, expiration: DAY }),
    'no DS records: insecure': secure({ ds: [] }),
    'DS records with another digest': bogus({ changeDs: (ds) => ({ ...ds, digest: Buffer.alloc(32) }) }),
    'signatures that ended before the parent was signed': bogus({ inception: -3 * DAY, expiration: -DAY }),
    'not valid yet': bogus({ inception: DAY }),
    'no signature': bogus({ tamper: unsigned('SOA') }),
    'no signature of the keys': bogus({ tamper: unsigned('DNSKEY') }),
    'a signature of other records': bogus({ tamper: broken('SOA') }),
    'a signature by another key': bogus({ keys: [key], zoneKeys: [other] }),
    'a DNAME that its servers do not follow': finds('blocked dnssec-bogus, blocked hidden-by-dname', [], {
      ...signed({ tamper: withoutDname }, { records: [`redirected.${zone} DNAME ${target}`] }),
      ...{ host: cloudflareHost(`x.redirected.${zone}`, zone), remains: true },
    }),
    'no proof of what is absent': bogus({ tamper: without('NSEC') }),
  },
};
