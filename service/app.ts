// The Express app: the handlers of each path, behind a valid API key, and the last ones, of other paths and of errors.
// It never listens.
import express, {
  type ErrorRequestHandler,
  type Express,
  type Request,
  type RequestHandler,
  type Response,
} from 'express';
import { ContendedError, StoreUnavailableError } from './dynamo/errors.ts';
import { readJsonBody } from './http/body.ts';
import {
  ApiError,
  badParameter,
  type Creating,
  createUnconfirmed,
  internalError,
  petInUse,
  quote,
  unauthorized,
  unavailable,
} from './http/errors.ts';
import { parseJson, stringifyJson } from './http/json.ts';
import { type Clock, type Log, logRequests } from './http/log.ts';
import { abortSignalOf, localsOf } from './http/request-context.ts';
import { errorAnswer, send } from './http/response.ts';
import { type Idempotency, parseIdempotencyKey } from './idempotency/once.ts';
import { checkKey, hashKey } from './keys/key.ts';
import type { KeyLookup } from './keys/lookup.ts';
import type { FromGateway } from './lambda/request.ts';
import { contract } from './openapi.ts';
import { BETA, createOrder, listOrders } from './orders/operations.ts';
import { parseNewOrder } from './orders/record.ts';
import type { OrderStore } from './orders/store.ts';
import { type Call, createPet, getPet, getPetDeprecation, listPets } from './pets/operations.ts';
import { parseNewPet } from './pets/record.ts';
import type { PetStore } from './pets/store.ts';
import { withoutBeta } from './stability.ts';

interface AppOptions {
  readonly store: PetStore;
  readonly keys: KeyLookup;
  readonly idempotency: Idempotency;
  /** Absent: the beta operations are switched off, and are not in the contract. */
  readonly orders?: OrderStore;
  readonly clock: Clock;
  readonly log: Log;
  readonly version?: string;
  readonly gatewayOf: (request: Request) => FromGateway;
}

export function createApp(options: AppOptions): Express {
  const { store, keys, idempotency, orders, clock, log, version, gatewayOf } = options;
  const app = express();
  const callOf = (request: Request, response: Response): Call => ({
    origin: gatewayOf(request).origin,
    signal: abortSignalOf(response),
  });
  /** The input of a create, and the request's key; from here on a response that is cut off leaves it uncertain. */
  async function creation<Input>(
    request: Request,
    response: Response,
    what: Creating['what'],
    parse: (body: unknown) => Input,
  ): Promise<{ input: Input; call: Call }> {
    const idempotencyKey = parseIdempotencyKey(request.get('idempotency-key'));
    const { value, bytes: body } = await readJsonBody(request);
    const input = parse(value);
    const { keyHash: apiKeyHash = '' } = localsOf(response);
    localsOf(response).creating = { what, keyed: idempotencyKey !== undefined };
    const { method, path } = request;
    const once =
      idempotencyKey === undefined
        ? undefined
        : idempotency({ apiKeyHash, idempotencyKey, method, path, body });
    return { input, call: { ...callOf(request, response), once } };
  }
  app.disable('x-powered-by');
  app.enable('case sensitive routing');
  app.enable('strict routing');
  const logRequest = logRequests({ log, clock, version, gatewayOf });
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
      const { input, call } = await creation(request, response, 'animal', parseNewPet);
      send(response, await createPet(store, input, call));
    })
    .all(methodNotAllowed('GET, HEAD, POST'));

  app
    .route('/v1/pets/:petId')
    .all((request, response, next) => {
      for (const [name, value] of Object.entries(getPetDeprecation(gatewayOf(request).origin)))
        response.setHeader(name, value);
      next();
    })
    .get(authenticate(keys), async (request, response) => {
      send(response, await getPet(store, request.params.petId, abortSignalOf(response)));
    })
    .all(methodNotAllowed('GET, HEAD'));

  if (orders !== undefined) {
    app
      .route('/v1/store/orders')
      .all((_request, response, next) => {
        response.setHeader('x-stability', BETA);
        next();
      })
      .get(authenticate(keys), async (request, response) => {
        send(response, await listOrders(orders, request.query, callOf(request, response)));
      })
      .post(authenticate(keys), async (request, response) => {
        const { input, call } = await creation(request, response, 'order', parseNewOrder);
        send(response, await createOrder(orders, input, call));
      })
      .all(methodNotAllowed('GET, HEAD, POST'));
  }

  const published =
    orders === undefined ? stringifyJson(withoutBeta(parseJson(contract) as object)) : contract;
  app
    .route('/v1/openapi.json')
    .get((request, response) => {
      response.setHeader('content-type', 'application/json');
      response.setHeader('cache-control', 'public, max-age=300');
      // The contract's server is `/v1`; here it becomes absolute.
      response.end(published.replace('"servers":[{"url":"', `$&${gatewayOf(request).origin}`));
    })
    .all(methodNotAllowed('GET, HEAD'));

  app.use(notFound);
  const answer: ErrorRequestHandler = (thrown, request, response, next) => {
    const respond = () => answerFailure(thrown, request, response, next);
    // One that failed in front of the handler that logs is logged too: a release is taken back by the line.
    if (response.getHeader('x-request-id') === undefined) logRequest(request, response, respond);
    else respond();
  };
  app.use(answer);
  return app;
}

/** RFC 6750 section 2.1; the scheme's case does not matter (RFC 9110 section 11.1). */
const BEARER = /^bearer +(\S+)$/i;

/** The key's hash; throws the 401 for every fault that shows without reading the store. */
function presentedHash(authorization: string | undefined, prefix: string): string {
  if (authorization === undefined) throw unauthorized('Send an API key: "Authorization: Bearer <API_KEY>"');
  const key = BEARER.exec(authorization.trim())?.[1];
  if (key === undefined) throw unauthorized('Send the API key as "Authorization: Bearer <API_KEY>"');
  const form = checkKey(key);
  if (form === 'malformed')
    throw unauthorized(`This is not an API key: a key is ${prefix} and 36 letters and digits`);
  if (form === 'mistyped')
    throw unauthorized('The API key is mistyped: its checksum is wrong. Copy it again');
  if (!key.startsWith(prefix))
    throw unauthorized(`This API key is for another stack: the keys of this one begin with ${prefix}`);
  return hashKey(key);
}

function authenticate(keys: KeyLookup): RequestHandler {
  return async (request, response, next) => {
    const hash = presentedHash(request.headers.authorization, keys.prefix);
    localsOf(response).keyHash = hash;
    const caller = { source: request.socket.remoteAddress, signal: abortSignalOf(response) };
    if (!(await keys.isValid(hash, caller)))
      throw unauthorized('The API key is unknown, expired or revoked: ask for a new one');
    next();
  };
}

const notFound: RequestHandler = (request, response) => {
  const message = `There is nothing at ${quote(request.path)}: /v1/openapi.json lists every path`;
  send(response, errorAnswer(new ApiError(404, 'not_found', message)));
};

/** RFC 9110 section 15.5.6: a 405 names the allowed methods. */
function methodNotAllowed(allow: string): RequestHandler {
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

const answerFailure: ErrorRequestHandler = (thrown, _request, response, _next) => {
  const error = toApiError(thrown, localsOf(response).creating);
  if (error.status >= 500) localsOf(response).failure = thrown;
  // It is too late for an Error record: a response that is cut off shows at least that it is incomplete.
  if (response.headersSent) response.destroy();
  else send(response, errorAnswer(error));
};
