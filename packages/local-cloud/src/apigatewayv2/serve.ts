// A request through the gateway: limits, stage, throttling, CORS, function, response, access log.
import type { IncomingMessage, ServerResponse } from 'node:http';
import type { CloudContext } from '../context.ts';
import { readBody } from '../ingress/requests.ts';
import type { Functions } from '../interfaces.ts';
import { CORS_HEADERS, isPreflight, preflightHeaders, responseHeaders } from './cors.ts';
import { buildEvent } from './event.ts';
import { type Exchange, formatAccessLog, logVariables, newRequestId, openExchange } from './exchange.ts';
import { integrate } from './invoke-function.ts';
import type { Records, Target } from './records.ts';
import { type GatewayResponse, type IntegrationOutcome, messageResponse, own } from './response.ts';

/** Request line and headers together. https://docs.aws.amazon.com/apigateway/latest/developerguide/http-api-quotas.html */
const MAX_HEADER_BYTES = 10_240;
const MAX_BODY_BYTES = 10 * 1024 * 1024;

/** Undefined: nothing is deployed. `unknown host`: the host is not served at the name that the client connected to. */
export type Found = Target | 'unknown host' | undefined;

export type Serve = (request: IncomingMessage, response: ServerResponse, host: string, target: Found) => void;

/** Every request gets a response, also after an unexpected error. */
export function createServe(context: CloudContext, records: Records, functions: Functions): Serve {
  const throttles = new Map<string, ReturnType<typeof createThrottle>>();

  const passes = ({ api, stage }: Target): boolean => {
    const key = `${api.id}/${stage.name}`;
    const pass = throttles.get(key) ?? createThrottle();
    throttles.set(key, pass);
    return pass(stage.defaultRouteSettings ?? {}, Date.now());
  };

  async function respond(
    request: IncomingMessage,
    exchange: Exchange,
    target: Target,
  ): Promise<IntegrationOutcome> {
    if (headerBytes(request) > MAX_HEADER_BYTES) return own(431, 'Request Header Fields Too Large');
    if (!passes(target)) return own(429, 'Too Many Requests');
    const { corsConfiguration: cors } = target.api.inputs;
    if (cors !== undefined && isPreflight(exchange.method, request.headers)) {
      const headers = Object.entries(preflightHeaders(cors, request.headers));
      return { response: { status: 204, headers, body: Buffer.alloc(0) } };
    }
    const route = records.routes.values().find(({ inputs }) => inputs.apiId === target.api.id)?.inputs;
    if (route === undefined) return own(404, 'Not Found');
    const body = await readBody(request, MAX_BODY_BYTES);
    if (body === undefined) return own(413, 'Request Entity Too Large');
    const event = buildEvent({
      ...exchange,
      accountId: context.accountId,
      apiId: target.api.id,
      stage: target.stage.name,
      routeKey: route.routeKey,
      rawHeaders: request.rawHeaders,
      port: request.socket.localPort ?? 443,
      body,
    });
    const outcome = await integrate(context, records, functions, target, route, event);
    if (cors === undefined) return outcome;
    const { response } = outcome;
    const kept = response.headers.filter(([name]) => !CORS_HEADERS.has(name));
    const added = Object.entries(responseHeaders(cors, request.headers.origin));
    return { ...outcome, response: { ...response, headers: [...kept, ...added] } };
  }

  return (request, response, host, target) => {
    const exchange = openExchange(request, host);
    const sendOwn = (answer: GatewayResponse) =>
      send(request, response, exchange?.requestId ?? newRequestId(), answer);
    if (target === 'unknown host') return sendOwn(UNKNOWN_HOST);
    if (exchange === undefined) return sendOwn(messageResponse(400, 'Bad Request'));
    if (target === undefined) return sendOwn(messageResponse(404, 'Not Found'));
    respond(request, exchange, target).then(
      (outcome) => {
        sendOwn(outcome.response);
        const { accessLogSettings } = target.stage;
        if (accessLogSettings === undefined) return;
        const variables = logVariables(exchange, target, outcome);
        context.log('access', formatAccessLog(accessLogSettings.format, variables));
      },
      (error: Error) => {
        // The client closed the connection before its request was complete.
        if (request.destroyed) return response.destroy();
        context.log('apigatewayv2', `${exchange.method} ${exchange.path}: ${error.stack}`);
        sendOwn(messageResponse(500, 'Internal Server Error'));
      },
    );
  };
}

/** https://repost.aws/knowledge-center/configure-cloudfront-to-forward-headers: an unknown Host header gets a 403. */
const FORBIDDEN = messageResponse(403, 'Forbidden');
const ERROR_TYPE = ['x-amzn-errortype', 'ForbiddenException'] as const;
const UNKNOWN_HOST: GatewayResponse = { ...FORBIDDEN, headers: [...FORBIDDEN.headers, ERROR_TYPE] };

function send(
  request: IncomingMessage,
  response: ServerResponse,
  requestId: string,
  { status, headers, body }: GatewayResponse,
): void {
  for (const [name, value] of headers) response.appendHeader(name, value);
  response.setHeader('apigw-requestid', requestId);
  const bodyless = status === 204 || status === 304;
  if (!bodyless) response.setHeader('content-length', body.length);
  response.writeHead(status).end(bodyless || request.method === 'HEAD' ? undefined : body);
}

function headerBytes({ method, url, httpVersion, rawHeaders }: IncomingMessage): number {
  const line = `${method} ${url} HTTP/${httpVersion}\r\n`.length;
  return rawHeaders.reduce((sum, part) => sum + part.length + 2, line);
}

/** The account's limits, for a stage that sets none: requests per second on average, and at once from a full bucket. */
const ACCOUNT_RATE = 10_000;
const ACCOUNT_BURST = 5_000;

/** A token bucket; `now`: milliseconds. https://docs.aws.amazon.com/apigateway/latest/developerguide/http-api-throttling.html */
export function createThrottle() {
  let tokens = Number.POSITIVE_INFINITY;
  let last = 0;
  return (limits: { throttlingRateLimit?: number; throttlingBurstLimit?: number }, now: number): boolean => {
    const { throttlingRateLimit: rate = ACCOUNT_RATE, throttlingBurstLimit: burst = ACCOUNT_BURST } = limits;
    tokens = Math.min(burst, tokens + (Math.max(0, now - last) / 1000) * rate);
    last = now;
    if (tokens < 1) return false;
    tokens -= 1;
    return true;
  };
}
