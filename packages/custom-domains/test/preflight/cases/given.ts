// Hosts whose routing no deployment decides: records that stay, addresses that are given, a platform; with any authority.
import { AUTHORITIES, type Issuance } from '../../../src/authorities/index.ts';
import type { HostSpec, Routing } from '../../../src/dns-hosts/zone.ts';
import type { Misbehaviour } from '../dns-server.ts';
import type { Internet } from '../internet.ts';
import { externalHost } from '../plans.ts';
import {
  both,
  finds,
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
const addressed = (verified: boolean, host = shop.host): HostSpec => ({
  ...routed(
    { kind: 'addresses', addresses: ['192.0.2.7', '2001:db8::7'] },
    issuance('letsencrypt'),
    verified,
  ),
  host,
});
const within = routed({ kind: 'name', within: [/\.platform\.test$/] });

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

export const GIVEN: Readonly<Record<string, Table>> = {
  'a host whose records stay': {
    "CAA of the host itself counts, and the fix is the authority's own record": finds(
      'blocked caa-blocks-authority',
      ['shop.@ A 192.0.2.1', 'shop.@ CAA 0 issue amazon.com'],
      { host: kept(issuance('letsencrypt')), changes: [`add shop.@ CAA 0 issue "${LE}"`] },
    ),
    'a challenge that CAA leaves out': finds(
      'blocked caa-limits-methods',
      ['shop.@ A 192.0.2.1', `@ CAA 0 issue ${LE}; validationmethods=dns-01`],
      { host: kept(issuance('letsencrypt', 'http-01')), changes: [`add @ CAA 0 issue "${LE}"`] },
    ),
    'one challenge is left': finds(
      'warning caa-limits-methods',
      ['shop.@ A 192.0.2.1', '@ CAA 0 issue pki.goog; validationmethods=dns-01'],
      { host: kept(issuance('google')) },
    ),
    "the target's CAA through the CNAME allows": finds('', [atPlatform, '@ CAA 0 issue amazon.com'], {
      host: kept(issuance('letsencrypt')),
      more: platform(LE),
    }),
    "it forbids: no record of the host's owner helps": finds('blocked caa-of-current-target', [atPlatform], {
      host: kept(issuance('google')),
      more: platform(LE),
      changes: [],
      remains: true,
    }),
    "a wildcard's CAA applies where no record is set below the host": finds(
      'blocked caa-blocks-authority',
      ['*.@ A 192.0.2.1', '*.@ CAA 0 issue amazon.com'],
      // One at the host would end the wildcard's address too.
      { host: kept(issuance('letsencrypt', 'http-01')), changes: ['add *.@ CAA 0 issue "letsencrypt.org"'] },
    ),
    'and does not where the validation record is below it, on servers that follow RFC 4592': finds(
      'warning caa-blocks-authority',
      ['*.@ A 192.0.2.1', '*.@ CAA 0 issue amazon.com'],
      { host: kept(issuance('letsencrypt', 'dns-01')) },
    ),
  },
  "an authority's known policy": {
    "Let's Encrypt refuses where CAA cannot be read": finds(
      'blocked caa-unreadable',
      ['shop.@ A 192.0.2.1'],
      {
        host: kept(issuance('letsencrypt')),
        misbehave: when({ types: ['CAA'] }, responds('NOTIMP')),
        remains: true,
      },
    ),
    'of others that is not known': finds('warning caa-unreadable', ['shop.@ A 192.0.2.1'], {
      host: kept(issuance('google')),
      misbehave: when({ types: ['CAA'] }, responds('NOTIMP')),
    }),
    "Let's Encrypt asks in mixed case, and a firewall drops such queries": finds(
      'blocked caa-unreadable',
      ['shop.@ A 192.0.2.1'],
      { host: kept(issuance('letsencrypt')), misbehave: lowerCaseOnly(both), remains: true },
    ),
    'at one of two servers': finds('warning caa-unreadable', ['shop.@ A 192.0.2.1'], {
      host: kept(issuance('letsencrypt')),
      misbehave: lowerCaseOnly(both.slice(1)),
    }),
    'and others do not': finds('', ['shop.@ A 192.0.2.1'], {
      host: kept(issuance('google')),
      misbehave: lowerCaseOnly(both),
    }),
  },
  "the CAA above an alias is its target's": {
    'the name above the host leads to a platform, whose owner alone can change it': finds(
      'blocked caa-blocks-authority',
      ['shop.@ CNAME cname.platform.test'],
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
        host: externalHost(zone, false, {
          apex: true,
          routing: { kind: 'unchanged' },
          issuance: issuance('letsencrypt'),
        }),
        more: at('platform.test', 'cname.platform.test A 192.0.2.1'),
      },
    ),
    // PowerDNS 4.7.3 responds to NS with it, and to SOA with the SOA record.
    'in place of the NS records': finds('', ['@ CNAME cname.platform.test', 'shop.@ A 192.0.2.1'], {
      host: kept(issuance('letsencrypt')),
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
    'http-01, and mail alone (RFC 8555 8.3)': finds('blocked record-missing', ['shop.@ MX 10 mail.@'], {
      host: kept(issuance('letsencrypt', 'http-01')),
      remains: true,
    }),
    'tls-alpn-01, and nothing (RFC 8737 3)': finds('blocked record-missing', [], {
      host: kept(issuance('google', 'tls-alpn-01')),
      remains: true,
    }),
    'http-01, and an address at the end of a CNAME': finds('', ['shop.@ CNAME a.@', 'a.@ A 192.0.2.1'], {
      host: kept(issuance('letsencrypt', 'http-01')),
    }),
    'any method, and no address': finds('', [], { host: kept(issuance('letsencrypt')) }),
    'dns-01, and its name leads to a domain that is not there (RFC 8555 8.4)': finds(
      'blocked target-missing',
      [`${challenge} x.gone.example`],
      { host: kept(issuance('letsencrypt', 'dns-01')), changes: [`remove ${challenge} x.gone.example`] },
    ),
    'dns-01 among others': finds('warning target-missing', [`${challenge} x.gone.example`], {
      host: kept(issuance('letsencrypt')),
    }),
    'dns-01, and its name is delegated to servers that respond to nobody': finds(
      'blocked dns-unreadable',
      [],
      {
        host: kept(issuance('letsencrypt', 'dns-01')),
        misbehave: when({ to: RESOLVER, within: `_acme-challenge.shop.${zone}` }, responds('SERVFAIL')),
        remains: true,
      },
    ),
    'dns-01, and the host itself is delegated to such servers: one finding': finds(
      'blocked lame-delegation',
      [],
      {
        host: kept(issuance('letsencrypt', 'dns-01')),
        more: { [`shop.${zone}`]: { on: [], nameServers: ['ns1.nowhere.test'] } },
        misbehave: when({ to: RESOLVER, within: `shop.${zone}` }, responds('SERVFAIL')),
        remains: true,
      },
    ),
    'dns-01, and its CNAME leads to such servers': finds(
      'blocked dns-unreadable',
      [`${challenge} x.acme.test`],
      {
        host: kept(issuance('letsencrypt', 'dns-01')),
        more: at('acme.test'),
        misbehave: when({ to: RESOLVER, types: ['TXT'] }, responds('SERVFAIL')),
        changes: [`remove ${challenge} x.acme.test`],
      },
    ),
    'dns-01 among others, and its CNAME leads to such servers': finds(
      'warning dns-unreadable',
      [`${challenge} x.acme.test`],
      {
        host: kept(issuance('letsencrypt')),
        more: at('acme.test'),
        misbehave: when({ to: RESOLVER, types: ['TXT'] }, responds('SERVFAIL')),
      },
    ),
    'http-01, and its address is a SERVFAIL: not that there is none': finds('blocked dns-unreadable', [], {
      host: kept(issuance('letsencrypt', 'http-01')),
      misbehave: when({ to: RESOLVER, name: `shop.${zone}`, types: ['A'] }, responds('SERVFAIL')),
      remains: true,
    }),
    'dns-01, and its name leads into a bogus zone': finds('blocked dnssec-bogus', [], {
      ...signed(
        undefined,
        { records: [`_acme-challenge.shop.${zone} CNAME x.old.test`] },
        { 'old.test': { on: both, signed: { inception: -9e6, expiration: -1e6 } } },
      ),
      host: kept(issuance('letsencrypt', 'dns-01')),
      remains: true,
    }),
    'dns-01, and its name leads to where the record is to be': finds('', [`${challenge} x.acme.test`], {
      host: kept(issuance('letsencrypt', 'dns-01')),
      more: at('acme.test'),
    }),
    "dns-01, and a wildcard's CNAME, which ends": finds('', ['*.@ CNAME x.gone.example'], {
      host: kept(issuance('letsencrypt', 'dns-01')),
    }),
  },
  'a host with addresses of its own': {
    'none yet: they are to be set': finds('info record-missing', [], {
      host: addressed(false),
      changes: ['add shop.@ A 192.0.2.7', 'add shop.@ AAAA 2001:db8::7'],
    }),
    'a site that is live lacks one': finds('blocked record-missing', ['shop.@ A 192.0.2.7'], {
      host: addressed(true),
      changes: ['add shop.@ AAAA 2001:db8::7'],
    }),
    'all are there, at an apex too, and mail stays': finds(
      'info already-configured',
      ['@ A 192.0.2.7', '@ AAAA 2001:db8::7', '@ MX 10 mail.@'],
      { host: addressed(true, zone) },
    ),
    'another one beside them': finds(
      'blocked conflicting-record',
      ['shop.@ A 192.0.2.7', 'shop.@ A 192.0.2.8', 'shop.@ AAAA 2001:db8::7'],
      { host: addressed(true), changes: ['remove shop.@ A 192.0.2.8'] },
    ),
    'others in place of them': finds(
      'blocked conflicting-record',
      ['shop.@ A 192.0.2.8', 'shop.@ A 192.0.2.9'],
      { host: addressed(true) },
    ),
    'a CNAME excludes them': finds('blocked cname-elsewhere', [atPlatform], {
      host: addressed(true),
      changes: [`remove ${atPlatform}`, 'add shop.@ A 192.0.2.7', 'add shop.@ AAAA 2001:db8::7'],
    }),
    'CAA of the host stays, so that the one above it does not count': finds(
      'info already-configured',
      [
        'shop.@ A 192.0.2.7',
        'shop.@ AAAA 2001:db8::7',
        `shop.@ CAA 0 issue ${LE}`,
        '@ CAA 0 issue amazon.com',
      ],
      { host: addressed(true) },
    ),
    'CAA of the host stays, and counts': finds(
      'blocked caa-blocks-authority, info already-configured',
      ['shop.@ A 192.0.2.7', 'shop.@ AAAA 2001:db8::7', 'shop.@ CAA 0 issue amazon.com'],
      { host: addressed(true) },
    ),
  },
  'a platform whose name is not known': {
    'a CNAME to it: whose it is, DNS does not show': finds('info already-configured', [atPlatform], {
      host: within,
    }),
    'a CNAME to another': finds('warning cname-elsewhere', ['shop.@ CNAME x.other.test'], { host: within }),
  },
};
