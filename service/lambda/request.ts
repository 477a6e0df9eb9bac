// An HTTP API event (payload 2.0) as a Node request.
// https://docs.aws.amazon.com/apigateway/latest/developerguide/http-api-develop-integrations-lambda.html
import { EventEmitter } from 'node:events';
import type { IncomingMessage } from 'node:http';
import type { Socket } from 'node:net';
import type { APIGatewayProxyEventV2 } from 'aws-lambda';

export interface FromGateway {
  /** As in its access log; also the response's `x-request-id`. */
  readonly requestId: string;
  /** `https://host` of the domain name that it matched; empty where it gives none, so that links become relative. */
  readonly origin: string;
}

/** In place of the connection: an app may read the client's address from it, or destroy it. */
class StubSocket extends EventEmitter {
  readonly encrypted = true;
  /** Body parsers assume that a request was read already where its connection is not readable. */
  readonly readable = true;
  readonly remoteAddress: string;
  readonly gateway: FromGateway;
  destroyed = false;

  constructor(remoteAddress: string, gateway: FromGateway) {
    super();
    this.remoteAddress = remoteAddress;
    this.gateway = gateway;
  }

  destroy(): this {
    if (!this.destroyed) process.nextTick(() => this.emit('close'));
    this.destroyed = true;
    return this;
  }
}

/** The gateway of a request that is from an event. */
export function gatewayOf({ socket }: IncomingMessage): FromGateway {
  return (socket as unknown as StubSocket).gateway;
}

/** The gateway sets `x-forwarded-port`: 443 on AWS. */
function readOrigin(domainName: unknown, port: string | undefined): string {
  if (typeof domainName !== 'string' || !/^[\w.-]+$/.test(domainName)) return '';
  const other = port !== undefined && port !== '443' && /^\d{1,5}$/.test(port);
  return `https://${domainName}${other ? `:${port}` : ''}`;
}

export const requestMethods = {
  /** The whole body is pushed before: there is nothing to read. */
  _read(): void {},
  _destroy(this: IncomingMessage, error: Error | null, callback: (error?: Error | null) => void): void {
    if (!this.readableEnded) this.socket.destroy();
    callback(error);
  },
};

/** The gateway decodes the path: what a path cannot contain is escaped again (RFC 3986 section 3.3), and an escaped "/" is lost. */
function restorePath(rawPath: string): string {
  return rawPath.toWellFormed().replace(/[^A-Za-z0-9\-._~!$&'()*+,;=:@/]+/g, encodeURIComponent);
}

/** The gateway does not decode the query; only characters that a request line cannot contain are escaped. */
function restoreQuery(rawQueryString: string): string {
  return rawQueryString.toWellFormed().replace(/[^!-~]+|#/g, encodeURIComponent);
}

/** The gateway joins repeated headers, and passes cookies apart: the app reads none. */
function readHeaders(headers: APIGatewayProxyEventV2['headers']): Record<string, string> {
  const result: Record<string, string> = {};
  for (const [name, value] of Object.entries(headers)) {
    if (typeof value === 'string') result[name.toLowerCase()] = value;
  }
  return result;
}

function isObject(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null;
}

function isTextOrAbsent(value: unknown): boolean {
  return value === undefined || value === null || typeof value === 'string';
}

/** Whether a function was invoked by an HTTP API: everything that `toRequest` reads has its type. */
export function isHttpEvent(event: unknown): event is APIGatewayProxyEventV2 {
  if (!isObject(event) || !isObject(event.requestContext) || !isObject(event.headers)) return false;
  const { http } = event.requestContext;
  if (!isObject(http) || typeof http.method !== 'string' || typeof event.rawPath !== 'string') return false;
  return [event.rawQueryString, event.body, http.sourceIp].every(isTextOrAbsent);
}

export function toRequest(
  event: APIGatewayProxyEventV2,
  RequestClass: typeof IncomingMessage,
): IncomingMessage {
  const { http, requestId, domainName } = event.requestContext;
  const headers = readHeaders(event.headers);
  const gateway = {
    // It becomes a header: anything else than printable ASCII would be refused there.
    requestId: typeof requestId === 'string' && /^[!-~]+$/.test(requestId) ? requestId : '',
    origin: readOrigin(domainName, headers['x-forwarded-port']),
  };
  const socket = new StubSocket(http.sourceIp, gateway);
  const request = new RequestClass(socket as unknown as Socket);
  const body = Buffer.from(event.body ?? '', event.isBase64Encoded ? 'base64' : 'utf8');
  if (body.length > 0) headers['content-length'] = String(body.length);
  request.method = http.method;
  request.url =
    restorePath(event.rawPath) + (event.rawQueryString && `?${restoreQuery(event.rawQueryString)}`);
  request.headers = headers;
  request.httpVersion = '1.1';
  request.httpVersionMajor = 1;
  request.httpVersionMinor = 1;
  request.complete = true;
  if (body.length > 0) request.push(body);
  request.push(null);
  return request;
}
