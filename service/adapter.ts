// Lambda's handler for an HTTP app: an HTTP API event (payload 2.0) becomes a request and a response without a network,
// and the app's response becomes Lambda's result. Our own: with `serverless-http` and the AWS SDK a cold start takes four
// times as long, and serverless-http hangs on an error after the headers (bench/README.md, cold).
import { IncomingMessage, ServerResponse } from 'node:http';
import type { APIGatewayProxyEventV2, APIGatewayProxyStructuredResultV2, Context } from 'aws-lambda';
import { isHttpEvent, requestMethods, toRequest } from './lambda/request.ts';
import { createResponse, headersOf, responseMethods, toResult } from './lambda/response.ts';

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

/**
 * `out-of-time`: Lambda is about to stop the function; `cut-off`: the app destroyed the connection, or threw;
 * `not-http`: the event is not an HTTP API's.
 */
export type Reason = 'out-of-time' | 'cut-off' | 'not-http';

/** The response in place of the app's, which has not sent `response`. The headers that the app has set stay. */
export type FallbackResponse = (
  why: Reason,
  response: ServerResponse | undefined,
) => APIGatewayProxyStructuredResultV2 & { readonly statusCode: number };

/**
 * A class whose objects have `prototype` when they are created, with `methods` on it. Express sets the prototype of each
 * request and response: where an object has it already, V8 keeps the object's shape. The methods are on the prototype
 * for the same reason: objects with functions of their own would each have a shape of their own, and garbage collection
 * takes four times as long with those.
 */
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

/**
 * Lambda's handler for `app`, whose own prototypes are changed: its requests and responses have no connection. It always
 * responds, once, before the function's time runs out. The app's response is destroyed then, so that the app can stop
 * what it does for it.
 */
export function createHandler(app: App, fallbackResponse: FallbackResponse): Handler {
  const RequestClass = classWithPrototype(IncomingMessage, requestMethods, app.request);
  const ResponseClass = classWithPrototype(ServerResponse, responseMethods, app.response);
  return async (event, context) => {
    if (!isHttpEvent(event)) return fallbackResponse('not-http', undefined);
    const request = toRequest(event, RequestClass);
    const response = createResponse(request, ResponseClass);
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
