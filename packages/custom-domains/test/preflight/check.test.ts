// Hosts checked against live DNS, case by case; the records of each fix are applied literally until nothing blocks.
import { describe } from 'vitest';
import { cloudflareHost, externalHost } from './plans.ts';
import { apex, both, coded, docs, host, target, verify, zone } from './scenario.ts';

describe('a host without conflicts', () => {
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
      finds: ['warning exists-without-records'],
    },
    {
      name: 'an external host, before its owner set any record',
      host: externalHost('shop.petstore.test'),
      finds: [],
    },
    {
      name: 'deployed, with the expected CNAME',
      records: [`api.${zone} CNAME ${target}`],
      expected: { target },
      finds: ['info already-configured'],
    },
    {
      name: 'deployed at an apex, flattened to the same addresses',
      host: apex,
      records: [`${zone} A 192.0.2.80`],
      expected: { target },
      finds: ['info already-configured'],
    },
    { name: 'read through the resolver only', resolverOnly: true, finds: [] },
    {
      name: 'an earlier record beside it in a zone with a wildcard, with data of its own',
      records: [`*.${zone} A 192.0.2.7`, `api.${zone} CNAME ${target}`],
      expected: { target },
      finds: ['info already-configured'],
    },
    {
      name: 'servers of the same DNS host as declared',
      assigned: 'unasked',
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

describe('conflicting records', () => {
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
    })),
    {
      name: 'HTTPS at the host',
      records: [`api.${zone} UNKNOWN_65 000100`],
      finds: ['blocked conflicting-record'],
      remains: true,
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
      name: 'deployed at an apex, with foreign addresses',
      host: apex,
      records: [`${zone} A 192.0.2.1`],
      expected: { target },
      finds: ['blocked conflicting-record'],
      remains: true,
    },
    {
      name: 'a CNAME elsewhere, in a declared zone: remove it',
      records: [`api.${zone} 600 CNAME cname.other.test`],
      finds: ['blocked cname-elsewhere'],
      changes: [`remove api.${zone} CNAME cname.other.test`],
    },
    {
      name: 'deployed, and its CNAME was changed later',
      records: [`api.${zone} CNAME cname.other.test`],
      expected: { target },
      finds: ['blocked cname-elsewhere'],
      changes: [`remove api.${zone} CNAME cname.other.test`, `add api.${zone} CNAME ${target}`],
    },
    {
      name: 'deployed, and an address was set beside its CNAME',
      records: [`api.${zone} CNAME ${target}`, `api.${zone} A 192.0.2.9`],
      expected: { target },
      finds: ['blocked conflicting-record', 'info already-configured'],
      changes: [`remove api.${zone} A 192.0.2.9`],
    },
    {
      name: 'a CNAME and, wrongly, a TXT beside it',
      records: [`api.${zone} CNAME cname.other.test`, `api.${zone} TXT x`],
      finds: ['blocked conflicting-record', 'blocked cname-elsewhere'],
    },
    {
      name: 'external: the owner still serves from the old place, which does not block yet',
      host: externalHost(`shop.${zone}`),
      records: [`shop.${zone} CNAME cname.other.test`],
      finds: ['warning cname-elsewhere'],
    },
    {
      name: 'external and verified: a conflict',
      host: externalHost(`shop.${zone}`, true),
      records: [`shop.${zone} A 192.0.2.1`],
      finds: ['blocked conflicting-record'],
    },
    {
      name: 'external and verified, not attached: its new record is not known, so the old one does not block',
      host: externalHost(`shop.${zone}`, true),
      records: [`shop.${zone} CNAME cname.other.test`],
      expected: { routingAwaited: true },
      finds: ['warning cname-elsewhere'],
    },
    {
      name: 'external and attached: its owner knows the new record since the deployment',
      host: externalHost(`shop.${zone}`, true),
      records: [`shop.${zone} CNAME cname.other.test`],
      expected: { target, routingAwaited: true },
      finds: ['warning cname-elsewhere'],
      changes: [`remove shop.${zone} CNAME cname.other.test`, `add shop.${zone} CNAME ${target}`],
    },
    {
      name: 'external and attached, and its owner has replaced the record before',
      host: externalHost(`shop.${zone}`, true),
      records: [`shop.${zone} CNAME cname.other.test`],
      expected: { target },
      finds: ['blocked cname-elsewhere'],
    },
    {
      name: 'external and attached: its owner has yet to set its record',
      host: externalHost(`shop.${zone}`, true),
      expected: { target, routingAwaited: true },
      finds: ['info record-missing'],
    },
    {
      name: 'external and live before: its record was removed',
      host: externalHost(`shop.${zone}`, true),
      expected: { target },
      finds: ['blocked record-missing'],
    },
    {
      name: 'in a declared zone, records that the stack has yet to create: the run sets them',
      expected: {
        target,
        validation: { name: `_v.api.${zone}`, type: 'CNAME', value: '_x.acm.test' },
        unset: ['routing', 'validation'],
      },
      finds: [],
    },
    {
      name: 'external: no run sets its records',
      host: externalHost(`shop.${zone}`, true),
      expected: { target, unset: ['routing', 'validation'] },
      finds: ['blocked record-missing'],
    },
    {
      name: 'in a declared zone, nobody is waited for',
      expected: { target, routingAwaited: true },
      finds: ['blocked record-missing'],
    },
    {
      name: "another account's distribution has the name",
      host: docs,
      records: [`docs.${zone} CNAME d1.cloudfront.net`],
      more: { 'cloudfront.net': { on: both, records: ['d1.cloudfront.net A 192.0.2.90'] } },
      finds: ['blocked cname-elsewhere', 'blocked alias-taken'],
    },
    {
      name: 'a distribution that is deleted has no aliases: its name does not exist',
      host: docs,
      records: [`docs.${zone} CNAME d1.cloudfront.net`],
      more: { 'cloudfront.net': { on: both } },
      finds: ['blocked cname-elsewhere'],
    },
    {
      name: 'an API host that points to a distribution: a conflict, but not of aliases',
      records: [`api.${zone} CNAME d1.cloudfront.net`],
      finds: ['blocked cname-elsewhere'],
    },
  ]);
});

