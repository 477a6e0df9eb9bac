// A stack as the pages show it: its hosts as declared, and their status once DNS and the deployment have been read.
import { inspect } from 'node:util';
import { uncomparedStacks } from '../../../../infra/config/other-stacks.ts';
import { ProblemsError } from '../../../../infra/config/problem.ts';
import type { HostPlan, StackPlan } from '../../../../infra/plan/types.ts';
import { UsageError } from '../../../usage-error.ts';
import type { Context } from '../../context.ts';
import { type Deployed, requireOutputs } from '../../deployed-hosts.ts';
import { deploymentEnded } from '../../deployment-end.ts';
import { loadPlan } from '../../stack.ts';
import { staleDns, staleNote } from '../../stale-dns.ts';
import { type HostStatus, readStatuses } from '../../status/host-status.ts';
import { UnknownStateError } from '../../unknown-state-error.ts';
import type { SeenStep } from './timeline.ts';

export interface HostView {
  readonly plan: HostPlan;
  /** Absent until DNS was read. */
  readonly status?: HostStatus;
  readonly steps: readonly SeenStep[];
}

export interface StackView {
  readonly stack: string;
  /** Absent where the file has problems. */
  readonly plan?: StackPlan;
  readonly hosts: readonly HostView[];
  /** What prevents that something is known: problems of the file, outputs or DNS that cannot be read. Texts of several lines. */
  readonly notes: readonly string[];
  /** Absent until DNS was read. */
  readonly readAt?: Date;
}

/** From the file alone. */
export function declaredView({ folder, stack }: Context): StackView {
  try {
    const plan = loadPlan(folder, stack);
    const hosts = plan.hosts.map((host) => ({ plan: host, steps: [] }));
    return { stack, plan, hosts, notes: uncomparedStacks(folder, stack) };
  } catch (error) {
    return { stack, hosts: [], notes: [explained(error)] };
  }
}

export interface Reading {
  /** Whether it is known what is deployed. */
  readonly isDeploymentKnown: boolean;
  readonly statuses: readonly HostStatus[];
  readonly notes: readonly string[];
}

/**
 * Reads the deployment and DNS, once `npm run local` has deployed the files as they are. What fails is a note, and the rest is
 * read; nothing is, where the deployment does not end.
 */
export async function readHosts(
  hosts: readonly HostPlan[],
  context: Context,
  outputs: OutputsReader,
): Promise<Reading> {
  try {
    await deploymentEnded(context);
  } catch (error) {
    return { statuses: [], isDeploymentKnown: false, notes: [...context.notes, explained(error)] };
  }
  const { deployed, notes: unread } = await outputs(context);
  const stale = staleDns(context);
  const notes = stale === undefined ? unread : [staleNote(stale), ...unread];
  const isDeploymentKnown = deployed !== undefined;
  try {
    const statuses = await readStatuses(hosts, deployed ?? new Map(), context);
    return { statuses, isDeploymentKnown, notes: [...context.notes, ...notes] };
  } catch (error) {
    return {
      statuses: [],
      isDeploymentKnown,
      notes: [...new Set([...context.notes, ...notes, explained(error)])],
    };
  }
}

export type OutputsReader = (context: Context) => Promise<{
  /** Undefined: what is deployed is not known. */
  readonly deployed: Deployed | undefined;
  readonly notes: readonly string[];
}>;

/** `pulumi stack output` is a process of some seconds; the local stack's outputs are a file. */
const OUTPUTS_FOR_MS = 60_000;

/** Reads the outputs of a stack, and those of the Pulumi CLI at most once a minute. */
export function outputsReader(): OutputsReader {
  let last: { readonly at: number; readonly result: Awaited<ReturnType<OutputsReader>> } | undefined;
  return async (context) => {
    const isFresh = context.stack !== 'local' && last !== undefined && Date.now() - last.at < OUTPUTS_FOR_MS;
    if (isFresh && last !== undefined) return last.result;
    const result = await outputsOf(context);
    last = { at: Date.now(), result };
    return result;
  };
}

async function outputsOf({ folder, stack, outputsFile: file, io }: Context): ReturnType<OutputsReader> {
  try {
    return { deployed: await requireOutputs({ folder, stack, file }, io.signal), notes: [] };
  } catch (error) {
    return {
      deployed: undefined,
      notes: [`${explained(error)}${stack === 'local' ? '' : unknownOf(stack)}`],
    };
  }
}

/** The option is of another command than `npm run local`, which serves this page too, and is for one stack. */
const unknownOf = (stack: string) =>
  `\nThe page of this stack alone takes the file: npm run domains -- open --stack ${stack} --outputs FILE\nUntil it is known, records that the stack created may appear as conflicts.`;

/** The message of what a user can put right. Any other error is a fault of ours, which the page shows too. */
function explained(error: unknown): string {
  if (error instanceof ProblemsError) return error.whenRead;
  if (error instanceof UsageError || error instanceof UnknownStateError) return error.message;
  return inspect(error);
}
