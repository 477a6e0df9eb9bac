// The hosts as stack outputs: what `pulumi stack output hosts` and the command line read.

import type { CertificateRequest, HostFailures } from '@petstore/custom-domains/many-hosts';
import * as pulumi from '@pulumi/pulumi';
import type { HostPlan } from '../plan/types.ts';
import type { LeftOutHost } from './admission.ts';
import type { DeclaredHost } from './declare-hosts.ts';
import type { HostOutput, WaitingOutput } from './host-output.ts';
import type { HostMove } from './moving.ts';
import type { UrlFor } from './url.ts';

export interface OutputOptions {
  readonly urlFor: UrlFor;
  /** Of this run. */
  readonly failures: HostFailures;
  readonly requests: ReadonlyMap<string, CertificateRequest>;
  /** By external host: until when its owner is waited for. */
  readonly awaited: ReadonlyMap<string, string>;
}

/** By host name. A host that failed has its reason here, and the others keep their outputs. */
export function hostOutputs(
  hosts: readonly DeclaredHost[],
  leftOut: readonly LeftOutHost[],
  options: OutputOptions,
): Record<string, pulumi.Input<HostOutput>> {
  const declared = hosts.map((host) => [host.plan.host, hostOutput(host, options)] as const);
  const blocked = leftOut.map((host) => [host.plan.host, blockedOutput(host, options.urlFor)] as const);
  return Object.fromEntries([...declared, ...blocked]);
}

function planned({ host, site, role, zone }: HostPlan, urlFor: UrlFor) {
  const url = urlFor(host);
  return {
    site,
    role,
    zone: zone.provider === 'external' ? undefined : zone.name,
    provider: zone.provider,
    url: site === 'api' && role !== 'redirect' ? `${url}/v1` : url,
  };
}

function blockedOutput({ plan, findings }: LeftOutHost, urlFor: UrlFor): HostOutput {
  const blocked = findings.map(({ code, found, why, fix, records }) => ({
    code,
    found,
    why,
    fix,
    records,
  }));
  return { ...planned(plan, urlFor), blocked, records: [] };
}

function hostOutput(
  { plan, resource, waiting }: DeclaredHost,
  options: OutputOptions,
): pulumi.Output<HostOutput> {
  const known = { ...planned(plan, options.urlFor), ...(waiting && { waiting: waitingOutput(waiting) }) };
  const routingAwaitedUntil = options.awaited.get(plan.host);
  const awaited = routingAwaitedUntil === undefined ? {} : { routingAwaitedUntil };
  const earlierRequest = options.requests.get(plan.host)?.retryOf?.split(':')[0];
  const created = pulumi
    .all([resource.certificateStatus, resource.target, resource.records, pulumi.output(resource.kept)])
    .apply(([certificate, target, records, kept]): HostOutput => {
      const earlier = certificate === 'ISSUED' || earlierRequest === undefined ? {} : { earlierRequest };
      return { ...known, target, certificate, ...earlier, ...awaited, ...(kept && { kept }), records };
    });
  return pulumi.recover(created, () => {
    const reason = options.failures.reasonOf(plan.host);
    return { ...known, certificate: 'FAILED', ...(reason && { reason }), records: [] };
  });
}

/** Of a host that moves in and whose routing record is not set yet. */
export function waitingOutput({ step, aliasWaits, old, isByHand }: HostMove): WaitingOutput {
  return { old, isByHand, aliasWaits, ...(step.kind === 'waits' && { why: step.why }) };
}

/**
 * The URL of the primary host among these, once traffic can reach it; `fallback` where there is no primary host, where
 * it is not attached yet, and where it failed.
 */
export function primaryUrl(
  hosts: readonly DeclaredHost[],
  urlFor: UrlFor,
  fallback: pulumi.Output<string>,
): pulumi.Output<string> {
  const primary = hosts.find(({ plan }) => plan.role === 'primary');
  if (primary === undefined || primary.waiting) return fallback;
  const { plan, resource } = primary;
  const url = resource.attached.apply((attached) => (attached ? pulumi.output(urlFor(plan.host)) : fallback));
  return pulumi.recover(url, () => fallback);
}
