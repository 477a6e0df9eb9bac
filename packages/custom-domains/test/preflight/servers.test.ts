// Servers that are silent, refuse, lie, differ or cannot be found: what could not be read is never treated as absent.
import { describe, expect, onTestFinished, test } from 'vitest';
import { check } from '../../src/preflight/check.ts';
import { createReader, type ReaderOptions } from '../../src/preflight/reader/reader.ts';
import { exitStatus } from '../../src/preflight/verdict.ts';
import { type Misbehaviour, startDns } from './dns-server.ts';
import type { Internet } from './internet.ts';
import { both, type Case, coded, host, run, verify, withoutAuthority, zone } from './scenario.ts';

const RESOLVER = '127.0.0.1';
const SECOND = '127.0.0.12';

const from =
  (servers: readonly string[], change: (reply: Buffer) => Buffer[]): Misbehaviour =>
  ({ server }, reply) =>
    servers.includes(server) ? change(reply) : undefined;
const unread = (name: string, misbehave?: Misbehaviour, more?: Internet): Case => ({
  ...{ name, misbehave, more, finds: ['blocked dns-unreadable'], remains: true },
});

verify([
  unread(
    'the resolver is silent',
    from([RESOLVER], () => []),
  ),
  unread(
    'the resolver refuses',
    from([RESOLVER], (reply) => [coded(reply, 5)]),
  ),
  unread(
    'the resolver responds SERVFAIL to everything',
    from([RESOLVER], (reply) => [coded(reply, 2)]),
  ),
  unread(
    'both servers are silent',
    from(both, () => []),
  ),
  unread(
    'both servers respond SERVFAIL',
    from(both, (reply) => [coded(reply, 2)]),
  ),
  unread(
    'both servers refuse',
    from(both, (reply) => [coded(reply, 5)]),
  ),
  unread(
    'both servers respond without authority',
    from(both, (reply) => [withoutAuthority(reply)]),
  ),
  unread(
    'both servers send rubbish',
    from(both, (reply) => [reply.subarray(0, 14)]),
  ),
  unread('a name server without an address', undefined, {
    [zone]: { on: ['127.0.0.11'], nameServers: [`ns9.${zone}`] },
  }),
  unread('no SOA from the host up to the root', ({ type, server }, reply) =>
    type === 'SOA' && server === RESOLVER ? [coded(reply, 0)] : undefined,
  ),
  {
    name: 'one of two servers is silent: read, with a warning',
    misbehave: from([SECOND], () => []),
    finds: ['warning dns-unreadable'],
  },
  {
    name: 'one of two servers responds without authority',
    misbehave: from([SECOND], (reply) => [withoutAuthority(reply)]),
    finds: ['warning dns-unreadable'],
  },
  {
    name: 'one server has a record that the other lacks',
    misbehave: ({ server, name, type }, reply) =>
      server === SECOND && name === `api.${zone}` && type !== 'CNAME' ? [coded(reply, 0, true)] : undefined,
    records: [`api.${zone} A 192.0.2.1`],
    finds: ['blocked conflicting-record', 'warning nameservers-disagree'],
  },
  {
    name: 'the parent names one server more than the zone',
    assigned: { kind: 'known', nameServers: [`ns1.${zone}`] },
    more: {
      [zone]: {
        ...{ on: both, nameServers: [`ns1.${zone}`], delegatedTo: [`ns1.${zone}`, `ns2.${zone}`] },
        records: [`ns1.${zone} A 127.0.0.11`, `ns2.${zone} A 127.0.0.12`],
      },
    },
    finds: ['warning nameservers-disagree'],
  },
  {
    name: 'one type cannot be read: reported, not treated as absent',
    records: [`x.api.${zone} A 192.0.2.1`],
    misbehave: ({ server, type }) => (both.includes(server) && type === 'MX' ? [] : undefined),
    finds: ['warning dns-unreadable'],
  },
  {
    name: "the parent's servers are silent",
    misbehave: from(['127.0.0.9'], () => []),
    finds: ['warning dns-unreadable'],
  },
]);

test.each<[string, Partial<Case>, 0 | 1 | 3]>([
  ['nothing is found', {}, 0],
  ['a record is in the way', { records: [`api.${zone} A 192.0.2.1`] }, 1],
  ['all servers are silent', { misbehave: () => [] }, 3],
  ['one server is silent', { misbehave: from([SECOND], () => []) }, 3],
])('the exit status where %s is %3$i', async (_, one, status) => {
  expect(exitStatus(await run({ name: '', finds: [], ...one }))).toBe(status);
});

describe('a server with an IPv6 address alone', () => {
  const SIX = '2001:db8::53';
  const [FOUR, ONLY] = [`four.${zone}`, `six.${zone}`];

  /** The findings, and the addresses that were queried: those of IPv6 lead to the zone's server. */
  async function findings(nameServers: readonly string[], hasIpv6: boolean) {
    const records = [`${FOUR} A 127.0.0.11`, `${ONLY} AAAA ${SIX}`, `api.${zone} A 192.0.2.1`];
    const dns = await startDns({ [zone]: { on: ['127.0.0.11'], nameServers, records } });
    onTestFinished(() => dns.close());
    const reader = createReader({ resolver: dns.resolver, authorityPort: dns.port, timeoutMs: 200 });
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
  ])('%s', async (_, nameServers, hasIpv6, codes, queried) => {
    expect(await findings(nameServers, hasIpv6)).toEqual({ codes, queried });
  });
});

describe('a resolver on the loopback, as the local cloud: what the fix names', () => {
  /** The name server is at that address of 127.0.0.11, where it listens, and of others, where nothing does. */
  async function advice(options: ReaderOptions | 'right', address = '127.0.0.11') {
    const nameServers = [`ns1.${zone}`];
    const records = [`ns1.${zone} A ${address}`];
    const dns = await startDns({ [zone]: { on: ['127.0.0.11'], nameServers, records } });
    onTestFinished(() => dns.close());
    const given = options === 'right' ? { authorityPort: dns.port } : options;
    const reader = createReader({ resolver: dns.resolver, timeoutMs: 200, tries: 1, ...given });
    const [checked] = await check([host], reader);
    const fix = checked?.findings.find(({ code }) => code === 'dns-unreadable')?.fix ?? '';
    if (fix.includes(`authorityPort to ${dns.port}`)) return 'the port';
    return fix.includes('port 53') ? 'the servers' : 'the resolver';
  }

  test.each<[string, ReaderOptions | 'right', string | undefined, string]>([
    ['without the port of its servers', {}, undefined, 'the port'],
    ['with another port', { authorityPort: 1 }, undefined, 'the port'],
    [
      'an address that is refused is not a question of the port',
      { addresses: 'global' },
      undefined,
      'the servers',
    ],
    ['nor is a server elsewhere, behind a forwarder', { addresses: 'global' }, '192.0.2.1', 'the servers'],
    ['at the right port, a server does not respond', 'right', SECOND, 'the servers'],
    ['the resolver does not respond', { resolver: '127.0.0.1:1' }, undefined, 'the resolver'],
  ])('%s', async (_, options, address, named) => {
    expect(await advice(options, address)).toBe(named);
  });
});
