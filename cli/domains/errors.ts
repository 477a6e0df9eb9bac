// What a command could not do: the errors that a user can put right, and their message.
import { inspect } from 'node:util';
import { ProblemsError } from '../../infra/config/problem.ts';
import { UsageError } from '../usage-error.ts';

/** What a command is about could not be found out, and nothing was changed: exit status 3. The message is for a person. */
export class UnknownStateError extends Error {
  override readonly name: string = 'UnknownStateError';
}

/** Undefined for a fault of ours. `isRead`: nothing was to be written, so that a list of problems does not say that nothing was. */
export function messageOf(error: unknown, isRead: boolean): string | undefined {
  if (error instanceof ProblemsError) return isRead ? error.whenRead : error.message;
  return error instanceof UsageError || error instanceof UnknownStateError ? error.message : undefined;
}

/** For the pages, which show a fault of ours too. */
export function explained(error: unknown): string {
  return messageOf(error, true) ?? inspect(error);
}
