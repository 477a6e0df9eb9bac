// The errors of the API, as the contract's Error record: code, message and status, and the response's headers.
import { stringifyJson } from './json.ts';
import { redact } from './redact.ts';

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

export interface ErrorBody {
  readonly code: ErrorCode;
  readonly message: string;
  readonly status: number;
}

export function errorBody({ code, message, status }: ApiError): ErrorBody {
  return { code, message: redact(message), status };
}

export function badParameter(message: string): ApiError {
  return new ApiError(400, 'invalid_parameter', message);
}

/** The function was invoked with something else than a request. */
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

/** The store cannot be reached or is overloaded; a later attempt is likely to succeed. */
export function unavailable(message: string): ApiError {
  return new ApiError(503, 'unavailable', message, { 'retry-after': '1' });
}

/** An animal may or may not have been stored. Without `retry-after`: a client that obeys it could have two animals. */
export function createUnconfirmed(): ApiError {
  const message =
    'The store did not confirm the animal, so it may have been stored: list the animals before you send it again';
  return new ApiError(503, 'create_unconfirmed', message);
}

/** Any unexpected error. The response has no details; the request's log line has them. */
export function internalError(): ApiError {
  return new ApiError(
    500,
    'internal_error',
    'Something went wrong here, and it is not your request: try again, and if it stays give us the x-request-id',
  );
}

/** The most characters of a quoted value. */
const MAX_QUOTED = 60;

/** A value from a client as a message quotes it: JSON, cut where it is long. */
export function quote(value: unknown): string {
  const text = typeof value === 'number' ? String(value) : (writeJson(value) ?? 'nothing');
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
