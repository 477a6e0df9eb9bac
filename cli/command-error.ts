/** The command is right and could not be carried out: exit status 1. The message says why, and what to do. */
export class CommandError extends Error {
  readonly code = 'command-failed';

  constructor(message: string, options?: ErrorOptions) {
    super(message, options);
    this.name = 'CommandError';
  }
}
