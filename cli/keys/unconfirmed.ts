// A key whose storing was not confirmed: it may be valid, and nobody has it.
import { stackOption } from '../../infra/plan/stack-option.ts';
import { UnconfirmedWriteError } from '../../service/dynamo/errors.ts';
import { CommandError } from '../command-error.ts';
import type { StackOptions } from './stack-keys.ts';

/** The error to throw. `done`: what may have been; `fix`: what to do if it was. */
export function unconfirmed(
  error: unknown,
  { stack }: StackOptions,
  { done, fix }: { readonly done: 'created' | 'rotated'; readonly fix: string },
): unknown {
  if (!(error instanceof UnconfirmedWriteError)) return error;
  const list = `npm run keys -- list${stackOption(stack)}`;
  return new CommandError(
    `the store did not confirm whether the key was ${done}: see it with ${list}; if it was, ${fix}`,
    { cause: error },
  );
}
