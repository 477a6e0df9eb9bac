// What the resolver or one server hides: no host is ok where the truth is a conflict, or is not known.
import { describe, expect, test } from 'vitest';
import { check } from '../../src/preflight/check.ts';
import { createReader } from '../../src/preflight/reader/reader.ts';
import { exitStatus } from '../../src/preflight/verdict.ts';
import { type Misbehaviour, RESOLVER_ADDRESS, startDns } from './dns-server.ts';
import { cloudflareHost, externalHost } from './plans.ts';
import { apex, both, coded, host, ownServers, rewritten, run, verify, zone } from './scenario.ts';

const [, other] = both as [string, string];
const away = '127.0.0.14';
const AA = 0x0400;

/** A resolver that does not see a zone: NODATA for its SOA. */
const unseen =
  (name: string, more?: Misbehaviour): Misbehaviour =>
  (query, reply) =>
    query.server === RESOLVER_ADDRESS && query.name === name && query.type === 'SOA'
      ? [coded(reply, 0)]
      : more?.(query, reply);
const refuses =
  (server: string): Misbehaviour =>
  (query, reply) =>
    query.server === server ? [coded(reply, 5)] : undefined;
/** A resolver that gets no answer from the servers of a zone; their own names resolve, as by glue. */
const servfail =
  (name: string, more?: Misbehaviour): Misbehaviour =>
  (query, reply) =>
    query.server === RESOLVER_ADDRESS &&
    (query.name === name || (query.name.endsWith(`.${name}`) && !query.name.startsWith('ns')))
      ? [coded(reply, 2)]
      : more?.(query, reply);
const upwards = (reply: Buffer): Buffer =>
  rewritten(reply, {
    flags: 0,
    answers: [],
    authorities: [{ type: 'NS', name: '.', ttl: 60, data: 'a.root-servers.test' }],
  });

describe('referrals (RFC 1034 4.3.2)', () => {
  const eu = cloudflareHost(`api.eu.${zone}`, zone);
  const delegated = (name: string) => ({ [name]: { on: [away] } });
  verify([
    {
      name: 'the host is delegated to a server that does not serve it',
      more: delegated(`api.${zone}`),
      misbehave: unseen(`api.${zone}`, refuses(away)),
      finds: ['blocked lame-delegation'],
      changes: [`remove api.${zone} NS ns1.api.${zone}`],
    },
    {
      name: 'a name above the host is, and the resolver fails',
      host: eu,
      more: delegated(`eu.${zone}`),
      misbehave: (query, reply) =>
        query.server === RESOLVER_ADDRESS && query.name === eu.host
          ? [coded(reply, 2)]
          : refuses(away)(query, reply),
      finds: ['blocked lame-delegation'],
    },
    {
      name: 'the servers of a delegation are silent: not known',
      more: delegated(`api.${zone}`),
      misbehave: unseen(`api.${zone}`, ({ server }) => (server === away ? [] : undefined)),
      finds: ['blocked dns-unreadable'],
      remains: true,
    },
    {
      name: 'the server of a delegation has no address, and the resolver fails',
      host: eu,
      more: { [`eu.${zone}`]: { on: [away], delegatedTo: ['ns1.nowhere.test'] } },
      misbehave: servfail(`eu.${zone}`),
      finds: ['blocked lame-delegation'],
      changes: [`remove eu.${zone} NS ns1.nowhere.test`],
    },
    {
      name: 'the servers of a delegation are silent to the resolver and to this machine',
      host: eu,
      more: delegated(`eu.${zone}`),
      misbehave: servfail(`eu.${zone}`, ({ server }) => (server === away ? [] : undefined)),
      finds: ['blocked lame-delegation'],
      changes: [`remove eu.${zone} NS ns1.eu.${zone}`],
      remains: true,
    },
    {
      name: 'external: the resolver fails below a delegation to a server without an address',
      host: externalHost(`shop.eu.${zone}`),
      more: { [`eu.${zone}`]: { on: [away], delegatedTo: ['ns1.nowhere.test'] } },
      misbehave: servfail(`eu.${zone}`),
      finds: ['blocked lame-delegation'],
      changes: [`remove eu.${zone} NS ns1.nowhere.test`],
    },
    {
      name: 'external: the resolver fails, and the servers of the delegation serve it: not known',
      host: externalHost(`shop.eu.${zone}`),
      more: delegated(`eu.${zone}`),
      misbehave: servfail(`eu.${zone}`),
      finds: ['blocked dns-unreadable'],
      remains: true,
    },
    {
      name: 'delegated away, which the resolver has not noticed',
      host: eu,
      more: delegated(`eu.${zone}`),
      misbehave: (query, reply) =>
        query.server === RESOLVER_ADDRESS && query.type === 'SOA' && query.name.endsWith(`eu.${zone}`)
          ? [coded(reply, 0)]
          : undefined,
      finds: ['blocked delegated-away'],
      changes: [`remove eu.${zone} NS ns1.eu.${zone}`],
    },
    {
      name: 'external: the zone that the servers refer to is read',
      host: externalHost(`shop.eu.${zone}`),
      more: { [`eu.${zone}`]: { on: [away], records: [`shop.eu.${zone} A 192.0.2.1`] } },
      misbehave: (query, reply) =>
        query.server === RESOLVER_ADDRESS && query.type === 'SOA' && query.name.endsWith(`eu.${zone}`)
          ? [coded(reply, 0)]
          : undefined,
      finds: ['warning conflicting-record'],
    },
    {
      name: 'one server delegates, and the other does not',
      more: delegated(`api.${zone}`),
      misbehave: unseen(`api.${zone}`, (query, reply) =>
        query.server === other && query.name === `api.${zone}` ? [coded(reply, 3, true)] : undefined,
      ),
      finds: ['blocked delegated-away', 'warning nameservers-disagree'],
    },
    {
      name: 'upwards: the servers do not serve the zone',
      misbehave: ({ server, name }, reply) =>
        both.includes(server) && name !== zone ? [upwards(reply)] : undefined,
      finds: ['blocked dns-unreadable', 'warning caa-unreadable'],
      remains: true,
    },
    {
      name: 'upwards from one of two',
      misbehave: ({ server, name }, reply) =>
        server === other && name !== zone ? [upwards(reply)] : undefined,
      finds: ['warning dns-unreadable'],
    },
  ]);
});

