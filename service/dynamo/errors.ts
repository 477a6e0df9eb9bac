// Errors of DynamoDB, and of the connection to it.

/** DynamoDB refused the request or failed; `code` is AWS's own name of the error: `ConditionalCheckFailedException`. */
export class DynamoError extends Error {
  readonly code: string;
  readonly status: number;

  constructor(code: string, message: string, status: number) {
    super(`${code}: ${message}`);
    this.name = 'DynamoError';
    this.code = code;
    this.status = status;
  }
}

/** There was no whole reply. */
export class ConnectionError extends Error {
  readonly code = 'connection-failed';
  /** False where no byte of the request was sent. */
  readonly connected: boolean;

  constructor(cause: Error, connected: boolean) {
    super(cause.message, { cause });
    this.name = 'ConnectionError';
    this.connected = connected;
  }
}

/** What was received is not from DynamoDB, or was changed on the way. */
export class WrongReplyError extends Error {
  readonly code = 'wrong-reply';

  constructor(message: string) {
    super(message);
    this.name = 'WrongReplyError';
  }
}

/** Every attempt failed: unreachable, out of time, overloaded or throttled. The cause says which. */
export class StoreUnavailableError extends Error {
  readonly code = 'store-unavailable';
  /** True where an attempt may have taken effect although there was no valid reply. */
  readonly mayHaveRun: boolean;

  constructor(operation: string, attempts: number, cause: unknown, mayHaveRun: boolean) {
    const why = cause instanceof Error ? cause.message : String(cause);
    super(`${operation} failed after ${attempts} attempts: ${why}`, { cause });
    this.name = 'StoreUnavailableError';
    this.mayHaveRun = mayHaveRun;
  }
}

/** A write had no valid reply: it may have been done. */
export class UnconfirmedWriteError extends Error {
  readonly code = 'write-unconfirmed';

  constructor(cause: StoreUnavailableError) {
    super(cause.message, { cause });
    this.name = 'UnconfirmedWriteError';
  }
}

// DynamoDB developer guide, "Error handling with DynamoDB": errors of status 400 that a later attempt may not have.
const TRANSIENT = new Set([
  'ProvisionedThroughputExceededException',
  'ReplicatedWriteConflictException',
  'RequestLimitExceeded',
  'ThrottlingException',
]);

/** Every error but one that says that the request itself is wrong or refused. */
export function isRetryable(error: unknown): boolean {
  return !(error instanceof DynamoError) || error.status >= 500 || TRANSIENT.has(error.code);
}

/** The condition of a write is not met. */
export function isConditionFailure(error: unknown): boolean {
  return error instanceof DynamoError && error.code === 'ConditionalCheckFailedException';
}

/** False only where the request was not sent, or DynamoDB says that it refused it. */
export function mayHaveRun(error: unknown): boolean {
  if (error instanceof ConnectionError) return error.connected;
  return !(error instanceof DynamoError) || error.status >= 500;
}
