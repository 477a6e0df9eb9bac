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
    const text = `${what} of ${stack} is not known (pulumi ${args.join(' ')}: ${pulumiFailure(error)})${advice}`;
    throw new CommandError(text, { cause: error });
  }
}

/** That the CLI is missing, or the last line that it printed. */
function pulumiFailure(error: unknown): string {
  if (!(error instanceof Error)) return String(error);
  const { code, message } = error as NodeJS.ErrnoException;
  if (code === 'ENOENT' && message.includes('spawn')) return 'there is no pulumi on the path';
  return message.trim().split('\n').at(-1) || message;
}
