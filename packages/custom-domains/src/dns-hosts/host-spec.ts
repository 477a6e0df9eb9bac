// A host as CustomHost receives it, checked: its place in its zone, and what it is attached to.

import { canonical, zoneOf } from '../names/dns-name.ts';
import { certificateFault, type HostFault, normaliseHost } from '../names/host.ts';
import { type HostSpec, isApex, type ZoneRef } from './zone.ts';

/** A host that cannot be declared as it is written; the message has the fix. */
export class HostError extends Error {
  override readonly name = 'HostError';
  /** Stable, for machines: `not-normalised`, `outside-zone`, `bad-zone`, or that of a fault of the name. */
  readonly code: string;

  constructor({ code, what, fix }: HostFault, host: string) {
    super(`the host "${host}" ${what}: ${fix}`);
    this.code = code;
  }
}

/** Throws HostError for a name that is no host's, not in normal form or too long for a certificate, and for a host outside of its zone. */
export function hostSpec(host: string, zone: ZoneRef, target: HostSpec['target']): HostSpec {
  const fault = nameFault(host) ?? zoneNameFault(zone) ?? zoneFault(host, zone);
  if (fault !== undefined) throw new HostError(fault, host);
  return { host, zone, target, apex: isApex(host, zone) };
}

function nameFault(host: string): HostFault | undefined {
  // The config of a stack, where it comes from, has no compiler.
  if (typeof host !== 'string')
    return { code: 'not-a-text', what: 'is not a text', fix: 'write it like "api.example.com"' };
  const result = normaliseHost(host);
  if (!result.ok) return result.fault;
  if (result.host === host) return certificateFault(host);
  return { code: 'not-normalised', what: 'is not in normal form', fix: `write it "${result.host}"` };
}

/** A zone can have names that no host can: a top-level domain, or a public suffix. */
const ZONES_ONLY = ['one-label', 'public-suffix'];

function zoneNameFault(zone: ZoneRef): HostFault | undefined {
  if (zone.provider === 'external') return undefined;
  const { name } = zone;
  if (typeof name !== 'string')
    return {
      code: 'bad-zone',
      what: 'is declared in a zone without a name',
      fix: 'give its name, like "example.com"',
    };
  const result = normaliseHost(name);
  const normal = result.ok ? result.host : canonical(name);
  const fault = result.ok || ZONES_ONLY.includes(result.fault.code) ? undefined : result.fault;
  if (fault === undefined && normal === name) return undefined;
  const { what, fix } = fault ?? { what: 'is not in normal form', fix: `write the zone "${normal}"` };
  return { code: 'bad-zone', what: `is declared in the zone ${JSON.stringify(name)}, which ${what}`, fix };
}

function zoneFault(host: string, zone: ZoneRef): HostFault | undefined {
  if (zone.provider === 'external' || zoneOf(host, [zone]) !== undefined) return undefined;
  const fix =
    'give a host of that zone, or the zone that has it; an external one where its owner sets the records';
  return { code: 'outside-zone', what: `is not in the zone ${zone.name}`, fix };
}
