// One JSON line for each request, written when it is answered.
import { AsyncLocalStorage } from 'node:async_hooks';
import { keyId } from '../keys/key.ts';
import type { Exchange } from './exchange.ts';
import { redact } from './redact.ts';

/** Receives one line without its line break. */
export type Log = (line: string) => void;
/** Milliseconds since 1970. */
export type Clock = () => number;

/** Lambda writes a line of JSON to the log unchanged; console.log would wrap it in another object. */
export const logToStdout: Log = (line) => {
  process.stdout.write(`${line}\n`);
};

/** The id of the request that code runs for, wherever it is: what is logged about a call of DynamoDB has it. */
export const requestIds = new AsyncLocalStorage<string>();

function describe(failure: unknown): object | undefined {
  if (failure === undefined) return undefined;
  if (!(failure instanceof Error)) return { message: String(failure) };
  const { name, message, stack, cause } = failure;
  return { name, message, stack, cause: cause instanceof Error ? cause.message : undefined };
}

interface Outcome {
  readonly status: number;
  readonly started: number;
  readonly now: number;
  /** Of the function: what a release's alarm counts by. */
  readonly version: string | undefined;
}

/** The line of a request, with its id, which is also the response's `x-request-id`. */
export function requestLine(exchange: Exchange, { status, started, now, version }: Outcome): string {
  const { request, route, keyHash, failure, signal } = exchange;
  const method = redact(request.method);
  // The path alone: a query may have data that is not for the log.
  const path = redact(request.path);
  const line = JSON.stringify({
    timestamp: new Date(now).toISOString(),
    level: status >= 500 ? 'ERROR' : 'INFO',
    message: `${method} ${path} ${status}`,
    requestId: request.requestId,
    operation: route === undefined ? undefined : `${method} ${route}`,
    method,
    path,
    status,
    durationMs: now - started,
    version,
    keyId: keyHash === undefined ? undefined : keyId(keyHash),
    // Time ran out.
    aborted: signal.aborted || undefined,
    error: describe(failure),
  });
  return failure === undefined ? line : redact(line);
}
