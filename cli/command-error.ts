/** The command is right and could not be carried out: exit status 1. The message says why, and what to do. */
export class CommandError extends Error {
  override readonly name = 'CommandError';
  readonly code = 'command-failed';
}
