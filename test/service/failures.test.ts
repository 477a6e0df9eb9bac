// What clients are told when something breaks inside, what the log has of it, and a wrong environment.
import { afterAll, describe, expect, it } from 'vitest';
import type { PetStore } from '../../service/pets/store.ts';
import { type FunctionSettings, fromEnvironment, toEnvironment } from '../../service/tables.ts';
import { appOf, asker, bodyOf, createWorld, openApp } from './harness.ts';
import { openLambda } from './lambda-front.ts';

const fixture = await createWorld();
afterAll(() => fixture.stop());

async function withStore(store: PetStore, use: (ask: ReturnType<typeof asker>) => Promise<void>) {
  await use(asker(await openApp(fixture, { store }), fixture));
}

function lastLine(): Record<string, unknown> {
  return JSON.parse(fixture.lines.at(-1) ?? '{}') as Record<string, unknown>;
}

it('a handler that fails in front of the one that logs has a line too', async () => {
  const app = appOf(fixture).use(() => {
    throw new Error('in front');
  });
  const { stack } = app.router;
  stack.unshift(...stack.splice(-1));
  const reply = await asker(await openApp(fixture, {}, app), fixture)('GET', '/v1/pets');
  expect([reply.status, bodyOf(reply)]).toMatchObject([500, { code: 'internal_error' }]);
  const requestId = reply.headers['x-request-id'];
  expect(lastLine()).toMatchObject({ status: 500, requestId, error: { message: 'in front' } });
});

it.each([
  ['an error', new Error('secret detail'), 'secret detail'],
  ['an error with a status', Object.assign(new Error('secret detail'), { status: 418 }), 'secret detail'],
  ['a string', 'secret detail', 'secret detail'],
  // Express's own words for it.
  ['nothing at all', null, 'Rejected promise'],
])('%s, unforeseen, is a 500 without inner detail, and the log has it', async (_case, thrown, message) => {
  const fail = () => Promise.reject(thrown);
  await withStore({ create: fail, get: fail, list: fail }, async (ask) => {
    const reply = await ask('GET', '/v1/pets/1');
    expect(reply.status).toBe(500);
    expect(bodyOf(reply)).toMatchObject({ code: 'internal_error', status: 500n });
    expect(JSON.stringify(reply)).not.toMatch(/secret detail|at .*\.ts/);
    const requestId = reply.headers['x-request-id'];
    const operation = 'GET /v1/pets/:petId';
    expect(lastLine()).toMatchObject({
      level: 'ERROR',
      status: 500,
      requestId,
      operation,
      error: { message },
    });
  });
});

it('the log has one line for each request, with the id of the answer, and nothing of the key', async () => {
  await withStore(fixture.store, async (ask) => {
    fixture.lines.length = 0;
    const reply = await ask('GET', '/v1/pets?limit=3');
    expect(fixture.lines).toHaveLength(1);
    expect(lastLine()).toEqual({
      timestamp: expect.stringMatching(/^\d{4}-\d\d-\d\dT[\d:.]+Z$/),
      level: 'INFO',
      message: 'GET /v1/pets 200',
      requestId: reply.headers['x-request-id'],
      operation: 'GET /v1/pets',
      method: 'GET',
      path: '/v1/pets',
      status: 200,
      durationMs: 0,
      keyId: expect.stringMatching(/^[0-9a-f]{12}$/),
    });
    expect(fixture.lines.join()).not.toContain(fixture.key);
    await ask('GET', '/v1');
    expect(lastLine()).not.toHaveProperty('operation');
  });
});

describe('the environment of the function', () => {
  const tables = { pets: 'pets', keys: 'keys', idempotency: 'idempotency', orders: 'o' };
  const settings = { tables, shards: 4, keyPrefix: 'pets_live_', beta: false } as const;

  it('carries its settings there and back', () => {
    expect(fromEnvironment(toEnvironment(settings))).toEqual(settings);
    expect(fromEnvironment({ ...toEnvironment(settings), SHARDS: undefined })).toMatchObject({ shards: 1 });
  });

  // A setting that it reads and does not use is an error of the compiler.
  it('has every setting, and none that the function does not read', () => {
    const readBy = (use: (all: FunctionSettings) => unknown) => {
      const read = new Set<PropertyKey>();
      const get = (all: object, name: PropertyKey) => Reflect.get(read.add(name) && all, name);
      use(new Proxy<FunctionSettings>(settings, { get }));
      return [...read].sort();
    };
    const all = Object.keys(settings).sort();
    expect(readBy(toEnvironment), 'toEnvironment in service/tables.ts').toEqual(all);
    expect(
      readBy((settings) => openLambda({ ...fixture, settings })),
      'service/function.ts',
    ).toEqual(all);
  });

  it('names everything wrong at once', () => {
    expect(() => fromEnvironment({ SHARDS: '65', KEY_PREFIX: 'x' })).toThrow(
      /PETS_TABLE must name.* KEYS_TABLE .* IDEMPOTENCY_TABLE .* ORDERS_TABLE .* SHARDS must be 1 to 64; KEY_PREFIX .*; BETA/,
    );
  });
});
