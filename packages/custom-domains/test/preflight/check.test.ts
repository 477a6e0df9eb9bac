// Hosts judged from live DNS, case by case: good and bad, and each fix applied literally until nothing blocks.
import { describe } from 'vitest';
import { cloudflareHost, externalHost } from './plans.ts';
import { apex, both, coded, docs, host, target, verify, zone } from './scenario.ts';

describe('a healthy host', () => {
  verify([
    { name: 'a new name in a delegated zone', finds: [] },
    {
      name: 'an apex with MX, TXT and NS, which stay',
      host: apex,
      records: [`${zone} MX 10 mail.${zone}`, `${zone} TXT v=spf1`],
      finds: [],
    },
    { name: 'CAA that names Amazon', records: [`${zone} CAA 0 issue amazon.com`], finds: [] },
    {
      name: 'a name below which others are (an empty non-terminal)',
      records: [`x.api.${zone} A 192.0.2.1`],
      finds: [],
    },
    {
      name: 'a host set by hand, before its owner did anything',
      host: externalHost('shop.petstore.test'),
      finds: [],
    },
    {
      name: 'deployed, CNAME right',
      records: [`api.${zone} CNAME ${target}`],
      expected: { target },
      finds: ['info already-configured'],
      says: ['on both of its servers'],
    },
    {
      name: 'deployed at an apex, flattened to the same addresses',
      host: apex,
      records: [`${zone} A 192.0.2.80`],
      expected: { target },
      finds: ['info already-configured'],
    },
    { name: 'asked through the resolver only', resolverOnly: true, finds: [] },
    {
      name: 'a record beside it in a zone with a wildcard, made before by somebody, with data of its own',
      records: [`*.${zone} A 192.0.2.7`, `api.${zone} CNAME ${target}`],
      expected: { target },
      finds: ['info already-configured'],
    },
    {
      name: 'servers of the same DNS host as declared',
      more: {
        [zone]: { on: both, nameServers: ['ada.ns.cloudflare.test', 'bob.ns.cloudflare.test'] },
        'cloudflare.test': {
          on: both,
          records: ['ada.ns.cloudflare.test A 127.0.0.11', 'bob.ns.cloudflare.test A 127.0.0.12'],
        },
      },
      finds: [],
    },
  ]);
});

describe('records in the way', () => {
  const types = [
    'A 192.0.2.1',
    'AAAA 2001:db8::1',
    'MX 10 mail.test',
    'TXT hello',
    'SRV 0 5 443 sip.test',
    'CAA 0 issue amazon.com',
  ];
  verify([
    ...types.map((data) => ({
      name: `${data.split(' ')[0]} at the host`,
      records: [`api.${zone} ${data}`],
      finds: ['blocked conflicting-record'],
      says: ['a CNAME excludes every other record'],
    })),
    {
      name: 'HTTPS at the host',
      records: [`api.${zone} UNKNOWN_65 000100`],
      finds: ['blocked conflicting-record'],
      isLeft: true,
    },
    {
      name: 'several types at once: one finding, every record named',
      records: [`api.${zone} 120 A 192.0.2.1`, `api.${zone} A 192.0.2.2`, `api.${zone} TXT x`],
      finds: ['blocked conflicting-record'],
      changes: [
        `remove api.${zone} A 192.0.2.1`,
        `remove api.${zone} A 192.0.2.2`,
        `remove api.${zone} TXT "x"`,
      ],
    },
    {
      name: 'A at an apex',
      host: apex,
      records: [`${zone} A 192.0.2.1`, `${zone} TXT x`],
      finds: ['blocked conflicting-record'],
      changes: [`remove ${zone} A 192.0.2.1`],
    },
    {
      name: 'deployed at an apex, addresses of somebody else',
      host: apex,
      records: [`${zone} A 192.0.2.1`],
      expected: { target },
      finds: ['blocked conflicting-record'],
      isLeft: true,
    },
    {
      name: 'a CNAME elsewhere, in a declared zone: to be removed',
      records: [`api.${zone} 600 CNAME cname.other.test`],
      finds: ['blocked cname-elsewhere'],
      says: ['CNAME to cname.other.test (TTL 600), on both of its servers', 'remove it'],
      changes: [`remove api.${zone} CNAME cname.other.test`],
    },
    {
      name: 'deployed, and its CNAME changed since',
      records: [`api.${zone} CNAME cname.other.test`],
      expected: { target },
      finds: ['blocked cname-elsewhere'],
      changes: [`remove api.${zone} CNAME cname.other.test`, `add api.${zone} CNAME ${target}`],
    },
    {
      name: 'a CNAME and, wrongly, a TXT beside it',
      records: [`api.${zone} CNAME cname.other.test`, `api.${zone} TXT x`],
      finds: ['blocked conflicting-record', 'blocked cname-elsewhere'],
    },
    {
      name: 'by hand: the owner still serves from the old place, which stops nothing yet',
      host: externalHost(`shop.${zone}`),
      records: [`shop.${zone} CNAME cname.other.test`],
      finds: ['warning cname-elsewhere'],
    },
    {
      name: 'by hand, and verified: in the way',
      host: externalHost(`shop.${zone}`, true),
      records: [`shop.${zone} A 192.0.2.1`],
      finds: ['blocked conflicting-record'],
    },
    {
      name: "somebody else's distribution has the name",
      host: docs,
      records: [`docs.${zone} CNAME d1.cloudfront.net`],
      finds: ['blocked cname-elsewhere', 'blocked alias-taken'],
      says: ['have docs.petstore.test removed from the aliases of d1.cloudfront.net'],
    },
    {
      name: 'an API host that points to a distribution: in the way, and no alias is wanted',
      records: [`api.${zone} CNAME d1.cloudfront.net`],
      finds: ['blocked cname-elsewhere'],
    },
  ]);
});

