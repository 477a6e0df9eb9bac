// The zone of a host: whether it exists and is delegated, and what hides the host's name in it.
import type { Misbehaviour } from '../dns-server.ts';
import type { Internet } from '../internet.ts';
import { cloudflareHost, externalHost } from '../plans.ts';
import {
  AWAY,
  both,
  type Change,
  eu,
  finds,
  findsWith,
  firstOf,
  RESOLVER,
  responds,
  rewritten,
  shop,
  silent,
  type Table,
  target,
  validation,
  when,
  zone,
} from '../scenario.ts';

const [, OTHER] = both as [string, string];
const AA = 0x0400;
const API = `api.${zone}`;
const declared = (name: string) => cloudflareHost(`api.${name}`, name);
const delegated = (name: string, more = {}): Internet => ({ [name]: { on: [AWAY], ...more } });
const at = (name: string, server: string): Internet => ({
  [name.split('.').slice(-2).join('.')]: { on: [server], records: [`${name} A ${server}`] },
});
/** A resolver that does not see a zone: NODATA for its SOA. */
const unseen = (name: string) => when({ to: RESOLVER, within: name, types: ['SOA'] }, responds('NOERROR'));
/** A resolver that gets no answer from the servers of a zone; their own names resolve, as by glue. */
const unanswered = (name: string): Misbehaviour =>
  firstOf(
    when({ to: RESOLVER, within: `ns1.${name}` }, (reply) => [reply]),
    when({ to: RESOLVER, within: name }, responds('SERVFAIL')),
  );
const neverAbsent = when({ to: both }, (reply) => [rewritten(reply, { flags: AA })]);
const upwards = (reply: Buffer) => [
  rewritten(reply, {
    ...{ flags: 0, answers: [] },
    authorities: [{ type: 'NS', name: '.', ttl: 60, data: 'a.root-servers.test' }],
  }),
];
const except = (name: string, one: Misbehaviour): Misbehaviour =>
  firstOf(
    when({ name }, (reply) => [reply]),
    one,
  );
const shopInEu = externalHost(`shop.eu.${zone}`);
const ADA = 'ada.ns.cloudflare.test';
const EU = `eu.${zone}`;
const TAKEN_BACK = ['remove eu.@ NS ns1.eu.@'];
/** A name above the host is delegated to another server; without records to change, no record can fix it. */
const euAway = (codes: string, misbehave?: Misbehaviour, changes?: readonly string[]) => {
  const remains = changes?.length ? undefined : true;
  return finds(codes, [], { host: eu, more: delegated(EU), misbehave, changes, remains });
};
const apiAway = findsWith({ more: delegated(API) });
const refusesAway = when({ to: AWAY }, responds('REFUSED'));
const unseenAnd = (change: Change) => firstOf(unseen(API), when({ to: AWAY }, change));
const unansweredAnd = (name: string, change: Change) => firstOf(unanswered(name), when({ to: AWAY }, change));

const SILENT = { misbehave: unseenAnd(silent), remains: true } as const;

const NOT_DELEGATED = 'blocked zone-not-delegated';
const DELEGATED_AWAY = 'blocked delegated-away';
const LAME = 'blocked lame-delegation';
const UNREADABLE = 'blocked dns-unreadable';
const HIDDEN = 'warning wildcard-hidden';
const DOUBLED = 'warning doubled-name';
const MISSING = 'info record-missing';
const ofShop = findsWith({ host: shop });

