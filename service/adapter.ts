// Between Lambda and Node: an HTTP API event (payload 2.0) becomes a request and a response without a network,
// and what the app answers becomes Lambda's result.
import type { APIGatewayProxyEventV2, APIGatewayProxyStructuredResultV2, Context } from 'aws-lambda';
import { type App, messagesOf } from './lambda/message-classes.ts';
import { toRequest } from './lambda/request.ts';
import { createResponse, toResult } from './lambda/response.ts';

export type Handler = (
  event: APIGatewayProxyEventV2,
  context: Pick<Context, 'getRemainingTimeInMillis'>,
) => Promise<APIGatewayProxyStructuredResultV2>;

/** What to answer in the app's place. `out-of-time`: Lambda is about to stop us; `cut-off`: the app gave up. */
export type FallbackResponse = (
  why: 'out-of-time' | 'cut-off',
  event: APIGatewayProxyEventV2,
) => APIGatewayProxyStructuredResultV2 & { readonly statusCode: number };

/** Left for the answer's own way out of Lambda. */
const MARGIN_MS = 300;

/** Lambda's handler for `app`: answers once, always, and before the function's time runs out. */
export function createHandler(app: App, fallbackResponse: FallbackResponse): Handler {
  const { Request, Response } = messagesOf(app);
  return (event, context) =>
    new Promise((resolve) => {
      const request = toRequest(event, Request);
      const response = createResponse(request, Response);
      let why: 'out-of-time' | 'cut-off' = 'cut-off';
      const timer = setTimeout(
        () => {
          why = 'out-of-time';
          response.destroy();
        },
        Math.max(0, context.getRemainingTimeInMillis() - MARGIN_MS),
      );
      // An app that gives up destroys the connection, and would leave Lambda waiting for ever.
      request.socket.once('close', () => response.destroy());
      response.once('close', () => {
        clearTimeout(timer);
        if (response.writableFinished) return resolve(toResult(response));
        const result = fallbackResponse(why, event);
        // The app's log line is written in the same event, after this: it tells what was answered.
        response.statusCode = result.statusCode;
        resolve(result);
      });
      app(request, response);
    });
}
