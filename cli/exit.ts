// How a command ends. Exit status: 0 done, 1 it could not be done, 2 the command is wrong, or what it needs to run does not.
import { inspect } from 'node:util';
import { paragraph, shown } from '@petstore/custom-domains/output';
import type { CommanderError } from 'commander';
import { CommandError } from './command-error.ts';
import { terminal } from './terminal.ts';
import { UsageError } from './usage-error.ts';

/** What went wrong, on standard error, with the mark that every command gives to it. */
export function printFailure(text: string): void {
  const err = terminal(process.stderr);
  err.line(shown`${err.paint('red', '✗')} ${paragraph(text.trimEnd())}`);
}

/** Reports an error by its message where every command expects it, or with the one that is given; any other with its stack. */
export function reportError(error: unknown, message?: string): void {
  const isExpected = error instanceof UsageError || error instanceof CommandError;
  printFailure(message ?? (isExpected ? error.message : inspect(error)));
  process.exitCode = error instanceof UsageError ? 2 : 1;
}

/** `--help` has status 0, a command that commander refuses 2. */
export function exitUsage({ exitCode }: CommanderError): never {
  process.exit(exitCode === 0 ? 0 : 2);
}
