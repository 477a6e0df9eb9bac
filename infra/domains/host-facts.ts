// A host as CustomHost is given it, checked: its place in its zone, and what it is attached to.
import { normaliseHost } from '../config/host.ts';
import type { HostFacts, ZoneFacts } from '../plan/types.ts';
import { isApex, zoneOf } from '../plan/zone.ts';

/** Throws, with the mend, for what is no host name in normal form, and for a host that the zone does not hold. */
export function hostFacts(host: string, zone: ZoneFacts, target: HostFacts['target']): HostFacts {
  const result = normaliseHost(host);
  if (!result.ok) throw new Error(`the host "${host}" ${result.fault.what}: ${result.fault.mend}`);
  if (result.host !== host) throw new Error(`the host "${host}" is to be written "${result.host}"`);
  if (zone.provider !== 'by-hand' && zoneOf(host, [zone]) === undefined) {
    throw new Error(`${host} is not in the zone ${zone.name}: give the adapter of its own zone, or byHand()`);
  }
  return { host, zone, target, apex: isApex(host, zone) };
}
