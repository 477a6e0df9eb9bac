// Lambda's handler for an HTTP app: an HTTP API event (payload 2.0) becomes a request and a response without a network.
// Our own: with `serverless-http` and the AWS SDK a cold start takes four times as long (bench/README.md, cold).
import { IncomingMessage, ServerResponse } from 'node:http';
import type { APIGatewayProxyEventV2, APIGatewayProxyStructuredResultV2, Context } from 'aws-lambda';
import { isHttpEvent, requestMethods, toRequest } from './lambda/request.ts';

/** What Node calls for each request; an Express app has prototypes of its own for both. */
export interface App {
  (request: IncomingMessage, response: ServerResponse): void;
  readonly request?: object;
  readonly response?: object;
}

export type Handler = (
  event: APIGatewayProxyEventV2,
  context: Pick<Context, 'getRemainingTimeInMillis'>,
) => Promise<APIGatewayProxyStructuredResultV2>;

/** `out-of-time`: Lambda is about to stop the function; `cut-off`: the app destroyed the connection, or threw;
 * `not-http`: the event is no request. */
export type Reason = 'out-of-time' | 'cut-off' | 'not-http';

/** The response in place of the app's, which has not sent `response`. The headers that the app has set stay. */
export type FallbackResponse = (
  why: Reason,
  response: ServerResponse | undefined,
) => APIGatewayProxyStructuredResultV2 & { readonly statusCode: number };

/** Headers of one connection (RFC 9110 section 7.6.1): the gateway's connection to the client is another. */
const HOP_BY_HOP = new Set(['connection', 'keep-alive', 'transfer-encoding']);

interface KeptResponse extends ServerResponse {
  readonly chunks: Buffer[];
}

/** They take text in UTF-8 and bytes, which is what the app sends, without Node's other encodings and its callbacks. */
const responseMethods = {
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

/** The headers that the app has set, without those of the connection. */
function headersOf(response: ServerResponse): Record<string, string> {
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
function toResult(response: KeptResponse): APIGatewayProxyStructuredResultV2 {
  const body = Buffer.concat(response.chunks).toString();
  return { statusCode: response.statusCode, headers: headersOf(response), body };
}

/** A class whose objects have `prototype` from the start: Express sets it on each request and response, and V8 keeps the shape of
 * an object that has it. So do methods on it: functions of each object's own take four times as long in garbage collection. */
function classWithPrototype<Message extends abstract new (...args: never) => object>(
  Original: Message,
  methods: object,
  prototype: object = Object.create(Original.prototype),
): Message {
  Object.defineProperties(prototype, Object.getOwnPropertyDescriptors(methods));
  function Message(...args: unknown[]): object {
    return Reflect.construct(Original, args, Message);
  }
  Message.prototype = prototype;
  return Message as unknown as Message;
}

/** Time for the response to leave Lambda. */
const MARGIN_MS = 300;

/** Changes the prototypes of `app`. It always responds, once, before the function's time runs out, and destroys the app's
 * response then, so that the app can stop what it does. */
export function createHandler(app: App, fallbackResponse: FallbackResponse): Handler {
  const RequestClass = classWithPrototype(IncomingMessage, requestMethods, app.request);
  const ResponseClass = classWithPrototype(ServerResponse, responseMethods, app.response);
  return async (event, context) => {
    if (!isHttpEvent(event)) return fallbackResponse('not-http', undefined);
    const request = toRequest(event, RequestClass);
    const response: KeptResponse = Object.assign(new ResponseClass(request), { chunks: [] });
    return new Promise((resolve) => {
      let why: Reason = 'cut-off';
      const timer = setTimeout(
        () => {
          why = 'out-of-time';
          response.destroy();
        },
        Math.max(0, context.getRemainingTimeInMillis() - MARGIN_MS),
      );
      // An app may destroy the connection in place of a response: Lambda would wait until its time limit.
      request.socket.once('close', () => response.destroy());
      response.once('close', () => {
        clearTimeout(timer);
        if (response.writableFinished) return resolve(toResult(response));
        const result = fallbackResponse(why, response);
        // The app writes its log line in the same event, after this: it has the status of this response.
        response.statusCode = result.statusCode;
        resolve({ ...result, headers: { ...headersOf(response), ...result.headers } });
      });
      try {
        app(request, response);
      } catch {
        response.destroy();
      }
    });
  };
}
