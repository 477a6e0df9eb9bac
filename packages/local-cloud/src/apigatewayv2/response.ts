// A function's result as an HTTP response, by payload format 2.0.
// https://docs.aws.amazon.com/apigateway/latest/developerguide/http-api-develop-integrations-lambda.html
import { z } from 'zod';
import { isPlain } from '../plain.ts';

export interface GatewayResponse {
  readonly status: number;
  /** Names in lower case; `set-cookie` may be repeated. */
  readonly headers: readonly (readonly [name: string, value: string])[];
  readonly body: Buffer;
}

const OWN_HEADERS = new Set(['connection', 'content-length', 'keep-alive', 'transfer-encoding', 'upgrade']);

/** RFC 9110 5.1 and 5.5: a token, and no line break that would begin another header. */
const headerName = z.string().regex(/^[!#$%&'*+\-.^_`|~0-9A-Za-z]+$/);
const headerValue = z.string().regex(/^[\t\x20-\x7e\x80-\xff]*$/);

const result = z.object({
  statusCode: z.coerce.number<unknown>().int().min(200).max(599),
  headers: z
    .record(headerName, z.union([z.string(), z.number(), z.boolean()]).transform(String).pipe(headerValue))
    .nullish(),
  cookies: z.array(headerValue).nullish(),
  body: z.string().nullish(),
  isBase64Encoded: z.boolean().default(false),
});

/** Undefined: the result is malformed, and the client gets a 500. */
export function toResponse(answer: unknown): GatewayResponse | undefined {
  if (!isPlain(answer) || answer.statusCode === undefined) return inferred(answer);
  const { data } = result.safeParse(answer);
  if (data === undefined) return undefined;
  const { statusCode: status, body, isBase64Encoded } = data;
  const headers: [string, string][] = Object.entries(data.headers ?? {})
    .map(([name, value]): [string, string] => [name.toLowerCase(), value])
    .filter(([name]) => !OWN_HEADERS.has(name));
  if (!headers.some(([name]) => name === 'content-type'))
    headers.push(['content-type', 'text/plain;charset=utf-8']);
  for (const cookie of data.cookies ?? []) headers.push(['set-cookie', cookie]);
  return { status, headers, body: Buffer.from(body ?? '', isBase64Encoded ? 'base64' : 'utf8') };
}

export interface IntegrationOutcome {
  readonly response: GatewayResponse;
  readonly latencyMs?: number;
  readonly error?: string;
}

/** One of the gateway's own responses as the result. `error`: for the access log. */
export function own(status: number, message: string, error?: string): IntegrationOutcome {
  return { response: messageResponse(status, message), error };
}

/** One of the gateway's own responses: `{"message":"Not Found"}`. */
export const messageResponse = (status: number, message: string): GatewayResponse =>
  inferred({ message }, status);

/** Without a statusCode, the whole result is the body of a 200. */
function inferred(answer: unknown, status = 200): GatewayResponse {
  const body = Buffer.from(typeof answer === 'string' ? answer : JSON.stringify(answer));
  return { status, headers: [['content-type', 'application/json']], body };
}
