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

/** A record at an apex is ALIAS where Cloudflare flattens a CNAME: no other tool takes a CNAME there, and a zone file cannot have one. */
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

/** The name below its zone, without the zone's own name; empty for that name itself. */
export function relativeName(name: string, zone: string): string {
  return name === zone ? '' : name.slice(0, -(zone.length + 1));
}
