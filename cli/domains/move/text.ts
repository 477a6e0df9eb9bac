// The plan of a move as text for a person, and as JSON.
import { join, json, pad, type Shown, shown, wrap } from '@petstore/custom-domains/output';
import { formatFindings, MARKS, paint } from '@petstore/custom-domains/preflight';
import { findingJson } from '../formats/json.ts';
import type { MoveStep } from './step.ts';
import { nextOf } from './steps.ts';

export interface Shape {
  readonly host: string;
  readonly stack: string;
  readonly color: boolean;
  readonly width: number;
}

const SIGNS = {
  done: { style: 'ok', mark: MARKS.ok },
  next: { style: 'warning', mark: '→' },
  later: { style: 'dim', mark: MARKS.info },
  unknown: { style: 'blocked', mark: '?' },
} as const satisfies Record<MoveStep['state'], object>;

const ID_WIDTH = 13;
const STATE_WIDTH = 9;
const INDENT = 4;

export function moveText(steps: readonly MoveStep[], shape: Shape): Shown {
  const { host, stack, color } = shape;
  const first = nextOf(steps);
  const end = first === undefined ? 'nothing is left to do' : 'the steps of its move';
  const head = shown`${paint('bold', host, color)}  ${stack} · ${end}`;
  return join([head, '', ...steps.map((step) => stepText(step, shape, step === first))]);
}

/** What is to be done now has its findings and commands; what comes later, its place in the order. */
function stepText(step: MoveStep, { color, width }: Shape, isFirst: boolean): Shown {
  const { id, state, where, what, commands, findings } = step;
  const { style, mark } = SIGNS[state];
  const left = ' '.repeat(INDENT + ID_WIDTH + STATE_WIDTH);
  const [first, ...more] = wrap(`${what} (${where})`, Math.max(30, width - left.length));
  return join([
    shown`  ${paint(style, mark, color)} ${pad(id, ID_WIDTH)}${pad(state, STATE_WIDTH)}${first}`,
    ...more.map((line) => shown`${left}${line}`),
    ...(isFirst && findings.length > 0 ? [formatFindings(findings, { color, indent: INDENT, width })] : []),
    ...(isFirst ? commands.map((command) => shown`${left}${paint('bold', command, color)}`) : []),
  ]);
}

/** Fields may be added; none is removed or changes its meaning. */
export function moveJson(steps: readonly MoveStep[], { host, stack }: Shape): Shown {
  return json({
    host,
    stack,
    next: nextOf(steps)?.id ?? null,
    steps: steps.map(({ change: _, findings, ...step }) => ({
      ...step,
      findings: findings.map(findingJson),
    })),
  });
}
