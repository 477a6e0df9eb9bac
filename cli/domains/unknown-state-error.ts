/** What a command is about could not be found out, and nothing was changed: exit status 3. The message is for a person. */
export abstract class UnknownStateError extends Error {
  abstract readonly code: string;
}
