// A Node response that keeps the bytes written to it, and its conversion to Lambda's result (payload 2.0).
import { isUtf8 } from 'node:buffer';
import {
  type IncomingMessage,
  type OutgoingHttpHeader,
  type OutgoingHttpHeaders,
  ServerResponse,
} from 'node:http';
import type { APIGatewayProxyStructuredResultV2 } from 'aws-lambda';

/** Headers of one connection (RFC 9110 section 7.6.1): the gateway's connection to the client is another. */
const HOP_BY_HOP = new Set(['connection', 'keep-alive', 'transfer-encoding']);

type Callback = (error?: Error | null) => void;
type GivenHeaders = OutgoingHttpHeaders | OutgoingHttpHeader[];

/** A response whose body is kept; `chunks` grows until it has finished. */
export interface KeptResponse extends ServerResponse {
  readonly chunks: Buffer[];
}

function isCallback(value: unknown): value is Callback {
  return typeof value === 'function';
}

/** The bytes and the callback among the arguments of `write` and `end`, in any of Node's three forms. */
function readArguments(args: readonly unknown[]): {
  bytes: Buffer | undefined;
  callback: Callback | undefined;
} {
  const [chunk, encoding] = args;
  const callback = args.find(isCallback);
  if (chunk === undefined || chunk === null || isCallback(chunk)) return { bytes: undefined, callback };
  if (typeof chunk !== 'string') return { bytes: Buffer.from(chunk as Uint8Array), callback };
  return {
    bytes: Buffer.from(chunk, isCallback(encoding) ? 'utf8' : (encoding as BufferEncoding)),
    callback,
  };
}

/** In Node, headers passed only to `writeHead` are not in `getHeaders()`: here they are set one by one. */
function setHeaders(response: ServerResponse, headers: GivenHeaders = {}): void {
  if (Array.isArray(headers)) {
    const flat = headers.flat() as string[];
    for (let n = 0; n < flat.length; n += 2) response.removeHeader(flat[n] as string);
    for (let n = 0; n < flat.length; n += 2) response.appendHeader(flat[n] as string, flat[n + 1] as string);
  } else {
    for (const [name, value] of Object.entries(headers)) {
      if (value !== undefined) response.setHeader(name, value);
    }
  }
}

/** False where the response has already ended or was destroyed. */
function keep(response: KeptResponse, bytes: Buffer | undefined): boolean {
  if (response.writableEnded || response.destroyed) return false;
  if (!response.headersSent) response.writeHead(response.statusCode);
  if (bytes !== undefined) response.chunks.push(bytes);
  return true;
}

/** Methods of a response without a connection. */
export const responseMethods = {
  /** Node's own getter depends on the connection, and there is none. */
  get writableFinished(): boolean {
    return (this as unknown as ServerResponse).writableEnded;
  },

  writeHead(this: KeptResponse, status: number, reason?: string | GivenHeaders, given?: GivenHeaders) {
    setHeaders(this, typeof reason === 'string' ? given : reason);
    if (typeof reason === 'string') this.statusMessage = reason;
    return ServerResponse.prototype.writeHead.call(this, status);
  },

  write(this: KeptResponse, ...args: unknown[]): boolean {
    const { bytes, callback } = readArguments(args);
    keep(this, bytes);
    if (callback !== undefined) process.nextTick(callback);
    return true;
  },

  end(this: KeptResponse, ...args: unknown[]): ServerResponse {
    const { bytes, callback } = readArguments(args);
    if (!keep(this, bytes)) return this;
    this.finished = true;
    process.nextTick(() => {
      this.emit('finish');
      callback?.();
      this.destroy();
    });
    return this;
  },
};

/** A response to `request`, without a connection; `ResponseClass` has the methods above. */
export function createResponse(request: IncomingMessage, ResponseClass: typeof ServerResponse): KeptResponse {
  return Object.assign(new ResponseClass(request), { chunks: [] });
}

/** RFC 9110 section 6.4.1: some responses never have a body, whatever the app wrote. */
function bodyOf(response: KeptResponse): Buffer {
  const { statusCode, req } = response;
  const none = req.method === 'HEAD' || statusCode === 204 || statusCode === 304;
  return none ? Buffer.alloc(0) : Buffer.concat(response.chunks);
}

/** The headers that the app has set, without cookies and those of the connection. */
export function headersOf(response: ServerResponse): Record<string, string> {
  const headers: Record<string, string> = {};
  const given = response.getHeaders();
  for (const name in given) {
    const value = given[name];
    if (value === undefined || HOP_BY_HOP.has(name) || name === 'set-cookie') continue;
    headers[name] = Array.isArray(value) ? value.join(', ') : String(value);
  }
  return headers;
}

/** Lambda's result of a finished response. Bytes that are not UTF-8 (images, gzip) are in base64. */
export function toResult(response: KeptResponse): APIGatewayProxyStructuredResultV2 {
  const body = bodyOf(response);
  const isBase64Encoded = !isUtf8(body);
  return {
    statusCode: response.statusCode,
    headers: headersOf(response),
    cookies: [response.getHeader('set-cookie') ?? []].flat().map(String),
    body: body.toString(isBase64Encoded ? 'base64' : 'utf8'),
    isBase64Encoded,
  };
}
