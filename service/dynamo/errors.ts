// Errors of DynamoDB, and of the connection to it.
import type { Item } from './values.ts';

/** Why an item cancelled a transaction; `None` where it did not. */
export interface CancellationReason {
  readonly Code: string;
  readonly Item?: Item;
}

/** DynamoDB refused the request or failed; `code` is AWS's own name of the error: `ConditionalCheckFailedException`. */
export class DynamoError extends Error {
  readonly code: string;
  readonly status: number;
  /** Of a TransactionCanceledException, one for each item; otherwise empty. */
  readonly reasons: readonly CancellationReason[];

  constructor(code: string, message: string, status: number, reasons: readonly CancellationReason[] = []) {
    super(`${code}: ${message}`);
    this.name = 'DynamoError';
    this.code = code;
    this.status = status;
    this.reasons = reasons;
  }
}

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
  override readonly name = 'WrongReplyError';
  readonly code = 'wrong-reply';
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

/** Nothing was written: each attempt of a transaction met another one that was at the same item. */
export class ContendedError extends StoreUnavailableError {
  /** The place of the item in the transaction, from 0. */
  readonly place: number;
  readonly isLast: boolean;

  constructor(operation: string, attempts: number, cause: DynamoError) {
    super(operation, attempts, cause, false);
    this.name = 'ContendedError';
    this.place = cause.reasons.findIndex(({ Code }) => Code === 'TransactionConflict');
    this.isLast = this.place === cause.reasons.length - 1;
  }
}

// DynamoDB developer guide, "Error handling with DynamoDB": errors of status 400 that a later attempt may not have.
const TRANSIENT = new Set([
  'ProvisionedThroughputExceededException',
  'ReplicatedWriteConflictException',
  'RequestLimitExceeded',
  'ThrottlingException',
  'TransactionConflictException',
  // A transaction with the same token is not done yet: an attempt whose answer was lost.
  'TransactionInProgressException',
]);

/** Reasons of a cancelled transaction that a later attempt may not have: the reference of TransactionCanceledException. */
const TRANSIENT_REASONS = ['TransactionConflict', 'ProvisionedThroughputExceeded', 'ThrottlingError'];

export function isTransactionConflict(error: unknown): error is DynamoError {
  return hasReason(error, 'TransactionConflict');
}

function hasReason(error: unknown, ...codes: readonly string[]): boolean {
  return error instanceof DynamoError && error.reasons.some(({ Code }) => codes.includes(Code));
}

/** Every error but one that says that the request itself is wrong or refused. */
export function isRetryable(error: unknown): boolean {
  if (!(error instanceof DynamoError) || error.status >= 500) return true;
  return TRANSIENT.has(error.code) || hasReason(error, ...TRANSIENT_REASONS);
}

/** The condition of a write is not met, or one of a transaction's while no other reason may go away. */
export function isConditionFailure(error: unknown): boolean {
  if (!(error instanceof DynamoError)) return false;
  if (error.code === 'ConditionalCheckFailedException') return true;
  return hasReason(error, 'ConditionalCheckFailed') && !hasReason(error, ...TRANSIENT_REASONS);
}

/** False only where the request was not sent, or DynamoDB says that it refused it. */
export function mayHaveRun(error: unknown): boolean {
  if (error instanceof ConnectionError) return error.connected;
  return !(error instanceof DynamoError) || error.status >= 500;
}