describe('the zone', () => {
  const declared = (name: string) => cloudflareHost(`api.${name}`, name);
  verify([
    {
      name: 'it is not registered',
      host: declared('nobody.test'),
      finds: ['blocked no-such-zone'],
      remains: true,
    },
    {
      name: 'declared, but a part of another zone',
      host: declared(`eu.${zone}`),
      records: [`eu.${zone} TXT here`],
      finds: ['blocked zone-not-delegated'],
      remains: true,
    },
    {
      name: 'declared below another zone, but without any delegation',
      host: declared(`eu.${zone}`),
      finds: ['blocked zone-not-delegated'],
      remains: true,
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
      remains: true,
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
      remains: true,
    },
    {
      name: 'a part of it with the host is delegated away',
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
      name: 'external, at the top of its zone',
      host: externalHost(zone),
      finds: ['warning apex-needs-alias'],
    },
    {
      name: 'external, at the top of its zone, already routed',
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
      name: 'a wildcard matches here: not a conflict, its types are named',
      records: [`*.${zone} MX 10 mail.test`, `*.${zone} TXT x`],
      finds: ['warning wildcard-hidden'],
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
      name: 'a wildcard, and an own record of the host with the same data',
      records: [`*.${zone} A 192.0.2.7`, `api.${zone} A 192.0.2.7`],
      finds: ['blocked conflicting-record', 'warning wildcard-hidden'].slice(0, 1),
      remains: true,
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
      name: 'what was set with the zone twice, and is left over beside the right records',
      host: externalHost(`shop.${zone}`),
      records: [
        `shop.${zone}.${zone} CNAME ${target}`,
        `shop.${zone} CNAME ${target}`,
        `_v.shop.${zone}.${zone} CNAME _x.acm.test`,
        `_v.shop.${zone} CNAME _x.acm.test`,
      ],
      expected: { target, validation: { name: `_v.shop.${zone}`, type: 'CNAME', value: '_x.acm.test' } },
      finds: ['info already-configured'],
    },
    {
      name: 'a wildcard does not count as a doubled name',
      host: externalHost(`shop.${zone}`),
      records: [`*.${zone} CNAME other.test`],
      finds: ['warning wildcard-hidden'],
    },
  ]);
});

describe('drift of deployed hosts', () => {
  const validation = { name: `_v.api.${zone}`, type: 'CNAME', value: '_x.acm.test' };
  verify([
    {
      name: 'the routing record was removed',
      expected: { target },
      finds: ['blocked record-missing'],
      changes: [`add api.${zone} CNAME ${target}`],
    },
    {
      name: 'the validation record was removed: the next renewal fails',
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
      name: 'every record exists',
      records: [`api.${zone} CNAME ${target}`, `_v.api.${zone} CNAME _x.acm.test`],
      expected: { target, validation },
      finds: ['info already-configured'],
    },
    {
      name: 'an apex without addresses',
      host: apex,
      expected: { target },
      finds: ['blocked record-missing'],
      remains: true,
    },
  ]);
});
