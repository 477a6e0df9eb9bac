// Hosts that a change removes, and whether their removal from production is confirmed.

import type { Problem } from '../config/problem.ts';
import { isServed } from './plan-stack.ts';
import { domainsCommand } from './stack-option.ts';
import type { HostPlan, StackPlan } from './types.ts';

/** Hosts of `before` that `after` no longer has. One that becomes a redirect is still declared: it is changed. */
export function removedHosts(before: StackPlan, after: StackPlan): HostPlan[] {
  const declared = new Set(after.hosts.map(({ host }) => host));
  return before.hosts.filter(({ host }) => !declared.has(host));
}

/** In production, a host that was deployed and is no longer declared needs an entry in `petstore:removals`: an accident
 * in a pull request must not delete it. */
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

interface AttachedHost {
  readonly host: string;
  /** The zone's name; absent for an external host. */
  readonly zone?: string;
}

/** Deployed hosts that are external now and not verified: this would detach what is live. One that had a zone is refused
 * even if it is verified: its records are the stack's, which this run would delete. */
export function refusedDetachments(attached: readonly AttachedHost[], plan: StackPlan): Problem[] {
  const attachedHosts = new Map(attached.map((one) => [one.host, one]));
  const detached = plan.hosts.flatMap((one) => {
    const before = attachedHosts.get(one.host);
    const isLost = before?.zone === undefined ? !isServed(one) : one.zone.provider === 'external';
    return before !== undefined && isLost ? [before] : [];
  });
  return [...Map.groupBy(detached, ({ zone }) => zone)].map(([zone, hosts]) => {
    const verify = hosts.map(({ host }) => domainsCommand('verify', host, { ...plan, words: [] }));
    const [are, each] = hosts.length === 1 ? ['is', 'the host'] : ['are', 'each host'];
    const live = `${hosts.map(({ host }) => `"${host}"`).join(', ')} ${are} deployed`;
    const [path, lost, again, other] =
      zone === undefined
        ? [
            'petstore:verified',
            ' and not in petstore:verified any more',
            `add ${each} again (${verify.join(', ')})`,
            `remove ${each} from the file`,
          ]
        : [
            'petstore:zones',
            ` in the zone "${zone}", which is not declared any more`,
            `declare the zone "${zone}" again`,
            `remove ${each} from the file, and declare it again once that is deployed`,
          ];
    const what = `${live}${lost}: this would detach what is live`;
    return {
      ...{ code: 'host-detached', path, what, fix: eitherOr(again, other) },
      ...(zone === undefined && { commands: verify }),
    };
  });
}

export function servedHosts({ hosts }: StackPlan): AttachedHost[] {
  const served = hosts.filter(isServed);
  return served.map(({ host, zone }) => ({
    host,
    zone: zone.provider === 'external' ? undefined : zone.name,
  }));
}

/** What ends the refusal of a removal, wherever it is told: one of the two is enough. */
export function eitherOr(keep: string, confirm: string): string {
  return `either ${keep}, or ${confirm}`;
}
