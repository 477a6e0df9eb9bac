// A host checked against an internet of its own, over real sockets; and a table of such cases.
import dnsPacket from 'dns-packet';
import { expect, test } from 'vitest';
import type { HostSpec } from '../../src/dns-hosts/zone.ts';
import { RCODE } from '../../src/dnssec/message.ts';
import type { Ds } from '../../src/dnssec/records.ts';
import { isWithin } from '../../src/names/dns-name.ts';
import { check } from '../../src/preflight/check.ts';
import { type Finding, isBlocked, isBlocking, type RecordChange } from '../../src/preflight/finding.ts';
import type { AssignedServers, Expected } from '../../src/preflight/observation/observation.ts';
import { createReader } from '../../src/preflight/reader/reader.ts';
import type { Before } from '../../src/preflight/rules/changes.ts';
import type { Signing } from '../dnssec/zone-signer.ts';
import { type Misbehaviour, startDns, type TestDns } from './dns-server.ts';
import type { Internet, TestZone } from './internet.ts';
import { applied, cloudflareHost, externalHost } from './plans.ts';

export { RESOLVER } from './internet.ts';

export const zone = 'petstore.test';
export const both = ['127.0.0.11', '127.0.0.12'];
export const target = 'd-1.execute-api.aws.test';

/** A host in some internet, and what is found. In lines of records, `@` is petstore.test and `TARGET` the expected name. */
export interface Case {
  /** `severity code`, all of them in their order; '' where nothing is found. */
  readonly finds: string;
  /** api.petstore.test where absent. */
  readonly host?: HostSpec;
  /** Records of petstore.test. */
  readonly records?: readonly string[];
  /** Zones beside it. */
  readonly more?: Internet;
  readonly expected?: Expected;
  /** What the API of the zone's DNS host has; `unasked`: no credentials. The fixture's own servers where absent. */
  readonly assigned?: AssignedServers | 'unasked';
  /** The host moves: what it was. */
  readonly before?: Before;
  readonly misbehave?: Misbehaviour;
  readonly resolverOnly?: boolean;
  /** When it is checked, in milliseconds; now where absent. */
  readonly at?: number;
  /** The reader trusts the keys of the internet's root; one that is not signed has another root than was expected. */
  readonly validates?: true;
  /** All records to add or remove, as `action name type value`. */
  readonly changes?: readonly string[];
  /** What no record can fix. */
  readonly remains?: true;
}

/** `records`: of petstore.test. */
export const finds = (codes: string, records: readonly string[] = [], more: Partial<Case> = {}): Case => {
  return { finds: codes, records, ...more };
};

/** The same, of cases that have this in common. */
export const findsWith =
  (common: Partial<Case>): typeof finds =>
  (codes, records, more) =>
    finds(codes, records, { ...common, ...more });

/** Cases by name. */
export type Table = Readonly<Record<string, Case>>;

const expanded = (line: string): string => line.replaceAll('@', zone).replaceAll('TARGET', target);

export const host = cloudflareHost('api.petstore.test', zone);
export const apex = cloudflareHost(zone, zone);
export const docs = cloudflareHost('docs.petstore.test', zone, { target: 'distribution' });
/** In a declared zone, two labels below it. */
export const eu = cloudflareHost(`api.eu.${zone}`, zone);
/** External hosts, as their owner has yet to prove control, and after that. */
export const shop = externalHost(`shop.${zone}`);
export const verified = externalHost(`shop.${zone}`, true);
export const validation = { name: `_v.shop.${zone}`, type: 'CNAME', value: '_x.acm.test' };
/** That of the host in the declared zone. */
export const atApi = { ...validation, name: `_v.${host.host}` };
/** A server beside those of petstore.test. */
export const AWAY = '127.0.0.14';
const elsewhere: Internet = { 'aws.test': { on: ['127.0.0.13'], records: [`${target} A 192.0.2.80`] } };
const fixture = (one: Partial<Case>): Internet => ({
  [zone]: { on: both, records: one.records?.map(expanded) },
  ...elsewhere,
  ...one.more,
});

export const SIGNED_TOP = { on: ['127.0.0.9'], signed: {} };
/** A root and a top-level domain that are signed. */
export const SIGNED_TOPS: Internet = { '': SIGNED_TOP, test: SIGNED_TOP };

/** petstore.test, signed like that, below a root and a top-level domain that are signed too; and zones beside it. */
export function signed(signing: Signing | undefined, own: Partial<TestZone> = {}, others: Internet = {}) {
  const more: Internet = { ...SIGNED_TOPS, [zone]: { on: both, signed: signing, ...own }, ...others };
  return { validates: true, more } as const;
}

export async function run(one: Partial<Case>, internet = fixture(one)): Promise<readonly Finding[]> {
  await using dns = await startDns(internet, { misbehave: one.misbehave });
  const reader = createReader({
    resolver: dns.resolver,
    authorityPort: dns.port,
    // Only a server that is silent makes a case wait for it.
    timeoutMs: one.misbehave === undefined ? 5_000 : 250,
    tries: 2,
    resolverOnly: one.resolverOnly,
    trustAnchors: one.validates ? anchorsOf(dns) : undefined,
  });
  const plan = one.host ?? host;
  const expected = one.expected && new Map([[plan.host, one.expected]]);
  const before = one.before && new Map([[plan.host, one.before]]);
  const now = () => one.at ?? Date.now();
  const options = { expected, before, assigned: assignedOf(one, plan), now };
  return (await check([plan], reader, options)).flatMap(({ findings }) => findings);
}

