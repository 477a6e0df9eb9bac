// What the owner of an external host has to delete after its removal: the stack deletes what is its own.
import type { HostRecord } from '@petstore/custom-domains';
import { isSameValidation } from '@petstore/custom-domains/names';
import { type Command, command } from '@petstore/custom-domains/output';
import { formatChange, isConclusive, type Reader } from '@petstore/custom-domains/preflight';
import { type Audience, stackOption } from '../plan/stack-option.ts';

/** What the owner of a removed host does: the stack deletes what is its own, and the owner the records. */
export interface OwnersRemoval {
  readonly what: string;
  /** The commands that `what` has in it, as they stand there. */
  readonly commands?: readonly Command[];
  /** Each as a finding's record is printed: `remove`, and the line of a zone file. */
  readonly records: readonly string[];
}

/** `records`: of the stack's outputs, those that are left; undefined where these are not known. Undefined: nothing is left. */
export function ownersRemoval(
  records: readonly HostRecord[] | undefined,
  { stack, internetFile }: Audience,
): OwnersRemoval | undefined {
  const where = internetFile === undefined ? '' : ` (on the local cloud, in ${internetFile})`;
  const what = `its owner deletes its records too${where}: after the removal they lead to nothing`;
  if (records?.length === 0) return undefined;
  if (records !== undefined)
    return { what, records: records.map((record) => formatChange({ ...record, action: 'remove' })) };
  if (stack === 'local') return { what, records: [] };
  const list = command`pulumi stack output hosts ${stackOption(stack)}`;
  return { what: `${what}. Until then they are in: ${list}`, records: [], commands: [list] };
}

/** Those that live DNS still has, or whose names could not be read. */
export async function remainingRecords(records: readonly HostRecord[], reader: Reader) {
  const isThere = await Promise.all(records.map((record) => isSet(record, reader)));
  return records.filter((_, index) => isThere[index]);
}

/** An ALIAS is seen by its addresses only. The value of a CNAME is compared: the owner may have led the name elsewhere. */
async function isSet({ name, type, value }: HostRecord, reader: Reader): Promise<boolean> {
  const answer = await reader.resolve(name, type === 'ALIAS' ? 'A' : type);
  if (!isConclusive(answer)) return true;
  if (type !== 'CNAME') return answer.kind === 'found';
  const found = answer.kind === 'found' ? answer.records : [];
  return [...answer.chain, ...found].some((one) => one.name === name && isSameValidation(one.value, value));
}