describe('the zone', () => {
  const declared = (name: string) => cloudflareHost(`api.${name}`, name);
  verify([
    {
      name: 'nobody has registered it',
      host: declared('nobody.test'),
      finds: ['blocked no-such-zone'],
      says: ['register nobody.test'],
      isLeft: true,
    },
    {
      name: 'declared, and only a part of another zone',
      host: declared(`eu.${zone}`),
      records: [`eu.${zone} TXT here`],
      finds: ['blocked zone-not-delegated'],
      says: [`part of the zone ${zone}`, `set NS for eu.${zone} to the name servers that Cloudflare shows`],
      isLeft: true,
    },
    {
      name: 'declared below another zone, and not there at all',
      host: declared(`eu.${zone}`),
      finds: ['blocked zone-not-delegated'],
      isLeft: true,
    },
    {
      name: 'delegated to other servers than the zone names',
      host: declared('moved.test'),
      more: {
        'moved.test': {
          on: ['127.0.0.14'],
          nameServers: ['ada.ns.cloudflare.test'],
          delegatedTo: ['ns1.old.test'],
        },
        'old.test': { on: ['127.0.0.14'], records: ['ns1.old.test A 127.0.0.14'] },
        'cloudflare.test': { on: ['127.0.0.14'], records: ['ada.ns.cloudflare.test A 127.0.0.14'] },
      },
      finds: ['blocked zone-not-delegated'],
      changes: ['remove moved.test NS ns1.old.test', 'add moved.test NS ada.ns.cloudflare.test'],
    },
    {
      name: 'delegated to servers of another DNS host than the one declared',
      host: declared('shop.test'),
      more: {
        'shop.test': { on: ['127.0.0.14'], nameServers: ['dns1.registrar-servers.com'] },
        'registrar-servers.com': { on: ['127.0.0.14'], records: ['dns1.registrar-servers.com A 127.0.0.14'] },
      },
      finds: ['blocked zone-not-delegated'],
      says: ['declared at Cloudflare and delegated to dns1.registrar-servers.com'],
      isLeft: true,
    },
    {
      name: 'delegated to servers that do not serve it',
      host: declared('lame.test'),
      more: { 'lame.test': { on: ['127.0.0.14'] } },
      misbehave: ({ server, name }, reply) => {
        if (!name.endsWith('lame.test') || name === 'ns1.lame.test') return undefined;
        if (server === '127.0.0.1') return [coded(reply, 2)];
        return server === '127.0.0.14' ? [coded(reply, 5)] : undefined;
      },
      finds: ['blocked zone-not-delegated'],
      says: ['which do not serve it'],
      isLeft: true,
    },
    {
      name: 'a part of it is delegated away, and the host is in there',
      host: cloudflareHost(`api.eu.${zone}`, zone),
      more: { [`eu.${zone}`]: { on: ['127.0.0.14'] } },
      finds: ['blocked delegated-away'],
      changes: [`remove eu.${zone} NS ns1.eu.${zone}`],
    },
    {
      name: 'the host itself is delegated away',
      host,
      more: { [`api.${zone}`]: { on: ['127.0.0.14'] } },
      finds: ['blocked delegated-away'],
    },
    {
      name: 'a DNAME above the host',
      host: cloudflareHost(`api.eu.${zone}`, zone),
      records: [`eu.${zone} DNAME other.test`],
      finds: ['blocked hidden-by-dname'],
      changes: [`remove eu.${zone} DNAME other.test`],
    },
    {
      name: 'a DNAME elsewhere in the zone hides nothing',
      records: [`eu.${zone} DNAME other.test`],
      finds: [],
    },
    {
      name: 'a zone that does not validate',
      more: { [zone]: { on: both, bogus: true }, test: { on: ['127.0.0.9'], records: [`${zone} DS abcd`] } },
      finds: ['blocked dnssec-bogus'],
      changes: [`remove ${zone} DS 1 13 2 abcd`],
      isLeft: true,
    },
    {
      name: 'set by hand at the top of its zone',
      host: externalHost(zone),
      finds: ['warning apex-needs-alias'],
      says: ['ALIAS, ANAME or CNAME flattening'],
    },
    {
      name: 'set by hand at the top of its zone, and done',
      host: externalHost(zone),
      records: [`${zone} A 192.0.2.80`],
      expected: { target },
      finds: ['info already-configured'],
    },
  ]);
});

