// The stacks that the pages show, and what follows them while a page is open: one poller, whatever the number of pages.
import { stacksIn } from '../../../../infra/config/stack-file.ts';
import { LOCAL_STACK } from '../../../stack-names.ts';
import { type Context, openContext, type SharedOptions } from '../../context.ts';
import type { Io } from '../../io.ts';
import { PAUSE_MS } from '../../status/status.ts';
import type { StackView } from './stack-view.ts';
import { StackWatch } from './stack-watch.ts';

export interface Stacks {
  readonly folder: string;
  /** Those that have a file now; with --stack that one. */
  names(): readonly string[];
  /** `signal` ends what the context reads before the command ends. */
  open(stack: string, signal?: AbortSignal): Context;
}

/** The resolver that the options name is for the other stacks: only the local cloud's own knows the local stack's names. */
export function stacksOf(folder: string, options: SharedOptions, given: Io): Stacks {
  // The pages say what is known: whoever opened them does not read the terminal, which may be that of `npm run local`.
  const io = { ...given, progress: () => undefined };
  const { resolver, authorityPort, ...others } = options;
  const names = () =>
    stacksIn(folder).filter((name) => options.stack === undefined || name === options.stack);
  return {
    folder,
    names,
    open: (stack, signal) =>
      openContext(
        { ...others, ...(stack !== 'local' && { resolver, authorityPort }), dir: folder, stack },
        signal === undefined ? io : { ...io, signal: AbortSignal.any([io.signal, signal]) },
      ),
  };
}

type Listener = (version: string) => void;

export class Watch {
  readonly #stacks: Pick<Stacks, 'names' | 'open'>;
  readonly #io: Pick<Io, 'now' | 'sleep' | 'signal'>;
  readonly #watches = new Map<string, StackWatch>();
  readonly #listeners = new Set<Listener>();
  #isPolling = false;
  #version = '';

  constructor(stacks: Pick<Stacks, 'names' | 'open'>, io: Pick<Io, 'now' | 'sleep' | 'signal'>) {
    this.#stacks = stacks;
    this.#io = io;
  }

  /** What is known now, at once. A reading begins of each stack that was not read lately. */
  views(): StackView[] {
    this.#refresh();
    this.#publish();
    return this.#all().map(([, watch]) => watch.view);
  }

  /** It changes where a page would show something else. */
  get version(): string {
    return this.#version;
  }

  /** Calls `listener` at each change, and reads DNS again and again until the returned function is called. */
  subscribe(listener: Listener): () => void {
    this.#listeners.add(listener);
    void this.#poll();
    return () => void this.#listeners.delete(listener);
  }

  /** Reads a stack again, with an empty cache. */
  async readNow(stack: string): Promise<void> {
    await this.#watchOf(stack).readNow();
    this.#publish();
  }

  async #poll(): Promise<void> {
    if (this.#isPolling) return;
    this.#isPolling = true;
    while (this.#listeners.size > 0 && !this.#io.signal.aborted) {
      this.#refresh();
      this.#publish();
      await this.#io.sleep(STEP_MS);
    }
    this.#isPolling = false;
  }

  /** Begins a reading of each stack whose pause is over; one that is slow delays no other. */
  #refresh(): void {
    for (const [stack, watch] of this.#all()) {
      if (watch.isOlderThan(pauseOf(stack))) void watch.read().then(() => this.#publish());
    }
  }

  #publish(): void {
    const version = this.#all()
      .map(([stack, watch]) => `${stack}:${watch.version}`)
      .join(' ');
    if (version === this.#version) return;
    this.#version = version;
    for (const listener of this.#listeners) listener(version);
  }

  #all(): [stack: string, watch: StackWatch][] {
    const names = this.#stacks.names();
    for (const known of this.#watches.keys()) if (!names.includes(known)) this.#watches.delete(known);
    return names.map((stack) => [stack, this.#watchOf(stack)]);
  }

  #watchOf(stack: string): StackWatch {
    const known = this.#watches.get(stack);
    if (known !== undefined) return known;
    const watch = new StackWatch(stack, () => this.#stacks.open(stack), this.#io.now);
    this.#watches.set(stack, watch);
    return watch;
  }
}

/** A changed file is seen within this time. */
const STEP_MS = 1000;

const pauseOf = (stack: string): number => (stack === LOCAL_STACK ? PAUSE_MS.local : PAUSE_MS.other);
