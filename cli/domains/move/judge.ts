// How the commands judge a host in petstore:moving: the records of its old place are no conflict.
import { type CheckedHost, type Finding, withMove } from '@petstore/custom-domains/preflight';
import { domainsCommand } from '../../../infra/hosts/external-host.ts';
import type { HostPlan } from '../../../infra/plan/types.ts';
import type { DeployedHost } from '../deployed-hosts.ts';

/** With the outputs of the last deployment, if it has the host: one that is routed already moves no more. */
export function judgeMoving(
  checked: CheckedHost<HostPlan>,
  deployed: DeployedHost | undefined,
  stack: string,
): CheckedHost<HostPlan> {
  const { plan, findings } = checked;
  const isWaiting = deployed === undefined || deployed.waiting !== undefined || isExternal(plan);
  if (plan.moving === undefined || !isWaiting) return checked;
  return { ...checked, findings: judged(plan, findings, { deployed, stack }) };
}

function judged(
  plan: HostPlan,
  findings: readonly Finding[],
  { deployed, stack }: { readonly deployed: DeployedHost | undefined; readonly stack: string },
) {
  const kind = plan.moving?.replaces === undefined ? 'prepares' : 'replaces';
  return withMove(plan, findings, {
    step: { kind },
    region: plan.certificateRegion,
    command: (name) => domainsCommand(name, plan.host, { stack }),
    ...(deployed?.waiting && { hasAlias: !deployed.waiting.aliasWaits }),
  });
}

function isExternal({ zone }: HostPlan): boolean {
  return zone.provider === 'external';
}
