// `domains move`: how a host that is live elsewhere comes into the stack without an interruption, step by step.
import { join, json, type Shown, shown } from '@petstore/custom-domains/output';
import { formatFindings, paint } from '@petstore/custom-domains/preflight';
import type { NewHost } from '../../../infra/config/edit/edit.ts';
import { firstOpen, type Stage, stagesOf } from '../../../infra/hosts/lifecycle.ts';
import { editOf, stepsOf } from '../../../infra/hosts/next-steps.ts';
import type { HostReading } from '../../../infra/hosts/reading.ts';
import { stageText, whereOf } from '../../../infra/hosts/stage-words.ts';
import { type Audience, domainsCommand } from '../../../infra/plan/stack-option.ts';
import type { HostPlan, StackPlan } from '../../../infra/plan/types.ts';
import { UsageError } from '../../usage-error.ts';
import {
  assertFreshDns,
  type Context,
  deploymentEnded,
  openContext,
  openToEdit,
  type SharedOptions,
  stepOptions,
} from '../context.ts';
import { editStack } from '../edit-stack.ts';
import { findingJson } from '../formats/json.ts';
import { markOf } from '../hosts.ts';
import type { Io, TextOptions } from '../io.ts';
import { nextCommands } from '../pull-request.ts';
import { declaredHost, hostNamed, loadPlan } from '../stack.ts';
import { stepText } from '../status/text.ts';
import { plannedStack, readMove } from './facts.ts';

export interface MoveOptions extends SharedOptions {
  /** What the host is to serve: needed where the stack does not declare it, and refused where it does. */
  readonly site?: NewHost['site'];
  readonly redirectTo?: string;
  /** Make the next change of the stack's file. */
  readonly write?: boolean;
  readonly format: 'text' | 'json';
}

/**
 * Prints the stages as they are after the change, if there is one. Resolves to the exit status: 0 nothing is left to do, or the change was
 * made; 1 a stage is left, 3 what decides the next one is not known.
 */
export async function runMove(name: string, options: MoveOptions, io: Io): Promise<number> {
  const context = options.write ? openToEdit(options, io) : openContext(options, io);
  const before = await readStages(context, movingHost(name, options, context));
  const isWritten = options.write === true && (await writeNext(context, before));
  const { stages, reading } = isWritten ? await readStages(context, movingHost(name, {}, context)) : before;
  const shape = { color: io.color, width: io.width };
  const audience = stepOptions(context);
  io.print(
    options.format === 'json'
      ? moveJson(stages, reading, audience)
      : moveText(stages, reading, audience, shape),
  );
  // How the change comes to its deployment; `npm run local` deploys that of the local stack by itself.
  const { host } = reading.judgement.facts.plan;
  const lines = isWritten && options.format === 'text' ? await nextCommands(context, 'move', host) : [];
  if (lines.length > 0) io.print(join(['', ...lines]));
  for (const note of context.notes) io.error(shown`note: ${note}`);
  return isWritten ? 0 : moveStatus(stages);
}

async function readStages(context: Context, { plan, stack, declaring }: ReturnType<typeof movingHost>) {
  await deploymentEnded(context);
  assertFreshDns(context);
  const reading = await readMove(context, plan, stack, declaring);
  return { reading, stages: stagesOf(reading) };
}

/** 0: nothing is left to do. 1: something is. 3: what the next stage depends on could not be found out. */
export function moveStatus(stages: readonly Stage[]): 0 | 1 | 3 {
  const next = firstOpen(stages);
  if (next === undefined) return 0;
  return next.state === 'unknown' ? 3 : 1;
}

type Stages = Awaited<ReturnType<typeof readStages>>;

/** Whether the file was changed. */
async function writeNext(context: Context, { stages, reading }: Stages): Promise<boolean> {
  const { stack, io } = context;
  const next = firstOpen(stages);
  const change = next?.state === 'now' ? editOf(next, reading) : undefined;
  if (next !== undefined && change !== undefined) {
    await editStack(context, change);
    io.error(shown`Pulumi.${stack}.yaml has the change of the stage ${next.id}`);
    return true;
  }
  const isUnknown = next?.state === 'unknown';
  const open = isUnknown ? 'what decides the next stage is not known' : '--write makes no change for it';
  const why = next === undefined ? 'nothing is left to do' : `${next.id} is next, and ${open}`;
  io.error(shown`Pulumi.${stack}.yaml was not changed: ${why}`);
  return false;
}

/** `declaring`: how it will be declared, where it is not. Throws UsageError where an option is missing, or the file has what it says. */
function movingHost(
  name: string,
  { site, redirectTo }: Pick<MoveOptions, 'site' | 'redirectTo'>,
  context: Context,
): { readonly plan: HostPlan; readonly stack: StackPlan; readonly declaring?: NewHost } {
  const host = hostNamed(name);
  const stack = loadPlan(context.folder, context.stack);
  const plan = stack.hosts.find((one) => one.host === host);
  if (plan !== undefined) {
    if (site === undefined && redirectTo === undefined) return { plan, stack };
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
  const planned = plannedStack(context, declaring);
  return { plan: declaredHost(planned, host), stack: planned, declaring };
}

/** The first stage that is not done has its findings and commands; any other, its place in the order. */
export function moveText(
  stages: readonly Stage[],
  reading: HostReading,
  audience: Audience,
  shape: TextOptions,
): Shown {
  const { host } = reading.judgement.facts.plan;
  const first = firstOpen(stages);
  const end = first === undefined ? 'nothing is left to do' : 'the stages of its move';
  const lines = stages.flatMap((stage) => {
    const { id, where, what, findings, commands } = toldOf(stage, reading, audience);
    const step = { id, mark: markOf(stage), text: `${what} (${where})`.trim() };
    const found = findings.length > 0 ? [formatFindings(findings, { ...shape, indent: 4 })] : [];
    const next = commands.map((command) => shown`    ${paint('bold', command, shape.color)}`);
    return [stepText(step, shape), ...found, ...(stage === first ? next : [])];
  });
  return join([shown`${paint('bold', host, shape.color)}  ${audience.stack} · ${end}`, '', ...lines]);
}

function toldOf(stage: Stage, reading: HostReading, audience: Audience) {
  const { id, state, by, reason, findings } = stage;
  const where = whereOf(id, reading.judgement.facts.plan, audience);
  const commands = stepsOf(stage, reading, audience).map(({ command }) => command);
  return { id, state, by, where, what: stageText(reason, reading, audience), commands, findings };
}

/** Fields may be added; none is removed or changes its meaning. */
export function moveJson(stages: readonly Stage[], reading: HostReading, audience: Audience): Shown {
  const told = stages.map((stage) => toldOf(stage, reading, audience));
  return json({
    host: reading.judgement.facts.plan.host,
    stack: audience.stack,
    next: firstOpen(stages)?.id ?? null,
    steps: told.map(({ findings, ...one }) => ({ ...one, findings: findings.map(findingJson) })),
  });
}
