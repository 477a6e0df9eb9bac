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

/** Undefined where nothing is left to do; `unknown` where what decides it could not be found out. */
export function nextOf(steps: readonly MoveStep[]): MoveStep | undefined {
  return steps.find(({ state }) => state !== 'done');
}

/** 0: nothing is left to do. 1: something is. 3: what the next step depends on could not be found out. */
export function moveStatus(steps: readonly MoveStep[]): 0 | 1 | 3 {
  const next = nextOf(steps);
  if (next === undefined) return 0;
  return next.state === 'unknown' ? 3 : 1;
}
