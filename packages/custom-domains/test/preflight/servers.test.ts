// What a check costs where servers are silent, what it asks of whom, and what the fix names where DNS could not be read.
import { describe, expect, onTestFinished, test } from 'vitest';
import { check } from '../../src/preflight/check.ts';
import { exitStatus, type Finding, type Verdict, verdictOf } from '../../src/preflight/finding.ts';
import { createReader, type ReaderOptions } from '../../src/preflight/reader/reader.ts';
import { type Misbehaviour, startDns } from './dns-server.ts';
import { both, type Case, host, ownServers, run, SIGNED_TOP, SIGNED_TOPS, target, zone } from './scenario.ts';

const SECOND = '127.0.0.12';

test.each<[string, Verdict, 0 | 1 | 3]>([
  ['', 'ok', 0],
  ['info already-configured', 'ok', 0],
  ['warning wildcard-hidden', 'warning', 0],
  ['warning dns-unreadable', 'warning', 3],
  ['warning target-unreadable', 'warning', 3],
  ['blocked dns-unreadable', 'unknown', 3],
  ['blocked caa-unreadable, warning dnssec-unreadable', 'unknown', 3],
  ['blocked dns-unreadable, blocked conflicting-record', 'blocked', 1],
])('the findings "%s" are %s, and exit status %i', (codes, verdict, status) => {
  const findings = codes
    .split(', ')
    .filter(Boolean)
    .map((one) => {
      const [severity, code] = one.split(' ') as [Finding['severity'], Finding['code']];
      return { severity, code, host: '', found: '', why: '', fix: '', records: [] };
    });
  expect([verdictOf(findings), exitStatus(findings)]).toEqual([verdict, status]);
});

const SIX = '2001:db8::53';
const [FOUR, ONLY] = [`four.${zone}`, `six.${zone}`];

/** The findings, and the addresses that were queried: those of IPv6 lead to the zone's server. */
async function checkWith(nameServers: readonly string[], hasIpv6: boolean) {
  const records = [`${FOUR} A 127.0.0.11`, `${ONLY} AAAA ${SIX}`, `api.${zone} A 192.0.2.1`];
  await using dns = await startDns({ [zone]: { on: ['127.0.0.11'], nameServers, records } });
  const reader = createReader({ resolver: dns.resolver, authorityPort: dns.port, timeoutMs: 5_000 });
  const queried = new Set<string>();
  const query: typeof reader.query = (address, ...question) => {
    queried.add(address);
    return reader.query(address === SIX ? '127.0.0.11' : address, ...question);
  };
  const assigned = new Map([[zone, { kind: 'known', nameServers } as const]]);
  const reaches = (address: string) => hasIpv6 || address !== SIX;
  const [checked] = await check([host], { ...reader, query, reaches }, { assigned });
  return { codes: checked?.findings.map(({ code }) => code), queried: queried.has(SIX) };
}

test.each([
  ['is queried, on a machine with IPv6', [ONLY], true, ['conflicting-record'], true],
  ['is left out beside another, without IPv6', [FOUR, ONLY], false, ['conflicting-record'], false],
  ['could not be read where it is the only one, without IPv6', [ONLY], false, ['dns-unreadable'], false],
])('a server with an IPv6 address alone %s', async (_, nameServers, hasIpv6, codes, queried) => {
  expect(await checkWith(nameServers, hasIpv6)).toEqual({ codes, queried });
});

/** The zone's owner has put its server at that address; `asked`: what was sent to other addresses than the resolver's. */
async function checkWithServerAt(address: string, options: ReaderOptions) {
  const records = [`ns1.${zone} ${address.includes(':') ? 'AAAA' : 'A'} ${address}`];
  await using dns = await startDns({ [zone]: { on: ['127.0.0.11'], nameServers: [`ns1.${zone}`], records } });
  const reader = createReader({ resolver: dns.resolver, timeoutMs: 5_000, tries: 1, ...options });
  const [{ findings } = { findings: [] }] = await check([host], reader);
  return { findings, asked: dns.queries.filter(({ server }) => !dns.resolver.startsWith(`${server}:`)) };
}

