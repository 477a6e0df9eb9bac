// `domains move`: how a host that is live elsewhere comes into the stack without an interruption, step by step.
import { shown } from '@petstore/custom-domains/output';
import type { NewHost } from '../../../infra/config/edit/edit.ts';
import type { HostPlan } from '../../../infra/plan/types.ts';
import { UsageError } from '../../usage-error.ts';
import { type Context, openContext, type SharedOptions } from '../context.ts';
import { editStack } from '../edit-stack.ts';
import type { Io } from '../io.ts';
import { siteChoices } from '../site-choices.ts';
import { hostNamed, loadPlan } from '../stack.ts';
import { openToEdit } from '../stack-to-edit.ts';
import { applyChange } from './edits.ts';
import { plannedHost, readFacts } from './facts.ts';
import type { MoveStep } from './step.ts';
import { moveStatus, moveSteps } from './steps.ts';
import { moveJson, moveText } from './text.ts';

export interface MoveOptions extends SharedOptions, Partial<Pick<NewHost, 'site' | 'redirectTo'>> {
  /** Make the next change of the stack's file. */
  readonly write?: boolean;
  readonly format: 'text' | 'json';
}

/** Resolves to the exit status: 0 nothing is left to do, 1 a step is, 3 what decides the next one is not known. */
export async function runMove(name: string, options: MoveOptions, io: Io): Promise<number> {
  const context = options.write ? await openToEdit(options, io) : openContext(options, io);
  const { plan, declaring } = hostOf(name, options, context);
  const steps = moveSteps(await readFacts(context, plan, declaring));
  const shape = { host: plan.host, stack: context.stack, color: io.color, width: io.width };
  io.print(options.format === 'json' ? moveJson(steps, shape) : moveText(steps, shape));
  for (const note of context.notes) io.error(shown`note: ${note}`);
  if (options.write) writeNext(context, steps, io);
  return moveStatus(steps);
}

/** A host of the stack, or, with --site, one that it does not declare yet. */
function hostOf(
  name: string,
  options: MoveOptions,
  context: Context,
): { readonly plan: HostPlan; readonly declaring?: NewHost } {
  const { site, redirectTo } = options;
  const host = hostNamed(name);
  const plan = loadPlan(context.folder, context.stack).hosts.find((one) => one.host === host);
  if (plan !== undefined) return { plan };
  if (site === undefined) {
    throw new UsageError(
      `${host} is not declared in Pulumi.${context.stack}.yaml.`,
      `say what it will serve, and for a redirect --redirect-to TARGET too:\n  ${siteChoices('move', host, options)}`,
    );
  }
  const declaring = { host, site, redirectTo };
  return { plan: plannedHost(context, declaring), declaring };
}

function writeNext(context: Context, steps: readonly MoveStep[], io: Io): void {
  const next = steps.find(({ state }) => state === 'next');
  if (next?.change === undefined) {
    const what = next === undefined ? 'no step of it is next' : `the next step, ${next.id}, is not in it`;
    io.error(shown`Pulumi.${context.stack}.yaml was not changed: ${what}`);
    return;
  }
  const { change } = next;
  editStack(context, (file) => applyChange(file, change));
  io.error(shown`Pulumi.${context.stack}.yaml has the change of the step ${next.id}`);
}
