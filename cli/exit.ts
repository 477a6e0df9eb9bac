// How a command ends. Exit status: 0 done, 1 it could not be done, 2 the command is wrong, or what it needs to run does not.
import { inspect } from 'node:util';
import { paragraph, shown, terminal, UsageError } from '@petstore/custom-domains/output';
import type { CommanderError } from 'commander';
import { ReleaseError } from '../infra/release/access.ts';
import { DynamoError, StoreUnavailableError } from '../service/dynamo/errors.ts';
import { CommandError } from './command-error.ts';

/** What went wrong, on standard error, with the mark that every command gives to it. */
export function printFailure(text: string): void {
  const err = terminal(process.stderr);
  err.line(shown`${err.paint('red', '✗')} ${paragraph(text.trimEnd())}`);
}

/** Errors whose message says what failed. */
const EXPECTED = [UsageError, CommandError, DynamoError, StoreUnavailableError, ReleaseError];

/** Reports an error by its message where commands expect it, one of an AWS service with its name too, any other with its stack. */
export function reportError(error: unknown): void {
  const isExpected = EXPECTED.some((kind) => error instanceof kind);
  const isService = error instanceof Error && '$metadata' in error;
  const text = isService ? `${error.name}: ${error.message}` : inspect(error);
  printFailure(isExpected ? (error as Error).message : text);
  process.exitCode = error instanceof UsageError ? 2 : 1;
}

/** `--help` has status 0, a command that commander refuses 2. */
export function exitUsage({ exitCode }: CommanderError): never {
  process.exit(exitCode === 0 ? 0 : 2);
}
