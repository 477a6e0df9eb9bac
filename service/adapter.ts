// Lambda's handler: an HTTP API's event (payload 2.0) becomes a request, and the app's response Lambda's result. Our own:
// with Express, its adapter and the AWS SDK a cold start takes four times as long (bench/README.md, cold).
// https://docs.aws.amazon.com/apigateway/latest/developerguide/http-api-develop-integrations-lambda.html
import { parse } from 'node:querystring';
import type { APIGatewayProxyEventV2, APIGatewayProxyStructuredResultV2, Context } from 'aws-lambda';
import type { App } from './app.ts';
import { badParameter } from './http/errors.ts';
import type { ApiRequest } from './http/exchange.ts';
import { errorAnswer } from './http/response.ts';

export type Handler = (
  event: APIGatewayProxyEventV2,
  context: Pick<Context, 'getRemainingTimeInMillis'>,
) => Promise<APIGatewayProxyStructuredResultV2>;

/** Time for the response to leave Lambda. */
const MARGIN_MS = 300;

/** Lambda's handler for `app`. It always responds, once, before the function's time runs out. */
export function createHandler(app: App): Handler {
  return async (event, context) => {
    const request = readRequest(event);
    if (request === undefined) {
      const what = 'The event is not a request of an API Gateway HTTP API (payload format 2.0)';
      const { status, headers, body } = errorAnswer(badParameter(what));
      const type = { 'content-type': 'application/json' };
      return { statusCode: status, headers: { ...headers, ...type }, body: JSON.stringify(body) };
    }
    const outOfTime = new AbortController();
    const timeMs = Math.max(0, context.getRemainingTimeInMillis() - MARGIN_MS);
    const timer = setTimeout(() => outOfTime.abort(), timeMs);
    const { status, headers, body } = await app(request, outOfTime.signal);
    clearTimeout(timer);
    // RFC 9110 section 6.4.1: a response to HEAD never has a body.
    return { statusCode: status, headers, body: request.method === 'HEAD' ? '' : body };
  };
}

/** Undefined where the function was invoked by anything else than an HTTP API: all that is read here has its type. */
export function readRequest(event: unknown): ApiRequest | undefined {
  if (!isObject(event) || !isObject(event.requestContext) || !isObject(event.headers)) return undefined;
  const { rawPath, rawQueryString, body } = event;
  const { http, requestId, domainName } = event.requestContext;
  if (!isObject(http) || typeof http.method !== 'string' || typeof rawPath !== 'string') return undefined;
  if (![rawQueryString, body, http.sourceIp].every(isTextOrAbsent)) return undefined;
  const headers = readHeaders(event.headers);
  return {
    method: http.method,
    path: escapePath(rawPath),
    query: parse(((rawQueryString ?? '') as string).toWellFormed()),
    headers,
    body: Buffer.from((body ?? '') as string, event.isBase64Encoded ? 'base64' : 'utf8'),
    sourceIp: (http.sourceIp ?? undefined) as string | undefined,
    // It becomes a header: anything else than printable ASCII would be refused there.
    requestId: typeof requestId === 'string' && /^[!-~]+$/.test(requestId) ? requestId : '',
    origin: readOrigin(domainName, headers['x-forwarded-port']),
  };
}

function isObject(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null;
}

function isTextOrAbsent(value: unknown): boolean {
  return value === undefined || value === null || typeof value === 'string';
}

/** The gateway joins repeated headers, and passes cookies apart, which nobody reads. */
function readHeaders(given: Readonly<Record<string, unknown>>): Record<string, string> {
  const headers: Record<string, string> = {};
  for (const [name, value] of Object.entries(given)) {
    if (typeof value === 'string') headers[name.toLowerCase()] = value;
  }
  return headers;
}

/**
 * The gateway decodes the path. Characters that a path cannot contain are escaped again (RFC 3986 section 3.3); an
 * escaped "/" cannot be distinguished from a literal one.
 */
function escapePath(rawPath: string): string {
  return rawPath.toWellFormed().replace(/[^A-Za-z0-9\-._~!$&'()*+,;=:@/]+/g, encodeURIComponent);
}

/** The gateway sets `x-forwarded-port`: 443 on AWS. */
function readOrigin(domainName: unknown, port: string | undefined): string {
  if (typeof domainName !== 'string' || !/^[\w.-]+$/.test(domainName)) return '';
  const other = port !== undefined && port !== '443' && /^\d{1,5}$/.test(port);
  return `https://${domainName}${other ? `:${port}` : ''}`;
}
