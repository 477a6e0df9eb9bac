// The zones of the local internet, their records, and the delegations between them.
import { parentOf } from '@petstore/custom-domains/names';
import type { ZoneRecord } from '../interfaces.ts';
import { BASE_RECORDS, BASE_ZONES, loopback, PLATFORM_TTL, registryZone } from './base-zones.ts';
import type { HostedRecord, HostedZone } from './hosted-zones.ts';
import { Zone } from './zone.ts';

export interface PlatformName {
  readonly host: string;
  /** The zone id that an alias to it must have; undefined where every id is right. */
  readonly aliasZoneId: string | undefined;
  readonly https: string | undefined;
}

export interface ZoneTree {
  /** The deepest zone that holds the name; for DS the one above a cut (RFC 4035 3.1.4.1). */
  zoneOf(name: string, type?: string): Zone;
  /** Of one more name of the platform. */
  publish(platform: PlatformName): void;
  /** A new record of a hosted zone, of another type than NS. */
  add(zone: HostedZone, record: HostedRecord): void;
}

const DELEGATION_TTL = 86_400;

export function zoneTree(
  hosted: readonly HostedZone[],
  recordsOf: (zone: HostedZone) => readonly HostedRecord[],
  data: readonly ZoneRecord[],
  published: readonly PlatformName[],
): ZoneTree {
  const zones = new Map<string, Zone>();
  const zoneOf: ZoneTree['zoneOf'] = (name, type = '') => {
    const start = type === 'DS' && name !== '' && zones.has(name) ? parentOf(name) : name;
    for (let at = start; at !== undefined; at = parentOf(at)) {
      const zone = zones.get(at);
      if (zone !== undefined) return zone;
    }
    throw new Error('the root zone is missing');
  };
  // Of two zones with one name, the first is the one that the delegation leads to.
  const live = new Map<string, HostedZone>();
  for (const zone of hosted) if (!live.has(zone.name) && isDelegated(zone, data)) live.set(zone.name, zone);
  const records = [...BASE_RECORDS, ...data, ...published.flatMap(platformRecords)];
  const below = [...live.keys(), ...records.map(({ name }) => name)].filter((name) => name.includes('.'));
  const topLevels = below.map((name) => name.slice(name.lastIndexOf('.') + 1));
  const isOwnZone = ({ name, type }: ZoneRecord) => type === 'SOA' && !live.has(name);
  const served = [...topLevels.map(registryZone), ...BASE_ZONES, ...live.values()];
  for (const { name, nameServers, soa } of served) {
    const servers = nameServers.map((value) => ({ name, type: 'NS', ttl: DELEGATION_TTL, value }));
    zones.set(name, new Zone(name, [{ name, type: 'SOA', ...soa }, ...servers]));
  }
  for (const { name } of data.filter(isOwnZone)) zones.set(name, new Zone(name));
  for (const record of records) {
    const zone = zoneOf(record.name);
    // At a hosted apex, NS records set the delegation, and the SOA is the DNS host's.
    const isHosts = record.name === zone.name && live.has(zone.name) && ['NS', 'SOA'].includes(record.type);
    if (!isHosts) zone.add(record);
  }
  const add: ZoneTree['add'] = (zone, { served }) => {
    if (live.get(zone.name) === zone) for (const record of served) zones.get(zone.name)?.add(record);
  };
  for (const zone of live.values()) for (const record of recordsOf(zone)) add(zone, record);
  // Each zone's NS records are in the zone above it too, as a registry holds them.
  for (const zone of zones.values()) {
    const above = zone.name === '' ? undefined : zoneOf(parentOf(zone.name) ?? '');
    for (const record of zone.sets(zone.name)?.get('NS') ?? []) above?.add(record);
  }
  const publish = (platform: PlatformName) => {
    for (const record of platformRecords(platform)) zoneOf(record.name).add(record);
  };
  return { zoneOf, publish, add };
}

function platformRecords({ host: name, https }: PlatformName): ZoneRecord[] {
  if (https === undefined) return loopback(name);
  return [...loopback(name), { name, type: 'HTTPS', ttl: PLATFORM_TTL, value: https }];
}

/** The file may delegate a zone's name to other servers, as a registrar can: then no query reaches the hosted zone. */
function isDelegated({ name, nameServers }: HostedZone, data: readonly ZoneRecord[]): boolean {
  const servers = data.filter((record) => record.type === 'NS' && record.name === name);
  return servers.length === 0 || servers.some(({ value }) => nameServers.includes(value));
}
