// The stacks that the pages show, and the context of each: as the commands have it, with the options of the command line.
import { stacksIn } from '../../../../infra/config/stack-file.ts';
import { type Context, openContext, type SharedOptions } from '../../context.ts';
import type { Io } from '../../io.ts';

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
