// The plan of a move: from what is known, each step as done, next, later or unknown. Pure.
import type { MoveFacts } from './facts.ts';
import { certificate, declare, name, target } from './preparing.ts';
import type { MoveStep } from './step.ts';
import { record, release } from './switching.ts';

/** The first that is open is next, and what follows it is later; what is not known stays so. */
export function moveSteps(facts: MoveFacts): MoveStep[] {
  const known = [declare, certificate, target, name, record, release].map((step) => step(facts));
  const first = known.findIndex(({ state }) => state !== 'done');
  return known.map(({ commands = [], findings = [], ...step }, i) => {
    const open = i === first ? 'next' : 'later';
    return { ...step, state: step.state === 'open' ? open : step.state, commands, findings };
  });
}

/** 0: nothing is left to do. 1: something is. 3: what the next step depends on could not be found out. */
export function moveStatus(steps: readonly MoveStep[]): 0 | 1 | 3 {
  if (steps.some(({ state }) => state === 'unknown')) return 3;
  return steps.some(({ state }) => state === 'next') ? 1 : 0;
}
