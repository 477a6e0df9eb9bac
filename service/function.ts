// The function as Lambda calls it: the app behind the adapter, on a DynamoDB.
import type { Response } from 'express';
import { createHandler, type FallbackResponse, type Handler, type Reason } from './adapter.ts';
import { createApp } from './app.ts';
import type { Dynamo } from './dynamo/client.ts';
import {
  type ApiError,
  type Creating,
  createUnconfirmed,
  internalError,
  notHttp,
  unavailable,
} from './http/errors.ts';
import { stringifyJson } from './http/json.ts';
import { type Clock, type Log, logToStdout } from './http/log.ts';
import { localsOf } from './http/request-context.ts';
import { errorAnswer } from './http/response.ts';
import { createIdempotency } from './idempotency/once.ts';
import { createLastUsed } from './keys/last-used.ts';
import { createKeyLookup } from './keys/lookup.ts';
import { gatewayOf } from './lambda/request.ts';
import { createOrderStore } from './orders/store.ts';
import { createPetStore } from './pets/store.ts';
import type { FunctionSettings } from './tables.ts';

function errorOf(why: Reason, creating: Creating | undefined): ApiError {
  if (why === 'not-http') return notHttp();
  if (creating !== undefined) return createUnconfirmed(creating);
  return why === 'out-of-time' ? unavailable('Time ran out: try again in a second') : internalError();
}

const fallbackResponse: FallbackResponse = (why, response) => {
  const creating = response === undefined ? undefined : localsOf(response as Response)?.creating;
  const answer = errorAnswer(errorOf(why, creating));
  return {
    statusCode: answer.status,
    headers: { ...answer.headers, 'content-type': 'application/json' },
    body: stringifyJson(answer.body),
  };
};

interface FunctionOptions {
  readonly settings: FunctionSettings;
  readonly dynamo: Dynamo;
  readonly clock: Clock;
  readonly log?: Log;
  /** Lambda's number of the version that runs, or `$LATEST`. */
  readonly version?: string;
}

/** Lambda's handler. It responds to every event, and before its time runs out. */
export function createFunction({
  settings,
  dynamo,
  clock,
  log = logToStdout,
  version,
}: FunctionOptions): Handler {
  const { tables, keyPrefix, shards } = settings;
  const lastUsed = createLastUsed(dynamo, { table: tables.keys, clock, log });
  const app = createApp({
    store: createPetStore(dynamo, { table: tables.pets, shards, clock }),
    orders: settings.beta
      ? createOrderStore(dynamo, { table: tables.orders, petsTable: tables.pets, shards, clock })
      : undefined,
    keys: createKeyLookup(dynamo, { table: tables.keys, prefix: keyPrefix, clock, lastUsed }),
    idempotency: createIdempotency(dynamo, tables.idempotency, clock),
    clock,
    log,
    version,
    gatewayOf,
  });
  const respond = createHandler(app, fallbackResponse);
  return async (event, context) => {
    const result = await respond(event, context);
    // In front of the result's return, after which Lambda freezes the function; over the connection that is free now.
    await lastUsed.store(context.getRemainingTimeInMillis());
    return result;
  };
}
