// Hosts that disappear: which they are, and whether production was told that it is meant.

import type { Problem } from '../config/problem.ts';
import type { HostRole, SiteName } from '../config/settings.ts';
import type { HostPlan, StackPlan } from './types.ts';

/** A host that stops serving or redirecting. */
export interface RemovedHost {
  readonly host: string;
  readonly site: SiteName;
  /** What it was. */
  readonly role: HostRole;
  /** Where it redirects from now on; undefined: links to it break. */
  readonly redirectTo?: string;
}

/** Hosts of `before` that `after` no longer has, or only as a redirect where they served. */
export function removedHosts(before: StackPlan, after: StackPlan): RemovedHost[] {
  const now = new Map(after.hosts.map((plan) => [plan.host, plan]));
  return before.hosts.flatMap((old) => {
    const plan = now.get(old.host);
    return stillThere(old, plan) ? [] : [removed(old, plan)];
  });
}

function stillThere(old: HostPlan, plan: HostPlan | undefined): boolean {
  return plan !== undefined && (plan.role !== 'redirect' || old.role === 'redirect');
}

function removed({ host, site, role }: HostPlan, plan: HostPlan | undefined): RemovedHost {
  return { host, site, role, ...(plan?.redirect && { redirectTo: plan.redirect.to }) };
}

/**
 * In production, a host that was deployed and is declared no more needs an entry in `petstore:removals`: a slip
 * in a pull request must not take a host down. `previousHosts` is empty for a stack never deployed before.
 */
export function unconfirmedRemovals(previousHosts: readonly string[], plan: StackPlan): Problem[] {
  if (!plan.production) return [];
  const meant = new Set([...plan.hosts.map(({ host }) => host), ...plan.settings.removals]);
  const gone = [...new Set(previousHosts)].filter((host) => !meant.has(host));
  return gone.map((host) => ({
    code: 'removal-not-meant',
    path: 'petstore:removals',
    what: `"${host}" is deployed and declared no more: this would take it down`,
    fix: `declare it again, or add "${host}" to petstore:removals if that is meant`,
  }));
}
