// Classes of requests and responses without a connection, which are created with an app's own prototypes.
import { IncomingMessage, ServerResponse } from 'node:http';
import { requestMethods } from './request.ts';
import { responseMethods } from './response.ts';

/** What Node calls for each request; an Express app has prototypes of its own for both. */
export interface App {
  (request: IncomingMessage, response: ServerResponse): void;
  readonly request?: object;
  readonly response?: object;
}

export interface MessageClasses {
  readonly RequestClass: typeof IncomingMessage;
  readonly ResponseClass: typeof ServerResponse;
}

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

/** Changes the app's own prototypes: from here on its requests and responses have no connection. */
export function messageClasses({ request, response }: App): MessageClasses {
  return {
    RequestClass: classWithPrototype(IncomingMessage, requestMethods, request),
    ResponseClass: classWithPrototype(ServerResponse, responseMethods, response),
  };
}
