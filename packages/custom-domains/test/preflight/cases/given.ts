// Hosts whose routing no deployment decides: records that stay, addresses that are given, a platform; with any authority,
// by its own CAA names, and from which day it must follow parameters.
import { AUTHORITIES, type Issuance } from '../../../src/authorities/index.ts';
import type { HostSpec, Routing } from '../../../src/dns-hosts/zone.ts';
import type { Misbehaviour } from '../dns-server.ts';
import type { Internet } from '../internet.ts';
import { externalHost } from '../plans.ts';
import {
  both,
  finds,
  findsWith,
  RESOLVER,
  responds,
  rewritten,
  shop,
  signed,
  type Table,
  when,
  zone,
} from '../scenario.ts';

export function issuance(id: string, ...methods: readonly string[]): Issuance {
  const authority = AUTHORITIES.find((one) => one.id === id);
  if (authority === undefined) throw new Error(`no authority ${id}`);
  const isWanted = (one: { id: string }) => methods.length === 0 || methods.includes(one.id);
  return { authority, methods: authority.methods.filter(isWanted) };
}

const routed = (routing: Routing, by = issuance('letsencrypt'), verified = false): HostSpec =>
  externalHost(shop.host, verified, { routing, issuance: by, target: 'gateway' });
export const kept = (by: Issuance) => routed({ kind: 'unchanged' }, by);
const keptBy = (...by: Parameters<typeof issuance>) => findsWith({ host: kept(issuance(...by)) });
const byLe = keptBy('letsencrypt');
const byDns = keptBy('letsencrypt', 'dns-01');
const byHttp = keptBy('letsencrypt', 'http-01');
const byAlpn = keptBy('google', 'tls-alpn-01');
const byGoogle = keptBy('google');
const bySectigo = keptBy('sectigo');
const ADDRESSES = { kind: 'addresses', addresses: ['192.0.2.7', '2001:db8::7'] } as const;
const addressed = (verified: boolean) => ({ host: routed(ADDRESSES, issuance('letsencrypt'), verified) });
const toAddresses = findsWith(addressed(true));
const OWN = ['shop.@ A 192.0.2.7', 'shop.@ AAAA 2001:db8::7'];
const SET_OWN = OWN.map((record) => `add ${record}`);
const toPlatform = findsWith({ host: routed({ kind: 'name', within: [/\.platform\.test$/] }) });

export const at = (name: string, ...records: readonly string[]): Internet => ({
  [name]: { on: ['127.0.0.15'], records },
});
export const platform = (issuer: string) => at('platform.test', `cname.platform.test CAA 0 issue ${issuer}`);
const challenge = '_acme-challenge.shop.@ CNAME';
/** As firewalls that take capitals for an attack: no reply to a query whose name has any. */
const lowerCaseOnly =
  (servers: readonly string[]): Misbehaviour =>
  ({ server }, reply) => {
    const name = reply.toString('latin1', 12, reply.indexOf(0, 12));
    return servers.includes(server) && /[A-Z]/.test(name) ? [] : undefined;
  };
export const atPlatform = 'shop.@ CNAME cname.platform.test';
export const LE = 'letsencrypt.org';
export const ADDRESS = 'shop.@ A 192.0.2.1';

const CONFIGURED = 'info already-configured';
const CONFLICT = 'blocked conflicting-record';
const FORBIDS = 'blocked caa-blocks-authority';
const AMAZON = '@ CAA 0 issue amazon.com';
const MAY_REFUSE = 'warning caa-unreadable';
const LACKS = 'blocked record-missing';
const UNREADABLE = 'blocked dns-unreadable';
/** The resolver gets nothing of the texts that an authority looks for. */
const unreadTexts = when({ to: RESOLVER, types: ['TXT'] }, responds('SERVFAIL'));
const unreadCaa = when({ types: ['CAA'] }, responds('NOTIMP'));
const toAcme = `${challenge} x.acme.test`;
const toGone = `${challenge} x.gone.example`;

/** Baseline Requirements 4.2.2.1.2 (SC-098v2): authorities should follow parameters, and must from that day. */
const BINDING = Date.UTC(2027, 2, 15);
const DAYS = [
  ['the day before', 'warning', BINDING - 1],
  ['from that day', 'blocked', BINDING],
] as const;
const ONLY_BY_DNS = [
  'cname.platform.test A 192.0.2.1',
  'cname.platform.test CAA 0 issue pki.goog; validationmethods=dns-01',
];

