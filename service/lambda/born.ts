// Requests and responses that have an app's own prototypes from birth.
import { IncomingMessage, ServerResponse } from 'node:http';

/** What Node calls for each request; an Express app has prototypes of its own for both. */
export interface App {
  (request: IncomingMessage, response: ServerResponse): void;
  readonly request?: object;
  readonly response?: object;
}

export interface Messages {
  readonly Request: typeof IncomingMessage;
  readonly Response: typeof ServerResponse;
}

function withPrototype<Message extends abstract new (...args: never) => object>(
  Original: Message,
  prototype: object | undefined,
): Message {
  if (prototype === undefined) return Original;
  function Born(...args: unknown[]): object {
    return Reflect.construct(Original, args, Born);
  }
  Born.prototype = prototype;
  return Born as unknown as Message;
}

/** Express sets the prototype of each request and response. Where it is the same already, V8 keeps their shapes. */
export function messagesOf({ request, response }: App): Messages {
  return {
    Request: withPrototype(IncomingMessage, request),
    Response: withPrototype(ServerResponse, response),
  };
}
