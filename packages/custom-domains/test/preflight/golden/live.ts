// Cases of live DNS for the golden file of findings: one for each text that a rule has.
import { AUTHORITIES } from '../../../src/authorities/index.ts';
import { createKey } from '../../dnssec/keys.ts';
import { broken, unsigned, without } from '../../dnssec/lab.ts';
import type { Signing } from '../../dnssec/zone-signer.ts';
import { cloudflareHost, externalHost } from '../plans.ts';
import { apex, both, type Case, coded, docs, host, rewritten, target, zone } from '../scenario.ts';

const [ONE, OTHER] = both as [string, string];
const RESOLVER = '127.0.0.1';
const AWAY = { on: ['127.0.0.14'] };
const DAY = 24 * 3600;

const shop = externalHost(`shop.${zone}`);
const verified = externalHost(`shop.${zone}`, true);
const own = externalHost(zone);
const eu = (name = zone) => cloudflareHost(`api.eu.${zone}`, name);
const validation = { name: `_v.shop.${zone}`, type: 'CNAME', value: '_x.acm.test' };
const issuedBy = (id: string, ...methods: readonly string[]) => {
  const authority = AUTHORITIES.find((one) => one.id === id) ?? AUTHORITIES[0];
  if (authority === undefined) throw new Error('no authority');
  return { authority, methods: authority.methods.filter((one) => methods.includes(one.id)) };
};
const kept = (...methods: readonly string[]) =>
  externalHost(`shop.${zone}`, false, {
    routing: { kind: 'unchanged' },
    issuance: issuedBy('letsencrypt', ...methods),
  });
const addressed = externalHost(`shop.${zone}`, true, {
  routing: { kind: 'addresses', addresses: ['192.0.2.7', '2001:db8::7'] },
});

const old = { 'old.test': { ...AWAY, records: ['ns1.old.test A 127.0.0.14'] } };
const cloudflare = { 'cloudflare.test': { ...AWAY, records: ['ada.ns.cloudflare.test A 127.0.0.14'] } };
const registrar = {
  'registrar-servers.com': { ...AWAY, records: ['dns1.registrar-servers.com A 127.0.0.14'] },
};
const vercel = (issuer: string) => ({
  'vercel.test': { on: ['127.0.0.15'], records: [`cname.vercel.test CAA 0 issue ${issuer}`] },
});
const vanity = {
  [zone]: { on: both, nameServers: ['dns1.brand.test'] },
  'brand.test': { on: both, records: [`dns1.brand.test A ${ONE}`] },
};
const signed = (signing: Signing): Partial<Case> => {
  const top = { on: ['127.0.0.9'], signed: {} };
  return { validates: true, more: { '': top, test: top, [zone]: { on: both, signed: signing } } };
};
const key = createKey(13);
const from =
  (servers: readonly string[], change: (reply: Buffer) => Buffer[], types?: readonly string[]) =>
  ({ server, type }: { server: string; type: string }, reply: Buffer) =>
    servers.includes(server) && (types?.includes(type) ?? true) ? change(reply) : undefined;
const silent = () => [];
const servfail = (reply: Buffer) => [coded(reply, 2)];

