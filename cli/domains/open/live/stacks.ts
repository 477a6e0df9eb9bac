// The stacks as the pages show them: their hosts as declared, and the status of each once DNS and the deployment have been read. A
// stack is read while a page asks for it, whatever the number of pages, and not without one.
import { isDeepStrictEqual } from 'node:util';
import { command, type Shown, UsageError } from '@petstore/custom-domains/output';
import { HTTPException } from 'hono/http-exception';
import { uncomparedStacks } from '../../../../infra/config/other-stacks.ts';
import { stacksIn } from '../../../../infra/config/stack-file.ts';
import type { Deployed } from '../../../../infra/hosts/host-output.ts';
import type { HostPlan, StackPlan } from '../../../../infra/plan/types.ts';
import { LOCAL_STACK } from '../../../stack-names.ts';
import { type Context, deploymentEnded, openContext, type SharedOptions } from '../../context.ts';
import { type HostReport, readStatuses, type Step } from '../../hosts.ts';
import { explained, type Io, type Note, noteOf } from '../../io.ts';
import { requireOutputs } from '../../outputs.ts';
import { loadPlan } from '../../stack.ts';
import { PAUSE_MS } from '../../status/status.ts';

/** `since`: when it became so, where it was seen otherwise before, in this run: no file has that. */
export type SeenStep = Step & { readonly since?: Date };

interface Status extends HostReport {
  readonly steps: readonly SeenStep[];
}

export interface HostView {
  readonly plan: HostPlan;
  /** Absent until DNS was read. */
  readonly status?: Status;
  /** Its state where it has no status: DNS is not read, as nothing shows that the stack is deployed; or could not be, as a note says. */
  readonly unread?: 'declared' | 'unknown';
}

/** What a reading has found. */
interface Reading {
  /** What prevents that something is known: problems of the file, outputs or DNS that cannot be read. */
  readonly notes: readonly Note[];
  /** Absent until it was read, and where it could not be. */
  readonly deployed?: Deployed;
  /** Absent until DNS was read. */
  readonly readAt?: Date;
}

export interface StackView extends Reading {
  readonly stack: string;
  /** Absent where the file has problems. */
  readonly plan?: StackPlan;
  readonly hosts: readonly HostView[];
}

type Known = Reading & Pick<HostView, 'unread'> & { readonly statuses: readonly Status[] };

const NOTHING: Known = { statuses: [], notes: [] };

/** The longest pause between two readings of a stack that a page follows, DNS that does not respond included. */
const FOLLOWED_MS = 3 * PAUSE_MS.other;

/** `before`: the reports of the last reading. A host that it had not is new: none of its steps was seen to change. */
function timed(reports: readonly HostReport[], before: readonly Status[], now: Date): readonly Status[] {
  const steps = new Map(before.map((one) => [one.plan.host, one.steps]));
  return reports.map((report) => {
    const known = steps.get(report.plan.host);
    const sinceOf = ({ id, mark }: Step) => {
      const last = known?.find((step) => step.id === id);
      return last?.mark === mark ? last.since : known && now;
    };
    return { ...report, steps: report.steps.map((step) => ({ ...step, since: sinceOf(step) })) };
  });
}

/** The whole command is named: `npm run local` serves this page too, and has no such option. */
function outputsOption(stack: string): string {
  if (stack === LOCAL_STACK) return '';
  return `\nThe page of this stack alone takes the file: ${command`npm run domains -- open --stack ${stack} --outputs FILE`}`;
}

export type Stacks = ReturnType<typeof openStacks>;

