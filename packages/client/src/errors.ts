// What a call rejects with. None of these errors has the API key.
import type { ErrorCode } from './types.ts';

export interface ApiErrorDetails {
  /** A code of the service; `gateway_error` where something in front of it responded in its own form. */
  readonly code: ErrorCode | 'gateway_error' | (string & {});
  readonly status: number;
  /** Include it when you report a problem. */
  readonly requestId: string | undefined;
  /** Of a POST: the same call with this key can't be done twice. */
  readonly idempotencyKey: string | undefined;
  readonly retryAfterSeconds: number | undefined;
}

/** The service, or the gateway in front of it, refused the request; `message` says what is wrong and how to fix it. */
export class ApiError extends Error implements ApiErrorDetails {
  declare readonly code: ApiErrorDetails['code'];
  declare readonly status: number;
  declare readonly requestId: string | undefined;
  declare readonly idempotencyKey: string | undefined;
  declare readonly retryAfterSeconds: number | undefined;

  constructor(message: string, details: ApiErrorDetails) {
    super(message);
    this.name = 'ApiError';
    Object.assign(this, details);
  }
}

/** The innermost message: that of `fetch` is "fetch failed", whatever happened. Node's error of several addresses has none. */
function reasonOf(error: unknown): string {
  if (!(error instanceof Error)) return '';
  const inner = error.cause ?? (error instanceof AggregateError ? error.errors[0] : undefined);
  return reasonOf(inner) || (error.message && `: ${error.message}`);
}

/** No try got a response, or the call's time is over. A create may have been done: call again with the same `idempotencyKey`. */
export class NoResponseError extends Error {
  readonly code = 'no_response';
  readonly tries: number;
  readonly idempotencyKey: string | undefined;

  constructor(origin: string, tries: number, idempotencyKey: string | undefined, cause: unknown) {
    const times = tries === 1 ? 'one try' : `${tries} tries`;
    super(`No response from ${origin} after ${times}${reasonOf(cause)}`, { cause });
    this.name = 'NoResponseError';
    this.tries = tries;
    this.idempotencyKey = idempotencyKey;
  }
}

/** What responded is not the API: another server is at `baseUrl`, or something changes responses on the way. A create may
 * have been done: call again with the same `idempotencyKey`. */
export class UnexpectedResponseError extends Error {
  readonly code = 'unexpected_response';
  readonly status: number;
  readonly requestId: string | undefined;
  /** Of a create: the same call with this key can't be done twice. */
  readonly idempotencyKey: string | undefined;

  constructor(status: number, why: string, requestId?: string, idempotencyKey?: string) {
    super(`The response is not one of the API: ${why}`);
    this.name = 'UnexpectedResponseError';
    this.status = status;
    this.requestId = requestId;
    this.idempotencyKey = idempotencyKey;
  }
}
