// Requests and responses that have an app's own prototypes from birth, with what they need to have no connection.
import { IncomingMessage, ServerResponse } from 'node:http';
import { requestMethods } from './request.ts';
import { responseMethods } from './response.ts';

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

/**
 * Express sets the prototype of each request and response: where it is the same already, V8 keeps their shapes. The
 * methods are on it for the same reason: with functions of its own each object would have a shape of its own, and
 * collecting those takes four times as long.
 */
function born<Message extends abstract new (...args: never) => object>(
  Original: Message,
  methods: object,
  prototype: object = Object.create(Original.prototype),
): Message {
  Object.defineProperties(prototype, Object.getOwnPropertyDescriptors(methods));
  function Born(...args: unknown[]): object {
    return Reflect.construct(Original, args, Born);
  }
  Born.prototype = prototype;
  return Born as unknown as Message;
}

/** The app is the function's from here on: its requests and responses have no connection. */
export function messagesOf({ request, response }: App): Messages {
  return {
    Request: born(IncomingMessage, requestMethods, request),
    Response: born(ServerResponse, responseMethods, response),
  };
}
