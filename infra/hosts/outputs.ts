// The outputs of a run's hosts.
import type { CustomHost } from '@petstore/custom-domains';
import type { HostFailures } from '@petstore/custom-domains/many-hosts';
import { isBlocking } from '@petstore/custom-domains/preflight';
import * as pulumi from '@pulumi/pulumi';
import type { HostPlan } from '../plan/types.ts';
import type { Declared, LeftOut } from './decision.ts';
import type { HostOutput, WaitingOutput } from './host-output.ts';
import type { UrlFor } from './url.ts';

export interface DeclaredHost {
  readonly decision: Declared;
  readonly resource: CustomHost;
}

interface OutputOptions {
  readonly urlFor: UrlFor;
  /** Of this run. */
  readonly failures: HostFailures;
}

/** By host name. A host that failed has its reason here, and the others keep their outputs. */
export function hostOutputs(
  declared: readonly DeclaredHost[],
  leftOut: readonly LeftOut[],
  { urlFor, failures }: OutputOptions,
): Record<string, pulumi.Input<HostOutput>> {
  return Object.fromEntries([
    ...declared.map((one) => [one.decision.plan.host, hostOutput(one, { urlFor, failures })] as const),
    ...leftOut.map((one) => [one.facts.plan.host, blockedOutput(one, urlFor)] as const),
  ]);
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

function blockedOutput({ facts, findings }: LeftOut, urlFor: UrlFor): HostOutput {
  const blocked = findings
    .filter(isBlocking)
    .map(({ code, found, why, fix, records }) => ({ code, found, why, fix, records }));
  return { ...planned(facts.plan, urlFor), blocked, records: [] };
}

function hostOutput(
  { decision, resource }: DeclaredHost,
  { urlFor, failures }: OutputOptions,
): pulumi.Output<HostOutput> {
  const { plan, routing } = decision;
  const waiting = waitingOutput(decision);
  const known = { ...planned(plan, urlFor), ...(waiting && { waiting }) };
  const awaited = routing.awaitedUntil === undefined ? {} : { routingAwaitedUntil: routing.awaitedUntil };
  const earlierRequest = decision.certificate.retryOf?.split(':')[0];
  const created = pulumi
    .all([resource.certificateStatus, resource.target, resource.records, pulumi.output(resource.kept)])
    .apply(([certificate, target, records, kept]): HostOutput => {
      const earlier = certificate === 'ISSUED' || earlierRequest === undefined ? {} : { earlierRequest };
      return { ...known, target, certificate, ...earlier, ...awaited, ...(kept && { kept }), records };
    });
  return pulumi.recover(created, () => {
    const reason = failures.reasonOf(plan.host);
    return { ...known, certificate: 'FAILED', ...(reason && { reason }), records: [] };
  });
}

/** Of a host that moves in and whose routing record is not set yet. */
function waitingOutput({ routing: { waiting }, attachment }: Declared): WaitingOutput | undefined {
  if (waiting === undefined) return undefined;
  const { old, isByHand, why } = waiting;
  return { old, isByHand, aliasWaits: !attachment.hasAlias, ...(why !== undefined && { why }) };
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
  const primary = hosts.find(({ decision }) => decision.plan.role === 'primary');
  if (primary === undefined || primary.decision.routing.waiting !== undefined) return fallback;
  const { decision, resource } = primary;
  const url = resource.attached.apply((attached) =>
    attached ? pulumi.output(urlFor(decision.plan.host)) : fallback,
  );
  return pulumi.recover(url, () => fallback);
}