export const GIVEN: Readonly<Record<string, Table>> = {
  'a host whose records stay': {
    "CAA of the host itself counts, and the fix is the authority's own record": byLe(
      FORBIDS,
      [ADDRESS, `shop.${AMAZON}`],
      { changes: [`add shop.@ CAA 0 issue "${LE}"`] },
    ),
    'a challenge that CAA leaves out': byHttp(
      'blocked caa-limits-methods',
      [ADDRESS, `@ CAA 0 issue ${LE}; validationmethods=dns-01`],
      { changes: [`add @ CAA 0 issue "${LE}"`] },
    ),
    'one challenge is left': byGoogle('warning caa-limits-methods', [
      ADDRESS,
      '@ CAA 0 issue pki.goog; validationmethods=dns-01',
    ]),
    "the target's CAA through the CNAME allows": byLe('', [atPlatform, AMAZON], { more: platform(LE) }),
    "it forbids: no record of the host's owner helps": byGoogle(
      'blocked caa-of-current-target',
      [atPlatform],
      { more: platform(LE), changes: [], remains: true },
    ),
    "a wildcard's CAA applies where no record is set below the host": byHttp(
      FORBIDS,
      ['*.@ A 192.0.2.1', `*.${AMAZON}`],
      // One at the host would end the wildcard's address too.
      { changes: ['add *.@ CAA 0 issue "letsencrypt.org"'] },
    ),
    'the same, of a wildcard two labels above': byHttp(FORBIDS, ['*.@ A 192.0.2.1', `*.${AMAZON}`], {
      ...{ host: { ...kept(issuance('letsencrypt', 'http-01')), host: `eu.${shop.host}` } },
      changes: ['add *.@ CAA 0 issue "letsencrypt.org"'],
    }),
    'and does not where the validation record is below it, on servers that follow RFC 4592': byDns(
      'warning caa-blocks-authority',
      ['*.@ A 192.0.2.1', `*.${AMAZON}`],
    ),
  },
  "an authority's known policy": {
    "Let's Encrypt refuses where CAA cannot be read": byLe('blocked caa-unreadable', [ADDRESS], {
      misbehave: unreadCaa,
      remains: true,
    }),
    'of others that is not known': byGoogle(MAY_REFUSE, [ADDRESS], { misbehave: unreadCaa }),
    "Let's Encrypt asks in mixed case, and a firewall drops such queries": byLe(
      'blocked caa-unreadable',
      [ADDRESS],
      { misbehave: lowerCaseOnly(both), remains: true },
    ),
    'at one of two servers': byLe(MAY_REFUSE, [ADDRESS], { misbehave: lowerCaseOnly(both.slice(1)) }),
    'and others do not': byGoogle('', [ADDRESS], { misbehave: lowerCaseOnly(both) }),
  },
  "the CAA above an alias is its target's": {
    'the name above the host leads to a platform, whose owner alone can change it': finds(
      FORBIDS,
      [atPlatform],
      {
        host: externalHost(`eu.${shop.host}`, false, { issuance: issuance('google') }),
        more: platform(LE),
        changes: [],
        remains: true,
      },
    ),
  },
  'a CNAME at an apex': {
    'beside the SOA, where records stay': finds(
      'warning conflicting-record',
      ['@ CNAME cname.platform.test'],
      {
        host: { ...kept(issuance('letsencrypt')), host: zone, apex: true },
        more: at('platform.test', 'cname.platform.test A 192.0.2.1'),
      },
    ),
    // PowerDNS 4.7.3 responds to NS with it, and to SOA with the SOA record.
    'in place of the NS records': byLe('', ['@ CNAME cname.platform.test', ADDRESS], {
      more: at('platform.test', 'cname.platform.test A 192.0.2.1'),
      misbehave: when({ name: zone, types: ['NS'] }, (reply) => [
        rewritten(reply, {
          answers: [{ type: 'CNAME', name: zone, ttl: 60, data: 'cname.platform.test' }],
          authorities: [],
        }),
      ]),
    }),
  },
  'what a method needs': {
    'http-01, and mail alone (RFC 8555 8.3)': byHttp(LACKS, ['shop.@ MX 10 mail.@'], { remains: true }),
    'tls-alpn-01, and nothing (RFC 8737 3)': byAlpn(LACKS, [], { remains: true }),
    'http-01, and an address at the end of a CNAME': byHttp('', ['shop.@ CNAME a.@', 'a.@ A 192.0.2.1']),
    'http-01, and CNAMEs that never end: one finding': byHttp(
      'blocked cname-loop',
      ['shop.@ CNAME a.@', 'a.@ CNAME shop.@'],
      { remains: true },
    ),
    'any method, and no address': byLe(''),
    'dns-01, and its name leads to a domain that is not there (RFC 8555 8.4)': byDns(
      'blocked target-missing',
      [toGone],
      { changes: [`remove ${toGone}`] },
    ),
    'dns-01 among others': byLe('warning target-missing', [toGone]),
    'dns-01, and its name is delegated to servers that respond to nobody': byDns(UNREADABLE, [], {
      misbehave: when({ to: RESOLVER, within: `_acme-challenge.shop.${zone}` }, responds('SERVFAIL')),
      remains: true,
    }),
    'dns-01, and the host itself is delegated to such servers: one finding': byDns(
      'blocked lame-delegation',
      [],
      {
        more: { [`shop.${zone}`]: { on: [], nameServers: ['ns1.nowhere.test'] } },
        misbehave: when({ to: RESOLVER, within: `shop.${zone}` }, responds('SERVFAIL')),
        remains: true,
      },
    ),
    'dns-01, and its CNAME leads to such servers': byDns(UNREADABLE, [toAcme], {
      more: at('acme.test'),
      misbehave: unreadTexts,
      changes: [`remove ${toAcme}`],
    }),
    'dns-01 among others, and its CNAME leads to such servers': byLe('warning dns-unreadable', [toAcme], {
      more: at('acme.test'),
      misbehave: unreadTexts,
    }),
    'http-01, and its address is a SERVFAIL: not that there is none': byHttp(UNREADABLE, [], {
      misbehave: when({ to: RESOLVER, name: `shop.${zone}`, types: ['A'] }, responds('SERVFAIL')),
      remains: true,
    }),
    'dns-01, and its name leads into a bogus zone': byDns('blocked dnssec-bogus', [], {
      ...signed(
        undefined,
        { records: [`_acme-challenge.shop.${zone} CNAME x.old.test`] },
        { 'old.test': { on: both, signed: { inception: -9e6, expiration: -1e6 } } },
      ),
      remains: true,
    }),
    'dns-01, and its name leads to where the record is to be': byDns('', [toAcme], { more: at('acme.test') }),
    "dns-01, and a wildcard's CNAME, which ends": byDns('', ['*.@ CNAME x.gone.example']),
  },
  'a host with addresses of its own': {
    'none: they are to be set': finds('info record-missing', [], { ...addressed(false), changes: SET_OWN }),
    'a site that is live lacks one': toAddresses(LACKS, OWN.slice(0, 1), { changes: SET_OWN.slice(1) }),
    'all are there, at an apex too, and mail stays': finds(
      CONFIGURED,
      ['@ A 192.0.2.7', '@ AAAA 2001:db8::7', '@ MX 10 mail.@'],
      { host: { ...addressed(true).host, host: zone } },
    ),
    'one lacks, and of which could not be read': toAddresses(
      'warning dns-unreadable',
      [...OWN.slice(0, 1), 'shop.@ MX 10 mail.@'],
      { misbehave: when({ to: both, types: ['AAAA'] }, responds('SERVFAIL')) },
    ),
    'another one beside them': toAddresses(CONFLICT, [...OWN, 'shop.@ A 192.0.2.8'], {
      changes: ['remove shop.@ A 192.0.2.8'],
    }),
    'others in place of them': toAddresses(CONFLICT, ['shop.@ A 192.0.2.8', 'shop.@ A 192.0.2.9']),
    'a CNAME excludes them': toAddresses('blocked cname-elsewhere', [atPlatform], {
      changes: [`remove ${atPlatform}`, ...SET_OWN],
    }),
    'CAA of the host stays, so that the one above it does not count': toAddresses(CONFIGURED, [
      ...OWN,
      `shop.@ CAA 0 issue ${LE}`,
      AMAZON,
    ]),
    'CAA of the host stays, and counts': toAddresses(`${FORBIDS}, ${CONFIGURED}`, [...OWN, `shop.${AMAZON}`]),
  },
  'a platform whose name is not known': {
    'a CNAME to it: whose it is, DNS does not show': toPlatform(CONFIGURED, [atPlatform]),
    'a CNAME to another': toPlatform('warning cname-elsewhere', ['shop.@ CNAME x.other.test']),
  },
  // Those of each are in rules/caa-policy.test.ts.
  'the CAA names of an authority': {
    'any of them allows it': bySectigo('', [ADDRESS, '@ CAA 0 issue entrust.net']),
    "another's does not, and the fix is its first": bySectigo(FORBIDS, [ADDRESS, `@ CAA 0 issue ${LE}`], {
      changes: ['add @ CAA 0 issue "sectigo.com"'],
    }),
  },
  'parameters of CAA': Object.fromEntries(
    DAYS.flatMap(([day, severity, at]) => {
      const thatDay = findsWith({ host: kept(issuance('google', 'http-01')), at });
      const onlyDns = '@ CAA 0 issue pki.goog; validationmethods=dns-01';
      const account = '@ CAA 0 issue pki.goog; accounturi=1';
      const more = { 'platform.test': { on: ['127.0.0.15'], records: ONLY_BY_DNS } };
      return [
        [`a challenge is left out, ${day}`, thatDay(`${severity} caa-limits-methods`, [ADDRESS, onlyDns])],
        [`an account cannot be, ${day}`, thatDay(`${severity} caa-blocks-authority`, [ADDRESS, account])],
        [
          `a challenge is left out at the end of the CNAME, ${day}`,
          thatDay(`${severity} caa-of-current-target`, [atPlatform], { remains: true, more }),
        ],
      ];
    }),
  ),
};