export function openStacks(folder: string, options: SharedOptions, given: Io) {
  // The pages say what is known: whoever opened them does not read the terminal, which may be that of `npm run local`.
  const io: Io = { ...given, progress: () => undefined };
  const { stack: named, resolver, authorityPort, ...others } = options;
  const last = new Map<string, Known>();
  const running = new Map<string, Promise<unknown>>();
  /** What was written, until a reading that began after it has read what is deployed. */
  const written = new Map<string, readonly string[]>();
  const waits = new Map<string, readonly string[]>();
  /** DNS is read also where their deployment is not known. */
  const asked = new Set([named]);

  /** Those that have a file now; with --stack that one. */
  const names = (): readonly string[] =>
    stacksIn(folder).filter((name) => named === undefined || name === named);

  /** Anew for each reading: the local cloud may start or stop. */
  const openRead = (stack: string, signal = io.signal): Context => {
    // The resolver that the options name is for the other stacks: only the local cloud's own knows the local stack's names.
    const ofOthers = stack === LOCAL_STACK ? {} : { resolver, authorityPort };
    // A page's reader types its commands in the project's folder.
    const context = openContext({ ...others, ...ofOthers, dir: folder, stack }, { ...io, signal });
    return { ...context, words: [], reading: [] };
  };

  /**
   * For a change, by DNS that is that from before nothing is decided: the context has then no DNS to read. `signal` ends what it reads
   * before the command ends. Throws HTTPException 404 for what is not a stack of the page.
   */
  const open = (stack: string, signal = io.signal): Context => {
    if (!names().includes(stack)) throw new HTTPException(404);
    const context = openRead(stack, AbortSignal.any([io.signal, signal]));
    const stale = context.stale();
    if (stale === undefined) return context;
    const reads = () => {
      throw new UsageError(`${stale}.`, 'correct the file: npm run local then reads it');
    };
    return { ...context, canRead: false, reads };
  };

  const view = (stack: string): StackView => {
    try {
      const plan = loadPlan(folder, stack);
      const { statuses, notes, unread, ...known } = last.get(stack) ?? NOTHING;
      // What was read of a host that was declared otherwise is not its status.
      const statusOf = (one: HostPlan) => statuses.find((read) => isDeepStrictEqual(read.plan, one));
      const hosts = plan.hosts.map((one) => ({ plan: one, status: statusOf(one), unread }));
      const own = written.get(stack) ?? waits.get(stack) ?? [];
      const said = [...own, ...uncomparedStacks(folder, stack), ...notes];
      return { stack, plan, hosts, notes: said, ...known };
    } catch (error) {
      return { stack, hosts: [], notes: [noteOf(error)] };
    }
  };

  const msSinceLast = (stack: string) =>
    io.now().getTime() - (last.get(stack)?.readAt?.getTime() ?? -Infinity);

  /**
   * Reads the deployment and DNS, once `npm run local` has deployed the files as they are. What fails is a note, and the rest is
   * read; nothing is, where the deployment does not end.
   */
  const readStack = async (stack: string): Promise<void> => {
    const { plan } = view(stack);
    if (plan === undefined) return void last.delete(stack);
    // Where nobody has looked for a while, it is not known when a step changed meanwhile.
    const followed = msSinceLast(stack) > FOLLOWED_MS ? [] : (last.get(stack)?.statuses ?? []);
    const before = written.get(stack);
    const notes: Note[] = [];
    let deployed: Deployed | undefined;
    let reports: readonly HostReport[] = [];
    let unread: HostView['unread'];
    try {
      const context = openRead(stack);
      const progress = (text: Shown) => void waits.set(stack, [String(text)].filter(Boolean));
      await deploymentEnded({ ...context, io: { ...io, progress } }).finally(() => waits.delete(stack));
      notes.push(...context.notes, ...[context.stale() ?? []].flat());
      deployed = await requireOutputs(context, io.signal).catch((error) => {
        notes.push(`${explained(error)}${outputsOption(stack)}`);
        return undefined;
      });
      if (deployed === undefined && !asked.has(stack)) unread = 'declared';
      else reports = await readStatuses(plan.hosts, plan, deployed, context.reads());
    } catch (error) {
      notes.push(noteOf(error));
      unread = 'unknown';
    }
    if (unread === undefined && written.get(stack) === before) written.delete(stack);
    const readAt = io.now();
    last.set(stack, { statuses: timed(reports, followed, readAt), notes, deployed, readAt, unread });
  };

  /** Reads where the pause since the last reading is over; whoever calls during a reading waits for that one. */
  const read = async (stack: string, pauseMs: number): Promise<void> => {
    if (msSinceLast(stack) <= pauseMs) return;
    const reading = running.get(stack) ?? readStack(stack).finally(() => running.delete(stack));
    running.set(stack, reading);
    await reading;
  };

  return {
    ...{ names, open },
    /** What is known now, at once. A reading begins of each stack that was not read lately; one that is slow delays no other. */
    views: (): StackView[] =>
      names().map((stack) => {
        void read(stack, stack === LOCAL_STACK ? PAUSE_MS.local : PAUSE_MS.other);
        return view(stack);
      }),
    /** Begins a reading now, with an empty cache, of DNS in any case. */
    readNow: async (stack: string): Promise<void> => {
      asked.add(stack);
      await running.get(stack);
      await read(stack, Number.NEGATIVE_INFINITY);
    },
    /** Its pages say so until the change is deployed and read. */
    written: (stack: string, text: string) => void written.set(stack, [text]),
  };
}
