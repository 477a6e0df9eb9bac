// The records of hosts and the zones that they are in: what each format prints.
import { isWithin, normaliseHost, registrableName } from '@petstore/custom-domains/names';
import type { HostPlan } from '../../../infra/plan/types.ts';
import { UsageError } from '../../usage-error.ts';
import type { DeployedHost } from '../deployed-hosts.ts';

export type RecordOfHost = DeployedHost['records'][number];

export interface HostRecords {
  readonly host: string;
  /** The declared zone, or the one that --zone names, or what a registrar sells of an external host's name. */
  readonly zone: string;
  readonly records: readonly RecordOfHost[];
}

/**
 * For tools that know the record at an apex as ALIAS alone, also where their provider then sets a CNAME that is flattened:
 * octoDNS and DNSControl refuse a CNAME there, and a zone file cannot have one.
 */
export function withAlias({ records, ...of }: HostRecords): HostRecords {
  const isFlattened = ({ name, type }: RecordOfHost) => type === 'CNAME' && name === of.zone;
  return { ...of, records: records.map((one) => (isFlattened(one) ? { ...one, type: 'ALIAS' } : one)) };
}

/** The zone of --zone, in normal form. Throws UsageError for what is not a domain name. */
export function zoneOption(text: string | undefined): string | undefined {
  if (text === undefined) return undefined;
  const result = normaliseHost(text);
  if (result.ok) return result.host;
  throw new UsageError(`--zone ${JSON.stringify(text)} ${result.fault.what}.`, result.fault.fix);
}

/** Where an external host's zone begins is known to its owner only: --zone says so for a delegated subdomain. */
export function zoneOfHost({ host, zone }: HostPlan, given: string | undefined): string {
  if (zone.provider !== 'external') return zone.name;
  return given !== undefined && isWithin(host, given) ? given : registrableName(host);
}

/** By zone, in the order of the hosts. */
export function byZone(hosts: readonly HostRecords[]): [zone: string, hosts: HostRecords[]][] {
  const zones = new Map<string, HostRecords[]>();
  for (const one of hosts) zones.set(one.zone, [...(zones.get(one.zone) ?? []), one]);
  return [...zones];
}

/** The name below its zone, without the zone's own name; empty for that name itself. */
export function relativeName(name: string, zone: string): string {
  return name === zone ? '' : name.slice(0, -(zone.length + 1));
}

/** The parts of `1 . alpn="h3,h2"`, as the stack writes it: the values have no spaces. */
export function httpsParts(value: string) {
  const [priority = '', target = '', ...rest] = value.split(' ');
  const params = rest.map((text): [key: string, value: string] => {
    const [key = '', quoted = ''] = text.split('=');
    return [key, quoted.replaceAll('"', '')];
  });
  return { priority: Number(priority), target, params };
}
