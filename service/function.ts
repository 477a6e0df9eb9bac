// The function as Lambda calls it: the app behind the adapter, on a DynamoDB.
import { createHandler, type Handler } from './adapter.ts';
import { createApp } from './app.ts';
import type { Dynamo } from './dynamo/client.ts';
import { type Clock, type Log, logToStdout } from './http/log.ts';
import { createIdempotency } from './idempotency/once.ts';
import { createLastUsed } from './keys/last-used.ts';
import { createKeyLookup } from './keys/lookup.ts';
import { createOrderStore } from './orders/store.ts';
import { createPetStore } from './pets/store.ts';
import type { FunctionSettings } from './tables.ts';

export interface FunctionOptions {
  readonly settings: FunctionSettings;
  readonly dynamo: Dynamo;
  readonly clock: Clock;
  readonly log?: Log;
  /** Lambda's number of the version that runs, or `$LATEST`. */
  readonly version?: string;
}

/** Lambda's handler. It responds to every event, and before its time runs out. */
export function createFunction(options: FunctionOptions): Handler {
  const { settings, dynamo, clock, log = logToStdout, version } = options;
  const { petsTable, keysTable, idempotencyTable, ordersTable, keyPrefix, shards } = settings;
  const lastUsed = createLastUsed(dynamo, { table: keysTable, clock, log });
  const app = createApp({
    store: createPetStore(dynamo, { table: petsTable, shards, clock }),
    orders: settings.beta
      ? createOrderStore(dynamo, { table: ordersTable, petsTable, shards, clock })
      : undefined,
    keys: createKeyLookup(dynamo, { table: keysTable, prefix: keyPrefix, clock, lastUsed }),
    idempotency: createIdempotency(dynamo, idempotencyTable, clock),
    clock,
    log,
    version,
  });
  const respond = createHandler(app);
  return async (event, context) => {
    const result = await respond(event, context);
    // In front of the result's return, after which Lambda freezes the function; over the connection that is free now.
    await lastUsed.store(context.getRemainingTimeInMillis());
    return result;
  };
}
