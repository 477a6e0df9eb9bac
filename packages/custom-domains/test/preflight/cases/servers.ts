// Servers that are silent, refuse, lie or differ: what could not be read is never treated as absent. Those that have an
// identifier and a message tag of Zonemaster's test cases are its Basic, Delegation and Consistency; what it only warns an
// operator of, and no authority or visitor meets, is no finding here; the reason stands beside it.
import dnsPacket from 'dns-packet';
import type { Misbehaviour } from '../dns-server.ts';
import type { Internet, TestZone } from '../internet.ts';
import {
  both,
  type Change,
  finds,
  firstOf,
  host,
  RESOLVER,
  responds,
  rewritten,
  shop,
  silent,
  type Table,
  validation,
  verified,
  when,
  withoutAuthority,
  zone,
} from '../scenario.ts';

const SECOND = '127.0.0.12';

const unread = (misbehave?: Misbehaviour, more?: Internet, resolverOnly?: boolean) =>
  finds('blocked dns-unreadable', [], { misbehave, more, resolverOnly, remains: true });
const served = (more: Partial<TestZone>, others: Internet = {}): Internet => ({
  [zone]: { on: both, ...more },
  ...others,
});
const ONE = served({ on: both.slice(0, 1) });
/** Servers whose addresses can be found whatever the zone's servers respond. */
const named = served({ nameServers: ['ns1.other.test', 'ns2.other.test'] }, { 'other.test': { on: both } });
/** A resolver gets nothing from such a zone, and responds SERVFAIL for it. */
const unserved = (change: Change): Misbehaviour =>
  firstOf(when({ to: both }, change), when({ to: RESOLVER, within: zone }, responds('SERVFAIL')));
const undelegated = (change: Change) =>
  finds('blocked zone-not-delegated', [], { more: named, misbehave: unserved(change), remains: true });
const unauthoritative: Change = (reply) => [withoutAuthority(reply)];

/** Another serial from the second server, in whatever section it is. */
const otherSerial = when({ to: SECOND }, (reply) => {
  const { answers = [], authorities = [] } = dnsPacket.decode(reply);
  const changed = (all: readonly dnsPacket.Answer[]) =>
    all.map((one) => (one.type === 'SOA' ? { ...one, data: { ...one.data, serial: 2 } } : one));
  return [rewritten(reply, { answers: changed(answers), authorities: changed(authorities) })];
});
const found = (codes: string, misbehave: Misbehaviour, records: readonly string[] = []) =>
  finds(codes, records, { misbehave });
const [UNREAD, DIFFER] = ['warning dns-unreadable', 'warning nameservers-disagree'];
const otherServers = [`ns2.${zone}`, `ns3.${zone}`].map(
  (data) => ({ type: 'NS', name: zone, ttl: 60, data }) as const,
);

