// A response as the value of its operation, or as an error. An int64 is a bigint; every other number an ordinary one.
import { isLosslessNumber, parse, stringify } from 'lossless-json';
import { ApiError, UnexpectedResponseError } from './errors.ts';
import { INT64_MEMBERS } from './generated/int64.ts';
import { requestIdOf, retryAfterSeconds } from './headers.ts';

export interface Received {
  readonly status: number;
  readonly isOk: boolean;
  readonly headers: Headers;
  readonly text: string;
}

/** Throws SyntaxError where the text is not JSON, or has a fraction in place of an int64. JSON.parse gives a reviver the
 * source text from Node 21 on only. */
function parseJson(text: string): unknown {
  return parse(text, (key, value) => {
    if (!isLosslessNumber(value)) return value;
    return INT64_MEMBERS.has(key) ? BigInt(value.value) : Number(value.value);
  });
}

/** As JSON.stringify, and a bigint becomes a number with all of its digits. `value`: what JSON can hold. */
export function stringifyJson(value: unknown): string {
  return stringify(value) as string;
}

const isObject = (body: unknown): body is Readonly<Record<string, unknown>> =>
  typeof body === 'object' && body !== null && !Array.isArray(body);

/** An animal or an order, by what a program relies on: its id, a bigint. */
export const isRecord = (body: unknown) => isObject(body) && typeof body.id === 'bigint';
export const isList = (body: unknown) => Array.isArray(body) && body.every(isRecord);
export const isDocument: (body: unknown) => boolean = isObject;

export interface Expected {
  readonly is: (body: unknown) => boolean;
  readonly parse?: (text: string) => unknown;
  /** Of a create. */
  readonly idempotencyKey?: string;
}

/** `Body`: the type that the contract gives to it. Throws UnexpectedResponseError where it is something else. */
export function readBody<Body>(
  received: Received,
  { is, parse = parseJson, idempotencyKey }: Expected,
): Body {
  const unexpected = (why: string) =>
    new UnexpectedResponseError(received.status, why, requestIdOf(received.headers), idempotencyKey);
  let body: unknown;
  try {
    body = parse(received.text);
  } catch {
    throw unexpected('its body is not JSON of the contract');
  }
  if (!is(body)) throw unexpected('its body is other JSON than that of the contract');
  return body as Body;
}

function readError(text: string): { readonly code?: unknown; readonly message?: unknown } {
  try {
    return (JSON.parse(text) as object | null) ?? {};
  } catch {
    return {};
  }
}

/** From an `Error` of the service, the `{"message": …}` of the gateway, or a page of something else on the way. */
export function errorOf({ status, headers, text }: Received, idempotencyKey: string | undefined): ApiError {
  const { code, message } = readError(text);
  const said = typeof message === 'string' ? message : `The response is a ${status} without a message`;
  return new ApiError(said, {
    status,
    code: typeof code === 'string' ? code : 'gateway_error',
    requestId: requestIdOf(headers),
    idempotencyKey,
    retryAfterSeconds: retryAfterSeconds(headers, Date.now()),
  });
}
