// The removal of an external host: the stack deletes what is its own, and its owner the records.
import type { HostRecord } from '@petstore/custom-domains';
import { formatChange } from '@petstore/custom-domains/preflight';
import type { StepOptions } from './external-host.ts';

export interface OwnersRemoval {
  readonly what: string;
  /** Each as a finding's record is printed: `remove`, and the line of a zone file. */
  readonly records: readonly string[];
}

/** `records`: of the stack's outputs; undefined where these are not known. */
export function ownersRemoval(
  records: readonly HostRecord[] | undefined,
  { stack, internetFile }: StepOptions,
): OwnersRemoval {
  const where = internetFile === undefined ? '' : ` (on the local cloud, in ${internetFile})`;
  const what = `its owner deletes its records too${where}: after the removal they lead to nothing`;
  if (records !== undefined && records.length > 0)
    return { what, records: records.map((record) => formatChange({ ...record, action: 'remove' })) };
  const list = `pulumi stack output hosts --stack ${stack}`;
  return { what: stack === 'local' ? what : `${what}. Until then they are in: ${list}`, records: [] };
}
