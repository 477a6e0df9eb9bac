// The stacks as the pages show them: their hosts as declared, and the status of each once DNS and the deployment have been read. A
// stack is read while a page asks for it, whatever the number of pages, and not without one.
import { isDeepStrictEqual } from 'node:util';
import { command } from '@petstore/custom-domains/output';
import { HTTPException } from 'hono/http-exception';
import { uncomparedStacks } from '../../../../infra/config/other-stacks.ts';
import { stacksIn } from '../../../../infra/config/stack-file.ts';
import type { Deployed } from '../../../../infra/hosts/host-output.ts';
import type { HostPlan, StackPlan } from '../../../../infra/plan/types.ts';
import { LOCAL_STACK } from '../../../stack-names.ts';
import { UsageError } from '../../../usage-error.ts';
import { type Context, deploymentEnded, openContext, type SharedOptions, staleDns } from '../../context.ts';
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

export interface StackView {
  readonly stack: string;
  /** Absent where the file has problems. */
  readonly plan?: StackPlan;
  readonly hosts: readonly HostView[];
  /** What prevents that something is known: problems of the file, outputs or DNS that cannot be read. */
  readonly notes: readonly Note[];
  /** Absent until it was read, and where it could not be. */
  readonly deployed?: Deployed;
  /** Absent until DNS was read. */
  readonly readAt?: Date;
}

/** What a reading has found. */
interface Reading extends Pick<StackView, 'notes' | 'deployed' | 'readAt'> {
  readonly statuses: readonly Status[];
  readonly unread?: HostView['unread'];
}

const NOTHING: Reading = { statuses: [], notes: [] };

/** The longest pause between two readings of a stack that a page follows, DNS that does not respond included. */
const FOLLOWED_MS = 3 * PAUSE_MS.other;

/**
 * `open` gives the context anew for each reading: the local cloud may start or stop. `readsAlways`: DNS also of a stack whose
 * deployment is not known.
 */
function watchStack(stack: string, open: () => Context, readsAlways: boolean) {
  let running: Promise<void> | undefined;
  let last = NOTHING;
  /** What was written, until a reading that began after it has read what is deployed. */
  let written: readonly string[] = [];

  /** What is known now, at once: hosts that the file declares, and of those that were read their status. */
  const view = (): StackView => {
    const { folder } = open();
    try {
      const plan = loadPlan(folder, stack);
      const { statuses, notes, unread, ...known } = last;
      const hosts = plan.hosts.map((one) => {
        const status = statuses.find((read) => servesSame(read.plan, one));
        return { plan: one, status, unread };
      });
      const uncompared = uncomparedStacks(folder, stack);
      return { stack, plan, hosts, notes: [...written, ...uncompared, ...notes], ...known };
    } catch (error) {
      return { stack, hosts: [], notes: [noteOf(error)] };
    }
  };

  const msSinceLast = ({ io }: Context) => io.now().getTime() - (last.readAt?.getTime() ?? -Infinity);

  /** Reads where the pause since the last reading is over; whoever calls during a reading waits for that one. */
  const read = async (pauseMs: number): Promise<void> => {
    const context = open();
    if (msSinceLast(context) <= pauseMs) return;
    running ??= readStack(context)
      .then((reading) => {
        last = reading;
      })
      .finally(() => {
        running = undefined;
      });
    await running;
  };

  /**
   * Reads the deployment and DNS, once `npm run local` has deployed the files as they are. What fails is a note, and the rest is
   * read; nothing is, where the deployment does not end.
   */
  const readStack = async (context: Context): Promise<Reading> => {
    const { plan } = view();
    if (plan === undefined) return NOTHING;
    // Where nobody has looked for a while, it is not known when a step changed meanwhile.
    const followed = msSinceLast(context) > FOLLOWED_MS ? [] : last.statuses;
    const notes = new Set<Note>(context.notes);
    const before = written;
    let deployed: Deployed | undefined;
    let reports: readonly HostReport[] = [];
    let unread: HostView['unread'];
    try {
      await deploymentEnded(context);
      const stale = staleDns(context);
      if (stale !== undefined) notes.add(stale);
      deployed = await requireOutputs(context, context.io.signal).catch((error) => {
        notes.add(`${explained(error)}${unknownOf(context)}`);
        return undefined;
      });
      if (deployed !== undefined || readsAlways)
        reports = await readStatuses(plan.hosts, plan, deployed, context);
      else unread = 'declared';
    } catch (error) {
      notes.add(noteOf(error));
      unread = 'unknown';
    }
    if (unread === undefined && written === before) written = [];
    const readAt = context.io.now();
    const statuses = timed(reports, followed, readAt);
    return { statuses, notes: [...notes], deployed, readAt, unread };
  };

  /** Begins a reading now, of DNS in any case. */
  const readNow = async (): Promise<void> => {
    readsAlways = true;
    await running;
    await read(Number.NEGATIVE_INFINITY);
  };
  const write = (text: string): void => {
    written = [text];
  };
  return { view, read, readNow, write };
}

