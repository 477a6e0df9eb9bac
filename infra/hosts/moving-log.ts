// What a run says of each host that moves in: how far it is, and the command that shows the next step.
import type { MoveStep } from '@petstore/custom-domains/preflight';
import { domainsCommand } from './external-host.ts';
import type { Moves } from './moving.ts';
import type { PreflightLog } from './preflight-log.ts';

export interface MoveLogOptions {
  readonly stack: string;
  readonly log: PreflightLog;
  /** The findings were logged: the fix of a move that waits names the command already. */
  readonly hasFindings: boolean;
}

/** `hosts`: those that this run declares. */
export function logMoves(
  hosts: readonly { readonly host: string }[],
  moves: Moves,
  { stack, log, hasFindings }: MoveLogOptions,
): void {
  for (const { host } of hosts) {
    const step = moves.get(host)?.step;
    if (step === undefined || (step.kind === 'waits' && hasFindings)) continue;
    log.waits(host, `  ${stateOf(step)}: ${domainsCommand('move', host, { stack })}`, 'move');
  }
}

function stateOf(step: MoveStep): string {
  if (step.kind === 'waits') return `${step.why}; the next step`;
  if (step.kind === 'replaces') return 'this run sets its routing record; the next step';
  return 'its old place serves until its routing record leads here; the next step';
}
