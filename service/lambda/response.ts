// A Node response that keeps the bytes written to it, and its conversion to Lambda's result (payload 2.0).
import type { IncomingMessage, ServerResponse } from 'node:http';
import type { APIGatewayProxyStructuredResultV2 } from 'aws-lambda';

/** Headers of one connection (RFC 9110 section 7.6.1): the gateway's connection to the client is another. */
const HOP_BY_HOP = new Set(['connection', 'keep-alive', 'transfer-encoding']);

interface KeptResponse extends ServerResponse {
  readonly chunks: Buffer[];
}

/** They take text in UTF-8 and bytes, which is what the app sends, without Node's other encodings and its callbacks. */
export const responseMethods = {
  /** Node's own getter depends on the connection, and there is none. */
  get writableFinished(): boolean {
    return (this as unknown as ServerResponse).writableEnded;
  },

  write(this: KeptResponse, chunk: string | Uint8Array = ''): boolean {
    if (this.writableEnded || this.destroyed) return false;
    if (!this.headersSent) this.writeHead(this.statusCode);
    this.chunks.push(Buffer.from(chunk as string));
    return true;
  },

  end(this: KeptResponse, chunk?: string | Uint8Array): ServerResponse {
    if (!this.write(chunk)) return this;
    this.finished = true;
    process.nextTick(() => {
      this.emit('finish');
      this.destroy();
    });
    return this;
  },
};

export function createResponse(request: IncomingMessage, ResponseClass: typeof ServerResponse): KeptResponse {
  return Object.assign(new ResponseClass(request), { chunks: [] });
}

/** The headers that the app has set, without those of the connection. */
export function headersOf(response: ServerResponse): Record<string, string> {
  const headers: Record<string, string> = {};
  const given = response.getHeaders();
  for (const name in given) {
    const value = given[name];
    if (value === undefined || HOP_BY_HOP.has(name)) continue;
    headers[name] = Array.isArray(value) ? value.join(', ') : String(value);
  }
  return headers;
}

/** The body is text. One to HEAD has it too: the gateway drops it, and takes from it the `content-length` of GET (RFC
 * 9110 section 8.6). */
export function toResult(response: KeptResponse): APIGatewayProxyStructuredResultV2 {
  const body = Buffer.concat(response.chunks).toString();
  return { statusCode: response.statusCode, headers: headersOf(response), body };
}
