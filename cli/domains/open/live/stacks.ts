// The stacks as the pages show them: their hosts as declared, and the status of each once DNS and the deployment have been read. A
// stack is read while a page asks for it, whatever the number of pages, and not without one.
import { command } from '@petstore/custom-domains/output';
import { uncomparedStacks } from '../../../../infra/config/other-stacks.ts';
import { stacksIn } from '../../../../infra/config/stack-file.ts';
import type { HostPlan, StackPlan } from '../../../../infra/plan/types.ts';
import { LOCAL_STACK } from '../../../stack-names.ts';
import {
  type Context,
  deploymentEnded,
  openContext,
  type SharedOptions,
  staleDns,
  staleNote,
} from '../../context.ts';
import { type Deployed, requireOutputs } from '../../deployed-hosts.ts';
import { explained } from '../../errors.ts';
import type { Io } from '../../io.ts';
import { loadPlan } from '../../stack.ts';
import { type HostStatus, readStatuses } from '../../status/host-status.ts';
import { openTimeline, type SeenStep } from '../../status/host-status-text.ts';
import { PAUSE_MS } from '../../status/status.ts';

export interface HostView {
  readonly plan: HostPlan;
  /** Absent until DNS was read. */
  readonly status?: HostStatus;
  /** DNS is not read: nothing shows that its stack is deployed. */
  readonly isUnread?: boolean;
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

/** What a reading has found. */
interface Reading extends Pick<StackView, 'notes' | 'readAt'> {
  readonly hosts: ReadonlyMap<string, HostView>;
  readonly isUnread: boolean;
}

class StackWatch {
  readonly #open: () => Context;
  readonly #timeline: ReturnType<typeof openTimeline>;
  #running: Promise<void> | undefined;
  /** When the last reading ended, in milliseconds. */
  #endedAt = Number.NEGATIVE_INFINITY;
  #last: Reading | undefined;
  #readsAlways: boolean;

  /**
   * `open` gives the context anew for each reading: the local cloud may start or stop. `readsAlways`: DNS also of a stack whose
   * deployment is not known.
   */
  constructor(stack: string, open: () => Context, readsAlways: boolean) {
    this.#open = open;
    this.#readsAlways = readsAlways;
    this.#timeline = openTimeline(stack);
  }

  /** What is known now, at once: hosts that the file declares, and of those that were read their status. */
  get view(): StackView {
    const { folder, stack } = this.#open();
    try {
      const plan = loadPlan(folder, stack);
      const { hosts: read, notes = [], readAt, isUnread } = this.#last ?? {};
      const hosts = plan.hosts.map((one) => ({ steps: [], isUnread, ...read?.get(one.host), plan: one }));
      return { stack, plan, hosts, notes: [...uncomparedStacks(folder, stack), ...notes], readAt };
    } catch (error) {
      return { stack, hosts: [], notes: [explained(error)] };
    }
  }

  /** Reads where the pause since the last reading is over; whoever calls during a reading waits for that one. */
  async read(pauseMs: number): Promise<void> {
    const { io } = this.#open();
    if (io.now().getTime() - this.#endedAt <= pauseMs) return;
    this.#running ??= this.#read().finally(() => {
      this.#endedAt = io.now().getTime();
      this.#running = undefined;
    });
    await this.#running;
  }

  /** Begins a reading now, of DNS in any case. */
  async readNow(): Promise<void> {
    this.#readsAlways = true;
    await this.#running;
    await this.read(Number.NEGATIVE_INFINITY);
  }