/** By name, what is in DNS. */
export const LIVE: Readonly<Record<string, Partial<Case>>> = {
  'conflict: one record': { records: [`api.${zone} A 192.0.2.1`] },
  'conflict: several, deployed': {
    records: [`api.${zone} A 192.0.2.1`, `api.${zone} TXT x`],
    expected: { target },
  },
  'conflict: addresses at an apex': { host: apex, records: [`${zone} A 192.0.2.1`], expected: { target } },
  "conflict: at an owner's apex": { host: own, records: [`${zone} A 192.0.2.1`] },
  'conflict: an owner has yet to replace it': { host: shop, records: [`shop.${zone} A 192.0.2.1`] },
  'CNAME elsewhere': { records: [`api.${zone} CNAME cname.other.test`] },
  'CNAME elsewhere, deployed': { records: [`api.${zone} CNAME cname.other.test`], expected: { target } },
  'CNAME elsewhere, external': { host: shop, records: [`shop.${zone} CNAME cname.other.test`] },
  'CNAME at a name of the platform': {
    host: externalHost(`shop.${zone}`, false, { routing: { kind: 'name', within: [/\.platform\.test$/] } }),
    records: [`shop.${zone} CNAME x.platform.test`],
  },
  'CNAME as expected': { records: [`api.${zone} CNAME ${target}`], expected: { target } },
  'CNAME as expected, flattened': { host: apex, records: [`${zone} A 192.0.2.80`], expected: { target } },
  "another's distribution": {
    host: docs,
    records: [`docs.${zone} CNAME d1.cloudfront.net`],
    more: { 'cloudfront.net': { on: both, records: ['d1.cloudfront.net A 192.0.2.90'] } },
  },
  'addresses of its own: all set': {
    host: addressed,
    records: [`shop.${zone} A 192.0.2.7`, `shop.${zone} AAAA 2001:db8::7`],
  },
  'addresses of its own: one missing': { host: addressed, records: [`shop.${zone} A 192.0.2.7`] },
  'addresses of its own: none set': { host: addressed },
  'addresses of its own: another': { host: addressed, records: [`shop.${zone} A 192.0.2.8`] },
  'addresses of its own: others': {
    host: addressed,
    records: [`shop.${zone} A 192.0.2.8`, `shop.${zone} A 192.0.2.9`],
  },
  'addresses of its own: a CNAME': { host: addressed, records: [`shop.${zone} CNAME x.other.test`] },
  'HTTPS: hints': { host: apex, records: [`${zone} UNKNOWN_65 0001000001000302683200040004c0000207`] },
  'HTTPS: port': { host: apex, records: [`${zone} UNKNOWN_65 0001000003000220fb`] },
  'HTTPS: ECH': { host: apex, records: [`${zone} UNKNOWN_65 00010000050002abcd`] },
  'HTTPS: where the stack sets one': {
    host: { ...apex, target: 'distribution' },
    records: [`${zone} UNKNOWN_65 0000036f6c64047465737400`, `${zone} UNKNOWN_65 00010000010003026832`],
  },
  'missing: set again': { expected: { target, validation: { ...validation, name: `_v.api.${zone}` } } },
  'missing: external': { host: shop, expected: { target, validation } },
  'missing: another value': {
    host: shop,
    records: [`${validation.name} CNAME other.test`],
    expected: { validation },
  },
  "missing: at an owner's apex": { host: own, expected: { target } },
  'missing: HTTPS': { host: { ...apex, target: 'distribution' }, expected: { https: '1 . alpn="h2"' } },
  'apex without an alias': { host: own },
  'a name of another type': { records: [`api.${zone} UNKNOWN_17 0000`] },
  'zone: not registered': { host: cloudflareHost('api.nobody.test', 'nobody.test') },
  'zone: not delegated': { host: eu(`eu.${zone}`), records: [`eu.${zone} TXT here`] },
  'zone: delegated to servers that do not serve it': {
    host: cloudflareHost('api.lame.test', 'lame.test'),
    more: { 'lame.test': AWAY },
    misbehave: ({ server, name }, reply) =>
      !name.endsWith('lame.test') || name === 'ns1.lame.test'
        ? undefined
        : from([RESOLVER, '127.0.0.14'], (one) => [coded(one, server === RESOLVER ? 2 : 5)])(
            { server, type: '' },
            reply,
          ),
  },
  'zone: delegated to others than it names': {
    host: cloudflareHost('api.moved.test', 'moved.test'),
    more: {
      'moved.test': { ...AWAY, nameServers: ['ada.ns.cloudflare.test'], delegatedTo: ['ns1.old.test'] },
      ...old,
      ...cloudflare,
    },
  },
  'zone: delegated to another DNS host': {
    host: cloudflareHost('api.shop.test', 'shop.test'),
    more: { 'shop.test': { ...AWAY, nameServers: ['dns1.registrar-servers.com'] }, ...registrar },
  },
  'zone: delegated away': { host: eu(), more: { [`eu.${zone}`]: AWAY } },
  'zone: delegated away, by the resolver': {
    host: eu(),
    more: { [`eu.${zone}`]: AWAY },
    resolverOnly: true,
  },
  'zone: another of that name': {
    more: {
      [zone]: { on: both, nameServers: ['ada.ns.cloudflare.test'] },
      'cloudflare.test': { on: both, records: [`ada.ns.cloudflare.test A ${ONE}`] },
    },
    assigned: { kind: 'known', nameServers: ['carl.ns.cloudflare.test'] },
  },
  'zone: unconfirmed': { more: vanity, assigned: 'unasked' },
  'zone: unconfirmed, as the API failed': {
    more: vanity,
    assigned: { kind: 'failed', detail: '403 Forbidden' },
  },
  'lame delegation': {
    host: eu(),
    more: { [`eu.${zone}`]: { ...AWAY, delegatedTo: ['ns1.nowhere.test'] } },
    misbehave: ({ server, name }, reply) =>
      server === RESOLVER && name.endsWith(`eu.${zone}`) ? servfail(reply) : undefined,
  },
  'below a DNAME': { host: eu(), records: [`eu.${zone} DNAME other.test`] },
  'a wildcard': { records: [`*.${zone} MX 10 mail.test`, `*.${zone} TXT x`] },
  'the zone typed twice': {
    host: shop,
    records: [`shop.${zone}.${zone} CNAME ${target}`],
    expected: { target },
  },
  'CAA: others only': {
    records: [`${zone} CAA 0 issue letsencrypt.org`, `${zone} CAA 0 issue digicert.com`],
  },
  'CAA: nobody': { records: [`${zone} CAA 0 issue ;`] },
  'CAA: critical': { records: [`${zone} CAA 128 tbs unknown`] },
  'CAA: an account that cannot be': { records: [`${zone} CAA 0 issue amazon.com; accounturi=1`] },
  'CAA: an account': { records: [`${zone} CAA 0 issue amazon.com; accounturi=https://a.test/1`] },
  'CAA: capitals': { records: [`${zone} CAA 0 issue Amazon.com`] },
  'CAA: not by DNS': { records: [`${zone} CAA 0 issue amazon.com; validationmethods=http-01`] },
  'CAA: not by the chosen method': {
    host: kept('http-01'),
    records: [`shop.${zone} A 192.0.2.1`, `${zone} CAA 0 issue letsencrypt.org; validationmethods=dns-01`],
  },
  'CAA: one method is left': {
    host: kept('http-01', 'dns-01', 'tls-alpn-01'),
    records: [`shop.${zone} A 192.0.2.1`, `${zone} CAA 0 issue letsencrypt.org; validationmethods=dns-01`],
  },
  'CAA: malformed': { records: [`${zone} UNKNOWN_257 0000`] },
  'CAA: unreadable': { misbehave: from(both, servfail, ['CAA']) },
  'CAA: unreadable, signed': {
    misbehave: from(both, servfail, ['CAA']),
    more: { test: { on: ['127.0.0.9'], records: [`${zone} DS abcd`] } },
  },
  'CAA: of the present target, none afterwards': {
    host: shop,
    more: vercel('letsencrypt.org'),
    records: [`shop.${zone} CNAME cname.vercel.test`],
  },
  'CAA: of the present target, and forbidden afterwards': {
    host: shop,
    more: vercel('letsencrypt.org'),
    records: [`shop.${zone} CNAME cname.vercel.test`, `${zone} CAA 0 issue digicert.com`],
  },
  'CAA: of the present target, and allowed afterwards': {
    host: shop,
    more: vercel('letsencrypt.org'),
    records: [`shop.${zone} CNAME cname.vercel.test`, `${zone} CAA 0 issue amazon.com`],
  },
  'CAA: of the present target, and not known afterwards': {
    host: shop,
    more: vercel('letsencrypt.org'),
    records: [`shop.${zone} CNAME cname.vercel.test`],
    misbehave: ({ server, name, type }, reply) =>
      both.includes(server) && name === zone && type === 'CAA' ? servfail(reply) : undefined,
  },
  'CAA: of the target that stays': {
    host: kept('dns-01'),
    more: vercel('amazon.com'),
    records: [`shop.${zone} CNAME cname.vercel.test`],
  },
  'servers differ': {
    records: [`api.${zone} A 192.0.2.1`],
    misbehave: ({ server, name, type }, reply) =>
      server === OTHER && name === `api.${zone}` && type !== 'CNAME' ? [coded(reply, 0, true)] : undefined,
  },
  'servers differ in CAA': {
    records: [`${zone} CAA 0 issue amazon.com`],
    misbehave: ({ server, name, type }, reply) =>
      server === OTHER && name === zone && type === 'CAA' ? [rewritten(reply, { answers: [] })] : undefined,
  },
  'servers differ in a delegation': {
    more: { [`api.${zone}`]: AWAY },
    misbehave: ({ server, name, type }, reply) => {
      if (server === RESOLVER && name === host.host && type === 'SOA') return [coded(reply, 0)];
      return server === OTHER && name === host.host ? [coded(reply, 3, true)] : undefined;
    },
  },
  'parent and zone differ': { more: { [zone]: { on: both, delegatedTo: [`ns1.${zone}`] } } },
  'unreadable: all servers refuse': { misbehave: from(both, (reply) => [coded(reply, 5)]) },
  'unreadable: one server is silent': { misbehave: from([OTHER], silent) },
  'unreadable: the resolver is silent': { misbehave: from([RESOLVER], silent) },
  'unreadable: one type': { misbehave: from(both, silent, ['MX']), records: [`x.api.${zone} A 192.0.2.1`] },
  'unreadable: the delegation': { misbehave: from(['127.0.0.9'], silent) },
  'unreadable: the validation record': {
    host: verified,
    expected: { validation },
    misbehave: ({ server, name }, reply) =>
      both.includes(server) && name === validation.name ? servfail(reply) : undefined,
  },
  'unreadable: no SOA up to the root': { misbehave: from([RESOLVER], (one) => [coded(one, 0)], ['SOA']) },
  'DNSSEC: expired': signed({ inception: -30 * DAY, expiration: -3 * DAY }),
  'DNSSEC: not yet valid': signed({ inception: 3 * DAY }),
  'DNSSEC: no signature': signed({ tamper: unsigned('SOA') }),
  'DNSSEC: another signature': signed({ tamper: broken('SOA') }),
  'DNSSEC: an unknown key': signed({ keys: [key], zoneKeys: [createKey(13)] }),
  'DNSSEC: DS of another key': signed({ keys: [key], ds: [createKey(13)] }),
  'DNSSEC: DS of another key, and no key that signs': signed({
    keys: [key],
    ds: [createKey(13)],
    tamper: broken('DNSKEY'),
  }),
  'DNSSEC: DS of a zone without keys': signed({ tamper: without('DNSKEY', 'RRSIG', 'NSEC') }),
  'DNSSEC: nothing proves an absence': signed({ tamper: without('NSEC') }),
  'DNSSEC: ends soon': signed({ inception: -29 * DAY, expiration: DAY }),
  'DNSSEC: no response': { ...signed({}), misbehave: (query) => (query.dnssecOk ? [] : undefined) },
  'DNSSEC: not passed on': { validates: true },
  'a move to a distribution': {
    host: docs,
    records: [`docs.${zone} 3600 CNAME ${target}`],
    expected: { target },
    before: { target: 'gateway' },
  },
  'a move that the resolver shows': {
    host: docs,
    records: [`docs.${zone} 300 CNAME ${target}`],
    expected: { target },
    before: { target: 'gateway' },
    resolverOnly: true,
  },
  "an owner's move": {
    host: verified,
    records: [`shop.${zone} 60 CNAME ${target}`],
    expected: { target },
    before: { target: 'gateway' },
  },
};
