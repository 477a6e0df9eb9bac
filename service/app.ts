// The Express app: the handlers of each path. It never listens; the adapter, or a test's server, calls it.
import { randomUUID } from 'node:crypto';
import express, { type Express, type Request, type Response } from 'express';
import { readJsonBody } from './http/body.ts';
import { answerFailure, methodNotAllowed, notFound } from './http/error-handlers.ts';
import { type Clock, type Log, logRequests, logToStdout } from './http/log.ts';
import { abortSignalOf, localsOf, originOf } from './http/request-context.ts';
import { send } from './http/response.ts';
import { authenticate } from './keys/authenticate.ts';
import type { KeyLookup } from './keys/lookup.ts';
import { contract } from './openapi.ts';
import { type Call, createPet, getPet, getPetDeprecation, listPets } from './pets/operations.ts';
import { parseNewPet } from './pets/record.ts';
import type { PetStore } from './pets/store.ts';

export interface AppOptions {
  readonly store: PetStore;
  readonly keys: KeyLookup;
  readonly clock: Clock;
  readonly log?: Log;
  /** The value of `x-request-id`; by default a new random one. */
  readonly requestId?: (request: Request) => string;
  /** `https://host`, for the addresses in responses; by default from the Host header. */
  readonly origin?: (request: Request) => string;
}

export function createApp(options: AppOptions): Express {
  const { store, keys, clock, log = logToStdout } = options;
  const { requestId = () => randomUUID(), origin = originOf } = options;
  const app = express();
  const callOf = (request: Request, response: Response): Call => ({
    origin: origin(request),
    signal: abortSignalOf(response),
  });
  app.disable('x-powered-by');
  app.enable('case sensitive routing');
  app.enable('strict routing');
  const logRequest = logRequests({ log, clock, requestId });
  // One handler for both: each that Express calls takes as long as what it does.
  app.use((request, response, next) => {
    response.setHeader('x-content-type-options', 'nosniff');
    // What a key opens is for nobody else; the contract, which needs none, replaces it.
    response.setHeader('cache-control', 'no-store');
    logRequest(request, response, next);
  });

  app
    .route('/v1/pets')
    .get(authenticate(keys), async (request, response) => {
      send(response, await listPets(store, request.query, callOf(request, response)));
    })
    .post(authenticate(keys), async (request, response) => {
      const pet = parseNewPet(await readJsonBody(request));
      localsOf(response).writing = true;
      send(response, await createPet(store, pet, callOf(request, response)));
    })
    .all(methodNotAllowed('GET, HEAD, POST'));

  app
    .route('/v1/pets/:petId')
    .get(
      (request, response, next) => {
        for (const [name, value] of Object.entries(getPetDeprecation(origin(request)))) {
          response.setHeader(name, value);
        }
        next();
      },
      authenticate(keys),
      async (request, response) => {
        send(response, await getPet(store, request.params.petId, abortSignalOf(response)));
      },
    )
    .all(methodNotAllowed('GET, HEAD'));

  app
    .route('/v1/openapi.json')
    .get((request, response) => {
      response.setHeader('content-type', 'application/json');
      response.setHeader('cache-control', 'public, max-age=300');
      // The contract's server is `/v1`; here it becomes absolute.
      response.end(contract.replace('"servers":[{"url":"', `$&${origin(request)}`));
    })
    .all(methodNotAllowed('GET, HEAD'));

  app.use(notFound);
  app.use(answerFailure);
  return app;
}
