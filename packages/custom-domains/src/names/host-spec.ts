// A host as CustomHost is given it, checked: its place in its zone, and what it is attached to.
import { certificateFault, normaliseHost } from './host.ts';
import type { HostSpec, ZoneRef } from './types.ts';
import { isApex, zoneOf } from './zone.ts';

/**
 * Throws, with the fix, for what is not a host name in normal form, for one too long for a certificate, and for a host
 * that the zone does not hold.
 */
export function hostSpec(host: string, zone: ZoneRef, target: HostSpec['target']): HostSpec {
  const result = normaliseHost(host);
  const fault = result.ok ? certificateFault(result.host) : result.fault;
  if (fault !== undefined) throw new Error(`the host "${host}" ${fault.what}: ${fault.fix}`);
  if (result.ok && result.host !== host)
    throw new Error(`the host "${host}" is to be written "${result.host}"`);
  if (zone.provider !== 'external' && zoneOf(host, [zone]) === undefined) {
    throw new Error(
      `${host} is not in the zone ${zone.name}: give the adapter of its own zone, or external()`,
    );
  }
  return { host, zone, target, apex: isApex(host, zone) };
}
