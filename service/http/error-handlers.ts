// The last two steps of the app: what no route took, and what any step threw, as Error records.
import type { ErrorRequestHandler, RequestHandler } from 'express';
import { StoreUnavailableError } from '../dynamo/errors.ts';
import { localsOf } from './context.ts';
import { ApiError, badParameter, internalError, quote, unavailable } from './errors.ts';
import { errorAnswer, send } from './response.ts';

export const notFound: RequestHandler = (request, response) => {
  const message = `There is nothing at ${quote(request.path)}: /v1/openapi.json lists what there is`;
  send(response, errorAnswer(new ApiError(404, 'not_found', message)));
};

/** RFC 9110 section 15.5.6: a 405 names the methods that there are. */
export function methodNotAllowed(allow: string): RequestHandler {
  return (request, response) => {
    const message = `${request.method} is not possible here: use one of ${allow}`;
    send(response, errorAnswer(new ApiError(405, 'method_not_allowed', message, { allow })));
  };
}

function toApiError(thrown: unknown): ApiError {
  if (thrown instanceof ApiError) return thrown;
  if (thrown instanceof StoreUnavailableError) {
    return unavailable('The store cannot be reached just now: try again in a second');
  }
  // Express's router: a path with a broken percent escape.
  if (thrown instanceof URIError) {
    return badParameter('The path has a "%" that is not followed by two hex digits: write it as %25');
  }
  return internalError();
}

export const answerFailure: ErrorRequestHandler = (thrown, _request, response, _next) => {
  const error = toApiError(thrown);
  if (error.status >= 500) localsOf(response).failure = thrown;
  // Too late to say what is wrong: cutting the answer off tells at least that it is not whole.
  if (response.headersSent) response.destroy();
  else send(response, errorAnswer(error));
};