describe('wildcards and names typed twice', () => {
  verify([
    {
      name: 'a wildcard answers here: no conflict, its types are named',
      records: [`*.${zone} MX 10 mail.test`, `*.${zone} TXT x`],
      finds: ['warning wildcard-hidden'],
      says: ['hides MX and TXT'],
    },
    {
      name: 'a wildcard CNAME',
      records: [`*.${zone} CNAME cname.other.test`],
      finds: ['warning wildcard-hidden'],
    },
    {
      name: 'a wildcard two labels up',
      host: cloudflareHost(`a.b.${zone}`, zone),
      records: [`*.${zone} A 192.0.2.7`],
      finds: ['warning wildcard-hidden'],
    },
    {
      name: 'a wildcard, and a record of its own with the same data',
      records: [`*.${zone} A 192.0.2.7`, `api.${zone} A 192.0.2.7`],
      finds: ['blocked conflicting-record', 'warning wildcard-hidden'].slice(0, 1),
      isLeft: true,
    },
    { name: 'a wildcard elsewhere', records: [`*.eu.${zone} A 192.0.2.7`], finds: [] },
    {
      name: 'the record was set with the zone twice',
      host: externalHost(`shop.${zone}`),
      records: [`shop.${zone}.${zone} CNAME ${target}`],
      expected: { target },
      finds: ['warning doubled-name', 'info record-missing'],
      changes: [
        `remove shop.${zone}.${zone} CNAME ${target}`,
        `add shop.${zone} CNAME ${target}`,
        `add shop.${zone} CNAME ${target}`,
      ],
    },
    {
      name: 'the validation record was set with the zone twice',
      host: externalHost(`shop.${zone}`),
      records: [`_v.shop.${zone}.${zone} CNAME _x.acm.test`],
      expected: { validation: { name: `_v.shop.${zone}`, type: 'CNAME', value: '_x.acm.test' } },
      finds: ['warning doubled-name', 'info record-missing'],
    },
    {
      name: 'a wildcard makes no doubled name',
      host: externalHost(`shop.${zone}`),
      records: [`*.${zone} CNAME other.test`],
      finds: ['warning wildcard-hidden'],
    },
  ]);
});

describe('drift of what is deployed', () => {
  const validation = { name: `_v.api.${zone}`, type: 'CNAME', value: '_x.acm.test' };
  verify([
    {
      name: 'the routing record is gone',
      expected: { target },
      finds: ['blocked record-missing'],
      changes: [`add api.${zone} CNAME ${target}`],
    },
    {
      name: 'the validation record is gone: the next renewal fails',
      records: [`api.${zone} CNAME ${target}`],
      expected: { target, validation },
      finds: ['warning record-missing', 'info already-configured'],
      changes: [`add _v.api.${zone} CNAME _x.acm.test`],
    },
    {
      name: 'the validation record has another value',
      records: [`api.${zone} CNAME ${target}`, `_v.api.${zone} CNAME _old.acm.test`],
      expected: { target, validation },
      finds: ['warning record-missing', 'info already-configured'],
      changes: [`remove _v.api.${zone} CNAME _old.acm.test`, `add _v.api.${zone} CNAME _x.acm.test`],
    },
    {
      name: 'everything is there',
      records: [`api.${zone} CNAME ${target}`, `_v.api.${zone} CNAME _x.acm.test`],
      expected: { target, validation },
      finds: ['info already-configured'],
    },
    {
      name: 'an apex that answers with nothing',
      host: apex,
      expected: { target },
      finds: ['blocked record-missing'],
      isLeft: true,
    },
  ]);
});
