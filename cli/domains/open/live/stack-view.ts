// A stack as the pages show it: its hosts as declared, and their status once DNS and the deployment have been read.
import { inspect } from 'node:util';
import { command } from '@petstore/custom-domains/output';
import { uncomparedStacks } from '../../../../infra/config/other-stacks.ts';
import { ProblemsError } from '../../../../infra/config/problem.ts';
import type { HostPlan, StackPlan } from '../../../../infra/plan/types.ts';
import { LOCAL_STACK } from '../../../stack-names.ts';
import { UsageError } from '../../../usage-error.ts';
import type { Context } from '../../context.ts';
import { type Deployed, requireOutputs } from '../../deployed-hosts.ts';
import { deploymentEnded, staleDns, staleNote } from '../../running-cloud.ts';
import { loadPlan } from '../../stack.ts';
import { type HostStatus, readStatuses } from '../../status/host-status.ts';
import type { SeenStep } from '../../status/timeline.ts';
import { UnknownStateError } from '../../unknown-state-error.ts';

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

/** What the file alone says. */
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
  const notes = new Set(context.notes);
  let deployed: Deployed | undefined;
  let statuses: readonly HostStatus[] = [];
  try {
    await deploymentEnded(context);
    const known = await outputs(context);
    deployed = known.deployed;
    const stale = staleDns(context);
    if (stale !== undefined) notes.add(staleNote(stale));
    if (known.note !== undefined) notes.add(known.note);
    statuses = await readStatuses(hosts, deployed ?? new Map(), context);
  } catch (error) {
    notes.add(explained(error));
  }
  return { statuses, isDeploymentKnown: deployed !== undefined, notes: [...notes] };
}

interface KnownOutputs {
  /** Undefined: what is deployed is not known, and the note says why. */
  readonly deployed?: Deployed;
  readonly note?: string;
}

export type OutputsReader = (context: Context) => Promise<KnownOutputs>;

/** `pulumi stack output` is a process of some seconds; the local stack's outputs are a file. */
const OUTPUTS_FOR_MS = 60_000;

/** Reads the outputs of a stack, and those of the Pulumi CLI at most once a minute. */
export function outputsReader(): OutputsReader {
  let last: { readonly at: number; readonly known: KnownOutputs } | undefined;
  return async (context) => {
    const isKept = context.stack !== LOCAL_STACK;
    if (isKept && last !== undefined && Date.now() - last.at < OUTPUTS_FOR_MS) return last.known;
    last = { known: await outputsOf(context), at: Date.now() };
    return last.known;
  };
}

async function outputsOf(context: Context): Promise<KnownOutputs> {
  const { stack } = context;
  try {
    return { deployed: await requireOutputs(context, context.io.signal) };
  } catch (error) {
    return { note: `${explained(error)}${stack === LOCAL_STACK ? '' : unknownOf(stack)}` };
  }
}

/** The whole command is named: `npm run local` serves this page too, and has no such option. */
const unknownOf = (stack: string) =>
  `\nThe page of this stack alone takes the file: ${command`npm run domains -- open --stack ${stack} --outputs FILE`}\nUntil it is known, records that the stack created may appear as conflicts.`;

/** The message of what a user can put right. Any other error is a fault of ours, which the page shows too. */
function explained(error: unknown): string {
  if (error instanceof ProblemsError) return error.whenRead;
  if (error instanceof UsageError || error instanceof UnknownStateError) return error.message;
  return inspect(error);
}
