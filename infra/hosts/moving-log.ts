// What a run says of each host that moves in: how far it is, and the command that shows the next step.
import type { CheckedHost, MoveStep } from '@petstore/custom-domains/preflight';
import type { HostPlan } from '../plan/types.ts';
import { domainsCommand } from './external-host.ts';
import type { Moves } from './moving.ts';
import type { PreflightLog } from './preflight-log.ts';

type Judged = Pick<CheckedHost<HostPlan>, 'plan' | 'findings'>;

export interface MoveLogOptions {
  readonly stack: string;
  readonly log: PreflightLog;
  /** The findings were logged: the fix of a move that waits names the command already. */
  readonly hasFindings: boolean;
}

/** `declared`: the hosts of this run. */
export function logMoves(
  declared: readonly Judged[],
  moves: Moves,
  { stack, log, hasFindings }: MoveLogOptions,
): void {
  for (const { plan, findings } of declared) {
    const step = moves.get(plan.host)?.step;
    if (step === undefined || (step.kind === 'waits' && hasFindings)) continue;
    const state = stateOf(step, findings);
    log.waits(
      plan.host,
      `  ${state}; the next step: ${domainsCommand('move', plan.host, { stack })}`,
      'move',
    );
  }
}

/** An external host moves for as long as its line is there: the stack does not set its routing record. */
function stateOf(step: MoveStep, findings: Judged['findings']): string {
  if (findings.some(({ code }) => code === 'already-configured')) return 'its routing record leads here';
  if (step.kind === 'waits') return step.why;
  if (step.kind === 'replaces') return 'this run sets its routing record';
  return 'its old place serves until its routing record leads here';
}
