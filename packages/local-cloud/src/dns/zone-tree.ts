// The zones of the local internet, their records, and the delegations between them.
import { parentOf } from '@petstore/custom-domains/names';
import type { ZoneRecord } from '../interfaces.ts';
import {
  BASE_RECORDS,
  BASE_ZONES,
  loopback,
  PLATFORM_TTL,
  registryZone,
  type ZoneSeed,
} from './base-zones.ts';
import type { HostedZone, HostedZones } from './hosted-zones.ts';
import { Zone } from './zone.ts';

/** A name of the platform, which has the loopback addresses. */
export interface PlatformName {
  readonly host: string;
  /** The zone id that an alias to it must have; undefined where every id is right. */
  readonly aliasZoneId: string | undefined;
  /** The data of its HTTPS record, where it has one. */
  readonly https: string | undefined;
}

const DELEGATION_TTL = 86_400;

export class ZoneTree {
  readonly #zones = new Map<string, Zone>();
  /** By name, the hosted zone that the delegation leads to. */
  readonly #live = new Map<string, HostedZone>();

  /** `data`: the records of the internet file. */
  constructor(zones: HostedZones, data: readonly ZoneRecord[], published: Iterable<PlatformName>) {
    const apexNs = servers(data.filter(({ type }) => type === 'NS'));
    const live = zones.zones.filter((zone) => isDelegatedTo(zone, apexNs.get(zone.name)));
    for (const zone of live) if (!this.#live.has(zone.name)) this.#live.set(zone.name, zone);
    const soas = data.filter(({ name, type }) => type === 'SOA' && !this.#live.has(name));
    this.#open(BASE_ZONES.filter(({ name }) => soas.every((soa) => soa.name !== name)));
    this.#open(this.#live.values());
    for (const { name } of soas) this.#zones.set(name, new Zone(name));
    for (const { name } of [...this.#live.values(), ...soas, ...data]) this.#openTopLevel(name);
    for (const record of [...BASE_RECORDS, ...data]) this.#place(record);
    for (const zone of this.#live.values()) {
      for (const { served } of zones.recordsOf(zone)) for (const record of served) this.add(zone, record);
    }
    for (const name of published) this.publish(name);
    this.#delegate();
  }

  /** The deepest zone that holds the name; for DS the one above a cut (RFC 4035 3.1.4.1). */
  readonly zoneOf = (name: string, type = ''): Zone => {
    const start = type === 'DS' && name !== '' && this.#zones.has(name) ? parentOf(name) : name;
    for (let at = start; at !== undefined; at = parentOf(at)) {
      const zone = this.#zones.get(at);
      if (zone !== undefined) return zone;
    }
    throw new Error('the root zone is missing');
  };

  /** Adds a record of a hosted zone's API; not served while the zone is not delegated. */
  add(zone: HostedZone, record: ZoneRecord): void {
    if (this.#live.get(zone.name)?.id === zone.id) this.#zones.get(zone.name)?.add(record);
  }

  remove(zone: HostedZone, record: ZoneRecord): void {
    if (this.#live.get(zone.name)?.id === zone.id) this.#zones.get(zone.name)?.remove(record);
  }

  publish(name: PlatformName): void {
    this.#openTopLevel(name.host);
    for (const record of platformRecords(name)) this.#place(record);
  }

  withdraw(name: PlatformName): void {
    for (const record of platformRecords(name)) this.zoneOf(name.host).remove(record);
  }

  #open(seeds: Iterable<ZoneSeed>): void {
    for (const { name, nameServers, soa } of seeds) {
      const records = nameServers.map((value) => ({ name, type: 'NS', ttl: DELEGATION_TTL, value }));
      this.#zones.set(name, new Zone(name, [{ name, type: 'SOA', ...soa }, ...records]));
    }
  }

  /** Adds the top-level domain of a name where it is missing: a climb must end at an existing zone. */
  #openTopLevel(name: string): void {
    const top = name.slice(name.lastIndexOf('.') + 1);
    if (top !== name && !this.#zones.has(top)) this.#open([registryZone(top)]);
  }

  /** Adds to the deepest zone. At a hosted apex, NS records set the delegation, and the SOA is the DNS host's. */
  #place(record: ZoneRecord): void {
    const zone = this.zoneOf(record.name);
    const atApex = record.name === zone.name && this.#live.has(zone.name);
    if (!atApex || (record.type !== 'NS' && record.type !== 'SOA')) zone.add(record);
  }

  /** Copies each zone's NS records to the zone above it, as a registry holds them, unless the file has others. */
  #delegate(): void {
    for (const zone of this.#zones.values()) {
      if (zone.name === '') continue;
      const parent = this.zoneOf(parentOf(zone.name) ?? '');
      for (const record of zone.sets(zone.name)?.get('NS') ?? []) parent.add(record);
    }
  }
}

function platformRecords({ host, https }: PlatformName): ZoneRecord[] {
  const bindings =
    https === undefined ? [] : [{ name: host, type: 'HTTPS', ttl: PLATFORM_TTL, value: https }];
  return [...loopback(host), ...bindings];
}

function servers(records: readonly ZoneRecord[]): Map<string, string[]> {
  const byName = new Map<string, string[]>();
  for (const { name, value } of records) byName.set(name, [...(byName.get(name) ?? []), value]);
  return byName;
}

/** The file may delegate a zone's name to other servers, as a registrar can: then no query reaches the hosted zone. */
function isDelegatedTo(zone: HostedZone, ns: readonly string[] | undefined): boolean {
  return ns === undefined || ns.some((server) => zone.nameServers.includes(server));
}
