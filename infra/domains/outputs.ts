// The hosts as stack outputs: what `pulumi stack output hosts` and the command line read.
import * as pulumi from '@pulumi/pulumi';
import type { HostPlan, HostRole } from '../plan/types.ts';
import type { Finding } from '../preflight/finding.ts';
import type { AddressOf } from './address.ts';
import type { LeftOutHost } from './admission.ts';
import type { DeclaredHost } from './declare-hosts.ts';
import type { HostRecord } from './host-record.ts';

export interface HostOutput {
  readonly site: 'api' | 'docs';
  readonly role: HostRole;
  /** The zone's name; absent for a host set by hand. */
  readonly zone?: string;
  readonly provider: 'cloudflare' | 'route53' | 'by-hand';
  readonly url: string;
  /** What the routing record points at; absent until it exists. */
  readonly target?: string;
  /** ACM's status as this run knows it; `FAILED` where the host was not made. Absent where it is blocked. */
  readonly certificate?: string;
  /** Why preflight left the host out of this run: then nothing of it exists. Absent for every other host. */
  readonly blocked?: readonly BlockedReason[];
  /** Made by the stack, or, for a host set by hand, to be set by its owner. */
  readonly records: readonly HostRecord[];
}

/** A finding without what the output says already. */
export type BlockedReason = Pick<Finding, 'code' | 'found' | 'why' | 'mend' | 'records'>;

/** By host name. A host that failed says so here and does not take the others' outputs with it. */
export function hostOutputs(
  hosts: readonly DeclaredHost[],
  leftOut: readonly LeftOutHost[],
  addressOf: AddressOf,
): Record<string, pulumi.Input<HostOutput>> {
  const declared = hosts.map((host) => [host.plan.host, hostOutput(host, addressOf)] as const);
  const blocked = leftOut.map((host) => [host.plan.host, blockedOutput(host, addressOf)] as const);
  return Object.fromEntries([...declared, ...blocked]);
}

function planned({ host, site, role, zone }: HostPlan, addressOf: AddressOf) {
  const address = addressOf(host);
  return {
    site,
    role,
    zone: zone.provider === 'by-hand' ? undefined : zone.name,
    provider: zone.provider,
    url: site === 'api' && role !== 'redirect' ? `${address}/v1` : address,
  };
}

function blockedOutput({ plan, findings }: LeftOutHost, addressOf: AddressOf): HostOutput {
  const blocked = findings.map(({ code, found, why, mend, records }) => ({
    code,
    found,
    why,
    mend,
    records,
  }));
  return { ...planned(plan, addressOf), blocked, records: [] };
}

function hostOutput({ plan, resource }: DeclaredHost, addressOf: AddressOf): pulumi.Output<HostOutput> {
  const known = planned(plan, addressOf);
  const made = pulumi
    .all([resource.certificateStatus, resource.target?.domainName, resource.records])
    .apply(([certificate, target, records]): HostOutput => ({ ...known, target, certificate, records }));
  return pulumi.recover(made, () => ({ ...known, certificate: 'FAILED', records: [] }));
}

/** The address of the primary host among these, once traffic can reach it; undefined where there is none yet. */
export function primaryUrl(
  hosts: readonly DeclaredHost[],
  addressOf: AddressOf,
): pulumi.Output<string> | undefined {
  const primary = hosts.find(({ plan }) => plan.role === 'primary');
  return primary?.resource.attached?.apply(addressOf);
}
