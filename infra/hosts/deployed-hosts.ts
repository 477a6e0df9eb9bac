// Which hosts the last deployment that reached its end had, from the stack's output `hosts`.
import type { StackState } from '@petstore/custom-domains/many-hosts';
import type { Reader } from '@petstore/custom-domains/preflight';
import type { StackPlan } from '../plan/types.ts';
import { ownersRemoval, remainingRecords } from './external-removal.ts';
import type { HostOutput } from './host-output.ts';

/** By host; empty for a stack never deployed. */
export function previousHosts({ outputs }: StackState): Readonly<Record<string, HostOutput>> {
  return (outputs.hosts ?? {}) as Readonly<Record<string, HostOutput>>;
}

/** Hosts that are deployed: a removal is judged by these. A host that was blocked or failed is not deployed. */
export function deployedHosts(state: StackState): string[] {
  return Object.entries(previousHosts(state))
    .filter(([, { certificate }]) => certificate !== undefined && certificate !== 'FAILED')
    .map(([host]) => host);
}

/** What the owner of each external host that this run removes has to delete. `reader`: leaves out what DNS does not have any more. */
export async function externalRemovals(
  state: StackState,
  { stack, hosts }: StackPlan,
  { internetFile, reader }: { readonly internetFile?: string; readonly reader?: Reader },
): Promise<{ host: string; text: string }[]> {
  const declared = new Set(hosts.map(({ host }) => host));
  const removed = Object.entries(previousHosts(state)).filter(
    ([host, { provider, records }]) => provider === 'external' && records.length > 0 && !declared.has(host),
  );
  const texts = removed.map(async ([host, { records }]) => {
    const left = reader === undefined ? records : await remainingRecords(records, reader);
    const task = ownersRemoval(left, { stack, internetFile });
    if (task === undefined) return [];
    return [{ host, text: [`  ${task.what}`, ...task.records.map((record) => `  ${record}`)].join('\n') }];
  });
  return (await Promise.all(texts)).flat();
}
