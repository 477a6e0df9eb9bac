// The world that names are in: DNS hosts' zones, names of the platform, and data, kept as one internet.
import { canonical } from '@petstore/custom-domains/names';
import type { CloudContext } from '../context.ts';
import type { Destination, ZoneRecord } from '../interfaces.ts';
import { type HostedZone, HostedZones } from './hosted-zones.ts';
import { resolve } from './resolve.ts';
import { ZoneTree } from './zone-tree.ts';

/** What a DNS host's handlers need of the room. */
export interface HostedDns {
  readonly zones: HostedZones;
  /** Records at the name that came with the internet's data, not through an API. */
  foreign(zone: HostedZone, name: string): readonly ZoneRecord[];
  /** The zone id that an alias to a name of the platform must name; undefined where there is no such name. */
  platformZone(host: string): string | undefined;
}

/** The internet as it stands, and what it is made of. */
export class DnsState implements HostedDns {
  readonly zones: HostedZones;
  /** With the zone id that an alias to it must name. */
  readonly #published = new Map<string, string | undefined>();
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

  readonly ask = (name: string, type: string, recursive: boolean) =>
    resolve(this.#internet.zoneOf, name, type, recursive);

  setData(records: readonly ZoneRecord[]): void {
    this.#data = records;
  }

  rebuild(change: () => void): void {
    change();
    this.#internet = this.#build();
    this.notify(undefined);
  }

  publish(host: string, aliasZoneId: string | undefined): void {
    this.#published.set(host, aliasZoneId);
    this.#internet.publish(host);
    this.notify(host);
  }

  withdraw(host: string): void {
    this.#published.delete(host);
    this.#internet.withdraw(host);
    this.notify(host);
  }

  /** As a resolver: CNAMEs and aliases followed. Throws where a resolver could not find out. */
  resolve(name: string, type: string): readonly ZoneRecord[] {
    const { rcode, answers } = this.ask(canonical(name), type, true);
    if (rcode === 'NOERROR' || rcode === 'NXDOMAIN') return answers;
    throw new Error(`the DNS could not answer ${name} ${type}: ${rcode}`);
  }

  /** As a client's look-up before it connects. */
  destination(host: string, type: 'A' | 'AAAA'): Destination {
    const { rcode, owner, answers } = this.ask(canonical(host), type, true);
    const addresses = answers.filter((record) => record.type === type).map(({ value }) => value);
    if (addresses.length > 0) return { kind: 'found', name: owner, addresses };
    return { kind: 'none', reason: rcode === 'NOERROR' ? 'no address' : rcode };
  }

  foreign({ name: zone }: HostedZone, name: string): readonly ZoneRecord[] {
    const ofTheZone = (type: string) => name === zone && (type === 'NS' || type === 'SOA');
    return this.#data.filter((record) => record.name === name && !ofTheZone(record.type));
  }

  platformZone(host: string): string | undefined {
    return this.#published.has(host) ? (this.#published.get(host) ?? 'any') : undefined;
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
      published: this.#published.keys(),
    });
  }
}
