// How `npm run keys` ends: 0 done, 1 it could not be done, 2 the command is wrong.
import type { CommanderError } from 'commander';
import { terminal } from '../terminal.ts';

/** The command is wrong, and this says how to fix it. */
export class UsageError extends Error {}

export function fail(error: Error): void {
  const err = terminal(process.stderr);
  err.line(`${err.paint('red', '✗')} ${error.message}`);
  process.exitCode = error instanceof UsageError ? 2 : 1;
}

/** Help ends well. */
export function exitUsage({ exitCode }: CommanderError): never {
  process.exit(exitCode === 0 ? 0 : 2);
}