describe('a validation record in a zone of its own', () => {
  const validation = { name: `_v.shop.${zone}`, type: 'CNAME', value: '_x.acm.test' };
  const ofItsOwn = (records: readonly string[]) => ({ [validation.name]: { on: [away], records } });
  const shop = externalHost(`shop.${zone}`, true);
  verify([
    {
      name: 'it is read there',
      host: shop,
      more: ofItsOwn([`${validation.name} CNAME _x.acm.test`]),
      expected: { validation },
      finds: [],
    },
    {
      name: 'it is not there',
      host: shop,
      more: ofItsOwn([]),
      expected: { validation },
      finds: ['warning record-missing'],
    },
  ]);
});

describe('types that are seldom set', () => {
  const data = {
    SSHFP: `UNKNOWN_44 0402${'ab'.repeat(32)}`,
    TLSA: 'UNKNOWN_52 030101abcd',
    NAPTR: 'UNKNOWN_35 00010001017300000000',
    SVCB: 'UNKNOWN_64 000100',
    LOC: 'UNKNOWN_29 0012161300000000000000000000000000',
    URI: 'UNKNOWN_256 00010001687474703a2f2f61',
  };
  verify([
    ...Object.entries(data).map(([type, line]) => ({
      name: `${type} alone: a CNAME cannot be beside it`,
      records: [`api.${zone} ${line}`],
      finds: ['blocked conflicting-record'],
      remains: true as const,
    })),
    {
      name: 'SSHFP, in the form of a zone file',
      records: [`api.${zone} ${data.SSHFP}`],
      finds: ['blocked conflicting-record'],
      changes: [`remove api.${zone} SSHFP 4 2 ${'ab'.repeat(32)}`],
      remains: true,
    },
    {
      name: 'a type that is not queried: the name exists, and that is reported',
      records: [`api.${zone} UNKNOWN_17 0000`],
      finds: ['warning exists-without-records'],
    },
    {
      name: 'a server that never says NXDOMAIN: nothing follows from it',
      misbehave: ({ server }, reply) =>
        both.includes(server) ? [rewritten(reply, { flags: AA })] : undefined,
      finds: [],
    },
    {
      name: 'only the validation record is below the host',
      host: externalHost(`shop.${zone}`),
      records: [`_v.shop.${zone} CNAME _x.acm.test`],
      expected: { validation: { name: `_v.shop.${zone}`, type: 'CNAME', value: '_x.acm.test' } },
      finds: [],
    },
  ]);
});

