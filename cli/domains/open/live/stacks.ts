// The stacks that the pages show. A stack is read while a page asks for it, whatever the number of pages, and not without one.
import { stacksIn } from '../../../../infra/config/stack-file.ts';
import { LOCAL_STACK } from '../../../stack-names.ts';
import { type Context, openContext, type SharedOptions } from '../../context.ts';
import type { Io } from '../../io.ts';
import { PAUSE_MS } from '../../status/status.ts';
import { type StackView, StackWatch } from './stack-watch.ts';

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
      watch.refresh(stack === LOCAL_STACK ? PAUSE_MS.local : PAUSE_MS.other);
      return watch.view;
    });
  }

  /** Reads a stack again, with an empty cache. */
  readNow(stack: string): Promise<void> {
    return this.#watchOf(stack).readNow();
  }

  #watchOf(stack: string): StackWatch {
    const watch = this.#watches.get(stack) ?? new StackWatch(stack, () => this.open(stack), this.#io.now);
    this.#watches.set(stack, watch);
    return watch;
  }
}
