// Hosts that a change removes, and whether their removal from production is confirmed.

import type { Problem } from '../config/problem.ts';
import type { HostRole, SiteName } from '../config/settings.ts';
import type { StackPlan } from './types.ts';

/** A host that is no longer declared: links to it break. */
export interface RemovedHost {
  readonly host: string;
  readonly site: SiteName;
  /** Its role before. */
  readonly role: HostRole;
}

/** Hosts of `before` that `after` no longer has. One that becomes a redirect is still declared: it is changed. */
export function removedHosts(before: StackPlan, after: StackPlan): RemovedHost[] {
  const declared = new Set(after.hosts.map(({ host }) => host));
  return before.hosts
    .filter(({ host }) => !declared.has(host))
    .map(({ host, site, role }) => ({ host, site, role }));
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
    fix: eitherOr('declare it again', `add "${host}" to petstore:removals to confirm its removal`),
  }));
}

/**
 * In production, a host in a zone that the stack no longer declares would lose its record and its name: it is external then, and
 * waits for its owner. `inZones`: the deployed hosts whose records the stack has set.
 */
export function lostZones(inZones: readonly string[], plan: StackPlan): Problem[] {
  if (!plan.production) return [];
  const lost = plan.hosts.filter(
    ({ host, zone }) => inZones.includes(host) && zone.provider === 'external' && !zone.verified,
  );
  return lost.map(({ host }) => ({
    code: 'zone-not-declared',
    path: 'petstore:zones',
    what: `"${host}" is deployed and its zone no longer declared: this would delete its record and detach it`,
    fix: eitherOr(
      'declare the zone again',
      `add "${host}" to petstore:verified once its owner sets its records`,
    ),
  }));
}

/** What ends the refusal of a removal, wherever it is told: one of the two is enough. */
export function eitherOr(keep: string, confirm: string): string {
  return `either ${keep}, or ${confirm}`;
}