function assignedOf({ assigned, more }: Partial<Case>, plan: HostSpec): ReadonlyMap<string, AssignedServers> {
  if (assigned === 'unasked' || plan.zone.provider === 'external') return new Map();
  const { name } = plan.zone;
  if (assigned !== undefined) return new Map([[name, assigned]]);
  const { on = both, nameServers } = more?.[name] ?? {};
  return nameServers === undefined ? ownServers(name, on.length) : new Map();
}

/** The names that the fixture gives to a zone's servers, as if the API of the zone's DNS host had them. */
export function ownServers(name: string, count = 2): Map<string, AssignedServers> {
  const nameServers = Array.from({ length: count }, (_, index) => `ns${index + 1}.${name}`);
  return new Map([[name, { kind: 'known', nameServers }]]);
}

const STRANGER: Ds = { keyTag: 1, algorithm: 13, digestType: 2, digest: Buffer.alloc(32) };

export function anchorsOf({ anchors }: TestDns): readonly Ds[] {
  const own = anchors.flatMap((record) => (record.type === 'DS' ? [record.data] : []));
  return own.length > 0 ? own : [STRANGER];
}

const text = ({ action, name, type, value }: RecordChange) => `${action} ${name} ${type} ${value}`;

export const codesOf = (findings: readonly Finding[]): string =>
  findings.map(({ severity, code }) => `${severity} ${code}`).join(', ');

const known = new Map<Case, Promise<readonly Finding[]>>();
/** What the case finds, which is read once. */
export function found(one: Case): Promise<readonly Finding[]> {
  const findings = known.get(one) ?? run(one);
  known.set(one, findings);
  return findings;
}

/** Each case finds what it says, and nothing blocks it once the records to change are changed. */
export function verify(table: Table): void {
  test.each(Object.entries(table))('%s', async (_, one) => {
    const findings = await found(one);
    expect(codesOf(findings)).toBe(one.finds);
    const changes = findings.flatMap(({ records }) => records);
    if (one.changes) expect(changes.map(text)).toEqual(one.changes.map(expanded));
    if (one.remains || !isBlocked(findings)) return;
    const after = await run({ ...one, misbehave: undefined }, applied(fixture(one), distinct(changes)));
    expect(after.filter(isBlocking)).toEqual([]);
  });
}

function distinct(changes: readonly RecordChange[]): RecordChange[] {
  return [...new Map(changes.map((change) => [text(change), change])).values()];
}

/** What a misbehaviour is about; a member that is absent leaves it open. */
export interface Queries {
  readonly to?: string | readonly string[];
  readonly name?: string;
  /** The name itself, or one below it. */
  readonly within?: string;
  readonly types?: readonly string[];
}

export type Change = (reply: Buffer) => readonly Buffer[];

/** Changes the replies to those queries. */
export const when =
  ({ to, name, within, types }: Queries, change: Change): Misbehaviour =>
  (query, reply) => {
    const isMeant =
      (to === undefined || [to].flat().includes(query.server)) &&
      (name === undefined || query.name === name) &&
      (within === undefined || isWithin(query.name, within)) &&
      (types?.includes(query.type) ?? true);
    return isMeant ? change(reply) : undefined;
  };

/** The first of them that is about the query. */
export const firstOf =
  (...all: readonly Misbehaviour[]): Misbehaviour =>
  (query, reply) => {
    for (const one of all) {
      const packets = one(query, reply);
      if (packets !== undefined) return packets;
    }
    return undefined;
  };

type Rcode = keyof typeof RCODE;

export const silent: Change = () => [];
export const responds =
  (rcode: Rcode, authoritative = false): Change =>
  (reply) => [coded(reply, rcode, authoritative)];

/** The reply with another response code, and without its answers. */
export function coded(reply: Buffer, rcode: Rcode, authoritative = false): Buffer {
  const bytes = Buffer.from(reply.subarray(0, reply.indexOf(0, 12) + 5));
  bytes.writeUInt8(authoritative ? 0x84 : 0x80, 2);
  bytes.writeUInt8(RCODE[rcode], 3);
  bytes.fill(0, 6, 12);
  return bytes;
}

/** The reply with TC (RFC 2181 9), without what is behind its question. */
export function truncated(reply: Buffer): Buffer {
  const bytes = coded(reply, 'NOERROR', true);
  bytes.writeUInt8(bytes.readUInt8(2) | 0x02, 2);
  return bytes;
}

/** The reply with other sections; flags as they are on the wire, without QR. */
export function rewritten(reply: Buffer, change: Partial<dnsPacket.Packet>): Buffer {
  return dnsPacket.encode({ ...dnsPacket.decode(reply), ...change });
}

export function withoutAuthority(reply: Buffer): Buffer {
  const bytes = Buffer.from(reply);
  bytes.writeUInt8(bytes.readUInt8(2) & ~0x04, 2);
  return bytes;
}
