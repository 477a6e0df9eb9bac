// The function's entry: everything is created once, while Lambda starts it.
import { createHandler, type FallbackResponse } from './adapter.ts';
import { createApp } from './app.ts';
import { dynamoFromEnvironment } from './dynamo/client.ts';
import { internalError, unavailable } from './http/errors.ts';
import { stringifyJson } from './http/json.ts';
import { errorAnswer } from './http/response.ts';
import { createKeyLookup } from './keys/lookup.ts';
import { gatewayRequestId } from './lambda/request.ts';
import { createPetStore } from './pets/store.ts';
import { fromEnvironment } from './tables.ts';

const fallbackResponse: FallbackResponse = (why, event) => {
  const error = why === 'out-of-time' ? unavailable('Time ran out: try again in a second') : internalError();
  const answer = errorAnswer(error);
  return {
    statusCode: answer.status,
    headers: {
      ...answer.headers,
      'content-type': 'application/json',
      'x-request-id': event.requestContext.requestId,
    },
    body: stringifyJson(answer.body),
  };
};

const { petsTable, keysTable, keyPrefix, shards } = fromEnvironment(process.env);
const dynamo = dynamoFromEnvironment(process.env);
const clock = Date.now;

export const handler = createHandler(
  createApp({
    store: createPetStore(dynamo, { table: petsTable, shards, clock }),
    keys: createKeyLookup(dynamo, { table: keysTable, prefix: keyPrefix, clock }),
    clock,
    requestId: (request) => gatewayRequestId(request) ?? '',
  }),
  fallbackResponse,
);
