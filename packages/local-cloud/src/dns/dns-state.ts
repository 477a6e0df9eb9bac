// The state of the local internet: the DNS hosts' zones, the platform's names, and the records of the internet file.
import { canonical } from '@petstore/custom-domains/names';
import type { CloudContext } from '../context.ts';
import type { Destination, ZoneRecord } from '../interfaces.ts';
import { type HostedZone, HostedZones } from './hosted-zones.ts';
import { resolve } from './resolve.ts';
import { typeOf } from './zone.ts';
import { type PlatformName, ZoneTree } from './zone-tree.ts';

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

/** A name of the platform, and the zone id that an alias to it must have: undefined where every id is right. */
interface PublishedName extends PlatformName {
  readonly aliasZoneId: string | undefined;
}

export class DnsState implements HostedDns {
  readonly zones: HostedZones;
  readonly #published = new Map<string, PublishedName>();
  readonly watchers = new Set<(name: string | undefined) => void>();
  #data: readonly ZoneRecord[] = [];
  #internet: ZoneTree;

  constructor(context: CloudContext) {
    this.zones = new HostedZones(context, (zone, before, after) => {
      for (const record of before) this.#internet.remove(zone, record);
      for (const record of after) this.#internet.add(zone, record);
      this.notify((after[0] ?? before[0])?.name);
    });
    this.#internet = this.#build();
  }

  readonly query = (name: string, type: string, recursive: boolean) =>
    resolve(this.#internet.zoneOf, name, type, recursive);

  setData(records: readonly ZoneRecord[]): void {
    this.#data = records;
  }

  rebuild(change: () => void): void {
    change();
    this.#internet = this.#build();
    this.notify(undefined);
  }

  publish(name: PublishedName): void {
    const before = this.#published.get(name.host);
    if (before !== undefined) this.#internet.withdraw(before);
    this.#published.set(name.host, name);
    this.#internet.publish(name);
    this.notify(name.host);
  }

  withdraw(host: string): void {
    const before = this.#published.get(host);
    if (before === undefined) return;
    this.#published.delete(host);
    this.#internet.withdraw(before);
    this.notify(host);
  }

  /** As a resolver, with CNAMEs and aliases followed. Throws where a resolver would fail. */
  resolve(name: string, type: string): readonly ZoneRecord[] {
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

  records(): ZoneRecord[] {
    const key = ({ name, type }: ZoneRecord) => `${name.split('.').reverse().join('.')} ${type}`;
    return [...this.#internet.records()].sort((one, other) => (key(one) < key(other) ? -1 : 1));
  }

  notify(name: string | undefined): void {
    for (const changed of [...this.watchers]) changed(name);
  }

  #build(): ZoneTree {
    const { zones } = this;
    return new ZoneTree({
      hosted: zones.zones,
      records: (zone) => zones.recordsOf(zone),
      data: this.#data,
      published: this.#published.values(),
    });
  }
}
