// The removal of an external host: the stack deletes what is its own, and its owner the records.
import type { HostRecord } from '@petstore/custom-domains';
import { formatChange, isConclusive, type Reader } from '@petstore/custom-domains/preflight';
import { stackOption } from '../plan/stack-option.ts';
import type { StackPlan } from '../plan/types.ts';
import type { StepOptions } from './external-host.ts';
import type { HostOutput } from './host-output.ts';

export interface OwnersRemoval {
  readonly what: string;
  /** The commands that `what` has in it, as they stand there. */
  readonly commands?: readonly string[];
  /** Each as a finding's record is printed: `remove`, and the line of a zone file. */
  readonly records: readonly string[];
}

/** `records`: of the stack's outputs, those that are left; undefined where these are not known. Undefined: nothing is left. */
export function ownersRemoval(
  records: readonly HostRecord[] | undefined,
  { stack, internetFile }: StepOptions,
): OwnersRemoval | undefined {
  const where = internetFile === undefined ? '' : ` (on the local cloud, in ${internetFile})`;
  const what = `its owner deletes its records too${where}: after the removal they lead to nothing`;
  if (records?.length === 0) return undefined;
  if (records !== undefined)
    return { what, records: records.map((record) => formatChange({ ...record, action: 'remove' })) };
  if (stack === 'local') return { what, records: [] };
  const list = `pulumi stack output hosts${stackOption(stack)}`;
  return { what: `${what}. Until then they are in: ${list}`, records: [], commands: [list] };
}

/** Those that live DNS still has, or whose names could not be read. */
export async function remainingRecords(
  records: readonly HostRecord[],
  reader: Reader,
): Promise<HostRecord[]> {
  const isThere = await Promise.all(records.map((record) => isSet(record, reader)));
  return records.filter((_, index) => isThere[index]);
}

/** An ALIAS is seen by its addresses only. The value of a CNAME is compared: the owner may have led the name elsewhere. */
async function isSet({ name, type, value }: HostRecord, reader: Reader): Promise<boolean> {
  const answer = await reader.resolve(name, type === 'ALIAS' ? 'A' : type);
  if (!isConclusive(answer)) return true;
  if (type !== 'CNAME') return answer.kind === 'found';
  const found = answer.kind === 'found' ? answer.records : [];
  return [...answer.chain, ...found].some((one) => one.name === name && one.value === value);
}

/**
 * What the owner of each external host that this run removes has to delete. `previous`: by host, of the last deployment.
 * `reader` leaves out what DNS does not have any more.
 */
export async function externalRemovals(
  previous: Readonly<Record<string, HostOutput>>,
  { stack, hosts }: StackPlan,
  { internetFile, reader }: { readonly internetFile?: string; readonly reader?: Reader },
): Promise<{ host: string; text: string }[]> {
  const declared = new Set(hosts.map(({ host }) => host));
  const removed = Object.entries(previous).filter(
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
