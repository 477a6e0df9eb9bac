// One JSON line for each request, written when its answer is done or given up.
import type { Request, RequestHandler } from 'express';
import { localsOf } from './context.ts';

/** Takes one line without its line break. */
export type Log = (line: string) => void;
/** Milliseconds since 1970. */
export type Clock = () => number;

/** Lambda passes lines that are JSON through as they are; console.log would wrap them once more. */
export const logToStdout: Log = (line) => {
  process.stdout.write(`${line}\n`);
};

function describe(failure: unknown): object | undefined {
  if (failure === undefined) return undefined;
  if (!(failure instanceof Error)) return { message: String(failure) };
  const { name, message, stack, cause } = failure;
  return { name, message, stack, cause: cause instanceof Error ? cause.message : undefined };
}

function level(status: number): 'ERROR' | 'INFO' {
  return status >= 500 ? 'ERROR' : 'INFO';
}

/** Gives the request its id (from `requestId`), sends it as `x-request-id`, and logs under it. */
export function logRequests(options: {
  readonly log: Log;
  readonly clock: Clock;
  readonly requestId: (request: Request) => string;
}): RequestHandler {
  const { log, clock } = options;
  return (request, response, next) => {
    const started = clock();
    const requestId = options.requestId(request);
    response.setHeader('x-request-id', requestId);
    response.once('close', () => {
      const { statusCode: status } = response;
      const { keyId, failure } = localsOf(response);
      const now = clock();
      log(
        JSON.stringify({
          timestamp: new Date(now).toISOString(),
          level: level(status),
          message: `${request.method} ${request.path} ${status}`,
          requestId,
          method: request.method,
          // The path alone: what a query holds is the client's business.
          path: request.path,
          status,
          durationMs: now - started,
          keyId,
          // The answer never left whole: the client hung up, or time ran out.
          aborted: response.writableFinished ? undefined : true,
          error: describe(failure),
        }),
      );
    });
    next();
  };
}
