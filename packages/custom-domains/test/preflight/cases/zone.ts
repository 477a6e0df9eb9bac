// The zone of a host: whether it exists and is delegated, and what hides the host's name in it.
import type { Misbehaviour } from '../dns-server.ts';
import type { Internet } from '../internet.ts';
import { cloudflareHost, externalHost } from '../plans.ts';
import {
  AWAY,
  both,
  eu,
  finds,
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
const NOWHERE = delegated(`eu.${zone}`, { delegatedTo: ['ns1.nowhere.test'] });

export const ZONES: Readonly<Record<string, Table>> = {
  'the declared zone': {
    'is not registered': finds('blocked no-such-zone', [], { host: declared('nobody.test'), remains: true }),
    'is a part of another zone': finds('blocked zone-not-delegated', ['eu.@ TXT here'], {
      host: declared(`eu.${zone}`),
      remains: true,
    }),
    'is delegated to other servers than it names': finds('blocked zone-not-delegated', [], {
      host: declared('moved.test'),
      more: {
        ...delegated('moved.test', {
          nameServers: ['ada.ns.cloudflare.test'],
          delegatedTo: ['ns1.old.test'],
        }),
        ...{ ...at('ns1.old.test', AWAY), ...at('ada.ns.cloudflare.test', AWAY) },
      },
      changes: ['remove moved.test NS ns1.old.test', 'add moved.test NS ada.ns.cloudflare.test'],
    }),
    'is delegated to servers of another DNS host than the one declared': finds(
      'blocked zone-not-delegated',
      [],
      {
        host: declared('shop.test'),
        remains: true,
        more: {
          ...delegated('shop.test', { nameServers: ['dns1.registrar-servers.com'] }),
          ...at('dns1.registrar-servers.com', AWAY),
        },
      },
    ),
    'is delegated to servers that do not serve it': finds('blocked zone-not-delegated', [], {
      host: declared('lame.test'),
      more: delegated('lame.test'),
      misbehave: firstOf(
        unanswered('lame.test'),
        when({ to: AWAY, within: 'lame.test' }, responds('REFUSED')),
      ),
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
    'of a name above the host': finds('blocked delegated-away', [], {
      host: eu,
      more: delegated(`eu.${zone}`),
      changes: ['remove eu.@ NS ns1.eu.@'],
    }),
    'of it, to the same servers': finds('blocked delegated-away', [], {
      host: eu,
      more: { [`eu.${zone}`]: { on: both } },
      remains: true,
    }),
    'of it, which the resolver alone shows': finds('blocked delegated-away', [], {
      host: eu,
      more: delegated(`eu.${zone}`),
      resolverOnly: true,
      remains: true,
    }),
    'of it, which the resolver has not noticed': finds('blocked delegated-away', [], {
      host: eu,
      more: delegated(`eu.${zone}`),
      misbehave: unseen(`eu.${zone}`),
      changes: ['remove eu.@ NS ns1.eu.@'],
    }),
    'of the host itself, by one of two servers': finds(
      'blocked delegated-away, warning nameservers-disagree',
      [],
      {
        more: delegated(`api.${zone}`),
        misbehave: firstOf(
          unseen(`api.${zone}`),
          when({ to: OTHER, name: `api.${zone}` }, responds('NXDOMAIN', true)),
        ),
      },
    ),
    'to a server that does not serve it': finds('blocked lame-delegation', [], {
      more: delegated(`api.${zone}`),
      misbehave: firstOf(unseen(`api.${zone}`), when({ to: AWAY }, responds('REFUSED'))),
      changes: ['remove api.@ NS ns1.api.@'],
    }),
    // BIND, Knot and PowerDNS respond so for a zone that they could not load.
    'to a server that responds SERVFAIL: no delegation is at fault': finds('blocked dns-unreadable', [], {
      host: eu,
      more: delegated(`eu.${zone}`),
      misbehave: firstOf(unanswered(`eu.${zone}`), when({ to: AWAY }, responds('SERVFAIL'))),
      changes: [],
      remains: true,
    }),
    // The SERVFAIL is the resolver's, for an address that is below the delegation too.
    'to a server that refuses, whose address nobody finds': finds('blocked lame-delegation', [], {
      host: eu,
      more: delegated(`eu.${zone}`),
      misbehave: firstOf(
        when({ to: RESOLVER, within: `eu.${zone}` }, responds('SERVFAIL')),
        when({ to: AWAY }, responds('REFUSED')),
      ),
      changes: ['remove eu.@ NS ns1.eu.@'],
      remains: true,
    }),
    'of a registered domain to a server that refuses: it is not taken out of DNS': finds(
      'blocked lame-delegation',
      [],
      {
        host: externalHost('shop.lame.test'),
        more: delegated('lame.test'),
        misbehave: firstOf(
          unanswered('lame.test'),
          when({ to: AWAY, within: 'lame.test' }, responds('REFUSED')),
        ),
        changes: [],
        remains: true,
      },
    ),
    'to a server that is silent: not known': finds('blocked dns-unreadable', [], {
      more: delegated(`api.${zone}`),
      remains: true,
      misbehave: firstOf(unseen(`api.${zone}`), when({ to: AWAY }, silent)),
    }),
    'to a server that is silent to the resolver too': finds('blocked lame-delegation', [], {
      host: eu,
      more: delegated(`eu.${zone}`),
      remains: true,
      misbehave: firstOf(unanswered(`eu.${zone}`), when({ to: AWAY }, silent)),
      changes: ['remove eu.@ NS ns1.eu.@'],
    }),
    'to a server without an address, and the resolver fails': finds('blocked lame-delegation', [], {
      host: eu,
      more: NOWHERE,
      misbehave: unanswered(`eu.${zone}`),
      changes: ['remove eu.@ NS ns1.nowhere.test'],
    }),
    'to a server that serves it, and the resolver fails: not known': finds('blocked dns-unreadable', [], {
      host: shopInEu,
      more: delegated(`eu.${zone}`),
      remains: true,
      misbehave: unanswered(`eu.${zone}`),
    }),
    'above an external host: that zone is read': finds('warning conflicting-record', [], {
      host: shopInEu,
      misbehave: unseen(`eu.${zone}`),
      more: delegated(`eu.${zone}`, { records: [`shop.eu.${zone} A 192.0.2.1`] }),
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
    'a wildcard': finds('warning wildcard-hidden', ['*.@ MX 10 mail.test', '*.@ TXT x']),
    'a wildcard two labels up': finds('warning wildcard-hidden', ['*.@ A 192.0.2.7'], { host: eu }),
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
        misbehave: when({ to: OTHER, name: `api.${zone}`, types: ['A'] }, (reply) => [
          rewritten(reply, { answers: [{ type: 'A', name: `api.${zone}`, ttl: 60, data: '192.0.2.1' }] }),
        ]),
      },
    ),
    'the record was set with the zone twice': finds(
      'warning doubled-name, info record-missing',
      ['shop.@.@ CNAME TARGET'],
      {
        host: shop,
        expected: { target },
        changes: ['remove shop.@.@ CNAME TARGET', 'add shop.@ CNAME TARGET', 'add shop.@ CNAME TARGET'],
      },
    ),
    'a record with another value was': finds('warning doubled-name', ['shop.@.@ CNAME other.test'], {
      host: shop,
      changes: ['remove shop.@.@ CNAME other.test'],
    }),
    'the validation record was': finds(
      'warning doubled-name, info record-missing',
      ['_v.shop.@.@ CNAME _x.acm.test'],
      { host: shop, expected: { validation } },
    ),
    'what was set so is left over beside the right records': finds(
      'info already-configured',
      ['shop.@.@ CNAME TARGET', 'shop.@ CNAME TARGET'].concat(
        ...['_v.shop.@.@ CNAME _x.acm.test', '_v.shop.@ CNAME _x.acm.test'],
      ),
      { host: shop, expected: { target, validation } },
    ),
  },
};
