// `domains move`: how a host that is live elsewhere comes into the stack without an interruption, step by step.
import { join, json, pad, type Shown, shown, wrap } from '@petstore/custom-domains/output';
import { formatFindings, MARKS, paint } from '@petstore/custom-domains/preflight';
import type { NewHost } from '../../../infra/config/edit/edit.ts';
import { domainsCommand } from '../../../infra/plan/stack-option.ts';
import type { HostPlan } from '../../../infra/plan/types.ts';
import { UsageError } from '../../usage-error.ts';
import {
  assertFreshDns,
  type Context,
  deploymentEnded,
  openContext,
  openToEdit,
  type SharedOptions,
} from '../context.ts';
import { editStack } from '../edit-stack.ts';
import { findingJson } from '../formats/json.ts';
import type { Io, TextOptions } from '../io.ts';
import { nextCommands } from '../pull-request.ts';
import { hostNamed, loadPlan } from '../stack.ts';
import { plannedHost, readFacts } from './facts.ts';
import type { MoveStep } from './step.ts';
import { moveStatus, moveSteps, nextOf } from './steps.ts';

export interface MoveOptions extends SharedOptions {
  /** What the host is to serve: needed where the stack does not declare it, and refused where it does. */
  readonly site?: NewHost['site'];
  readonly redirectTo?: string;
  /** Make the next change of the stack's file. */
  readonly write?: boolean;
  readonly format: 'text' | 'json';
}

/**
 * Prints the steps as they are after the change, if there is one. Resolves to the exit status: 0 nothing is left to do, 1 a
 * step is, 3 what decides the next one is not known.
 */
export async function runMove(name: string, options: MoveOptions, io: Io): Promise<number> {
  const context = options.write ? openToEdit(options, io) : openContext(options, io);
  const moving = movingHost(name, options, context);
  const before = await readSteps(context, moving);
  const isWritten = options.write === true && (await writeNext(context, before));
  const steps = isWritten ? await readSteps(context, movingHost(name, {}, context)) : before;
  const shape = { host: moving.plan.host, stack: context.stack, color: io.color, width: io.width };
  io.print(options.format === 'json' ? moveJson(steps, shape) : moveText(steps, shape));
  // How the change comes to its deployment; `npm run local` deploys that of the local stack by itself.
  const lines = isWritten && options.format === 'text' ? await nextCommands(context, 'move', shape.host) : [];
  if (lines.length > 0) io.print(join(['', ...lines]));
  for (const note of context.notes) io.error(shown`note: ${note}`);
  return moveStatus(steps);
}

async function readSteps(context: Context, { plan, declaring }: ReturnType<typeof movingHost>) {
  await deploymentEnded(context);
  assertFreshDns(context);
  return moveSteps(await readFacts(context, plan, declaring));
}

/** Whether the file was changed. */
async function writeNext(context: Context, steps: readonly MoveStep[]): Promise<boolean> {
  const { stack, io } = context;
  const next = nextOf(steps);
  if (next?.state === 'next' && next.change !== undefined) {
    await editStack(context, next.change);
    io.error(shown`Pulumi.${stack}.yaml has the change of the step ${next.id}`);
    return true;
  }
  const isUnknown = next?.state === 'unknown';
  const open = isUnknown ? 'what decides the next step is not known' : '--write makes no change for it';
  const why = next === undefined ? 'nothing is left to do' : `${next.id} is next, and ${open}`;
  io.error(shown`Pulumi.${stack}.yaml was not changed: ${why}`);
  return false;
}

/** `declaring`: how it will be declared, where it is not. Throws UsageError where an option is missing, or the file has what it says. */
function movingHost(
  name: string,
  { site, redirectTo }: Pick<MoveOptions, 'site' | 'redirectTo'>,
  context: Context,
): { readonly plan: HostPlan; readonly declaring?: NewHost } {
  const host = hostNamed(name);
  const plan = loadPlan(context.folder, context.stack).hosts.find((one) => one.host === host);
  if (plan !== undefined) {
    if (site === undefined && redirectTo === undefined) return { plan };
    throw new UsageError(
      `${host} is declared in Pulumi.${context.stack}.yaml, which says what it serves.`,
      `leave --site and --redirect-to out: ${domainsCommand('move', host, context)}`,
    );
  }
  if (site === undefined)
    throw new UsageError(
      `${host} is not declared in Pulumi.${context.stack}.yaml.`,
      `say what it will serve: ${domainsCommand('move', host, context)} --site docs (or api; for a redirect, --redirect-to TARGET too)`,
    );
  const declaring = { host, site, redirectTo };
  return { plan: plannedHost(context, declaring), declaring };
}

type Shape = TextOptions & { readonly host: string; readonly stack: string };

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
    steps: steps.map(({ change: _, findings, ...one }) => ({ ...one, findings: findings.map(findingJson) })),
  });
}
