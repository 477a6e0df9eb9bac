// What a run does before it declares anything: it reads, decides, and says of each host what it found.
import { readStackState } from '@petstore/custom-domains/many-hosts';
import { hostNames } from '@petstore/custom-domains/names';
import { createReader, isBlocking } from '@petstore/custom-domains/preflight';
import { ProblemsError } from '../config/problem.ts';
import { refusedDetachments, unconfirmedRemovals } from '../plan/removals.ts';
import type { StackPlan } from '../plan/types.ts';
import { decideHosts, type LeftOut } from './decide.ts';
import { type Deployed, hasRecords, previousHosts } from './host-output.ts';
import { findingsText, logDecisions, type PreflightLog } from './log.ts';
import { type ReadOptions, readHosts } from './read.ts';
import { ownersRemoval, remainingRecords } from './removal.ts';

/** `petstore:preflight: strict`: some hosts are blocked, and nothing was created. Its message has every finding. */
export class PreflightError extends Error {
  override readonly name = 'PreflightError';
  readonly code = 'preflight-blocked';

  constructor(stack: string, leftOut: readonly LeftOut[]) {
    const many = leftOut.length === 1 ? '1 host is' : `${leftOut.length} hosts are`;
    const head = `Pulumi.${stack}.yaml: ${many} blocked; nothing was changed (petstore:preflight is strict)`;
    const texts = leftOut.map(
      ({ facts, findings }) => `${facts.plan.host}\n${findingsText(findings.filter(isBlocking))}`,
    );
    super([head, ...texts].join('\n'));
  }
}

/**
 * Throws ProblemsError where a removal is not confirmed or a host would be detached, and PreflightError where `petstore:preflight` is
 * strict and a host is blocked. `decisions` are in the order of the plan as the file declares it; the plan is that of the hosts that are declared.
 */
export async function admitHosts(plan: StackPlan, log: PreflightLog, options: Omit<ReadOptions, 'warn'>) {
  const { stack, settings } = plan;
  const state = await readStackState();
  const previous = previousHosts(state);
  // A host that was blocked or failed is not deployed.
  const deployed = [...previous].filter(([, output]) => hasRecords(output)).map(([host]) => host);
  // Only a host that is attached waits for its certificate: what the output `attached` says, also after a run that did not reach its end.
  const attached = deployed
    .filter((host) => state.names.has(hostNames(host).validated))
    .map((host) => ({ host, zone: previous.get(host)?.zone }));
  const refused = [...unconfirmedRemovals(deployed, plan), ...refusedDetachments(attached, plan)];
  if (refused.length > 0) throw new ProblemsError(`Pulumi.${stack}.yaml`, refused);
  await logRemovals(plan, previous, log, options);
  const facts = await readHosts(plan, state, { ...options, warn: log.warn });
  const decisions = decideHosts({ ...facts, internetFile: log.internetFile });
  const leftOut = decisions.filter((one) => one.kind === 'left-out');
  if (settings.preflight === 'strict' && leftOut.length > 0) throw new PreflightError(stack, leftOut);
  logDecisions(decisions, plan, log);
  const declared = decisions.filter((one) => one.kind === 'declared');
  return { plan: { ...plan, hosts: declared.map((one) => one.plan) }, state, decisions };
}

/** What the owner of each external host that this run removes has to delete, without what DNS does not have any more. */
async function logRemovals(
  { stack, hosts, settings }: StackPlan,
  previous: Deployed,
  log: PreflightLog,
  { dns }: Pick<ReadOptions, 'dns'>,
): Promise<void> {
  const reader = settings.preflight === 'off' ? undefined : createReader(dns);
  const declared = new Set(hosts.map(({ host }) => host));
  const removed = [...previous].filter(
    ([host, { provider, records }]) => provider === 'external' && records.length > 0 && !declared.has(host),
  );
  const left = await Promise.all(
    removed.map(([, { records }]) => (reader === undefined ? records : remainingRecords(records, reader))),
  );
  for (const [i, [host]] of removed.entries()) {
    const task = ownersRemoval(left[i], { stack, internetFile: log.internetFile });
    if (task !== undefined) log.waits(host, `  ${[task.what, ...task.records].join('\n  ')}`, 'removal');
  }
}
