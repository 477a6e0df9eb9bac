// Hosts that are deployed and that no client reaches here yet: why, and the command that goes on.
import type { StackPlan } from '../../infra/plan/types.ts';
import type { LocalOutputs } from './ready.ts';

/** By the URL of the host. */
export function notServed(
  { hosts }: Pick<StackPlan, 'hosts'>,
  outputs: Pick<LocalOutputs, 'hosts'>,
): ReadonlyMap<string, string> {
  const reasons = hosts.flatMap(({ host, zone }): [string, string][] => {
    const deployed = outputs.hosts[host];
    if (deployed === undefined) return [];
    if (deployed.waiting !== undefined)
      return [[deployed.url, `still leads to its old place: npm run domains -- move ${host}`]];
    const isUnverified = zone.provider === 'external' && !zone.verified;
    return isUnverified ? [[deployed.url, `is not verified yet: npm run domains -- status ${host}`]] : [];
  });
  return new Map(reasons);
}
