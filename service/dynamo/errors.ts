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

/** Every attempt failed: unreachable, out of time, overloaded or throttled. The cause says which. */
export class StoreUnavailableError extends Error {
  readonly code = 'store-unavailable';

  constructor(operation: string, attempts: number, cause: unknown) {
    const why = cause instanceof Error ? cause.message : String(cause);
    super(`${operation} failed after ${attempts} attempts: ${why}`, { cause });
    this.name = 'StoreUnavailableError';
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