describe('CAA of all servers', () => {
  const caa = (value: string) =>
    ({ type: 'CAA', name: zone, ttl: 60, data: { flags: 0, tag: 'issue', value } }) as const;
  const at =
    (server: string, value: string | undefined): Misbehaviour =>
    (query, reply) =>
      query.server === server && query.type === 'CAA' && query.name === zone
        ? [rewritten(reply, { answers: value === undefined ? [] : [caa(value)] })]
        : undefined;
  verify([
    {
      name: 'the second server forbids: it decides',
      misbehave: at(other, 'letsencrypt.org'),
      finds: ['blocked caa-blocks-authority', 'warning nameservers-disagree'],
    },
    {
      name: 'the second server has no RRset, and the first one allows',
      records: [`${zone} CAA 0 issue amazon.com`],
      misbehave: at(other, undefined),
      finds: ['warning nameservers-disagree'],
    },
    {
      name: 'the second server has no RRset, and the name above forbids',
      records: [`${zone} CAA 0 issue amazon.com`],
      more: { test: { on: ['127.0.0.9'], records: ['test CAA 0 issue letsencrypt.org'] } },
      misbehave: at(other, undefined),
      finds: ['blocked caa-blocks-authority', 'warning nameservers-disagree'],
      changes: ['add test CAA 0 issue "amazon.com"'],
      remains: true,
    },
  ]);
});

describe('CAA data that is malformed (RFC 8659 4.1)', () => {
  const malformed: [string, string][] = [
    ['a tag of no length', '0000'],
    ['a tag past the end', '00056973'],
    ['one octet', '00'],
  ];
  verify(
    malformed.map(([name, hex]) => ({
      name,
      records: [`${zone} UNKNOWN_257 ${hex}`, `${zone} CAA 0 issue amazon.com`],
      finds: ['blocked caa-unreadable'],
      changes: [`remove ${zone} CAA \\# ${hex.length / 2} ${hex}`],
      remains: true,
    })),
  );
  test('is exit status 3', async () => {
    const findings = await run({ name: '', records: [`${zone} UNKNOWN_257 0000`], finds: [] });
    expect(exitStatus(findings)).toBe(3);
  });
});

describe('wildcards and records of the host', () => {
  const ownOn =
    (server: string): Misbehaviour =>
    (query, reply) =>
      query.server === server && query.name === `api.${zone}` && query.type === 'A'
        ? [rewritten(reply, { answers: [{ type: 'A', name: query.name, ttl: 60, data: '192.0.2.1' }] })]
        : undefined;
  const vercel = {
    'vercel.test': { on: ['127.0.0.15'], records: ['cname.vercel.test CAA 0 issue letsencrypt.org'] },
  };
  const shop = externalHost(`shop.${zone}`);
  verify([
    {
      name: 'an own record with the data of the wildcard, on servers that never say NXDOMAIN',
      records: [`*.${zone} A 192.0.2.7`, `api.${zone} A 192.0.2.7`],
      misbehave: ({ server }, reply) =>
        both.includes(server) ? [rewritten(reply, { flags: AA })] : undefined,
      finds: ['blocked conflicting-record'],
      remains: true,
    },
    {
      name: 'the wildcard on one server, an own record on the other',
      records: [`*.${zone} A 192.0.2.7`],
      misbehave: ownOn(other),
      finds: ['blocked conflicting-record', 'warning nameservers-disagree', 'warning wildcard-hidden'],
      remains: true,
    },
    {
      name: "CAA through a wildcard's CNAME ends with the validation record (RFC 4592 2.2.2)",
      host: shop,
      more: vercel,
      records: [`*.${zone} CNAME cname.vercel.test`],
      finds: ['warning wildcard-hidden'],
    },
    {
      name: "CAA through the host's own CNAME does not",
      host: shop,
      more: vercel,
      records: [`*.${zone} CNAME cname.vercel.test`, `shop.${zone} CNAME cname.vercel.test`],
      finds: ['blocked caa-of-current-target', 'warning cname-elsewhere'],
    },
    {
      name: "a wildcard's CAA ends too",
      host: shop,
      records: [`*.${zone} CAA 0 issue letsencrypt.org`],
      finds: ['warning wildcard-hidden'],
    },
    {
      name: "a wildcard's CAA between host and zone",
      host: externalHost(`shop.eu.${zone}`),
      records: [`*.${zone} CAA 0 issue letsencrypt.org`],
      finds: ['warning wildcard-hidden'],
    },
  ]);
});

