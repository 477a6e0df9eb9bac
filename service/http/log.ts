// One JSON line for each request, written when its response has ended or was cut off.
import { AsyncLocalStorage } from 'node:async_hooks';
import type { Request, RequestHandler } from 'express';
import { keyId } from '../keys/key.ts';
import type { FromGateway } from '../lambda/request.ts';
import { redact } from './redact.ts';
import { localsOf } from './request-context.ts';

/** Receives one line without its line break. */
export type Log = (line: string) => void;
/** Milliseconds since 1970. */
export type Clock = () => number;

/** Lambda writes a line of JSON to the log unchanged; console.log would wrap it in another object. */
export const logToStdout: Log = (line) => {
  process.stdout.write(`${line}\n`);
};

/** A line beside those of the requests; `details` are further members of it. */
export function logWarning(log: Log, clock: Clock, message: string, details: object): void {
  const timestamp = new Date(clock()).toISOString();
  log(JSON.stringify({ timestamp, level: 'WARN', message, ...details }));
}

/** The id of the request that code runs for, wherever it is: what is logged about a call of DynamoDB has it. */
const requestIds = new AsyncLocalStorage<string>();

/** Undefined outside of a request. */
export function currentRequestId(): string | undefined {
  return requestIds.getStore();
}

function describe(failure: unknown): object | undefined {
  if (failure === undefined) return undefined;
  if (!(failure instanceof Error)) return { message: String(failure) };
  const { name, message, stack, cause } = failure;
  return { name, message, stack, cause: cause instanceof Error ? cause.message : undefined };
}

/** Logs each request with its id, which is also the response's `x-request-id`. */
export function logRequests(options: {
  readonly log: Log;
  readonly clock: Clock;
  readonly gatewayOf: (request: Request) => FromGateway;
  /** Of the function: what a release's alarm counts by. */
  readonly version: string | undefined;
}): RequestHandler {
  const { log, clock, version } = options;
  return (request, response, next) => {
    const started = clock();
    const { requestId } = options.gatewayOf(request);
    response.setHeader('x-request-id', requestId);
    response.once('close', () => {
      const { statusCode: status } = response;
      const { keyHash, failure } = localsOf(response);
      const now = clock();
      const method = redact(request.method);
      // The path alone: a query may have data that is not for the log.
      const path = redact(request.path);
      const line = {
        timestamp: new Date(now).toISOString(),
        level: status >= 500 ? 'ERROR' : 'INFO',
        message: `${method} ${path} ${status}`,
        requestId,
        operation: operationOf(method, request),
        method,
        path,
        status,
        durationMs: now - started,
        version,
        keyId: keyHash === undefined ? undefined : keyId(keyHash),
        // The response is incomplete: the client closed the connection, or time ran out.
        aborted: response.writableFinished ? undefined : true,
        error: describe(failure),
      };
      log(failure === undefined ? JSON.stringify(line) : redact(JSON.stringify(line)));
    });
    requestIds.run(requestId, next);
  };
}

/** `GET /v1/pets/:petId`, the method redacted: the path of the route, the same for every animal. Undefined where no route has the path. */
function operationOf(method: string, { route }: Request): string | undefined {
  const { path } = (route ?? {}) as { path?: string };
  return path === undefined ? undefined : `${method} ${path}`;
}
