// A host as CustomHost receives it, checked: its place in its zone, and what it is attached to.
import { certificateFault, type HostFault, normaliseHost } from '../names/host.ts';
import { zoneOf } from '../names/zone.ts';
import { dnsHost } from './list.ts';
import { apexFault, type HostSpec, isApex, type ZoneRef } from './zone.ts';

/** A host that cannot be declared as it is written; the message has the fix. */
export class HostError extends Error {
  override readonly name = 'HostError';
  /** Stable, for machines: `not-normalised`, `outside-zone`, or that of a fault of the name. */
  readonly code: string;

  constructor({ code, what, fix }: HostFault, host: string) {
    super(`the host "${host}" ${what}: ${fix}`);
    this.code = code;
  }
}

/**
 * Throws HostError for what is not a host name in normal form, for a name too long for a certificate, for a host
 * outside of the zone, and for one at an apex that its DNS host cannot route.
 */
export function hostSpec(host: string, zone: ZoneRef, target: HostSpec['target']): HostSpec {
  const apex = isApex(host, zone);
  const fault = nameFault(host) ?? zoneFault(host, zone) ?? apexFault(apex, dnsHost(zone.provider));
  if (fault !== undefined) throw new HostError(fault, host);
  return { host, zone, target, apex };
}

function nameFault(host: string): HostFault | undefined {
  const result = normaliseHost(host);
  if (!result.ok) return result.fault;
  if (result.host === host) return certificateFault(host);
  return { code: 'not-normalised', what: 'is not in normal form', fix: `write it "${result.host}"` };
}

function zoneFault(host: string, zone: ZoneRef): HostFault | undefined {
  if (zone.provider === 'external' || zoneOf(host, [zone]) !== undefined) return undefined;
  const fix = 'pass the adapter of its own zone, or externalDns()';
  return { code: 'outside-zone', what: `is not in the zone ${zone.name}`, fix };
}
