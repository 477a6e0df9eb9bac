import { visible } from './escape.ts';

/** The command or the config is wrong, or a file cannot be written: exit status 2. The message says what is wrong, and the fix on a line of its own. */
export class UsageError extends Error {
  override readonly name = 'UsageError';
  readonly code = 'usage';

  constructor(what: string, fix: string) {
    super(`${visible(what)}\n  ${fix}`);
  }
}
