// Three ways to call the same logic on stores in memory: directly, our app and adapter, and Hono.
import type { APIGatewayProxyEventV2 } from 'aws-lambda';
import { Hono, type Context as HonoCall } from 'hono';
import { handle } from 'hono/aws-lambda';
import { routePath } from 'hono/route';
import { createHandler } from '../../service/adapter.ts';
import { createApp } from '../../service/app.ts';
import { unauthorized } from '../../service/http/errors.ts';
import { parseJson, stringifyJson } from '../../service/http/json.ts';
import { type Answer, errorAnswer } from '../../service/http/response.ts';
import type { Idempotency } from '../../service/idempotency/once.ts';
import { checkKey, generateKey, hashKey, keyId } from '../../service/keys/key.ts';
import type { KeyLookup } from '../../service/keys/lookup.ts';
import { gatewayOf } from '../../service/lambda/request.ts';
import type { Query } from '../../service/list/page.ts';
import { createPet, getPet, getPetDeprecation, listPets } from '../../service/pets/operations.ts';
import { type Pet, parseNewPet } from '../../service/pets/record.ts';
import type { PetStore } from '../../service/pets/store.ts';

const PETS: readonly Pet[] = Array.from({ length: 20 }, (_, index) => ({
  id: BigInt(1_000 - index),
  name: `Animal ${index}`,
  categoryId: 7n,
  status: 'available',
}));

/** Responds without waiting: the rest is the cost of the variant. */
const store: PetStore = {
  create: async (pet) => ({ id: 1_000n, ...pet }),
  get: async () => PETS[0],
  list: async ({ limit }) => ({ records: PETS.slice(0, limit), more: true }),
};

export const key = generateKey('pets_test_');
const KEY_ID = keyId(hashKey(key));
const keys: KeyLookup = { prefix: 'pets_test_', isValid: async (hash) => hash === hashKey(key) };

/** No request has an Idempotency-Key. */
const idempotency: Idempotency = () => {
  throw new Error('not measured');
};

const ORIGIN = 'https://api.petstore.example';
const OPERATIONS = {
  listPets: ({ query }: Call) => listPets(store, query, { origin: ORIGIN }),
  createPet: ({ body }: Call) => createPet(store, parseNewPet(parseJson(body)), { origin: ORIGIN }),
  getPet: async ({ petId }: Call) => {
    const answer = await getPet(store, petId);
    return { ...answer, headers: { ...getPetDeprecation(ORIGIN), ...answer.headers } };
  },
};

export type Operation = keyof typeof OPERATIONS;

/** The parts of a request that an operation uses. */
interface Call {
  readonly authorization: string;
  readonly query: Query;
  readonly body: string;
  readonly petId: string;
}

/** Key, operation, JSON. */
async function answer(operation: Operation, call: Call) {
  const given = /^bearer +(\S+)$/i.exec(call.authorization)?.[1] ?? '';
  const known = checkKey(given) === 'well-formed' && (await keys.isValid(hashKey(given)));
  const { status, headers, body }: Answer = known
    ? await OPERATIONS[operation](call)
    : errorAnswer(unauthorized('The API key is unknown'));
  return { status, headers: { ...headers, 'content-type': 'application/json' }, body: stringifyJson(body) };
}

/** Handles an event; resolves to at least the status. */
export type Variant = (
  event: APIGatewayProxyEventV2,
  operation: Operation,
) => Promise<{ statusCode?: number }>;

const context = { getRemainingTimeInMillis: () => 10_000 };
/** No variant writes its log lines. */
const log = (_line: string) => undefined;

/** The logic alone, with the request already read. */
const direct: Variant = async (event, operation) => {
  const { status } = await answer(operation, callOf(event));
  return { statusCode: status };
};

function callOf({ headers, queryStringParameters, body, rawPath }: APIGatewayProxyEventV2): Call {
  return {
    authorization: headers.authorization ?? '',
    query: queryStringParameters ?? {},
    body: body ?? '',
    petId: rawPath.slice('/v1/pets/'.length),
  };
}

const app = createApp({ store, keys, idempotency, log, clock: Date.now, gatewayOf });
const ours = createHandler(app, () => {
  throw new Error('the app gave up');
});

interface Bindings {
  readonly event: APIGatewayProxyEventV2;
}

/** The same logic, the same log line and the same x-request-id, as Hono does it. */
function honoApp(): Hono<{ Bindings: Bindings }> {
  const hono = new Hono<{ Bindings: Bindings }>();
  hono.use(async (c, next) => {
    const started = Date.now();
    const { requestId } = c.env.event.requestContext;
    await next();
    c.header('x-request-id', requestId);
    c.header('x-content-type-options', 'nosniff');
    c.header('cache-control', 'no-store');
    const { method, path } = c.req;
    const { status } = c.res;
    const now = Date.now();
    // As the service writes it.
    const line = {
      timestamp: new Date(now).toISOString(),
      level: status >= 500 ? 'ERROR' : 'INFO',
      message: `${method} ${path} ${status}`,
      ...{ requestId, operation: `${method} ${routePath(c, -1)}`, method, path, status },
      ...{ durationMs: now - started, version: undefined, keyId: KEY_ID, aborted: undefined },
    };
    log(JSON.stringify(line));
  });
  const route = (operation: Operation) => async (c: HonoContext) => {
    const { status, headers, body } = await answer(operation, {
      authorization: c.req.header('authorization') ?? '',
      query: c.req.query(),
      body: operation.startsWith('create') ? await c.req.text() : '',
      petId: c.req.param('petId') ?? '',
    });
    return c.body(body, status as 200, headers);
  };
  hono.get('/v1/pets', route('listPets'));
  hono.post('/v1/pets', route('createPet'));
  hono.get('/v1/pets/:petId', route('getPet'));
  return hono;
}

type HonoContext = HonoCall<{ Bindings: Bindings }>;

const hono = handle(honoApp());

export const VARIANTS = {
  direct,
  ours: (event) => ours(event, context),
  hono: (event) => hono(event as never) as Promise<{ statusCode?: number }>,
} as const satisfies Record<string, Variant>;

export type VariantName = keyof typeof VARIANTS;
