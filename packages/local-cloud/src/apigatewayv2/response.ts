// A function's result as an HTTP response, by payload format 2.0.
// https://docs.aws.amazon.com/apigateway/latest/developerguide/http-api-develop-integrations-lambda.html
import { isPlain } from '../plain.ts';

export interface GatewayResponse {
  readonly status: number;
  /** Names in lower case; `set-cookie` may be repeated. */
  readonly headers: readonly (readonly [name: string, value: string])[];
  readonly body: Buffer;
}

const OWN_HEADERS = new Set(['connection', 'content-length', 'keep-alive', 'transfer-encoding', 'upgrade']);

/** Undefined: the result is malformed, and the client gets a 500. */
export function toResponse(answer: unknown): GatewayResponse | undefined {
  if (!isPlain(answer) || answer.statusCode === undefined) return inferred(answer);
  const status = Number(answer.statusCode);
  const headers = readHeaders(answer.headers);
  const cookies = readCookies(answer.cookies);
  const { body = '', isBase64Encoded = false } = answer;
  if (!Number.isInteger(status) || status < 200 || status > 599 || !headers || !cookies) return undefined;
  if (body !== null && typeof body !== 'string') return undefined;
  if (typeof isBase64Encoded !== 'boolean') return undefined;
  if (!headers.some(([name]) => name === 'content-type'))
    headers.push(['content-type', 'text/plain;charset=utf-8']);
  return {
    status,
    headers: [...headers, ...cookies],
    body: Buffer.from(body ?? '', isBase64Encoded ? 'base64' : 'utf8'),
  };
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

function readHeaders(value: unknown): [string, string][] | undefined {
  if (value === undefined || value === null) return [];
  if (!isPlain(value)) return undefined;
  const headers: [string, string][] = [];
  for (const [name, content] of Object.entries(value)) {
    if (!['string', 'number', 'boolean'].includes(typeof content) || !isHeader(name, String(content)))
      return undefined;
    if (!OWN_HEADERS.has(name.toLowerCase())) headers.push([name.toLowerCase(), String(content)]);
  }
  return headers;
}

function readCookies(value: unknown): [string, string][] | undefined {
  if (value === undefined || value === null) return [];
  if (!Array.isArray(value)) return undefined;
  const valid = value.every((cookie) => typeof cookie === 'string' && isHeader('set-cookie', cookie));
  return valid ? value.map((cookie) => ['set-cookie', cookie]) : undefined;
}

/** RFC 9110 5.1 and 5.5: a token, and no line break that would begin another header. */
function isHeader(name: string, value: string): boolean {
  return /^[!#$%&'*+\-.^_`|~0-9A-Za-z]+$/.test(name) && /^[\t\x20-\x7e\x80-\xff]*$/.test(value);
}
