// A wrong argument of a program, often from its config: a line that names it, without the stack of the program.
import { HostError } from '../dns-hosts/host-spec.ts';
import { paragraph, type Shown, shown } from '../output/index.ts';
import { ReaderOptionError } from '../preflight/reader/options.ts';
import { ResolverError } from '../preflight/reader/reader.ts';
import { RedirectError } from './redirect-error.ts';
import { asRunError } from './run-error.ts';

const ARGUMENT_ERRORS = [HostError, ReaderOptionError, RedirectError, ResolverError];

/** What `act` returns. An error about an argument has `where`, the declaration, in front of its message. */
export function withArguments<Result>(where: Shown, act: () => Result): Result {
  try {
    return act();
  } catch (error) {
    const isExpected = ARGUMENT_ERRORS.some((one) => error instanceof one);
    if (!isExpected) throw error;
    const { message } = error as Error;
    throw asRunError(error as Error, shown`${where}: ${paragraph(message)}`);
  }
}
