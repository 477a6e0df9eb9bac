// `domains move`: how a host that is live elsewhere comes into the stack without an interruption, step by step.
import { command, join, shown, visible } from '@petstore/custom-domains/output';
import type { NewHost } from '../../../infra/config/edit/edit.ts';
import { parseDestination } from '../../../infra/config/redirect-destination.ts';
import { domainsCommand } from '../../../infra/hosts/external-host.ts';
import type { HostPlan } from '../../../infra/plan/types.ts';
import { UsageError } from '../../usage-error.ts';
import { type Context, openContext, openToEdit, type SharedOptions } from '../context.ts';
import { deploymentEnded } from '../deployment-end.ts';
import { editStack } from '../edit-stack.ts';
import type { Io } from '../io.ts';
import { nextCommands } from '../pull-request.ts';
import { siteChoices } from '../site-choices.ts';
import { hostNamed, loadPlan } from '../stack.ts';
import { assertFreshDns } from '../stale-dns.ts';
import { applyChange, plannedHost, readFacts } from './facts.ts';
import type { MoveStep } from './step.ts';
import { moveStatus, moveSteps, nextOf } from './steps.ts';
import { moveJson, moveText } from './text.ts';

export interface MoveOptions extends SharedOptions, Wanted {
  /** Make the next change of the stack's file. */
  readonly write?: boolean;
  readonly format: 'text' | 'json';
}

/**
 * Prints the steps as they are after the change, if there is one. Resolves to the exit status: 0 nothing is left to do, 1 a
 * step is, 3 what decides the next one is not known.
 */
export async function runMove(name: string, options: MoveOptions, io: Io): Promise<number> {
  const context = options.write ? await openToEdit(options, io) : openContext(options, io);
  const moving = movingHost(name, options, context);
  const before = await readSteps(context, moving);
  const isWritten = options.write === true && (await writeNext(context, before, io));
  const steps = isWritten ? await readSteps(context, movingHost(name, options, context)) : before;
  const shape = { host: moving.plan.host, stack: context.stack, color: io.color, width: io.width };
  io.print(options.format === 'json' ? moveJson(steps, shape) : moveText(steps, shape));
  if (isWritten && options.format === 'text') await printNext(context, shape.host, io);
  for (const note of context.notes) io.error(shown`note: ${note}`);
  return moveStatus(steps);
}

async function readSteps(context: Context, { plan, declaring }: MovingHost): Promise<MoveStep[]> {
  await deploymentEnded(context);
  assertFreshDns(context);
  return moveSteps(await readFacts(context, plan, declaring));
}

/** Whether the file was changed. */
async function writeNext({ folder, stack }: Context, steps: readonly MoveStep[], io: Io): Promise<boolean> {
  const next = nextOf(steps);
  const change = next?.state === 'next' ? next.change : undefined;
  if (next === undefined || change === undefined) {
    const what = next === undefined ? 'nothing is left to do' : whyUnchanged(next);
    io.error(shown`Pulumi.${stack}.yaml was not changed: ${what}`);
    return false;
  }
  await editStack({ folder, stack }, (file) => applyChange(file, change));
  io.error(shown`Pulumi.${stack}.yaml has the change of the step ${next.id}`);
  return true;
}

function whyUnchanged({ id, state }: MoveStep): string {
  if (state === 'unknown') return `what decides the next step, ${id}, is not known`;
  return `--write makes no change for the next step, ${id}`;
}

/** How the change comes to its deployment; `npm run local` deploys that of the local stack by itself. */
async function printNext(context: Context, host: string, io: Io): Promise<void> {
  const lines = await nextCommands(context, 'move', host);
  if (lines.length > 0) io.print(join(['', ...lines]));
}

/** What the host is to serve: needed where the stack does not declare it, and else the same as what it declares. */
export type Wanted = Partial<Pick<NewHost, 'site' | 'redirectTo'>>;

export interface MovingHost {
  readonly plan: HostPlan;
  /** How it will be declared; absent where it is. */
  readonly declaring?: NewHost;
}

/** Throws UsageError where an option is missing, and where one contradicts the stack's file. */
export function movingHost(name: string, options: Wanted & SharedOptions, context: Context): MovingHost {
  const { site, redirectTo } = options;
  const host = hostNamed(name);
  const plan = loadPlan(context.folder, context.stack).hosts.find((one) => one.host === host);
  if (plan !== undefined) {
    if (contradicts(plan, options)) throw contradiction(plan, options, context.stack);
    return { plan };
  }
  if (site === undefined) {
    throw new UsageError(
      `${host} is not declared in Pulumi.${context.stack}.yaml.`,
      `say what it will serve, and for a redirect --redirect-to TARGET too:\n  ${siteChoices('move', host, options)}`,
    );
  }
  const declaring = { host, site, redirectTo };
  return { plan: plannedHost(context, declaring), declaring };
}

/** --site alone is a host that serves the site, as in `add`: it contradicts a redirect. */
function contradicts({ site, redirect }: HostPlan, wanted: Wanted): boolean {
  if (wanted.redirectTo !== undefined)
    return (
      redirect === undefined || urlOf(wanted.redirectTo) !== redirect.to || (wanted.site ?? site) !== site
    );
  return wanted.site !== undefined && (wanted.site !== site || redirect !== undefined);
}

/** As the config has it; undefined for what it would refuse. */
function urlOf(target: string): string | undefined {
  const parsed = parseDestination(target);
  return 'value' in parsed ? parsed.value.url : undefined;
}

/** A primary is changed in the file: `add` would declare its host twice. */
function contradiction({ host, site, role, redirect }: HostPlan, wanted: Wanted, stack: string): UsageError {
  const declared = redirect === undefined ? `a host of ${site}` : `a redirect of ${site} to ${redirect.to}`;
  const given = visible(command`${optionsOf(wanted)}`);
  const serving = optionsOf({ site: wanted.site ?? site, redirectTo: wanted.redirectTo });
  const add = visible(command`npm run domains -- add ${host} --stack ${stack} ${serving}`);
  const change = role === 'primary' ? [] : ['to have it serve something else, change that first:', add];
  const asDeclared = domainsCommand('move', host, { stack });
  return new UsageError(
    `${host} is declared in Pulumi.${stack}.yaml as ${declared}, and not with ${given}.`,
    ['to move it in as it is declared, leave that out:', asDeclared, ...change].join('\n  '),
  );
}

function optionsOf({ site, redirectTo }: Wanted): string[] {
  const options = { '--site': site, '--redirect-to': redirectTo };
  return Object.entries(options).flatMap(([name, value]) => (value === undefined ? [] : [name, value]));
}
