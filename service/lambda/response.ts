// A Node response that keeps what is written to it, and gives it as Lambda's result (payload 2.0).
import { isUtf8 } from 'node:buffer';
import { type OutgoingHttpHeader, type OutgoingHttpHeaders, ServerResponse } from 'node:http';
import type { APIGatewayProxyStructuredResultV2 } from 'aws-lambda';

/** Of one connection (RFC 9110 section 7.6.1): the gateway has its own to the client. */
const HOP_BY_HOP = new Set(['connection', 'keep-alive', 'transfer-encoding']);

type Callback = (error?: Error | null) => void;
type GivenHeaders = OutgoingHttpHeaders | OutgoingHttpHeader[];

function isCallback(value: unknown): value is Callback {
  return typeof value === 'function';
}

export class BufferedResponse extends ServerResponse {
  readonly #chunks: Buffer[] = [];

  /** Node keeps headers that are only given here out of `getHeaders()`, so they are set one by one. */
  override writeHead(status: number, reason?: string | GivenHeaders, given?: GivenHeaders): this {
    const headers = (typeof reason === 'string' ? given : reason) ?? {};
    if (Array.isArray(headers)) {
      const pairs = headers.flat() as string[];
      for (let n = 0; n < pairs.length; n += 2) this.removeHeader(pairs[n] as string);
      for (let n = 0; n < pairs.length; n += 2) this.appendHeader(pairs[n] as string, pairs[n + 1] as string);
    } else {
      for (const [name, value] of Object.entries(headers))
        if (value !== undefined) this.setHeader(name, value);
    }
    return super.writeHead(status, typeof reason === 'string' ? reason : undefined);
  }

  override write(chunk: unknown, encoding?: BufferEncoding | Callback, callback?: Callback): boolean {
    this.#keep(chunk, isCallback(encoding) ? undefined : encoding);
    const done = isCallback(encoding) ? encoding : callback;
    if (done !== undefined) process.nextTick(done);
    return true;
  }

  override end(chunk?: unknown, encoding?: BufferEncoding | Callback, callback?: Callback): this {
    if (this.writableEnded || this.destroyed) return this;
    const done = [chunk, encoding, callback].find(isCallback);
    if (chunk !== undefined && chunk !== null && !isCallback(chunk)) {
      this.#keep(chunk, isCallback(encoding) ? undefined : encoding);
    }
    if (!this.headersSent) this.writeHead(this.statusCode);
    this.finished = true;
    process.nextTick(() => {
      this.emit('finish');
      done?.();
      this.destroy();
    });
    return this;
  }

  #keep(chunk: unknown, encoding?: BufferEncoding): void {
    if (this.writableEnded || this.destroyed) return;
    if (!this.headersSent) this.writeHead(this.statusCode);
    this.#chunks.push(
      typeof chunk === 'string' ? Buffer.from(chunk, encoding) : Buffer.from(chunk as Uint8Array),
    );
  }

  /** RFC 9110 section 6.4.1: what never has a body, whatever the app wrote. */
  #body(): Buffer {
    const { statusCode } = this;
    const none = this.req.method === 'HEAD' || statusCode === 204 || statusCode === 304;
    return none ? Buffer.alloc(0) : Buffer.concat(this.#chunks);
  }

  /** Once it has finished. Text stays text; bytes that are no UTF-8 (images, gzip) travel in base64. */
  toResult(): APIGatewayProxyStructuredResultV2 {
    const headers: Record<string, string> = {};
    let cookies: string[] = [];
    for (const [name, value] of Object.entries(this.getHeaders())) {
      if (value === undefined || HOP_BY_HOP.has(name)) continue;
      if (name === 'set-cookie') cookies = [value].flat().map(String);
      else headers[name] = Array.isArray(value) ? value.join(', ') : String(value);
    }
    const body = this.#body();
    const isBase64Encoded = !isUtf8(body);
    return {
      statusCode: this.statusCode,
      headers,
      cookies,
      body: body.toString(isBase64Encoded ? 'base64' : 'utf8'),
      isBase64Encoded,
    };
  }
}
