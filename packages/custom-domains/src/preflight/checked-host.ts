// A host with what preflight observed and found of it.
import type { HostSpec } from '../dns-hosts/zone.ts';
import type { Finding } from './finding.ts';
import type { Observation } from './observation/observation.ts';

/** What is checked: a host, and where it redirects to, if it does. */
export type CheckableHost = HostSpec & { readonly redirect?: { readonly to: string } };

export interface CheckedHost<Host extends CheckableHost = CheckableHost> {
  readonly plan: Host;
  readonly observation: Observation;
  readonly findings: readonly Finding[];
}
