// A host checked against an internet of its own, over real sockets; and a table of such cases.
import dnsPacket from 'dns-packet';
import { expect, test } from 'vitest';
import type { HostSpec } from '../../src/dns-hosts/zone.ts';
import { check } from '../../src/preflight/check.ts';
import type { Finding, RecordChange } from '../../src/preflight/finding.ts';
import type { AssignedServers, Expected } from '../../src/preflight/observation/observation.ts';
import { createReader } from '../../src/preflight/reader/reader.ts';
import type { Before } from '../../src/preflight/rules/remembered.ts';
import type { DsData } from '../dnssec/zone-signer.ts';
import { type Misbehaviour, startDns, type TestDns } from './dns-server.ts';
import type { Internet } from './internet.ts';
import { applied, cloudflareHost } from './plans.ts';

export const zone = 'petstore.test';
export const both = ['127.0.0.11', '127.0.0.12'];
export const target = 'd-1.execute-api.aws.test';

export interface Case {
  readonly name: string;
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
  /** The reader trusts the keys of the internet's root; one that is not signed has another root than was expected. */
  readonly validates?: true;
  /** `severity code`, all of them. */
  readonly finds: readonly string[];
  /** All records to add or remove, as `action name type value`. */
  readonly changes?: readonly string[];
  /** What no record can fix. */
  readonly remains?: true;
}

export const host = cloudflareHost('api.petstore.test', zone);
export const apex = cloudflareHost(zone, zone);
export const docs = cloudflareHost('docs.petstore.test', zone, { target: 'distribution' });
const elsewhere: Internet = { 'aws.test': { on: ['127.0.0.13'], records: [`${target} A 192.0.2.80`] } };
const fixture = (one: Case): Internet => ({
  [zone]: { on: both, records: one.records },
  ...elsewhere,
  ...one.more,
});

export async function run(one: Case, internet = fixture(one)): Promise<readonly Finding[]> {
  const dns = await startDns(internet, { misbehave: one.misbehave });
  try {
    const { resolverOnly } = one;
    const reader = createReader({
      resolver: dns.resolver,
      authorityPort: dns.port,
      timeoutMs: 100,
      tries: 2,
      resolverOnly,
      trustAnchors: one.validates ? anchorsOf(dns) : undefined,
    });
    const plan = one.host ?? host;
    const expected = one.expected && new Map([[plan.host, one.expected]]);
    const before = one.before && new Map([[plan.host, one.before]]);
    const options = { expected, before, assigned: assignedOf(one, plan) };
    return (await check([plan], reader, options)).flatMap(({ findings }) => findings);
  } finally {
    await dns.close();
  }
}

function assignedOf({ assigned, more }: Case, plan: HostSpec): ReadonlyMap<string, AssignedServers> {
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

const STRANGER: DsData = { keyTag: 1, algorithm: 13, digestType: 2, digest: Buffer.alloc(32) };

export function anchorsOf({ anchors }: TestDns): readonly DsData[] {
  const own = anchors.flatMap((record) => (record.type === 'DS' ? [record.data] : []));
  return own.length > 0 ? own : [STRANGER];
}

const text = ({ action, name, type, value }: RecordChange) => `${action} ${name} ${type} ${value}`;

export function verify(cases: readonly Case[]): void {
  test.each(cases)('$name', async (one) => {
    const findings = await run(one);
    expect(findings.map(({ severity, code }) => `${severity} ${code}`)).toEqual(one.finds);
    const changes = findings.flatMap(({ records }) => records);
    if (one.changes) expect(changes.map(text)).toEqual(one.changes);
    const blocked = findings.filter(({ severity }) => severity === 'blocked');
    if (blocked.length === 0 || one.remains) return;
    const after = await run({ ...one, misbehave: undefined }, applied(fixture(one), distinct(changes)));
    expect(after.filter(({ severity }) => severity === 'blocked')).toEqual([]);
  });
}

function distinct(changes: readonly RecordChange[]): RecordChange[] {
  return [...new Map(changes.map((change) => [text(change), change])).values()];
}

/** The reply with another response code, and without its answers. */
export function coded(reply: Buffer, rcode: number, authoritative = false): Buffer {
  const bytes = Buffer.from(reply.subarray(0, reply.indexOf(0, 12) + 5));
  bytes.writeUInt8(authoritative ? 0x84 : 0x80, 2);
  bytes.writeUInt8(rcode, 3);
  bytes.fill(0, 6, 12);
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
