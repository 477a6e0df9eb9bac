// The Express app: the handlers of each path. It never listens; the adapter, or a test's server, calls it.
import { randomUUID } from 'node:crypto';
import express, { type Express, type Request } from 'express';
import { readJsonBody } from './http/body.ts';
import { answerFailure, methodNotAllowed, notFound } from './http/error-handlers.ts';
import { type Clock, type Log, logRequests, logToStdout } from './http/log.ts';
import { originOf } from './http/request-context.ts';
import { send } from './http/response.ts';
import { authenticate } from './keys/authenticate.ts';
import type { KeyLookup } from './keys/lookup.ts';
import { contract } from './openapi.ts';
import { createPet, getPet, getPetDeprecation, listPets } from './pets/operations.ts';
import type { PetStore } from './pets/store.ts';

export interface AppOptions {
  readonly store: PetStore;
  readonly keys: KeyLookup;
  readonly clock: Clock;
  readonly log?: Log;
  /** The value of `x-request-id`; by default a new random one. */
  readonly requestId?: (request: Request) => string;
}

export function createApp(options: AppOptions): Express {
  const { store, keys, clock, log = logToStdout, requestId = () => randomUUID() } = options;
  const app = express();
  app.disable('x-powered-by');
  app.enable('case sensitive routing');
  app.enable('strict routing');
  app.use(logRequests({ log, clock, requestId }));

  app
    .route('/v1/pets')
    .get(authenticate(keys), async (request, response) => {
      send(response, await listPets(store, request.query, originOf(request)));
    })
    .post(authenticate(keys), async (request, response) => {
      send(response, await createPet(store, await readJsonBody(request), originOf(request)));
    })
    .all(methodNotAllowed('GET, HEAD, POST'));

  app
    .route('/v1/pets/:petId')
    .get(
      (request, response, next) => {
        for (const [name, value] of Object.entries(getPetDeprecation(originOf(request)))) {
          response.setHeader(name, value);
        }
        next();
      },
      authenticate(keys),
      async (request, response) => {
        send(response, await getPet(store, request.params.petId));
      },
    )
    .all(methodNotAllowed('GET, HEAD'));

  app
    .route('/v1/openapi.json')
    .get((request, response) => {
      response.setHeader('content-type', 'application/json');
      response.setHeader('cache-control', 'public, max-age=300');
      // The contract's server is `/v1`; here it becomes absolute.
      response.end(contract.replace('"servers":[{"url":"', `$&${originOf(request)}`));
    })
    .all(methodNotAllowed('GET, HEAD'));

  app.use(notFound);
  app.use(answerFailure);
  return app;
}
