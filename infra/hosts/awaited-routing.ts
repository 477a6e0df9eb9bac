// How long the owner of an external host is waited for. The routing record of a host of the API is known once the host is
// attached, so that it cannot be set before the deployment that attaches it; afterwards its absence is drift.
import { OWNER_SECONDS } from '@petstore/custom-domains/names';
import type { Finding } from '@petstore/custom-domains/preflight';
import { targetOf } from '../plan/plan-host.ts';
import type { HostPlan } from '../plan/types.ts';
import type { HostOutput } from './host-output.ts';

interface Deployment {
  /** The host in the outputs of the last deployment that reached its end. */
  readonly before: HostOutput | undefined;
  readonly findings: readonly Finding[];
  /** Milliseconds since 1970. */
  readonly now: number;
}

/**
 * The end of the wait as ISO 8601, for the outputs of this run: a week from the run that attaches the host, or moves it to
 * another kind of attachment. Undefined where nobody is waited for: the record was seen, or had to be right before.
 */
export function awaitedUntil(plan: HostPlan, { before, findings, now }: Deployment): string | undefined {
  if (plan.zone.provider !== 'external' || !plan.zone.verified) return undefined;
  const isAttached = before?.target !== undefined && targetOf(before) === plan.target;
  if (!isAttached) return new Date(now + OWNER_SECONDS * 1000).toISOString();
  return findings.some(({ code }) => code === 'already-configured') ? undefined : before.routingAwaitedUntil;
}

/** Whether the time that the last deployment set has not passed. `now`: milliseconds since 1970. */
export function isRoutingAwaited(routingAwaitedUntil: string | undefined, now: number): boolean {
  return routingAwaitedUntil !== undefined && now < Date.parse(routingAwaitedUntil);
}
