// The outputs of a deployed stack, from the Pulumi CLI.
import { execFile } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { CommandError } from './command-error.ts';

const ROOT = fileURLToPath(new URL('..', import.meta.url));
const COMMAND_LIMIT_MS = 60_000;

/** Throws CommandError where they cannot be read: `what` of the stack is then not known, and `advice` says what to do. */
export async function stackOutputs(stack: string, what: string, advice = ''): Promise<unknown> {
  const args = ['stack', 'output', '--json', '--stack', stack];
  try {
    const { stdout } = await promisify(execFile)('pulumi', args, { cwd: ROOT, timeout: COMMAND_LIMIT_MS });
    return JSON.parse(stdout);
  } catch (error) {
    const { message } = error as Error;
    const reason = message.split('\n').at(-1) || message;
    const text = `${what} of ${stack} is not known (pulumi ${args.join(' ')}: ${reason})${advice}`;
    throw new CommandError(text, { cause: error });
  }
}
