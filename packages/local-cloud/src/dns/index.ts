// The local DNS: its server, the zones at Cloudflare and Route 53, the platform's names, and the rest of a small internet
// from a file.
import { canonical } from '@petstore/custom-domains/names';
import type { CloudContext } from '../context.ts';
import type { Destination, Names, ZoneRecord } from '../interfaces.ts';
import { type DeclaredZone, type HostedZone, HostedZones, isServed } from './hosted-zones.ts';
import { failure, respond } from './message.ts';
import { type Reply, resolve } from './resolve.ts';
import { type DnsServer, startServer } from './server.ts';
import { typeOf } from './zone.ts';
import { type PlatformName, ZoneTree } from './zone-tree.ts';

/** Names, with notice of their changes. */
export interface WatchedNames extends Names {
  /** Calls back after each change with the changed name, or undefined for many; returns a function that ends it. */
  watch(changed: (name: string | undefined) => void): () => void;
}

/** What the handlers of a DNS host need. */
export interface HostedDns {
  readonly zones: HostedZones;
  /** Records at the name from the internet file, which no API holds. */
  foreign(zone: HostedZone, name: string): readonly ZoneRecord[];
  /** The zone id that an alias to a name of the platform must have; `any` where every id is right; undefined for other names. */
  platformZone(host: string): string | undefined;
  /** Whether a name of the platform has an HTTPS record, which an alias of that type needs. */
  hasHttps(host: string): boolean;
}

export class Dns implements HostedDns, WatchedNames {
  readonly zones: HostedZones;
  readonly #context: CloudContext;
  readonly #published = new Map<string, PlatformName>();
  readonly #watchers = new Set<(name: string | undefined) => void>();
  /** The records of the internet file. */
  #data: readonly ZoneRecord[] = [];
  #tree: ZoneTree;
  #server: DnsServer | undefined;

  constructor(context: CloudContext) {
    this.#context = context;
    this.zones = new HostedZones(context, (zone, before, after) => {
      for (const record of before) this.#tree.remove(zone, record);
      for (const record of after) this.#tree.add(zone, record);
      this.#notify((after[0] ?? before[0])?.name);
    });
    this.#tree = new ZoneTree(this.zones, [], []);
  }

  /** For the services that have names, and for clients. */
  get names(): WatchedNames {
    return this;
  }

  get address(): string {
    return `127.0.0.1:${this.#server?.port ?? this.#context.ports.dns}`;
  }

  /** What a resolver (`recursive`) or an authority responds; the name is canonical. */
  readonly query = (name: string, type: string, recursive: boolean): Reply =>
    resolve(this.#tree.zoneOf, name, type, recursive);

  /**
   * The zones that exist at the DNS hosts before the stack does; replaces those of an earlier call. A zone at a DNS
   * host that the local cloud does not stand in for is logged, and does not exist.
   */
  seedZones(zones: readonly DeclaredZone[]): void {
    for (const { name, provider } of zones.filter((zone) => !isServed(zone)))
      this.#context.log('dns', `the zone ${name} does not exist here: the local cloud has no ${provider}`);
    this.zones.seed(zones);
    this.#rebuild();
  }

  /** Replaces the rest of the internet; takes effect with the next query. */
  setInternet(records: readonly ZoneRecord[]): void {
    this.#data = records;
    this.#rebuild();
  }

  async start(): Promise<void> {
    this.#server = await startServer(this.#context.ports.dns, (message, transport) => {
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

  foreign({ name: zone }: HostedZone, name: string): readonly ZoneRecord[] {
    const ofTheZone = (type: string) => name === zone && (type === 'NS' || type === 'SOA');
    return this.#data
      .filter((record) => record.name === name && !ofTheZone(record.type))
      .map((record) => ({ ...record, type: typeOf(record) }));
  }

  platformZone(host: string): string | undefined {
    const published = this.#published.get(host);
    return published && (published.aliasZoneId ?? 'any');
  }

  hasHttps(host: string): boolean {
    return this.#published.get(host)?.https !== undefined;
  }

  publish(host: string, aliasZoneId?: string, https?: string): void {
    this.withdraw(host);
    const name = { host: canonical(host), aliasZoneId, https };
    this.#published.set(name.host, name);
    this.#tree.publish(name);
    this.#notify(name.host);
  }

  withdraw(host: string): void {
    const before = this.#published.get(canonical(host));
    if (before === undefined) return;
    this.#published.delete(before.host);
    this.#tree.withdraw(before);
    this.#notify(before.host);
  }

  /** Throws where a resolver would fail. */
  async resolve(name: string, type: string): Promise<readonly ZoneRecord[]> {
    const { rcode, answers } = this.query(canonical(name), type, true);
    if (rcode === 'NOERROR' || rcode === 'NXDOMAIN') return answers;
    throw new Error(`the query for ${name} ${type} failed: ${rcode}`);
  }

  /** The look-up of a client before it connects. */
  destination(host: string, type: 'A' | 'AAAA'): Destination {
    const { rcode, owner, answers } = this.query(canonical(host), type, true);
    const addresses = answers.filter((record) => record.type === type).map(({ value }) => value);
    if (addresses.length > 0) return { kind: 'found', name: owner, addresses };
    return { kind: 'none', reason: rcode === 'NOERROR' ? 'no address' : rcode };
  }

  watch(changed: (name: string | undefined) => void): () => void {
    this.#watchers.add(changed);
    return () => void this.#watchers.delete(changed);
  }

  #rebuild(): void {
    this.#tree = new ZoneTree(this.zones, this.#data, this.#published.values());
    this.#notify(undefined);
  }

  #notify(name: string | undefined): void {
    for (const changed of [...this.#watchers]) changed(name);
  }
}
