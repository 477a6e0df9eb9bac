// The errors of the API, as the contract's Error record: code, message and status, and the response's headers.

/** Every code that a response may have; the contract lists the same, and a test compares the two. */
export type ErrorCode =
  | 'invalid_parameter'
  | 'invalid_json'
  | 'invalid_body'
  | 'unauthorized'
  | 'not_found'
  | 'method_not_allowed'
  | 'body_too_large'
  | 'unsupported_media_type'
  | 'internal_error'
  | 'unavailable';

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
  return { code, message, status };
}

export function badParameter(message: string): ApiError {
  return new ApiError(400, 'invalid_parameter', message);
}

/** RFC 6750 section 3: a 401 names the scheme to use. */
export function unauthorized(message: string): ApiError {
  return new ApiError(401, 'unauthorized', message, { 'www-authenticate': 'Bearer' });
}

/** The store cannot be reached or is overloaded; a later attempt is likely to succeed. */
export function unavailable(message: string): ApiError {
  return new ApiError(503, 'unavailable', message, { 'retry-after': '1' });
}

/** Any unexpected error. The response has no details; the request's log line has them. */
export function internalError(): ApiError {
  return new ApiError(
    500,
    'internal_error',
    'Something went wrong here, and it is not your request: try again, and if it stays give us the x-request-id',
  );
}

/** A value from a client as a message quotes it: JSON, cut where it is long. */
export function quote(value: unknown): string {
  const text =
    typeof value === 'bigint' || typeof value === 'number'
      ? String(value)
      : (JSON.stringify(value) ?? 'nothing');
  return text.length <= 60 ? text : `${text.slice(0, 57).toWellFormed()}...`;
}
