// What stands in the way of a removal, and what the owner of an external host has to delete after it: the stack deletes what is its own.
import type { HostRecord } from '@petstore/custom-domains';
import { isApex, type ZoneDeclaration } from '@petstore/custom-domains/dns-hosts';
import { isSameValidation } from '@petstore/custom-domains/names';
import { type Command, command } from '@petstore/custom-domains/output';
import {
  type Finding,
  formatChange,
  guardedDeletions,
  isConclusive,
  protectedRecords,
  type Reader,
  routingTypes,
} from '@petstore/custom-domains/preflight';
import { attachmentOf, type StackState } from '@petstore/custom-domains/state';
import type { Problem } from '../config/problem.ts';
import { attachmentKind } from '../plan/plan-stack.ts';
import { eitherOr } from '../plan/removals.ts';
import { type Audience, stackOption } from '../plan/stack-option.ts';
import type { DeployedHost } from './host-output.ts';
import { type ReadZones, readOf } from './zone-apis.ts';

/** A blocked one for each record that nobody can delete, and a warning for what a guardrail may refuse. `zones`: those that are declared. */
export function guardedRemoval(
  [host, output]: readonly [host: string, DeployedHost],
  zones: readonly ZoneDeclaration[],
  read: ReadZones,
): Finding[] {
  const zone = zones.find(({ name }) => name === output.zone);
  if (zone === undefined) return [];
  const { protections: found = [] } = readOf(zone, read);
  const spec = { host, apex: isApex(host, zone), zone, target: attachmentKind(output) };
  return [...protectedRecords(spec, found), ...guardedDeletions(spec, found, routingTypes(spec))];
}

export function protectedRemoval({ host, found, fix }: Finding, { site }: DeployedHost): Problem {
  return {
    ...{ code: 'removal-protected', path: `petstore:${site}` },
    what: `"${host}" is deployed and no longer declared, and ${found}: its removal would fail`,
    fix: eitherOr('declare it again', fix),
  };
}

/** Undefined where its distribution has none. A plan is nothing that the state knows (developer guide, "Delete a distribution"). */
export function webAclWarning(host: string, state: StackState): string | undefined {
  const { webAclId } = attachmentOf(state, host, 'distribution')?.resource.outputs ?? {};
  if (!webAclId) return undefined;
  return `  its distribution has the web ACL ${webAclId}: if that is of a flat-rate plan, cancel the flat-rate plan first, or CloudFront refuses the removal`;
}

export interface OwnersRemoval {
  readonly what: string;
  /** The commands that `what` has in it, as they stand there. */
  readonly commands?: readonly Command[];
  /** Each as a finding's record is printed: `remove`, and the line of a zone file. */
  readonly records: readonly string[];
}

/** `records`: of the stack's outputs; undefined where these are not known. Undefined where the reader, if any, shows that none is left. */
export async function ownersRemoval(
  records: readonly HostRecord[] | undefined,
  reader: Reader | undefined,
  { stack, internetFile }: Audience,
): Promise<OwnersRemoval | undefined> {
  const isThere = await Promise.all(records?.map((one) => reader === undefined || isSet(one, reader)) ?? []);
  const left = records?.filter((_, index) => isThere[index]);
  if (left?.length === 0) return undefined;
  const where = internetFile === undefined ? '' : ` (on the local cloud, in ${internetFile})`;
  const what = `its owner deletes its records too${where}: after the removal they lead to nothing`;
  if (left !== undefined || stack === 'local')
    return { what, records: left?.map((record) => formatChange({ ...record, action: 'remove' })) ?? [] };
  const list = command`pulumi stack output hosts ${stackOption(stack)}`;
  return { what: `${what}. Until then they are in: ${list}`, records: [], commands: [list] };
}

/** Also where it could not be read. An ALIAS is seen by its addresses only. The value of a CNAME is compared: the owner may have led the name elsewhere. */
async function isSet({ name, type, value }: HostRecord, reader: Reader): Promise<boolean> {
  const answer = await reader.resolve(name, type === 'ALIAS' ? 'A' : type);
  if (!isConclusive(answer)) return true;
  if (type !== 'CNAME') return answer.kind === 'found';
  const found = answer.kind === 'found' ? answer.records : [];
  return [...answer.chain, ...found].some((one) => one.name === name && isSameValidation(one.value, value));
}
