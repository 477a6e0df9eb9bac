/** The command line is wrong: exit status 2. The message says what is wrong, and the fix on a line of its own. */
export class CommandLineError extends Error {
  override readonly name = 'CommandLineError';
  readonly code = 'command-line';

  constructor(what: string, fix: string) {
    super(`${what}\n  ${fix}`);
  }
}
