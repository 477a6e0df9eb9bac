// One request in the gateway, with what the event and the access log need of it.
import { randomBytes } from 'node:crypto';
import type { IncomingMessage } from 'node:http';
import type { LogVariables } from './access-log.ts';
import { formatTime } from './event.ts';
import type { GatewayResponse } from './response.ts';
import type { Target } from './target.ts';

export interface Exchange {
  readonly requestId: string;
  /** Milliseconds since 1970. */
  readonly time: number;
  readonly method: string;
  /** As sent. */
  readonly path: string;
  readonly query: string;
  /** The host, without its port. */
  readonly domainName: string;
  readonly protocol: string;
  readonly sourceIp: string;
  readonly userAgent: string;
}

/** The result of the integration. */
export interface IntegrationOutcome {
  readonly response: GatewayResponse;
  readonly latencyMs?: number;
  /** The function's own status, or the status of invoking it. */
  readonly status?: number;
  readonly error?: string;
  readonly routeKey?: string;
}

export function openExchange(request: IncomingMessage, host: string, path: string, query: string): Exchange {
  return {
    requestId: randomBytes(11).toString('base64'),
    time: Date.now(),
    method: request.method ?? 'GET',
    path,
    query,
    domainName: host,
    protocol: `HTTP/${request.httpVersion}`,
    sourceIp: (request.socket.remoteAddress ?? '').replace(/^::ffff:/, ''),
    userAgent: request.headers['user-agent'] ?? '',
  };
}

/** The `$context` variables of an exchange after its response. */
export function logVariables(
  exchange: Exchange,
  { api, stage, basePath }: Target,
  accountId: string,
  { response, latencyMs, status, error, routeKey }: IntegrationOutcome,
): LogVariables {
  const message = response.status >= 400 && status === undefined ? messageOf(response) : undefined;
  return {
    accountId,
    apiId: api.id,
    'customDomain.basePathMatched': basePath,
    dataProcessed: response.body.length,
    domainName: exchange.domainName,
    domainPrefix: exchange.domainName.split('.')[0],
    'error.message': message,
    'error.messageString': message && JSON.stringify(message),
    extendedRequestId: exchange.requestId,
    httpMethod: exchange.method,
    'identity.sourceIp': exchange.sourceIp,
    'identity.userAgent': exchange.userAgent,
    'integration.error': error,
    'integration.integrationStatus': status,
    'integration.latency': latencyMs,
    'integration.status': status,
    integrationErrorMessage: error,
    integrationLatency: latencyMs,
    integrationStatus: status,
    path: exchange.path,
    protocol: exchange.protocol,
    requestId: exchange.requestId,
    requestTime: formatTime(exchange.time),
    requestTimeEpoch: exchange.time,
    responseLatency: Date.now() - exchange.time,
    responseLength: response.body.length,
    routeKey,
    stage: stage.name,
    status: response.status,
  };
}

/** The message of one of the gateway's own responses. */
function messageOf({ body }: GatewayResponse): string | undefined {
  try {
    return (JSON.parse(body.toString()) as { message?: string }).message;
  } catch {
    return undefined;
  }
}
