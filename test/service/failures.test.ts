// What clients are told when something breaks inside, what the log has of it, with the ids of the gateway and of DynamoDB, and a wrong
// environment.
import { afterAll, expect, it } from 'vitest';
import { logCalls } from '../../service/dynamo/log-calls.ts';
import { type FunctionSettings, fromEnvironment, toEnvironment } from '../../service/tables.ts';
import { toEvent } from './event.ts';
import { refusal } from './fault-proxy.ts';
import { appOf, bodyOf, createWorld, openApp } from './harness.ts';
import { openBehindProxy, openLambda } from './lambda-front.ts';

const fixture = await createWorld();
afterAll(() => fixture.stop());

interface Line {
  readonly requestId?: string;
  readonly store?: { readonly operation: string; readonly requestId?: string };
}
const lines = () => fixture.lines.map((line) => JSON.parse(line) as Line);

it('a handler that fails in front of the one that logs has a line too', async () => {
  const app = appOf(fixture).use(() => {
    throw new Error('in front');
  });
  const { stack } = app.router;
  stack.unshift(...stack.splice(-1));
  const reply = await (await openApp(fixture, {}, app)).send('GET', '/v1/pets');
  expect([reply.status, bodyOf(reply)]).toMatchObject([500, { code: 'internal_error' }]);
  const requestId = reply.headers['x-request-id'];
  expect(lines().at(-1)).toMatchObject({ status: 500, requestId, error: { message: 'in front' } });
});

it.each([
  ['an error', new Error('secret detail'), 'secret detail'],
  ['an error with a status', Object.assign(new Error('secret detail'), { status: 418 }), 'secret detail'],
  ['a string', 'secret detail', 'secret detail'],
  // Express's own words for it.
  ['nothing at all', null, 'Rejected promise'],
])('%s, unforeseen, is a 500 without inner detail, and the log has it', async (_case, thrown, message) => {
  const fail = () => Promise.reject(thrown);
  const { send: ask } = await openApp(fixture, { store: { create: fail, get: fail, list: fail } });
  const reply = await ask('GET', '/v1/pets/1');
  expect(reply.status).toBe(500);
  expect(bodyOf(reply)).toMatchObject({ code: 'internal_error', status: 500n });
  expect(JSON.stringify(reply)).not.toMatch(/secret detail|at .*\.ts/);
  const requestId = reply.headers['x-request-id'];
  const operation = 'GET /v1/pets/:petId';
  const logged = { level: 'ERROR', status: 500, requestId, operation, error: { message } };
  expect(lines().at(-1)).toMatchObject(logged);
});

it('the log has one line for each request, with the id of the answer, and nothing of the key', async () => {
  const { send: ask } = await openApp(fixture);
  fixture.lines.length = 0;
  const reply = await ask('GET', '/v1/pets?limit=3');
  expect(lines()).toEqual([
    {
      timestamp: expect.stringMatching(/^\d{4}-\d\d-\d\dT[\d:.]+Z$/),
      ...{ level: 'INFO', message: 'GET /v1/pets 200', requestId: reply.headers['x-request-id'] },
      ...{ operation: 'GET /v1/pets', method: 'GET', path: '/v1/pets', status: 200, durationMs: 0 },
      keyId: expect.stringMatching(/^[0-9a-f]{12}$/),
    },
  ]);
  expect(fixture.lines.join()).not.toContain(fixture.key);
  await ask('GET', '/v1');
  expect(lines().at(-1)).not.toHaveProperty('operation');
});

const tables = { pets: 'pets', keys: 'keys', idempotency: 'idempotency', orders: 'o' };
const settings = { tables, shards: 4, keyPrefix: 'pets_live_', beta: false } as const;

it('the environment of the function carries its settings there and back', () => {
  expect(fromEnvironment(toEnvironment(settings))).toEqual(settings);
  expect(fromEnvironment({ ...toEnvironment(settings), SHARDS: undefined })).toMatchObject({ shards: 1 });
});

// A setting that it reads and does not use is an error of the compiler.
it('the environment of the function has every setting, and none that the function does not read', () => {
  const readBy = (use: (all: FunctionSettings) => unknown) => {
    const read = new Set<PropertyKey>();
    const get = (all: object, name: PropertyKey) => {
      read.add(name);
      return Reflect.get(all, name);
    };
    use(new Proxy<FunctionSettings>(settings, { get }));
    return [...read].sort();
  };
  const all = Object.keys(settings).sort();
  expect(readBy(toEnvironment), 'toEnvironment in service/tables.ts').toEqual(all);
  const byFunction = readBy((settings) => openLambda({ ...fixture, settings }));
  expect(byFunction, 'service/function.ts').toEqual(all);
});

it('the environment of the function names everything wrong at once', () => {
  expect(() => fromEnvironment({ SHARDS: '65', KEY_PREFIX: 'x' })).toThrow(
    /PETS_TABLE must name.* KEYS_TABLE .* IDEMPOTENCY_TABLE .* ORDERS_TABLE .* SHARDS must be 1 to 64; KEY_PREFIX .*; BETA/,
  );
});

const LIST = { method: 'GET', target: '/v1/pets?status=sold' };

it.each([
  [199, undefined, undefined],
  [200, undefined, 'DynamoDB Query: slow after 200 ms'],
  [5, 'ThrottlingException', 'DynamoDB Query: ThrottlingException after 5 ms'],
])('a call of %i ms with the error %s: %s', (ms, error, message) => {
  const logged: string[] = [];
  logCalls((line) => void logged.push(line), Date.now)({ operation: 'Query', attempt: 1, ms, error });
  expect(logged.map((line) => JSON.parse(line).message)).toEqual(message === undefined ? [] : [message]);
});

it('a call that DynamoDB refuses has its name, and not its words', async () => {
  const report = logCalls((line) => fixture.lines.push(line), Date.now, 10_000);
  const { proxy, lambda } = await openBehindProxy(fixture, { report });
  expect((await lambda.ask(LIST)).status).toBe(200);
  fixture.lines.length = 0;
  proxy.plan(refusal('ThrottlingException', { message: 'secret' }), 'pass');
  const { status, headers } = await lambda.ask(LIST);
  expect(status).toBe(200);
  const requestId = headers['x-request-id'];
  const store = { operation: 'Query', attempt: 1, error: 'ThrottlingException' };
  expect(lines()).toMatchObject([
    { level: 'WARN', requestId, store },
    { requestId, operation: 'GET /v1/pets' },
  ]);
  expect(fixture.lines.join()).not.toContain('secret');
});

it("each call has DynamoDB's own id, and requests at once have ids of their own", async () => {
  const report = logCalls((line) => fixture.lines.push(line), Date.now, 0);
  const { handler } = openLambda(fixture, { report });
  fixture.lines.length = 0;
  const ids = ['first=', 'second='];
  const headers = { authorization: `Bearer ${fixture.key}` };
  await Promise.all(
    ids.map((requestId) => {
      const event = toEvent({ ...LIST, headers });
      const requestContext = { ...event.requestContext, requestId };
      return handler({ ...event, requestContext }, { getRemainingTimeInMillis: () => 10_000 });
    }),
  );
  const queries = lines().filter(({ store }) => store?.operation === 'Query');
  expect(queries.map(({ requestId }) => requestId).sort()).toEqual(ids);
  for (const { store } of queries) expect(store?.requestId).toMatch(/^[A-Z0-9]{52}$/);
});
