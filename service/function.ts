// The function as Lambda calls it: the app behind the adapter, on a DynamoDB.
import type { Response } from 'express';
import { createHandler, type FallbackResponse, type Handler, type Reason } from './adapter.ts';
import { createApp } from './app.ts';
import type { Dynamo } from './dynamo/client.ts';
import { type ApiError, createUnconfirmed, internalError, notHttp, unavailable } from './http/errors.ts';
import { stringifyJson } from './http/json.ts';
import type { Clock, Log } from './http/log.ts';
import { localsOf } from './http/request-context.ts';
import { errorAnswer } from './http/response.ts';
import { createKeyLookup } from './keys/lookup.ts';
import { gatewayOrigin, gatewayRequestId } from './lambda/request.ts';
import { createPetStore } from './pets/store.ts';
import type { FunctionSettings } from './tables.ts';

function errorOf(why: Reason, writing: boolean): ApiError {
  if (why === 'not-http') return notHttp();
  if (writing) return createUnconfirmed();
  return why === 'out-of-time' ? unavailable('Time ran out: try again in a second') : internalError();
}

const fallbackResponse: FallbackResponse = (why, response) => {
  const writing = response !== undefined && localsOf(response as Response)?.writing === true;
  const answer = errorAnswer(errorOf(why, writing));
  return {
    statusCode: answer.status,
    headers: { ...answer.headers, 'content-type': 'application/json' },
    body: stringifyJson(answer.body),
  };
};

export interface FunctionOptions {
  readonly settings: FunctionSettings;
  readonly dynamo: Dynamo;
  readonly clock: Clock;
  readonly log?: Log;
}

/** Lambda's handler. It responds to every event, and before its time runs out. */
export function createFunction({ settings, dynamo, clock, log }: FunctionOptions): Handler {
  const { petsTable, keysTable, keyPrefix, shards } = settings;
  const app = createApp({
    store: createPetStore(dynamo, { table: petsTable, shards, clock }),
    keys: createKeyLookup(dynamo, { table: keysTable, prefix: keyPrefix, clock }),
    clock,
    log,
    requestId: (request) => gatewayRequestId(request) ?? '',
    origin: gatewayOrigin,
  });
  return createHandler(app, fallbackResponse);
}
