/** What a command is about could not be found out, and nothing was changed: exit status 3. The message is for a person. */
export class UnknownStateError extends Error {
  override readonly name: string = 'UnknownStateError';
}