/** Else what was read is of what it served before, until the change is deployed and read. */
function servesSame(one: HostPlan, other: HostPlan): boolean {
  if (one.host !== other.host) return false;
  return isDeepStrictEqual([one.site, one.role, one.redirect], [other.site, other.role, other.redirect]);
}

/** `before`: the reports of the last reading. A host that it had not is new: none of its steps was seen to change. */
export function timed(
  reports: readonly HostReport[],
  before: readonly Status[],
  now: Date,
): readonly Status[] {
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

/** What a person starts so that the page has the outputs. */
export const outputsCommand = (stack: string): string =>
  stack === LOCAL_STACK ? 'npm run local' : command`npm run domains -- open --stack ${stack} --outputs FILE`;

/** The whole command is named: `npm run local` serves this page too, and has no such option. */
function unknownOf({ stack }: Context): string {
  if (stack === LOCAL_STACK) return '';
  return `\nThe page of this stack alone takes the file: ${outputsCommand(stack)}\nUntil it is known, records that the stack created may appear as conflicts.`;
}

export type Stacks = ReturnType<typeof openStacks>;

export function openStacks(folder: string, options: SharedOptions, given: Io) {
  // The pages say what is known: whoever opened them does not read the terminal, which may be that of `npm run local`.
  const io: Io = { ...given, progress: () => undefined };
  const { stack: named, resolver, authorityPort, ...others } = options;
  const watches = new Map<string, ReturnType<typeof watchStack>>();

  /** Those that have a file now; with --stack that one. */
  const names = (): readonly string[] =>
    stacksIn(folder).filter((name) => named === undefined || name === named);

  const openRead = (stack: string, signal = io.signal): Context => {
    // The resolver that the options name is for the other stacks: only the local cloud's own knows the local stack's names.
    const ofOthers = stack === LOCAL_STACK ? {} : { resolver, authorityPort };
    // A page's reader types its commands in the project's folder.
    return { ...openContext({ ...others, ...ofOthers, dir: folder, stack }, { ...io, signal }), reading: [] };
  };

  /**
   * For a change, by DNS that is that from before nothing is decided: the context has then no DNS to read. `signal` ends what it reads
   * before the command ends. Throws HTTPException 404 for what is not a stack of the page.
   */
  const open = (stack: string, signal = io.signal): Context => {
    if (!names().includes(stack)) throw new HTTPException(404);
    const context = openRead(stack, AbortSignal.any([io.signal, signal]));
    const stale = staleDns(context);
    if (stale === undefined) return context;
    const newReader = () => {
      throw new UsageError(`${stale}.`, 'correct the file: npm run local then reads it');
    };
    return { ...context, canRead: false, newReader };
  };

  const watchOf = (stack: string) => {
    const watch = watches.get(stack) ?? watchStack(stack, () => openRead(stack), named !== undefined);
    watches.set(stack, watch);
    return watch;
  };

  /** What is known now, at once. A reading begins of each stack that was not read lately; one that is slow delays no other. */
  const views = (): StackView[] => {
    const present = names();
    for (const known of watches.keys()) if (!present.includes(known)) watches.delete(known);
    return present.map((stack) => {
      const watch = watchOf(stack);
      void watch.read(stack === LOCAL_STACK ? PAUSE_MS.local : PAUSE_MS.other);
      return watch.view();
    });
  };

  return {
    ...{ names, open, views },
    /** Reads a stack again, with an empty cache. */
    readNow: (stack: string) => watchOf(stack).readNow(),
    /** Its pages say so until the change is deployed and read. */
    written: (stack: string, text: string) => watchOf(stack).write(text),
  };
}
