// The outputs of a deployed stack, from the Pulumi CLI.
import { execFile } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { UsageError } from '@petstore/custom-domains/output';

const ROOT = fileURLToPath(new URL('..', import.meta.url));
const COMMAND_LIMIT_MS = 60_000;

interface OutputsRequest {
  readonly stack: string;
  /** What is not known where they cannot be read: `the keys table of staging`. */
  readonly what: string;
  readonly folder?: string;
  readonly signal?: AbortSignal;
}

/**
 * Throws UsageError, exit status 2 in every command, where they cannot be read or there is no such stack: an input is missing.
 * `otherwise`: what can be given in their place.
 */
export async function knownOutputs(request: OutputsRequest, otherwise?: string): Promise<unknown> {
  const { stack, what, folder = ROOT, signal } = request;
  // Pulumi would take the stack that is selected in its place.
  if (stack === '') await assertNamed(stack, folder);
  const args = ['stack', 'output', '--json', '--stack', stack];
  try {
    const options = { cwd: folder, timeout: COMMAND_LIMIT_MS, signal };
    const { stdout } = await promisify(execFile)('pulumi', args, options);
    return JSON.parse(stdout);
  } catch (error) {
    await assertNamed(stack, folder);
    const { why, fix } = pulumiFailure(error);
    const either = otherwise === undefined ? fix : `${fix}, or ${otherwise}`;
    throw new UsageError(`${what} is not known (pulumi ${args.join(' ')}: ${why}).`, either);
  }
}

/** Only after a failure: Pulumi also takes the qualified name of a stack, `organization/petstore/production`. */
async function assertNamed(stack: string, folder: string): Promise<void> {
  const { assertStack } = await import('./options.ts');
  assertStack(stack.split('/').at(-1) ?? stack, folder);
}

/** Says that the CLI is missing or cannot be started; else it is the last line that was printed. */
function pulumiFailure(error: unknown): { readonly why: string; readonly fix: string } {
  const fix = 'log in where you have not (pulumi login)';
  if (!(error instanceof Error)) return { why: String(error), fix };
  const { code, message } = error as NodeJS.ErrnoException;
  // Of a file that is there, the system means its interpreter.
  if (code === 'ENOENT' && message.includes('spawn'))
    return {
      why: 'there is no pulumi on the path that can be started',
      fix: 'install it (https://www.pulumi.com/docs/install/)',
    };
  return { why: message.trim().split('\n').at(-1) || message, fix };
}