describe('servers that respond wrongly', () => {
  verify([
    {
      name: 'NXDOMAIN for CNAME only (RFC 4074 4.2)',
      records: [`api.${zone} A 192.0.2.1`],
      misbehave: ({ server, type, name }, reply) =>
        both.includes(server) && type === 'CNAME' && name === host.host ? [coded(reply, 3, true)] : undefined,
      finds: ['blocked conflicting-record'],
    },
    {
      name: 'records of other names only: not an absence',
      misbehave: ({ server, type }, reply) =>
        both.includes(server) && type === 'CNAME'
          ? [
              rewritten(reply, {
                flags: AA,
                answers: [{ type: 'A', name: 'x.test', ttl: 1, data: '192.0.2.6' }],
              }),
            ]
          : undefined,
      finds: ['blocked dns-unreadable'],
      remains: true,
    },
    {
      name: 'one lame server makes the resolver hide a zone that the parent delegates',
      misbehave: unseen(zone, refuses(other)),
      finds: ['warning dns-unreadable'],
    },
    {
      name: 'all servers are lame, and the resolver hides the zone',
      misbehave: unseen(zone, (query, reply) =>
        both.includes(query.server) ? [coded(reply, 5)] : undefined,
      ),
      finds: ['blocked zone-not-delegated'],
      remains: true,
    },
  ]);
});

describe('HTTPS records of an apex (RFC 9460)', () => {
  const hint = '0001000001000302683200040004c0000207';
  const distribution = { ...apex, target: 'distribution' } as const;
  verify([
    {
      name: 'with the addresses of the old server',
      host: apex,
      records: [`${zone} UNKNOWN_65 ${hint}`],
      finds: ['warning stale-https-record'],
    },
    {
      name: 'an alias for another name',
      host: apex,
      records: [`${zone} UNKNOWN_65 0000036f6c64047465737400`],
      finds: ['blocked stale-https-record'],
      changes: [`remove ${zone} HTTPS 0 old.test.`],
      remains: true,
    },
    {
      name: 'with protocols only',
      host: apex,
      records: [`${zone} UNKNOWN_65 00010000010003026832`],
      finds: [],
    },
    {
      name: 'with protocols only, where the stack is to set its own',
      host: distribution,
      records: [`${zone} UNKNOWN_65 00010000010003026832`],
      finds: ['blocked stale-https-record'],
      changes: [`remove ${zone} HTTPS 1 . alpn="h2"`],
      remains: true,
    },
    {
      name: "the stack's own",
      host: distribution,
      records: [`${zone} UNKNOWN_65 00010000010003026832`],
      expected: { https: '1 . alpn="h2"' },
      finds: [],
    },
    {
      name: "the stack's own was removed",
      host: distribution,
      expected: { https: '1 . alpn="h2"' },
      finds: ['warning record-missing'],
      remains: true,
    },
  ]);
});

describe('time', () => {
  const silent: Misbehaviour = () => [];
  const timed = async (misbehave: Misbehaviour, on: readonly string[], hostTimeoutMs?: number) => {
    const dns = await startDns({ [zone]: { on: both }, test: { on } }, { misbehave });
    const reader = createReader({
      resolver: dns.resolver,
      authorityPort: dns.port,
      timeoutMs: 1000,
      tries: 2,
    });
    const start = performance.now();
    const findings = (await check([host], reader, { hostTimeoutMs, assigned: ownServers(zone) })).flatMap(
      (checked) => checked.findings,
    );
    await dns.close();
    return { seconds: (performance.now() - start) / 1000, findings };
  };

  test('four dead servers of the parent cost a second, not eight', async () => {
    const on = [21, 22, 23, 24, 25].map((last) => `127.0.0.${last}`);
    const dead: Misbehaviour = ({ server }) => (on.slice(0, 4).includes(server) ? [] : undefined);
    const { seconds, findings } = await timed(dead, on);
    expect(findings).toEqual([]);
    expect(seconds).toBeLessThan(4);
  });

  test('after its bound a host is done, and what is not known is reported', async () => {
    const { seconds, findings } = await timed(silent, ['127.0.0.9'], 300);
    expect(seconds).toBeLessThan(1.5);
    expect(findings.map(({ severity, code }) => `${severity} ${code}`)).toEqual(['blocked dns-unreadable']);
    expect(findings[0]?.found).toContain('not known after 0.3 s');
    expect(exitStatus(findings)).toBe(3);
  });
});