  /**
   * Reads the deployment and DNS, once `npm run local` has deployed the files as they are. What fails is a note, and the rest is
   * read; nothing is, where the deployment does not end.
   */
  async #read(): Promise<void> {
    const context = this.#open();
    const { plan } = this.view;
    if (plan === undefined) {
      this.#last = undefined;
      return;
    }
    const notes = new Set(context.notes);
    let deployed: Deployed | undefined;
    let statuses: readonly HostStatus[] = [];
    try {
      await deploymentEnded(context);
      const stale = staleDns(context);
      if (stale !== undefined) notes.add(staleNote(stale));
      deployed = await requireOutputs(context, context.io.signal).catch((error) => {
        notes.add(`${explained(error)}${unknownOf(context)}`);
        return undefined;
      });
      if (deployed !== undefined || this.#readsAlways)
        statuses = await readStatuses(plan.hosts, deployed ?? new Map(), context);
    } catch (error) {
      notes.add(explained(error));
    }
    const readAt = context.io.now();
    const isKnown = deployed !== undefined;
    const steps = this.#timeline(statuses, readAt);
    const hosts = statuses.map((status, index): [string, HostView] => {
      const all = steps[index] ?? [];
      const shown = isKnown ? all : all.map(unknownDeployment);
      return [status.plan.host, { plan: status.plan, status, steps: shown }];
    });
    const isUnread = !isKnown && !this.#readsAlways;
    this.#last = { hosts: new Map(hosts), notes: [...notes], readAt, isUnread };
  }
}

/** The steps are those of a host that is not deployed, which nobody knows here. */
function unknownDeployment(step: SeenStep): SeenStep {
  return step.title === 'declared' ? { ...step, text: 'what is deployed is not known here' } : step;
}

/** The whole command is named: `npm run local` serves this page too, and has no such option. */
function unknownOf({ stack }: Context): string {
  if (stack === LOCAL_STACK) return '';
  const open = command`npm run domains -- open --stack ${stack} --outputs FILE`;
  return `\nThe page of this stack alone takes the file: ${open}\nUntil it is known, records that the stack created may appear as conflicts.`;
}

export class Stacks {
  readonly #folder: string;
  readonly #options: SharedOptions;
  readonly #io: Io;
  readonly #watches = new Map<string, StackWatch>();

  constructor(folder: string, options: SharedOptions, io: Io) {
    this.#folder = folder;
    this.#options = options;
    // The pages say what is known: whoever opened them does not read the terminal, which may be that of `npm run local`.
    this.#io = { ...io, progress: () => undefined };
  }

  /** Those that have a file now; with --stack that one. */
  names(): readonly string[] {
    const { stack } = this.#options;
    return stacksIn(this.#folder).filter((name) => stack === undefined || name === stack);
  }

  /** `signal` ends what the context reads before the command ends. */
  open(stack: string, signal?: AbortSignal): Context {
    const io = this.#io;
    const { resolver, authorityPort, ...others } = this.#options;
    // The resolver that the options name is for the other stacks: only the local cloud's own knows the local stack's names.
    const ofOthers = stack === LOCAL_STACK ? {} : { resolver, authorityPort };
    return openContext(
      { ...others, ...ofOthers, dir: this.#folder, stack },
      signal === undefined ? io : { ...io, signal: AbortSignal.any([io.signal, signal]) },
    );
  }

  /** What is known now, at once. A reading begins of each stack that was not read lately; one that is slow delays no other. */
  views(): StackView[] {
    const names = this.names();
    for (const known of this.#watches.keys()) if (!names.includes(known)) this.#watches.delete(known);
    return names.map((stack) => {
      const watch = this.#watchOf(stack);
      void watch.read(stack === LOCAL_STACK ? PAUSE_MS.local : PAUSE_MS.other);
      return watch.view;
    });
  }

  /** Reads a stack again, with an empty cache. */
  readNow(stack: string): Promise<void> {
    return this.#watchOf(stack).readNow();
  }

  #watchOf(stack: string): StackWatch {
    const isNamed = this.#options.stack !== undefined;
    const known = this.#watches.get(stack);
    const watch = known ?? new StackWatch(stack, () => this.open(stack), isNamed);
    this.#watches.set(stack, watch);
    return watch;
  }
}
