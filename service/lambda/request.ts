// An HTTP API event (payload 2.0) as a Node request.
// https://docs.aws.amazon.com/apigateway/latest/developerguide/http-api-develop-integrations-lambda.html
import { EventEmitter } from 'node:events';
import type { IncomingMessage } from 'node:http';
import type { Socket } from 'node:net';
import type { APIGatewayProxyEventV2 } from 'aws-lambda';

/** Stands where the connection would be: an app may ask it where a request came from, or destroy it. */
class StubSocket extends EventEmitter {
  readonly encrypted = true;
  /** Body parsers take a request whose connection is no longer readable for one that has been read. */
  readonly readable = true;
  readonly remoteAddress: string;
  destroyed = false;

  constructor(remoteAddress: string) {
    super();
    this.remoteAddress = remoteAddress;
  }

  destroy(): this {
    if (!this.destroyed) process.nextTick(() => this.emit('close'));
    this.destroyed = true;
    return this;
  }
}

const requestIds = new WeakMap<IncomingMessage, string>();

/** The gateway's id of the request, the same as in its access log; undefined where no event brought it. */
export function gatewayRequestId(request: IncomingMessage): string | undefined {
  return requestIds.get(request);
}

/** Of a request without a connection. */
export const requestMethods = {
  /** The body is pushed whole: there is nothing to fetch. */
  _read(): void {},
  _destroy(this: IncomingMessage, error: Error | null, callback: (error?: Error | null) => void): void {
    if (!this.readableEnded) this.socket.destroy();
    callback(error);
  },
};

/**
 * The gateway decodes the path. What may not stand in one as it is gets its escape back (RFC 3986 section 3.3);
 * a "/" that was escaped can't be told from one that was not.
 */
function restorePath(rawPath: string): string {
  return rawPath.toWellFormed().replace(/[^A-Za-z0-9\-._~!$&'()*+,;=:@/]+/g, encodeURIComponent);
}

/** The query comes as it was sent; only what could not stand in a request line is escaped. */
function restoreQuery(rawQueryString: string): string {
  return rawQueryString.toWellFormed().replace(/[^!-~]+|#/g, encodeURIComponent);
}

/**
 * Names in lower case; repeated headers come joined, cookies in a list of their own. The gateway has read the body
 * whole, in whatever way it came: its length is known.
 */
function readHeaders({ headers, cookies }: APIGatewayProxyEventV2): Record<string, string> {
  const result: Record<string, string> = {};
  for (const [name, value] of Object.entries(headers)) {
    const lower = name.toLowerCase();
    if (value !== undefined && lower !== 'transfer-encoding') result[lower] = value;
  }
  if (cookies !== undefined && cookies.length > 0) result.cookie = cookies.join('; ');
  return result;
}

export function toRequest(event: APIGatewayProxyEventV2, Request: typeof IncomingMessage): IncomingMessage {
  const { http, requestId } = event.requestContext;
  const request = new Request(new StubSocket(http.sourceIp) as unknown as Socket);
  const headers = readHeaders(event);
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
  requestIds.set(request, requestId);
  return request;
}
