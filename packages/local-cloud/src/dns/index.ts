// The local DNS: its server, the zones at Cloudflare and Route 53, the platform's names, and the rest of a small internet
// from a file.
import { canonical } from '@petstore/custom-domains/names';
import type { CloudContext } from '../context.ts';
import type { Destination, Names, ZoneRecord } from '../interfaces.ts';
import type { Collection } from '../store.ts';
import {
  type DeclaredZone,
  type DnsProvider,
  type HostedRecord,
  type HostedZone,
  hostedZone,
  isServed,
} from './hosted-zones.ts';
import { failure, respond } from './message.ts';
import { type Reply, resolve } from './resolve.ts';
import { type DnsServer, startServer } from './server.ts';
import { typeOf } from './zone.ts';
import { type PlatformName, type ZoneTree, zoneTree } from './zone-tree.ts';

export class Dns implements Names {
  readonly #context: CloudContext;
  /** Those that the DNS hosts' APIs hold, by the DNS host and the id. */
  readonly #records: Collection<HostedRecord>;
  /** All in one value; kept across restarts, as the records in them are. */
  readonly #zones: Collection<readonly HostedZone[]>;
  readonly #published = new Map<string, PlatformName>();
  readonly #watchers: ((name: string | undefined) => void)[] = [];
  #data: readonly ZoneRecord[] = [];
  /** What is new is added to it; any other change clears it until the next query. */
  #tree: ZoneTree | undefined;
  #server: DnsServer | undefined;

  constructor(context: CloudContext) {
    this.#context = context;
    this.#records = context.store.collection('dns.records');
    this.#zones = context.store.collection('dns.zones');
  }

  get address(): string {
    return `127.0.0.1:${this.#server?.port ?? this.#context.ports.dns}`;
  }

  /** What a resolver (`recursive`) or an authority responds; the name is canonical. */
  readonly query = (name: string, type: string, recursive: boolean): Reply => {
    const published = this.#published.values();
    this.#tree ??= zoneTree(this.zones, (zone) => this.recordsOf(zone), this.#data, [...published]);
    return resolve(this.#tree.zoneOf, name, type, recursive);
  };

  /** A zone of an earlier call stays while it has records: a DNS host does not know what a file no longer declares. */
  seedZones(zones: readonly DeclaredZone[]): void {
    for (const { name, provider } of zones.filter((zone) => !isServed(zone)))
      this.#context.log('dns', `the zone ${name} does not exist here: the local cloud has no ${provider}`);
    const declared = zones.filter(isServed).map(hostedZone);
    const names = new Set(zones.map(({ name }) => name));
    const kept = this.zones.filter((zone) => !names.has(zone.name) && this.recordsOf(zone).length > 0);
    this.#zones.set('all', [...declared, ...kept]);
    this.#changed(undefined);
  }

  setInternet(records: readonly ZoneRecord[]): void {
    this.#data = records;
    this.#changed(undefined);
  }

  async start(): Promise<void> {
    this.#server = await startServer(this.#context.ports.dns, 'ports.dns', (message, transport) => {
      try {
        return respond(message, transport, this.query);
      } catch (error) {
        this.#context.log('dns', `a query failed: ${(error as Error).message}`);
        return failure(message, 'SERVFAIL');
      }
    });
  }

  async close(): Promise<void> {
    await this.#server?.close();
    this.#server = undefined;
  }

  /** The zones that the accounts at Cloudflare and Route 53 hold, delegated to them or not. */
  get zones(): readonly HostedZone[] {
    return this.#zones.get('all') ?? [];
  }

  zone(provider: DnsProvider, id: string): HostedZone | undefined {
    return this.zones.find((zone) => zone.provider === provider && zone.id === id);
  }

  recordsOf({ provider, id }: HostedZone): HostedRecord[] {
    return this.#records.values().filter((record) => record.provider === provider && record.zoneId === id);
  }

  recordsAt(zone: HostedZone, name: string): HostedRecord[] {
    return this.recordsOf(zone).filter((record) => record.name === name);
  }

  record(provider: DnsProvider, id: string): HostedRecord | undefined {
    return this.#records.get(`${provider}/${id}`);
  }

  putRecord(record: HostedRecord): void {
    const { provider, id, zoneId, name, type } = record;
    const zone = this.zone(provider, zoneId);
    const isNew = this.record(provider, id) === undefined && type !== 'NS' && zone !== undefined;
    this.#records.set(`${provider}/${id}`, record);
    this.#changed(name, isNew ? (tree) => tree.add(zone, record) : undefined);
  }

  deleteRecord(provider: DnsProvider, id: string): void {
    const before = this.record(provider, id);
    if (this.#records.delete(`${provider}/${id}`)) this.#changed(before?.name);
  }

  /** Records at the name from the internet file, which no API holds. */
  foreign({ name: zone }: HostedZone, name: string): readonly ZoneRecord[] {
    const ofTheZone = (type: string) => name === zone && (type === 'NS' || type === 'SOA');
    return this.#data
      .filter((record) => record.name === name && !ofTheZone(record.type))
      .map((record) => ({ ...record, type: typeOf(record) }));
  }

  /** Ends the refusal of a record at that name, where the internet file has one that no API can replace; else empty. */
  foreignHint(zone: HostedZone, name: string): string {
    const lines = this.foreign(zone, name).map(({ type, value }) => `${name}. ${type} ${value}`);
    if (lines.length === 0) return '';
    return `\nthe zone file of the local internet has ${lines.join(' and ')}, which no API can replace: delete it there`;
  }

  /** Undefined for a name that is not the platform's. */
  platformName(host: string): PlatformName | undefined {
    return this.#published.get(host);
  }

  publish(given: string, aliasZoneId?: string, https?: string): void {
    const host = canonical(given);
    const isNew = !this.#published.has(host);
    const platform = { host, aliasZoneId, https };
    this.#published.set(host, platform);
    this.#changed(host, isNew ? (tree) => tree.publish(platform) : undefined);
  }

  withdraw(host: string): void {
    if (this.#published.delete(canonical(host))) this.#changed(canonical(host));
  }

  /** What a resolver would respond, with CNAMEs and aliases followed; throws where it would fail. */
  resolve(name: string, type: string): readonly ZoneRecord[] {
    const { rcode, answers } = this.query(canonical(name), type, true);
    if (rcode === 'NOERROR' || rcode === 'NXDOMAIN') return answers;
    throw new Error(`the query for ${name} ${type} failed: ${rcode}`);
  }

  destination(host: string, type: 'A' | 'AAAA'): Destination {
    const { rcode, owner, answers } = this.query(canonical(host), type, true);
    const addresses = answers.filter((record) => record.type === type).map(({ value }) => value);
    if (addresses.length > 0) return { kind: 'found', name: owner, addresses };
    return { kind: 'none', reason: rcode === 'NOERROR' ? 'no address' : rcode };
  }

  /** Calls back after each change with the changed name, or undefined for many. */
  watch(changed: (name: string | undefined) => void): void {
    this.#watchers.push(changed);
  }

  #changed(name: string | undefined, add?: (tree: ZoneTree) => void): void {
    if (add === undefined) this.#tree = undefined;
    else if (this.#tree !== undefined) add(this.#tree);
    for (const changed of this.#watchers) changed(name);
  }
}
