// Records as octoDNS reads them: the file <zone>.yaml of a YamlProvider, which has one zone.
import { paragraph, type Shown } from '@petstore/custom-domains/output';
import { stringify } from 'yaml';
import { UsageError } from '../../usage-error.ts';
import { byZone, type HostRecords, httpsParts, type RecordOfHost, relativeName } from './host-records.ts';

/** Throws UsageError where the hosts are in several zones. */
export function octodnsZone(hosts: readonly HostRecords[]): Shown {
  const zones = byZone(hosts);
  if (zones.length > 1) {
    const names = zones.map(([zone]) => zone);
    throw new UsageError(
      `octoDNS has one file for each zone, and these hosts are in ${names.length}: ${names.join(', ')}.`,
      `name one: --zone ${names[0]}`,
    );
  }
  return paragraph(zones.map(([zone, inZone]) => zoneText(zone, inZone)).join(''));
}

function zoneText(zone: string, hosts: readonly HostRecords[]): string {
  const records = hosts.flatMap((one) => one.records);
  const byName = Map.groupBy(records, ({ name }) => relativeName(name, zone));
  const entries = [...byName].map(([name, all]) => [name, oneOrList(all.map(octodnsRecord))] as const);
  const sorted = entries.toSorted(([a], [b]) => compareNaturally(a, b));
  const comments = hosts.map(({ host }) => `# ${host}\n`).join('');
  // Quoted: PyYAML reads YAML 1.1, where a plain `no` or `1_000` is not a string.
  const quoted = { defaultKeyType: 'QUOTE_DOUBLE', defaultStringType: 'QUOTE_DOUBLE', lineWidth: 0 } as const;
  return comments + stringify(new Map(sorted), quoted).trimEnd();
}

/** Of a name with several types, a list. */
function oneOrList<T>(items: readonly T[]): T | readonly T[] | undefined {
  return items.length === 1 ? items[0] : items;
}

/** octodns/record/: each type has its own form of a value; names have their final dot. Keys are in octoDNS's order. */
function octodnsRecord({ type, ttl, value }: RecordOfHost) {
  if (type !== 'HTTPS') return { ttl, type, value: `${value}.` };
  const { priority, target, params } = httpsParts(value);
  const svcparams = Object.fromEntries(params.map(([key, text]) => [key, text.split(',')]));
  return { ttl, type, value: { svcparams, svcpriority: priority, targetname: target } };
}

/** The order that octoDNS enforces of the names of a file: natsort, where digits compare as a number (octodns/yaml.py). */
function compareNaturally(a: string, b: string): number {
  const [left, right] = [a.split(/(\d+)/), b.split(/(\d+)/)];
  for (const [index, part] of left.entries()) {
    const other = right[index];
    if (other === undefined) return 1;
    // Every second part is digits, of any length.
    const order = index % 2 === 1 ? compare(BigInt(part), BigInt(other)) : compare(part, other);
    if (order !== 0) return order;
  }
  return left.length - right.length;
}

function compare<T extends string | bigint>(a: T, b: T): number {
  return a < b ? -1 : a > b ? 1 : 0;
}
