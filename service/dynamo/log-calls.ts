// A log line for each call of DynamoDB that failed or was slow, with the ids of both: the request's and DynamoDB's own.
import { type Clock, currentRequestId, type Log, logWarning } from '../http/log.ts';
import type { AttemptReport } from './client.ts';

/** A read or write takes a few milliseconds. */
const SLOW_MS = 200;

/** Without DynamoDB's message, which may quote what was sent. */
export function logCalls(log: Log, clock: Clock, slowMs = SLOW_MS) {
  return ({ operation, attempt, ms, error, requestId }: AttemptReport): void => {
    if (error === undefined && ms < slowMs) return;
    const store = { operation, attempt, ms, error, requestId };
    const message = `DynamoDB ${operation}: ${error ?? 'slow'} after ${ms} ms`;
    logWarning(log, clock, message, { requestId: currentRequestId(), store });
  };
}
