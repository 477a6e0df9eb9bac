// A host, what preflight observed of it, and its findings.
import type { HostSpec } from '../dns-hosts/zone.ts';
import type { Finding } from './finding.ts';
import type { Observation } from './observation/observation.ts';

/** A host to check, and its redirect's destination if it has one. */
export type CheckableHost = HostSpec & { readonly redirect?: { readonly to: string } };

export interface CheckedHost<Host extends CheckableHost = CheckableHost> {
  readonly plan: Host;
  readonly observation: Observation;
  readonly findings: readonly Finding[];
}
