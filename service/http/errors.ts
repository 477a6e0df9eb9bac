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

type Headers = Readonly<Record<string, string>>;

/** An error that the client receives; `message` says what is wrong and how to fix it. */
export class ApiError extends Error {
  override readonly name = 'ApiError';
  readonly status: number;
  readonly code: ErrorCode;
  readonly headers: Headers;

  constructor(status: number, code: ErrorCode, message: string, headers: Headers = {}) {
    super(message);
    this.status = status;
    this.code = code;
    this.headers = headers;
  }
}

const MESSAGES = {
  too_many_unknown_keys:
    'Too many API keys that are new here were sent within a second: try again in a second',
  idempotency_key_reused:
    'This Idempotency-Key was sent with another request in the last 24 hours: use a new key for each new request',
  idempotency_key_in_use:
    'A request with this Idempotency-Key is under way: send the same request again in a second for its answer',
  pet_in_use: 'Other requests are at the same animal: send the same request again in a second',
  internal_error:
    'Something went wrong here, and it is not your request: try again, and if it stays give us the x-request-id',
};
const AGAIN = { 'retry-after': '1' };

const fixed = (status: number, code: keyof typeof MESSAGES, headers?: Headers) =>
  new ApiError(status, code, MESSAGES[code], headers);

/** The key was not looked up: a flood of keys that do not exist must not become a flood of reads. */
export const tooManyUnknownKeys = () => fixed(429, 'too_many_unknown_keys', AGAIN);
/** The draft's section 2.7, as the next one: the key was used for another request. */
export const keyReused = () => fixed(422, 'idempotency_key_reused');
export const keyInUse = () => fixed(409, 'idempotency_key_in_use', AGAIN);
export const petInUse = () => fixed(409, 'pet_in_use', AGAIN);
/** Any unexpected error. The response has no details; the request's log line has them. */
export const internalError = () => fixed(500, 'internal_error');

export const badParameter = (message: string) => new ApiError(400, 'invalid_parameter', message);

export const notHttp = () =>
  badParameter('The event is not a request of an API Gateway HTTP API (payload format 2.0)');

/** RFC 6750 section 3: a 401 names the scheme to use. */
export const unauthorized = (message: string) =>
  new ApiError(401, 'unauthorized', message, { 'www-authenticate': 'Bearer' });

export const unavailable = (message: string) => new ApiError(503, 'unavailable', message, AGAIN);

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
  return new ApiError(503, 'create_unconfirmed', message, keyed ? AGAIN : {});
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
