// Where the hosts of a report lead, if they lead to something that is deleted, or that a removal deletes.
import type { HostRecord } from '@petstore/custom-domains';
import type { CheckedHost, Finding, RecordChange } from '@petstore/custom-domains/preflight';
import { checkTargets } from '@petstore/custom-domains/takeover';
import { remainingRecords } from '../../infra/hosts/external-removal.ts';
import type { HostPlan, StackPlan } from '../../infra/plan/types.ts';
import { LOCAL_STACK } from '../stack-names.ts';
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

/** By host, its deployed records that DNS still has; none of a host that was never deployed. Empty where the outputs are not known. */
export async function remainingOf(
  hosts: readonly string[],
  deployed: Deployed | undefined,
  context: Context,
): Promise<ReadonlyMap<string, readonly HostRecord[]>> {
  if (deployed === undefined) return new Map();
  const known = hosts.map((host) => [host, deployed.get(host)?.records ?? []] as const);
  if (!context.canRead) return new Map(known);
  const reader = context.newReader();
  const read = known.map(async ([host, all]) => [host, await remainingRecords(all, reader)] as const);
  return new Map(await Promise.all(read));
}

/**
 * In a declared zone the removal deletes the host's record too; the owner of an external host has to delete it before the
 * removal. The local stack deploys a removal as soon as it is in the file, so the fix is worded for the time after it.
 */
export function removedTargets(
  hosts: readonly string[],
  before: StackPlan,
  deployed: Deployed | undefined,
  context: Context,
): Promise<TargetFindings> {
  const isExternal = ({ host, zone }: HostPlan) => hosts.includes(host) && zone.provider === 'external';
  const deleted = before.hosts.filter(isExternal).flatMap(({ host }): [string, string][] => {
    const target = context.stack === LOCAL_STACK ? undefined : targetOf(deployed?.get(host));
    return target === undefined ? [] : [[host, target]];
  });
  return checkTargets(hosts, context.newReader(), { deleted: new Map(deleted), signal: context.io.signal });
}

/** Without the records that the owner's task lists too, which has them with the TTL that the stack gave to them. */
export function withoutListed(finding: Finding, listed: readonly HostRecord[] = []): Finding {
  const isListed = ({ name, type, value }: RecordChange) =>
    listed.some((one) => one.name === name && one.type === type && one.value === value);
  return { ...finding, records: finding.records.filter((record) => !isListed(record)) };
}