export const ZONES: Readonly<Record<string, Table>> = {
  'the declared zone': {
    'is not registered': finds('blocked no-such-zone', [], { host: declared('nobody.test'), remains: true }),
    'is a part of another zone': finds(NOT_DELEGATED, ['eu.@ TXT here'], {
      host: declared(EU),
      remains: true,
    }),
    'is delegated to other servers than it names': finds(NOT_DELEGATED, [], {
      host: declared('moved.test'),
      more: {
        ...delegated('moved.test', { nameServers: [ADA], delegatedTo: ['ns1.old.test'] }),
        ...{ ...at('ns1.old.test', AWAY), ...at(ADA, AWAY) },
      },
      changes: ['remove moved.test NS ns1.old.test', `add moved.test NS ${ADA}`],
    }),
    'is delegated to servers of another DNS host than the one declared': finds(NOT_DELEGATED, [], {
      host: declared('shop.test'),
      remains: true,
      more: {
        ...delegated('shop.test', { nameServers: ['dns1.registrar-servers.com'] }),
        ...at('dns1.registrar-servers.com', AWAY),
      },
    }),
    'is delegated to servers that do not serve it': finds(NOT_DELEGATED, [], {
      host: declared('lame.test'),
      more: delegated('lame.test'),
      misbehave: unansweredAnd('lame.test', responds('REFUSED')),
      remains: true,
    }),
    'has one lame server, which makes the resolver hide it': finds('warning dns-unreadable', [], {
      misbehave: firstOf(
        when({ to: RESOLVER, name: zone, types: ['SOA'] }, responds('NOERROR')),
        when({ to: OTHER }, responds('REFUSED')),
      ),
    }),
  },
  'a delegation below the zone': {
    'of a name above the host': euAway(DELEGATED_AWAY, undefined, TAKEN_BACK),
    'of it, to the same servers': { ...euAway(DELEGATED_AWAY), more: { [EU]: { on: both } } },
    'of it, which the resolver alone shows': { ...euAway(DELEGATED_AWAY), resolverOnly: true },
    'of it, which the resolver has not noticed': euAway(DELEGATED_AWAY, unseen(EU), TAKEN_BACK),
    'of the host itself, by one of two servers': apiAway(
      `${DELEGATED_AWAY}, warning nameservers-disagree`,
      [],
      { misbehave: firstOf(unseen(API), when({ to: OTHER, name: API }, responds('NXDOMAIN', true))) },
    ),
    'to a server that does not serve it': apiAway(LAME, [], {
      misbehave: unseenAnd(responds('REFUSED')),
      changes: ['remove api.@ NS ns1.api.@'],
    }),
    // BIND, Knot and PowerDNS respond so for a zone that they could not load.
    'to a server that responds SERVFAIL: no delegation is at fault': euAway(
      UNREADABLE,
      unansweredAnd(EU, responds('SERVFAIL')),
      [],
    ),
    // The SERVFAIL is the resolver's, for an address that is below the delegation too.
    'to a server that refuses, whose address nobody finds': euAway(
      LAME,
      firstOf(when({ to: RESOLVER, within: EU }, responds('SERVFAIL')), refusesAway),
      TAKEN_BACK,
    ),
    'of a registered domain to a server that refuses: it is not taken out of DNS': finds(LAME, [], {
      host: externalHost('shop.lame.test'),
      more: delegated('lame.test'),
      misbehave: unansweredAnd('lame.test', responds('REFUSED')),
      changes: [],
      remains: true,
    }),
    'to a server that is silent: not known': apiAway(UNREADABLE, [], SILENT),
    'to a server that is silent to the resolver too': euAway(LAME, unansweredAnd(EU, silent), TAKEN_BACK),
    'to a server without an address, and the resolver fails': finds(LAME, [], {
      host: eu,
      more: delegated(EU, { delegatedTo: ['ns1.nowhere.test'] }),
      misbehave: unanswered(EU),
      changes: ['remove eu.@ NS ns1.nowhere.test'],
    }),
    'to a server that serves it, and the resolver fails: not known': {
      ...euAway(UNREADABLE, unanswered(EU)),
      host: shopInEu,
    },
    'above an external host: that zone is read': finds('warning conflicting-record', [], {
      host: shopInEu,
      misbehave: unseen(EU),
      more: delegated(EU, { records: [`shop.${EU} A 192.0.2.1`] }),
    }),
    'upwards: the servers do not serve the zone (RFC 1034 4.3.2)': finds(
      'blocked dns-unreadable, warning caa-unreadable',
      [],
      { misbehave: except(zone, when({ to: both }, upwards)), remains: true },
    ),
  },
  'names that hide the host, or that were meant for it': {
    'a DNAME above the host': finds('blocked hidden-by-dname', ['eu.@ DNAME other.test'], {
      host: eu,
      changes: ['remove eu.@ DNAME other.test'],
    }),
    'a wildcard': finds(HIDDEN, ['*.@ MX 10 mail.test', '*.@ TXT x']),
    'a wildcard two labels up': finds(HIDDEN, ['*.@ A 192.0.2.7'], { host: eu }),
    'a wildcard, and an own record with the same data': finds(
      'blocked conflicting-record',
      ['*.@ A 192.0.2.7', 'api.@ A 192.0.2.7'],
      { remains: true },
    ),
    'from servers that never respond NXDOMAIN nothing follows': finds('', [], { misbehave: neverAbsent }),
    'a wildcard on one server, an own record on the other': finds(
      'blocked conflicting-record, warning nameservers-disagree, warning wildcard-hidden',
      ['*.@ A 192.0.2.7'],
      {
        remains: true,
        misbehave: when({ to: OTHER, name: API, types: ['A'] }, (reply) => [
          rewritten(reply, { answers: [{ type: 'A', name: API, ttl: 60, data: '192.0.2.1' }] }),
        ]),
      },
    ),
    'the record was set with the zone twice': ofShop(`${DOUBLED}, ${MISSING}`, ['shop.@.@ CNAME TARGET'], {
      expected: { target },
      changes: ['remove shop.@.@ CNAME TARGET', 'add shop.@ CNAME TARGET', 'add shop.@ CNAME TARGET'],
    }),
    'a record with another value was': ofShop(DOUBLED, ['shop.@.@ CNAME other.test'], {
      changes: ['remove shop.@.@ CNAME other.test'],
    }),
    'the validation record was': ofShop(`${DOUBLED}, ${MISSING}`, ['_v.shop.@.@ CNAME _x.acm.test'], {
      expected: { validation },
    }),
    'what was set so is left over beside the right records': ofShop(
      'info already-configured',
      ['shop.@ CNAME TARGET', '_v.shop.@ CNAME _x.acm.test'].flatMap((one) => [one, one.replace('@', '@.@')]),
      { expected: { target, validation } },
    ),
  },
};
