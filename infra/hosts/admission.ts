// What a run does before it declares anything: it reads, decides, and says of each host what it found.
import { readStackState } from '@petstore/custom-domains/many-hosts';
import { createReader, isBlocking } from '@petstore/custom-domains/preflight';
import { ProblemsError } from '../config/problem.ts';
import { unconfirmedRemovals } from '../plan/removals.ts';
import type { StackPlan } from '../plan/types.ts';
import { decideHosts } from './decide.ts';
import type { Admission, HostDecision, LeftOut } from './decision.ts';
import { externalRemovals } from './external-removal.ts';
import { deployedHosts, previousHosts } from './host-output.ts';
import { findingsText, logDecisions, type PreflightLog } from './log.ts';
import { type ReadOptions, readHosts } from './read.ts';

/** `petstore:preflight: strict`: some hosts are blocked, and nothing was created. Its message has every finding. */
export class PreflightError extends Error {
  override readonly name = 'PreflightError';
  readonly code = 'preflight-blocked';
  /** The hosts, in the plan's order. */
  readonly leftOut: readonly string[];

  constructor(stack: string, leftOut: readonly LeftOut[]) {
    const many = leftOut.length === 1 ? '1 host is' : `${leftOut.length} hosts are`;
    const texts = leftOut.map(
      ({ facts, findings }) => `${facts.plan.host}\n${findingsText(findings.filter(isBlocking))}`,
    );
    super(
      `${stack}: ${many} blocked; nothing was changed (petstore:preflight is strict)\n${texts.join('\n')}`,
    );
    this.leftOut = leftOut.map(({ facts }) => facts.plan.host);
  }
}

interface AdmissionOptions extends Omit<ReadOptions, 'warn'> {
  readonly log: PreflightLog;
}

/**
 * Throws ProblemsError where a removal is not confirmed, and PreflightError where `petstore:preflight` is strict and a host
 * is blocked.
 */
export async function admitHosts(plan: StackPlan, { log, ...options }: AdmissionOptions): Promise<Admission> {
  const state = await readStackState();
  if (plan.production) assertRemovalsConfirmed(plan, deployedHosts(state));
  const reader = plan.settings.preflight === 'off' ? undefined : createReader(options.dns);
  const { internetFile } = log;
  for (const { host, text } of await externalRemovals(previousHosts(state), plan, { internetFile, reader }))
    log.waits(host, text, 'owner');
  const facts = await readHosts(plan, state, { ...options, warn: log.warn });
  const decisions = decideHosts(facts);
  if (plan.settings.preflight === 'strict') assertNoneLeftOut(plan, decisions);
  logDecisions(decisions, plan, log);
  const declared = decisions.filter((one) => one.kind === 'declared');
  return { plan: { ...plan, hosts: declared.map((one) => one.plan) }, state, decisions };
}

function assertRemovalsConfirmed(plan: StackPlan, previous: readonly string[]): void {
  const problems = unconfirmedRemovals(previous, plan);
  if (problems.length > 0) throw new ProblemsError(`Pulumi.${plan.stack}.yaml`, problems);
}

function assertNoneLeftOut({ stack }: StackPlan, decisions: readonly HostDecision[]): void {
  const leftOut = decisions.filter((one) => one.kind === 'left-out');
  if (leftOut.length > 0) throw new PreflightError(`Pulumi.${stack}.yaml`, leftOut);
}
