// What clients are told when something breaks inside, what the log has of it, and a wrong environment.
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createDynamo } from '../../service/dynamo/client.ts';
import { createPetStore, type PetStore } from '../../service/pets/store.ts';
import { fromEnvironment, toEnvironment } from '../../service/tables.ts';
import { asker, bodyOf, createWorld, type Door, type Fixture, openApp } from './harness.ts';

let fixture: Fixture;
beforeAll(async () => {
  fixture = await createWorld();
});
afterAll(() => fixture.stop());

async function withStore<T>(store: PetStore, use: (ask: ReturnType<typeof asker>) => Promise<T>): Promise<T> {
  const door: Door = await openApp(fixture, store);
  try {
    return await use(asker(door, fixture));
  } finally {
    await door.close();
  }
}

function lastLine(): Record<string, unknown> {
  return JSON.parse(fixture.lines.at(-1) ?? '{}') as Record<string, unknown>;
}

/** Fails in the same way whatever it is asked. */
function failing(error: unknown): PetStore {
  const fail = () => Promise.reject(error);
  return { create: fail, get: fail, list: fail };
}

describe('a store that cannot be reached', () => {
  it('is a 503 that says when to try again', async () => {
    const credentials = { accessKeyId: 'local', secretAccessKey: 'local' };
    // Port 9 of the loopback: nobody listens there.
    const dynamo = createDynamo({ region: 'eu-west-1', credentials, endpoint: 'http://127.0.0.1:9' });
    const store = createPetStore(dynamo, { table: 'pets', shards: 1, clock: Date.now });
    await withStore(store, async (ask) => {
      const reply = await ask('GET', '/v1/pets');
      expect(reply.status).toBe(503);
      expect(reply.headers['retry-after']).toBe('1');
      expect(bodyOf(reply)).toEqual({
        code: 'unavailable',
        message: 'The store cannot be reached just now: try again in a second',
        status: 503n,
      });
    });
    expect(lastLine()).toMatchObject({
      level: 'ERROR',
      status: 503,
      error: { name: 'StoreUnavailableError' },
    });
  });
});

describe('anything unforeseen', () => {
  it.each([
    ['an error', new Error('secret detail'), 'secret detail'],
    [
      'an error that names a status',
      Object.assign(new Error('secret detail'), { status: 418 }),
      'secret detail',
    ],
    ['a string', 'secret detail', 'secret detail'],
    // Express's own words for it.
    ['nothing at all', null, 'Rejected promise'],
  ])('%s is a 500 without inner detail, and the log has it', async (_case, thrown, message) => {
    await withStore(failing(thrown), async (ask) => {
      const reply = await ask('GET', '/v1/pets/1');
      expect(reply.status).toBe(500);
      expect(bodyOf(reply)).toMatchObject({ code: 'internal_error', status: 500n });
      expect(JSON.stringify(reply)).not.toMatch(/secret detail|at .*\.ts/);
      expect(lastLine()).toMatchObject({
        level: 'ERROR',
        status: 500,
        requestId: reply.headers['x-request-id'],
      });
    });
    expect(lastLine()).toMatchObject({ error: { message } });
  });
});

describe('the log', () => {
  it('has one line for each request, with the id of the answer, and nothing of the key', async () => {
    await withStore(fixture.store, async (ask) => {
      fixture.lines.length = 0;
      const reply = await ask('GET', '/v1/pets?limit=3');
      expect(fixture.lines).toHaveLength(1);
      expect(lastLine()).toMatchObject({
        timestamp: expect.stringMatching(/^\d{4}-\d\d-\d\dT[\d:.]+Z$/),
        level: 'INFO',
        message: 'GET /v1/pets 200',
        requestId: reply.headers['x-request-id'],
        method: 'GET',
        path: '/v1/pets',
        status: 200,
        durationMs: 0,
        keyId: expect.stringMatching(/^[0-9a-f]{12}$/),
      });
      expect(fixture.lines.join()).not.toContain(fixture.key);
      expect(lastLine()).not.toHaveProperty('aborted');
    });
  });

  it('gives each request an id of its own, whatever the client sends', async () => {
    await withStore(fixture.store, async (ask) => {
      const headers = { 'x-request-id': 'forged\tline' };
      const replies = [
        await ask('GET', '/v1', undefined, headers),
        await ask('GET', '/v1', undefined, headers),
      ];
      const ids = replies.map((reply) => reply.headers['x-request-id']);
      expect(new Set(ids).size).toBe(2);
      expect(ids.join()).not.toContain('forged');
    });
  });
});

describe('the environment of the function', () => {
  const tables = { petsTable: 'pets', keysTable: 'keys', idempotencyTable: 'idempotency', ordersTable: 'o' };
  const settings = { ...tables, shards: 4, keyPrefix: 'pets_live_', beta: false } as const;

  it('carries its settings there and back', () => {
    expect(fromEnvironment(toEnvironment(settings))).toEqual(settings);
    expect(fromEnvironment({ ...toEnvironment(settings), SHARDS: undefined })).toMatchObject({ shards: 1 });
  });

  it('names everything wrong at once', () => {
    expect(() => fromEnvironment({ SHARDS: '65', KEY_PREFIX: 'x' })).toThrow(
      /PETS_TABLE must name a table; KEYS_TABLE must name a table; IDEMPOTENCY_TABLE must name a table; ORDERS_TABLE must name a table; SHARDS must be 1 to 64; KEY_PREFIX must be/,
    );
  });

  it.each(['0', '-1', '1.5', 'many', ''])('refuses %j shards', (shards) => {
    expect(() => fromEnvironment({ ...toEnvironment(settings), SHARDS: shards })).toThrow(/SHARDS/);
  });
});
