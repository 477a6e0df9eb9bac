// Hosts that a change removes, and whether their removal from production is confirmed.

import type { Problem } from '../config/problem.ts';
import type { HostRole, SiteName } from '../config/settings.ts';
import type { HostPlan, StackPlan } from './types.ts';

/** A host that no longer serves or redirects. */
export interface RemovedHost {
  readonly host: string;
  readonly site: SiteName;
  /** Its role before. */
  readonly role: HostRole;
  /** Where it redirects after the change; undefined: links to it break. */
  readonly redirectTo?: string;
}

/** Hosts of `before` that `after` no longer has, or has as a redirect where they served a site. */
export function removedHosts(before: StackPlan, after: StackPlan): RemovedHost[] {
  const now = new Map(after.hosts.map((plan) => [plan.host, plan]));
  return before.hosts.flatMap((old) => {
    const plan = now.get(old.host);
    return isKept(old, plan) ? [] : [removed(old, plan)];
  });
}

function isKept(old: HostPlan, plan: HostPlan | undefined): boolean {
  return plan !== undefined && (plan.role !== 'redirect' || old.role === 'redirect');
}

function removed({ host, site, role }: HostPlan, plan: HostPlan | undefined): RemovedHost {
  return { host, site, role, ...(plan?.redirect && { redirectTo: plan.redirect.to }) };
}

/**
 * In production, a host that was deployed and is no longer declared needs an entry in `petstore:removals`: an accident
 * in a pull request must not delete a host. `previousHosts` is empty for a stack never deployed before.
 */
export function unconfirmedRemovals(previousHosts: readonly string[], plan: StackPlan): Problem[] {
  if (!plan.production) return [];
  const expected = new Set([...plan.hosts.map(({ host }) => host), ...plan.settings.removals]);
  const missing = [...new Set(previousHosts)].filter((host) => !expected.has(host));
  return missing.map((host) => ({
    code: 'removal-not-confirmed',
    path: 'petstore:removals',
    what: `"${host}" is deployed and no longer declared: this would delete it`,
    fix: `declare it again, or add "${host}" to petstore:removals to confirm its removal`,
  }));
}