export const SERVERS: Readonly<Record<string, Table>> = {
  'nothing is known where': {
    'the resolver is silent': unread(when({ to: RESOLVER }, silent)),
    'the resolver responds SERVFAIL to everything': unread(when({ to: RESOLVER }, responds('SERVFAIL'))),
    'no name from the host up to the root has an SOA record': unread(
      when({ to: RESOLVER, types: ['SOA'] }, responds('NOERROR')),
    ),
    'both servers are silent': unread(when({ to: both }, silent)),
    'the resolver alone is queried, and waits for them': unread(
      when({ to: RESOLVER, within: zone }, silent),
      undefined,
      true,
    ),
    'both servers respond without authority': unread(when({ to: both }, unauthoritative)),
    'a name server has no address': unread(undefined, served({ nameServers: [`ns9.${zone}`] })),
  },
  'a part is known where': {
    'one of two servers is silent': found(UNREAD, when({ to: SECOND }, silent)),
    'one type cannot be read': found(UNREAD, when({ to: both, types: ['MX'] }, silent), [
      'x.api.@ A 192.0.2.1',
    ]),
    "the parent's servers are silent": found(UNREAD, when({ to: '127.0.0.9' }, silent)),
    'the validation record cannot be read': finds(UNREAD, [], {
      host: verified,
      expected: { validation },
      misbehave: when({ to: both, name: validation.name }, responds('SERVFAIL')),
    }),
    'servers respond NXDOMAIN for CNAME only (RFC 4074 4.2)': found(
      'blocked conflicting-record',
      when({ to: both, name: host.host, types: ['CNAME'] }, responds('NXDOMAIN', true)),
      ['api.@ A 192.0.2.1'],
    ),
    'and, as hickory-dns 0.26.3, of a wildcard for each type that it does not have': found(
      'warning wildcard-hidden',
      when({ to: both, types: ['CNAME', 'AAAA', 'CAA'] }, responds('NXDOMAIN', true)),
      ['*.@ A 192.0.2.1'],
    ),
    'and of CAA beside it': finds(
      'warning caa-blocks-authority, warning wildcard-hidden',
      ['*.@ A 192.0.2.1', '*.@ CAA 0 issue letsencrypt.org'],
      { host: shop, misbehave: when({ to: both, types: ['CNAME', 'AAAA'] }, responds('NXDOMAIN', true)) },
    ),
    'one server has a record that the other lacks': found(
      `blocked conflicting-record, ${DIFFER}`,
      when({ to: SECOND, name: host.host }, responds('NOERROR', true)),
      ['api.@ A 192.0.2.1'],
    ),
  },
  'Basic and Delegation': {
    'Basic02 NS_NOT_AUTH': undelegated(unauthoritative),
    'Basic02 UNEXPECTED_RCODE': undelegated(responds('REFUSED')),
    'Basic02 NS_NO_RESPONSE': unread(unserved(silent), named),
    'Delegation01 NOT_ENOUGH_NS_DEL': finds(DIFFER, [], {
      more: served({ delegatedTo: [`ns1.${zone}`] }),
    }),
    // RFC 1034 4.1 wants two; a certificate needs one.
    'Delegation01 NOT_ENOUGH_NS_CHILD and NOT_ENOUGH_NS_DEL': finds('', [], { more: ONE }),
    'Delegation02 NS_SAME_IP': finds('', [], { more: served({ on: ['127.0.0.11', '127.0.0.11'] }) }),
    // RFC 2181 10.3 forbids it; resolvers that authorities run follow it all the same, or the query of NS shows that they do not.
    'Delegation05 NS_IS_CNAME': finds('', [], {
      assigned: { kind: 'known', nameServers: ['ns.alias.test'] },
      more: served(
        { nameServers: ['ns.alias.test'] },
        { 'alias.test': { on: both, records: ['ns.alias.test CNAME ns1.alias.test'] } },
      ),
    }),
    'Delegation07 TOTAL_NAME_MISMATCH': finds('blocked zone-not-delegated', [], {
      more: served({ delegatedTo: ['ns1.old.test'] }, { 'old.test': { on: both } }),
      remains: true,
    }),
  },
  Consistency: {
    // Only the answers differ for a visitor; these are compared, and the serial of a server that signs or is behind is not.
    'Consistency01 MULTIPLE_SOA_SERIALS': found('', otherSerial),
    'Consistency04 MULTIPLE_NS_SET': found(
      DIFFER,
      when({ to: SECOND, types: ['NS'] }, (reply) => [rewritten(reply, { answers: [...otherServers] })]),
    ),
    'each NS record twice, as tinydns 1.05 where one file has parent and child (RFC 2181 5)': found(
      '',
      when({ types: ['NS'] }, (reply) => {
        const { answers = [], authorities = [] } = dnsPacket.decode(reply);
        const twice = (all: readonly dnsPacket.Answer[]) => [...all, ...all];
        return [rewritten(reply, { answers: twice(answers), authorities: twice(authorities) })];
      }),
    ),
  },
};
