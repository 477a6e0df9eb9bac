// What a command could not do: the errors that a user can put right, and their message.
import { inspect } from 'node:util';
import { ProblemsError } from '../../infra/config/problem.ts';
import { UsageError } from '../usage-error.ts';

/** What a command is about could not be found out, and nothing was changed: exit status 3. The message is for a person. */
export class UnknownStateError extends Error {
  override readonly name: string = 'UnknownStateError';
}

const EXPECTED = [ProblemsError, UsageError, UnknownStateError];

/** Undefined for a fault of ours. */
export function messageOf(error: unknown): string | undefined {
  return EXPECTED.some((kind) => error instanceof kind) ? (error as Error).message : undefined;
}

/** For the pages, which show a fault of ours too. */
export function explained(error: unknown): string {
  return messageOf(error) ?? inspect(error);
}
