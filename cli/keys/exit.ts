// How `npm run keys` ends. Exit status: 0 done, 1 it could not be done, 2 the command is wrong.
import { inspect } from 'node:util';
import { paragraph, shown } from '@petstore/custom-domains/output';
import type { CommanderError } from 'commander';
import { DynamoError, StoreUnavailableError } from '../../service/dynamo/errors.ts';
import { CommandError } from '../command-error.ts';
import { terminal } from '../terminal.ts';
import { UsageError } from '../usage-error.ts';

const EXPECTED = [UsageError, CommandError, DynamoError, StoreUnavailableError];

/** Reports an expected error by its message, any other with its stack. */
export function fail(error: unknown): void {
  const isExpected = EXPECTED.some((type) => error instanceof type);
  const text = isExpected ? (error as Error).message : inspect(error);
  const err = terminal(process.stderr);
  err.line(shown`${err.paint('red', '✗')} ${paragraph(text)}`);
  process.exitCode = error instanceof UsageError ? 2 : 1;
}

/** `--help` has status 0, a command that commander refuses 2. */
export function exitUsage({ exitCode }: CommanderError): never {
  process.exit(exitCode === 0 ? 0 : 2);
}
