// The API: the operations of each path, and what every response has. It knows neither Lambda nor a server.

import { readJsonBody } from './http/body.ts';
import {
  type Creating,
  createUnconfirmed,
  methodNotAllowed,
  notFound,
  toApiError,
  unavailable,
} from './http/errors.ts';
import type { ApiRequest, Exchange } from './http/exchange.ts';
import { parseJson, stringifyJson } from './http/json.ts';
import { type Clock, type Log, logToStdout, requestIds, requestLine } from './http/log.ts';
import { type Answer, errorAnswer } from './http/response.ts';
import { parseIdempotencyKey } from './idempotency/key.ts';
import type { Idempotency } from './idempotency/once.ts';
import { authenticate } from './keys/authenticate.ts';
import type { KeyLookup } from './keys/lookup.ts';
import { contract } from './openapi.ts';
import { BETA, createOrder, listOrders } from './orders/operations.ts';
import { parseNewOrder } from './orders/record.ts';
import type { OrderStore } from './orders/store.ts';
import { type Call, createPet, getPet, getPetDeprecation, listPets } from './pets/operations.ts';
import { parseNewPet } from './pets/record.ts';
import type { PetStore } from './pets/store.ts';
import { withoutBeta } from './stability.ts';

export interface AppOptions {
  readonly store: PetStore;
  readonly keys: KeyLookup;
  readonly idempotency: Idempotency;
  /** Absent: the beta operations are switched off, and are not in the contract. */
  readonly orders?: OrderStore;
  readonly clock: Clock;
  readonly log?: Log;
  /** Of the function, for the log. */
  readonly version?: string;
}

/** Never rejects. Once `outOfTime` is aborted it responds at once, and sends nothing more to the store. */
export type App = (
  request: ApiRequest,
  outOfTime: AbortSignal,
) => Promise<{ status: number; headers: Record<string, string>; body: string }>;

type Operation = (exchange: Exchange) => Promise<Answer>;

interface Route {
  /** Headers of every response at the path. */
  readonly headers?: (origin: string) => Readonly<Record<string, string>>;
  /** Without an API key. */
  readonly isPublic?: true;
  /** Of HEAD too. */
  readonly get: Operation;
  readonly post?: Operation;
}

export function createApp(options: AppOptions): App {
  const { keys, clock, log = logToStdout, version } = options;
  const routes = routesOf(options);

  async function answerOf(exchange: Exchange, route: Route | undefined): Promise<Answer> {
    const { method, path } = exchange.request;
    try {
      if (route === undefined) throw notFound(path);
      const operation = method === 'POST' ? route.post : /^(GET|HEAD)$/.test(method) ? route.get : undefined;
      if (operation === undefined) throw methodNotAllowed(method, route.post !== undefined);
      if (!route.isPublic) await authenticate(keys, exchange);
      return await operation(exchange);
    } catch (thrown) {
      const error = toApiError(thrown, exchange.creating);
      if (error.status >= 500) exchange.failure = thrown;
      return errorAnswer(error);
    }
  }

  async function respond(request: ApiRequest, signal: AbortSignal) {
    const started = clock();
    const name = ANIMAL.test(request.path) ? ANIMAL_ROUTE : request.path;
    const route = routes.get(name);
    const exchange: Exchange = { request, signal, route: route && name };
    const late = new Promise<Answer>((resolve) => {
      signal.addEventListener('abort', () => resolve(lateAnswer(exchange)), { once: true });
    });
    const { status, headers, body, text } = await Promise.race([late, answerOf(exchange, route)]);
    log(requestLine(exchange, { status, started, now: clock(), version }));
    return {
      status,
      headers: {
        'x-content-type-options': 'nosniff',
        // What a key opens is for nobody else; the contract, which needs none, replaces it.
        'cache-control': 'no-store',
        'x-request-id': request.requestId,
        ...route?.headers?.(request.origin),
        'content-type': 'application/json',
        ...headers,
      },
      body: text ?? stringifyJson(body),
    };
  }

  return (request, outOfTime) => requestIds.run(request.requestId, respond, request, outOfTime);
}

function lateAnswer({ creating }: Exchange): Answer {
  if (creating !== undefined) return errorAnswer(createUnconfirmed(creating));
  return errorAnswer(unavailable('Time ran out: try again in a second'));
}

const ANIMAL_ROUTE = '/v1/pets/:petId';
const ANIMAL = /^\/v1\/pets\/([^/]+)$/;

/** By path. */
function routesOf({ store, idempotency, orders }: AppOptions): ReadonlyMap<string, Route> {
  const callOf = ({ request, signal }: Exchange): Call => ({ origin: request.origin, signal });
  /** The input of a create, and the request's key; from here on a response that is cut off leaves it uncertain. */
  function creation<Input>(
    exchange: Exchange,
    what: Creating['what'],
    parse: (body: unknown) => Input,
  ): { input: Input; call: Call } {
    const { method, path, headers, body } = exchange.request;
    const idempotencyKey = parseIdempotencyKey(headers['idempotency-key']);
    const input = parse(readJsonBody(exchange.request));
    const { keyHash: apiKeyHash = '' } = exchange;
    exchange.creating = { what, keyed: idempotencyKey !== undefined };
    const once =
      idempotencyKey === undefined
        ? undefined
        : idempotency({ apiKeyHash, idempotencyKey, method, path, body });
    return { input, call: { ...callOf(exchange), once } };
  }
  const routes = new Map<string, Route>();
  routes.set('/v1/pets', {
    get: (exchange) => listPets(store, exchange.request.query, callOf(exchange)),
    async post(exchange) {
      const { input, call } = creation(exchange, 'animal', parseNewPet);
      return createPet(store, input, call);
    },
  });
  routes.set(ANIMAL_ROUTE, {
    headers: getPetDeprecation,
    get: ({ request, signal }) => {
      const [, petId = ''] = ANIMAL.exec(request.path) ?? [];
      return getPet(store, decodeURIComponent(petId), signal);
    },
  });
  if (orders !== undefined)
    routes.set('/v1/store/orders', {
      headers: () => ({ 'x-stability': BETA }),
      get: (exchange) => listOrders(orders, exchange.request.query, callOf(exchange)),
      async post(exchange) {
        const { input, call } = creation(exchange, 'order', parseNewOrder);
        return createOrder(orders, input, call);
      },
    });
  // As the stack has it.
  const published =
    orders === undefined ? stringifyJson(withoutBeta(parseJson(contract) as object)) : contract;
  routes.set('/v1/openapi.json', {
    isPublic: true,
    get: async ({ request: { origin } }) => ({
      status: 200,
      headers: { 'cache-control': 'public, max-age=300' },
      body: undefined,
      // The contract's server is `/v1`; here it becomes absolute.
      text: published.replace('"servers":[{"url":"', `$&${origin}`),
    }),
  });
  return routes;
}
