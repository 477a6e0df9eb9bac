// One request in the gateway, and its line in the access log.
import { randomBytes } from 'node:crypto';
import type { IncomingMessage } from 'node:http';
import type { Target } from './records.ts';
import type { IntegrationOutcome } from './response.ts';

export interface Exchange {
  readonly requestId: string;
  /** Milliseconds since 1970. */
  readonly time: number;
  readonly method: string;
  readonly path: string;
  readonly query: string;
  readonly domainName: string;
  readonly protocol: string;
  readonly sourceIp: string;
}

/** Undefined for a request target that is neither in origin form nor in absolute form: `*`. */
export function openExchange(request: IncomingMessage, host: string): Exchange | undefined {
  const parts = splitTarget(request.url ?? '/');
  if (parts === undefined) return undefined;
  return {
    ...parts,
    requestId: newRequestId(),
    time: Date.now(),
    method: request.method ?? 'GET',
    domainName: host,
    protocol: `HTTP/${request.httpVersion}`,
    sourceIp: (request.socket.remoteAddress ?? '').replace(/^::ffff:/, ''),
  };
}

export const newRequestId = () => randomBytes(11).toString('base64');

export function splitTarget(target: string): { path: string; query: string } | undefined {
  const origin = target.replace(/^https?:\/\/[^/?#]*/i, '');
  const at = origin.indexOf('?');
  const [path, query] = at < 0 ? [origin, ''] : [origin.slice(0, at), origin.slice(at + 1)];
  if (path.startsWith('/')) return { path, query };
  return path === '' && origin !== target ? { path: '/', query } : undefined;
}

/** `$context` variables without their prefix: `identity.sourceIp`. */
type LogVariables = Readonly<Record<string, string | number | undefined>>;

/** https://docs.aws.amazon.com/apigateway/latest/developerguide/http-api-logging-variables.html: absent ones become `-`; JSON stays JSON. */
export function formatAccessLog(format: string, variables: LogVariables): string {
  return format.replace(/\$context\.([\w.]*\w)/g, (_whole, name: string) => {
    const value = Object.hasOwn(variables, name) ? variables[name] : undefined;
    return value === undefined ? '-' : JSON.stringify(String(value)).slice(1, -1);
  });
}

export function logVariables(
  exchange: Exchange,
  { api, stage }: Target,
  { response, latencyMs, error }: IntegrationOutcome,
): LogVariables {
  return {
    apiId: api.id,
    domainName: exchange.domainName,
    extendedRequestId: exchange.requestId,
    httpMethod: exchange.method,
    'identity.sourceIp': exchange.sourceIp,
    integrationErrorMessage: error,
    integrationLatency: latencyMs,
    path: exchange.path,
    requestId: exchange.requestId,
    requestTime: formatTime(exchange.time),
    responseLatency: Date.now() - exchange.time,
    responseLength: response.body.length,
    routeKey: '$default',
    stage: stage.name,
    status: response.status,
  };
}

export function formatTime(time: number): string {
  const [, day, month, year, clock] =
    /^\w+, (\d+) (\w+) (\d+) ([\d:]+)/.exec(new Date(time).toUTCString()) ?? [];
  return `${day}/${month}/${year}:${clock} +0000`;
}