test.each<[string, ReaderOptions, string | undefined, string]>([
  ['its servers are queried at its own port', {}, undefined, ''],
  ['an address that is refused', { addresses: 'global' }, undefined, 'the servers'],
  ['a server does not respond', {}, SECOND, 'the servers'],
  ['the resolver does not respond', { resolver: '127.0.0.1:1' }, undefined, 'the resolver'],
])('the fix, with a resolver on the loopback, as the local cloud: %s', async (_, options, address, named) => {
  const { findings } = await checkWithServerAt(address ?? '127.0.0.11', options);
  const fix = findings.find(({ code }) => code === 'dns-unreadable')?.fix ?? '';
  expect(fix && (fix.includes('port 53') ? 'the servers' : 'the resolver')).toBe(named);
});

test.each(['127.0.0.11', '169.254.169.254', '::ffff:127.0.0.11'])(
  '%s, with the policy for a resolver elsewhere: nothing is sent there, the server is named, the exit status is 3',
  async (address) => {
    const { findings, asked } = await checkWithServerAt(address, { addresses: 'global' });
    expect(asked).toEqual([]);
    expect(exitStatus(findings)).toBe(3);
    expect(findings.map(({ found }) => found).join()).toContain(`ns1.${zone}: `);
  },
);

test('where something listens and where nothing does cannot be told apart', async () => {
  const outputOf = async (address: string) => {
    const { findings } = await checkWithServerAt(address, { addresses: 'global' });
    return JSON.stringify(findings).replaceAll(address, 'ADDRESS');
  };
  expect(await outputOf('127.0.0.11')).toBe(await outputOf(SECOND));
});

/** What is found of a host, and what is asked for that. */
async function observed(one: Partial<Case>) {
  const queries: Parameters<Misbehaviour>[0][] = [];
  const findings = await run({ ...one, misbehave: (query) => void queries.push(query) });
  return { findings, queries };
}

test('beside a CNAME, the first server alone is queried for other types', async () => {
  const { queries } = await observed({ records: ['api.@ CNAME cname.other.test'] });
  const others = queries.filter(({ name, type }) => name === host.host && ['MX', 'SRV'].includes(type));
  expect([...new Set(others.map(({ type, server }) => `${type} at ${server}`))]).toEqual([
    `MX at ${both[0]}`,
  ]);
});

test('without a trust anchor nothing is validated, and nothing is queried for it', async () => {
  const { findings, queries } = await observed({ more: { test: SIGNED_TOP } });
  expect(findings).toEqual([]);
  expect(new Set(queries.map(({ dnssecOk }) => dnssecOk))).toEqual(new Set([false]));
});

test('of a host in a zone that is not signed, only what an alias leads to is validated', async () => {
  const validated = async (records: readonly string[]) => {
    const { queries } = await observed({ records, validates: true, more: SIGNED_TOPS });
    return [...new Set(queries.flatMap(({ dnssecOk, name }) => (dnssecOk ? [name] : [])))].sort();
  };
  const zones = ['', zone, 'test'];
  expect(await validated(['api.@ A 192.0.2.1'])).toEqual(zones);
  expect(await validated(['api.@ CNAME TARGET'])).toEqual(['', host.host, 'aws.test', target, zone, 'test']);
});

describe('time', () => {
  const start = async (on: readonly string[], isDead: (server: string) => boolean) => {
    const misbehave = ({ server }: { server: string }) => (isDead(server) ? [] : undefined);
    const dns = await startDns({ [zone]: { on: both }, test: { on } }, { misbehave });
    onTestFinished(() => dns.close());
    const options = { resolver: dns.resolver, authorityPort: dns.port, timeoutMs: 20_000, tries: 2 };
    return { dns, reader: createReader(options) };
  };

  test('dead servers of the parent are not waited for, one after the other', async () => {
    const on = [21, 22, 23, 24, 25].map((last) => `127.0.0.${last}`);
    const { dns, reader } = await start(on, (server) => on.slice(0, 4).includes(server));
    const [checked] = await check([host], reader, { assigned: ownServers(zone) });
    expect(checked?.findings).toEqual([]);
    // Each was asked once, so that none was waited for to its end.
    const asked = dns.queries.map(({ server }) => server).filter((one) => on.includes(one));
    expect(asked.sort()).toEqual(on);
  });

  test('after its bound a host is done, and what is not known is reported', async () => {
    const { reader } = await start(['127.0.0.9'], () => true);
    const [checked] = await check([host], reader, { hostTimeoutMs: 300 });
    expect(checked?.findings).toMatchObject([{ severity: 'blocked', code: 'dns-unreadable' }]);
    expect(checked?.findings[0]?.found).toContain('not known after 0.3 s');
    expect(exitStatus(checked?.findings ?? [])).toBe(3);
  });
});
