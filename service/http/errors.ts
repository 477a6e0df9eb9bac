// The errors of the API, as the contract's Error record: code, message and status, and the response's headers.
import { stringifyJson } from './json.ts';

/** Every code that a response may have; the contract lists the same, and a test compares the two. */
export const ERROR_CODES = [
  'invalid_parameter',
  'invalid_json',
  'invalid_body',
  'unauthorized',
  'not_found',
  'method_not_allowed',
  'body_too_large',
  'unsupported_media_type',
  'pet_not_available',
  'pet_unknown',
  'pet_in_use',
  'idempotency_key_in_use',
  'idempotency_key_reused',
  'too_many_unknown_keys',
  'internal_error',
  'unavailable',
  'create_unconfirmed',
] as const;

export type ErrorCode = (typeof ERROR_CODES)[number];

/** An error that the client receives; `message` says what is wrong and how to fix it. */
export class ApiError extends Error {
  readonly status: number;
  readonly code: ErrorCode;
  readonly headers: Readonly<Record<string, string>>;

  constructor(
    status: number,
    code: ErrorCode,
    message: string,
    headers: Readonly<Record<string, string>> = {},
  ) {
    super(message);
    this.name = 'ApiError';
    this.status = status;
    this.code = code;
    this.headers = headers;
  }
}

export function badParameter(message: string): ApiError {
  return new ApiError(400, 'invalid_parameter', message);
}

export function notHttp(): ApiError {
  return badParameter('The event is not a request of an API Gateway HTTP API (payload format 2.0)');
}

/** RFC 6750 section 3: a 401 names the scheme to use. */
export function unauthorized(message: string): ApiError {
  return new ApiError(401, 'unauthorized', message, { 'www-authenticate': 'Bearer' });
}

/** The key was not looked up: a flood of keys that do not exist must not become a flood of reads. */
export function tooManyUnknownKeys(): ApiError {
  const message = 'Too many API keys that are new here were sent within a second: try again in a second';
  return new ApiError(429, 'too_many_unknown_keys', message, { 'retry-after': '1' });
}

export function unavailable(message: string): ApiError {
  return new ApiError(503, 'unavailable', message, { 'retry-after': '1' });
}

export interface Creating {
  readonly what: 'animal' | 'order';
  /** It has an Idempotency-Key: it may be sent again. */
  readonly keyed: boolean;
}

/** `retry-after` only where the request has an Idempotency-Key: a client that obeys it would have two animals otherwise. */
export function createUnconfirmed({ what, keyed }: Creating): ApiError {
  const fix = keyed
    ? `send the same request with the same Idempotency-Key again, and there will be one ${what}`
    : `list the ${what}s before you send it again`;
  const message = `The store did not confirm the ${what}, so it may have been stored: ${fix}`;
  return new ApiError(503, 'create_unconfirmed', message, keyed ? { 'retry-after': '1' } : {});
}

/** The draft's section 2.7: the key was used for another request. */
export function keyReused(): ApiError {
  const message =
    'This Idempotency-Key was sent with another request in the last 24 hours: use a new key for each new request';
  return new ApiError(422, 'idempotency_key_reused', message);
}

/** The draft's section 2.7: a request with the key is under way. */
export function keyInUse(): ApiError {
  const message =
    'A request with this Idempotency-Key is under way: send the same request again in a second for its answer';
  return new ApiError(409, 'idempotency_key_in_use', message, { 'retry-after': '1' });
}

export function petInUse(): ApiError {
  const message = 'Other requests are at the same animal: send the same request again in a second';
  return new ApiError(409, 'pet_in_use', message, { 'retry-after': '1' });
}

/** Any unexpected error. The response has no details; the request's log line has them. */
export function internalError(): ApiError {
  return new ApiError(
    500,
    'internal_error',
    'Something went wrong here, and it is not your request: try again, and if it stays give us the x-request-id',
  );
}

const MAX_QUOTED = 60;

/** A value from a client as a message quotes it: JSON, cut where it is long. */
export function quote(value: unknown): string {
  const text = writeJson(value) ?? 'nothing';
  return text.length <= MAX_QUOTED ? text : `${text.slice(0, MAX_QUOTED - 3).toWellFormed()}...`;
}

/** A body can be nested too deep to be written, though it was read. */
function writeJson(value: unknown): string | undefined {
  try {
    return stringifyJson(value);
  } catch {
    return Array.isArray(value) ? 'a deep array' : 'a deep object';
  }
}
