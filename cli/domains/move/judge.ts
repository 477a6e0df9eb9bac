// How the commands judge a host in petstore:moving: the records of its old place are no conflict.
import { type CheckedHost, type Finding, withMove } from '@petstore/custom-domains/preflight';
import type { HostPlan } from '../../../infra/plan/types.ts';
import type { DeployedHost } from '../deployed-hosts.ts';

/** With the outputs of the last deployment, if it has the host: one that is routed already moves no more. */
export function judgeMoving(
  checked: CheckedHost<HostPlan>,
  deployed: DeployedHost | undefined,
): CheckedHost<HostPlan> {
  const { plan, findings } = checked;
  const isWaiting = deployed === undefined || deployed.waiting !== undefined || isExternal(plan);
  if (plan.moving === undefined || !isWaiting) return checked;
  return { ...checked, findings: judged(plan, findings, deployed) };
}

function judged(plan: HostPlan, findings: readonly Finding[], deployed: DeployedHost | undefined) {
  const kind = plan.moving?.replaces === undefined ? 'prepares' : 'replaces';
  return withMove(plan, findings, {
    step: { kind },
    region: plan.certificateRegion,
    ...(deployed?.waiting && { hasAlias: !deployed.waiting.aliasWaits }),
  });
}

function isExternal({ zone }: HostPlan): boolean {
  return zone.provider === 'external';
}
