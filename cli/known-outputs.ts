// The outputs of a stack for a command that cannot go on without them.
import { CommandError } from './command-error.ts';
import { type OutputsRequest, stackOutputs } from './stack-outputs.ts';
import { UsageError } from './usage-error.ts';

/** Throws UsageError, exit status 2 in every command, where they cannot be read: an input is missing. `fix`: what to do then. */
export async function knownOutputs(request: OutputsRequest, fix: string): Promise<unknown> {
  try {
    return await stackOutputs(request);
  } catch (error) {
    if (!(error instanceof CommandError)) throw error;
    throw new UsageError(`${error.message}.`, fix);
  }
}
