// Where the hosts of a report lead, if they lead to something that is deleted, or that a removal deletes.
import type { CheckedHost, Finding } from '@petstore/custom-domains/preflight';
import { checkTargets } from '@petstore/custom-domains/takeover';
import type { HostPlan, StackPlan } from '../../infra/plan/types.ts';
import type { Context } from './context.ts';
import { type Deployed, targetOf } from './deployed-hosts.ts';

/** By host, of declared and of removed ones. */
export type TargetFindings = ReadonlyMap<string, readonly Finding[]>;

/** Only hosts that have a CNAME, their own or a wildcard's. */
export function declaredTargets(checked: readonly CheckedHost[], context: Context): Promise<TargetFindings> {
  const isAlias = ({ observation }: CheckedHost) =>
    observation.views.some(({ answers }) => answers.CNAME?.kind === 'found');
  const hosts = checked.filter(isAlias).map(({ plan }) => plan.host);
  return checkTargets(hosts, context.newReader(), { signal: context.io.signal });
}

/** In a declared zone the removal deletes the host's record too; the owner of an external host has to. */
export function removedTargets(
  hosts: readonly string[],
  before: StackPlan,
  deployed: Deployed | undefined,
  context: Context,
): Promise<TargetFindings> {
  const isExternal = ({ host, zone }: HostPlan) => hosts.includes(host) && zone.provider === 'external';
  const deleted = before.hosts.filter(isExternal).flatMap(({ host }): [string, string][] => {
    const target = targetOf(deployed?.get(host));
    return target === undefined ? [] : [[host, target]];
  });
  return checkTargets(hosts, context.newReader(), { deleted: new Map(deleted), signal: context.io.signal });
}
