// A response as the value of its operation, or as an error.
import { ApiError, UnexpectedResponseError } from './errors.ts';
import { idempotencyKeyOf, retryAfterSeconds } from './headers.ts';
import { parseJson } from './json.ts';

/** What openapi-fetch gives for a response that succeeded. */
export interface Received {
  readonly data?: string;
  readonly response: Response;
}

/** `Result`: the type that the contract gives to the body. Throws UnexpectedResponseError where it is not JSON. */
export function readBody<Result>({ data = '', response }: Received, parse = parseJson): Result {
  try {
    return parse(data) as Result;
  } catch {
    throw new UnexpectedResponseError(response.status, 'its body is not JSON of the contract');
  }
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
      requestId: headers.get('x-request-id') ?? headers.get('apigw-requestid') ?? undefined,
      idempotencyKey: idempotencyKeyOf(request.headers),
      retryAfterSeconds: retryAfterSeconds(headers, Date.now()),
    },
  );
}
