// A response as the value of its operation, or as an error.
import { ApiError, type ApiErrorDetails, UnexpectedResponseError } from './errors.ts';
import { idempotencyKeyOf, retryAfterSeconds } from './headers.ts';
import { parseJson } from './json.ts';

function parsed(text: string, status: number, parse: (text: string) => unknown): unknown {
  try {
    return parse(text);
  } catch {
    throw new UnexpectedResponseError(status, 'its body is not JSON of the contract');
  }
}

/** `Result`: the type that the contract gives to the body. */
export function readBody<Result>(text: string, status: number, parse = parseJson): Result {
  return parsed(text, status, parse) as Result;
}

/** An `Error` of the service, or the `{"message": …}` of the gateway. */
export function errorOf(request: Request, response: Response, text: string): Error {
  const { status, headers } = response;
  const details: Omit<ApiErrorDetails, 'code'> = {
    status,
    requestId: headers.get('x-request-id') ?? headers.get('apigw-requestid') ?? undefined,
    idempotencyKey: idempotencyKeyOf(request.headers),
    retryAfterSeconds: retryAfterSeconds(headers, Date.now()),
  };
  const { code, message } = readBody<{ code?: unknown; message?: unknown } | null>(text, status) ?? {};
  if (typeof message !== 'string') return new UnexpectedResponseError(status, 'its error has no message');
  return new ApiError(message, { ...details, code: typeof code === 'string' ? code : 'gateway_error' });
}
