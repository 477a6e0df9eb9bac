// The hosts that a change removes: what preserves the links to each, whether production refuses it, and where its name leads.
import type { HostRecord } from '@petstore/custom-domains';
import { exitStatus, type Finding } from '@petstore/custom-domains/preflight';
import { type OwnersRemoval, ownersRemoval } from '../../infra/hosts/external-removal.ts';
import { type RemovedHost, removedHosts, unconfirmedRemovals } from '../../infra/plan/removals.ts';
import type { StackPlan } from '../../infra/plan/types.ts';
import { type Confirmation, confirmations, refusalFix } from './confirmation.ts';
import type { Context } from './context.ts';
import type { Deployed } from './deployed-hosts.ts';
import { stepOptions } from './next-steps.ts';
import { declareCommand, redirectCommand } from './redirect-command.ts';
import { remainingOf, removedTargets } from './targets.ts';

export interface RemovedHostReport extends RemovedHost {
  /** The command that preserves the links to it. */
  readonly keep: string;
  /** What it does: where no host is left to redirect to, the host is declared again. */
  readonly keepBy: 'redirect' | 'declaration';
  /** Where production refuses the removal: the two ways out, of which one is enough. */
  readonly refused?: string;
  /** The line of the stack's file that confirms it, for what is refused. */
  readonly confirm?: Confirmation;
  /** What the owner of an external host deletes; absent for a host whose records the stack sets. */
  readonly owners?: OwnersRemoval;
  /** The same records, as the stack declares them: a finding may have one with the TTL that DNS has. */
  readonly listed?: readonly HostRecord[];
  /** Where its name leads, if that is deleted or will be. */
  readonly findings: readonly Finding[];
}

/** Production ends its run at such a removal, before anything is changed. */
export const isRefused = ({ refused }: RemovedHostReport): boolean => refused !== undefined;

/** A refused removal is known to be wrong, whatever DNS says of the other hosts. */
export function statusWith(
  removed: readonly RemovedHostReport[],
  hosts: readonly { readonly findings: readonly Finding[] }[] = [],
): ReturnType<typeof exitStatus> {
  return removed.some(isRefused) ? 1 : exitStatus([...hosts, ...removed].flatMap(({ findings }) => findings));
}

export async function removedReports(
  before: StackPlan,
  now: StackPlan,
  deployed: Deployed | undefined,
  context: Context,
): Promise<RemovedHostReport[]> {
  const all = removedHosts(before, now);
  const names = all.map(({ host }) => host);
  const leading = await removedTargets(names, before, deployed, context);
  const external = new Set(
    before.hosts.filter(({ zone }) => zone.provider === 'external').map(({ host }) => host),
  );
  const remaining = await remainingOf(
    [...external].filter((name) => names.includes(name)),
    deployed,
    context,
  );
  const refused = all.filter(
    ({ host }) => deployed?.has(host) !== false && unconfirmedRemovals([host], now).length > 0,
  );
  const lines = confirmations(
    context.folder,
    context.stack,
    refused.map(({ host }) => host),
  );
  return all.map((host) => {
    const listed = remaining.get(host.host);
    const findings = leading.get(host.host) ?? [];
    const owners = external.has(host.host) ? ownersRemoval(listed, stepOptions(context)) : undefined;
    const confirm = lines.get(host.host);
    const kept = keptBy(host, now);
    const refusal = refused.includes(host) &&
      confirm !== undefined && { refused: refusalFix(confirm, KEEPING[kept.keepBy]) };
    return {
      ...{ ...host, ...kept, ...refusal, ...(confirm && { confirm }) },
      ...{ findings, ...(owners && { owners, listed }) },
    };
  });
}

const KEEPING = { redirect: 'redirect it', declaration: 'declare it again' } as const;

/** What preserves the links to a host that left. `now`: the stack without it. */
export function keptBy(
  { host, site }: Pick<RemovedHost, 'host' | 'site'>,
  now: StackPlan,
): { readonly keep: string; readonly keepBy: keyof typeof KEEPING } {
  const redirect = redirectCommand(host, site, now);
  return redirect === undefined
    ? { keep: declareCommand(host, site, now), keepBy: 'declaration' }
    : { keep: redirect, keepBy: 'redirect' };
}
