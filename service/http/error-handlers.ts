// The last handlers of the app: paths without a route, and errors that any handler threw, as Error records.
import type { ErrorRequestHandler, RequestHandler } from 'express';
import { ContendedError, StoreUnavailableError } from '../dynamo/errors.ts';
import {
  ApiError,
  badParameter,
  type Creating,
  createUnconfirmed,
  internalError,
  petInUse,
  quote,
  unavailable,
} from './errors.ts';
import { localsOf } from './request-context.ts';
import { errorAnswer, send } from './response.ts';

export const notFound: RequestHandler = (request, response) => {
  const message = `There is nothing at ${quote(request.path)}: /v1/openapi.json lists every path`;
  send(response, errorAnswer(new ApiError(404, 'not_found', message)));
};

/** RFC 9110 section 15.5.6: a 405 names the allowed methods. */
export function methodNotAllowed(allow: string): RequestHandler {
  return (request, response) => {
    const message = `${request.method} is not possible here: use one of ${allow}`;
    send(response, errorAnswer(new ApiError(405, 'method_not_allowed', message, { allow })));
  };
}

function toApiError(thrown: unknown, creating: Creating | undefined): ApiError {
  if (thrown instanceof ApiError) return thrown;
  // What clients do to each other is no failure of the store: the alarm that takes a release back counts 5xx.
  if (thrown instanceof ContendedError) return petInUse();
  if (thrown instanceof StoreUnavailableError)
    return creating !== undefined && thrown.mayHaveRun
      ? createUnconfirmed(creating)
      : unavailable('The store cannot be reached just now: try again in a second');
  // Express's router throws it for a path with a malformed percent escape.
  if (thrown instanceof URIError)
    return badParameter('The path has a "%" that is not followed by two hex digits: write it as %25');
  return internalError();
}

export const answerFailure: ErrorRequestHandler = (thrown, _request, response, _next) => {
  const error = toApiError(thrown, localsOf(response).creating);
  if (error.status >= 500) localsOf(response).failure = thrown;
  // It is too late for an Error record: a response that is cut off shows at least that it is incomplete.
  if (response.headersSent) response.destroy();
  else send(response, errorAnswer(error));
};
