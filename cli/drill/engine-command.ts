// One command of the Pulumi CLI, within a bound; where it fails, the end of what it printed says why.
import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import { DrillError } from './steps.ts';

/** Runs the command with the arguments; resolves to its standard output. Throws DrillError where it fails. */
export type EngineCommand = (...args: string[]) => Promise<string>;

const run = promisify(execFile);
/** Of one command. */
const LIMIT_MS = 5 * 60_000;
const MAX_OUTPUT = 64 * 1024 * 1024;
/** Of the output of a command that failed. */
const MAX_LINES = 20;

export function engineCommand(pulumi: string, where: { cwd: string; env: NodeJS.ProcessEnv }): EngineCommand {
  return async (...args) => {
    try {
      return (await run(pulumi, args, { ...where, timeout: LIMIT_MS, maxBuffer: MAX_OUTPUT })).stdout;
    } catch (error) {
      throw failure(args, error as Partial<Record<'stdout' | 'stderr' | 'message', string>>);
    }
  };
}

function failure(
  args: readonly string[],
  { stdout = '', stderr = '', message = '' }: Partial<Record<'stdout' | 'stderr' | 'message', string>>,
): DrillError {
  const lines = `${stdout.trim()}\n${stderr.trim()}`.trim().split('\n');
  const text = lines.slice(-MAX_LINES).join('\n') || message.trim();
  return new DrillError(`pulumi ${args.join(' ')}: ${text}`);
}
