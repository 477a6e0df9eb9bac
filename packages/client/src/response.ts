// A response as the value of its operation, or as an error.
import { ApiError, UnexpectedResponseError } from './errors.ts';
import { idempotencyKeyOf, requestIdOf, retryAfterSeconds } from './headers.ts';
import { parseJson } from './json.ts';

/** What openapi-fetch gives for a response that succeeded. */
export interface Received {
  readonly data?: string;
  readonly response: Response;
}

type Is = (body: unknown) => boolean;

const isObject = (body: unknown): body is Readonly<Record<string, unknown>> =>
  typeof body === 'object' && body !== null && !Array.isArray(body);

/** An animal or an order, by what a program relies on: its id, a bigint. */
export const isRecord: Is = (body) => isObject(body) && typeof body.id === 'bigint';
export const isList: Is = (body) => Array.isArray(body) && body.every(isRecord);
export const isDocument: Is = isObject;

interface Expected {
  readonly is: Is;
  readonly parse?: (text: string) => unknown;
  /** Of a create. */
  readonly idempotencyKey?: string;
}

/** `Result`: the type that the contract gives to the body. Throws UnexpectedResponseError where it is something else. */
export function readBody<Result>({ data = '', response }: Received, expected: Expected): Result {
  const { is, parse = parseJson, idempotencyKey } = expected;
  const unexpected = (why: string) =>
    new UnexpectedResponseError(response.status, why, {
      requestId: requestIdOf(response.headers),
      idempotencyKey,
    });
  let body: unknown;
  try {
    body = parse(data);
  } catch {
    throw unexpected('its body is not JSON of the contract');
  }
  if (!is(body)) throw unexpected('its body is other JSON than that of the contract');
  return body as Result;
}

interface ErrorBody {
  readonly code?: unknown;
  readonly message?: unknown;
}

function readError(text: string): ErrorBody {
  try {
    return (JSON.parse(text) as ErrorBody | null) ?? {};
  } catch {
    return {};
  }
}

/** From an `Error` of the service, the `{"message": …}` of the gateway, or a page of something else on the way. */
export function errorOf(request: Request, { status, headers }: Response, text: string): ApiError {
  const { code, message } = readError(text);
  return new ApiError(
    typeof message === 'string' ? message : `The response is a ${status} without a message`,
    {
      status,
      code: typeof code === 'string' ? code : 'gateway_error',
      requestId: requestIdOf(headers),
      idempotencyKey: idempotencyKeyOf(request.headers),
      retryAfterSeconds: retryAfterSeconds(headers, Date.now()),
    },
  );
}
