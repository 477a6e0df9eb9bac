// What DynamoDB, or the way to it, answers instead of a result.

/** An answer of DynamoDB that is an error; `type` is AWS's own name for it: `ConditionalCheckFailedException`. */
export class DynamoError extends Error {
  readonly type: string;
  readonly status: number;

  constructor(type: string, message: string, status: number) {
    super(`${type}: ${message}`);
    this.name = 'DynamoError';
    this.type = type;
    this.status = status;
  }
}

/** No usable answer after every try: unreachable, out of time, overloaded or throttled. The cause says which. */
export class StoreUnavailableError extends Error {
  constructor(operation: string, tries: number, cause: unknown) {
    const why = cause instanceof Error ? cause.message : String(cause);
    super(`${operation} failed after ${tries} tries: ${why}`, { cause });
    this.name = 'StoreUnavailableError';
  }
}

// "Error handling with DynamoDB" of its developer guide: answers of status 400 that may pass when tried again.
const PASSING = new Set([
  'ProvisionedThroughputExceededException',
  'ReplicatedWriteConflictException',
  'RequestLimitExceeded',
  'ThrottlingException',
]);

/** Worth another try: anything but an answer that says the request itself is wrong or refused. */
export function isRetryable(error: unknown): boolean {
  return !(error instanceof DynamoError) || error.status >= 500 || PASSING.has(error.type);
}
