// Warm calls of the same logic on stores in memory: directly, through our app and adapter, and through Hono, in blocks of calls of each
// variant in turn. Every call is timed.
import type { APIGatewayProxyEventV2 } from 'aws-lambda';
import { type Context, Hono } from 'hono';
import { handle } from 'hono/aws-lambda';
import { routePath } from 'hono/route';
import { createHandler } from '../service/adapter.ts';
import { createApp } from '../service/app.ts';
import { unauthorized } from '../service/http/errors.ts';
import { parseJson, stringifyJson } from '../service/http/json.ts';
import { type Answer, errorAnswer } from '../service/http/response.ts';
import type { Idempotency } from '../service/idempotency/once.ts';
import { checkKey, generateKey, hashKey, keyId } from '../service/keys/key.ts';
import type { KeyLookup } from '../service/keys/lookup.ts';
import { gatewayOf } from '../service/lambda/request.ts';
import type { Query } from '../service/list/page.ts';
import { createPet, getPet, getPetDeprecation, listPets } from '../service/pets/operations.ts';
import { type Pet, parseNewPet } from '../service/pets/record.ts';
import type { PetStore } from '../service/pets/store.ts';
import { type RequestLine, toEvent } from '../test/service/event.ts';
import { against, type BenchRow, microseconds, middle, percentile } from './report.ts';

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

const key = generateKey('pets_test_');
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

type Operation = keyof typeof OPERATIONS;

/** The parts of a request that an operation uses. */
interface Call {
  readonly authorization: string;
  readonly query: Query;
  readonly body: string;
  readonly petId: string;
}

async function answer(operation: Operation, call: Call) {
  const given = /^bearer +(\S+)$/i.exec(call.authorization)?.[1] ?? '';
  const known = checkKey(given) === 'well-formed' && (await keys.isValid(hashKey(given)));
  const { status, headers, body }: Answer = known
    ? await OPERATIONS[operation](call)
    : errorAnswer(unauthorized('The API key is unknown'));
  return { status, headers: { ...headers, 'content-type': 'application/json' }, body: stringifyJson(body) };
}

/** Handles an event; resolves to at least the status. */
type Variant = (event: APIGatewayProxyEventV2, operation: Operation) => Promise<{ statusCode?: number }>;

const context = { getRemainingTimeInMillis: () => 10_000 };
/** No variant writes its log lines. */
const log = (_line: string) => undefined;

/** The logic alone, with the request already read. */
const direct: Variant = async ({ headers, queryStringParameters, body, rawPath }, operation) => {
  const { status } = await answer(operation, {
    authorization: headers.authorization ?? '',
    query: queryStringParameters ?? {},
    body: body ?? '',
    petId: rawPath.slice('/v1/pets/'.length),
  });
  return { statusCode: status };
};

const app = createApp({ store, keys, idempotency, log, clock: Date.now, gatewayOf });
const ours = createHandler(app, () => {
  throw new Error('the app gave up');
});

type Environment = { Bindings: { readonly event: APIGatewayProxyEventV2 } };

/** The same logic, the same log line and the same x-request-id, as Hono does it. */
const hono = new Hono<Environment>();
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
const route = (operation: Operation) => async (c: Context<Environment>) => {
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
const handleByHono = handle(hono);

const VARIANTS = {
  direct,
  ours: (event) => ours(event, context),
  hono: (event) => handleByHono(event as never) as Promise<{ statusCode?: number }>,
} as const satisfies Record<string, Variant>;

type VariantName = keyof typeof VARIANTS;

const ROUNDS = 60;
const CALLS = 200;
/** Rounds that are not counted, for the compiler. */
const WARM_UP = 20;

const headers = { authorization: `Bearer ${key}`, 'content-type': 'application/json', accept: '*/*' };
const REQUESTS: Readonly<Record<Operation, RequestLine>> = {
  listPets: { method: 'GET', target: '/v1/pets?limit=20&status=available', headers },
  createPet: { method: 'POST', target: '/v1/pets', headers, body: '{"name":"Rex","categoryId":7}' },
  getPet: { method: 'GET', target: '/v1/pets/1000', headers },
};

const names = Object.keys(VARIANTS) as VariantName[];

export async function run(): Promise<BenchRow[]> {
  const rows: BenchRow[] = [];
  for (const operation of Object.keys(REQUESTS) as Operation[]) rows.push(...(await measure(operation)));
  return rows;
}

/** The medians of the rounds' percentiles: a round that the machine disturbed does not count. */
async function measure(operation: Operation): Promise<BenchRow[]> {
  const event = toEvent(REQUESTS[operation]);
  const rounds: Record<VariantName, number[][]> = { direct: [], ours: [], hono: [] };
  for (let round = 0; round < WARM_UP + ROUNDS; round++) {
    // Each variant is first equally often: a garbage collection delays whichever follows the garbage.
    const first = round % names.length;
    for (const name of [...names.slice(first), ...names.slice(0, first)]) {
      const times = await block(VARIANTS[name], event, operation);
      if (round >= WARM_UP) rounds[name].push(times);
    }
  }
  return Object.entries({ p50: 0.5, p99: 0.99 }).map(([part, value]) => {
    const [direct, ours, hono] = names.map((name) =>
      middle(rounds[name], (times) => percentile(times, value)),
    ) as [number, number, number];
    const what = `${operation}, ${part} above the logic alone, against Hono`;
    const note = `the logic alone takes ${microseconds(direct)}`;
    return against(what, [ours - direct, hono - direct], 1, microseconds, note);
  });
}

/** Microseconds of each call. */
async function block(variant: Variant, event: APIGatewayProxyEventV2, operation: Operation) {
  const times: number[] = [];
  for (let call = 0; call < CALLS; call++) {
    const start = performance.now();
    const { statusCode } = await variant(event, operation);
    times.push((performance.now() - start) * 1_000);
    if (statusCode !== (operation.startsWith('create') ? 201 : 200))
      throw new Error(`${operation}: ${statusCode}`);
  }
  return times;
}
