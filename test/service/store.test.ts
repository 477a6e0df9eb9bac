// Animals in DynamoDB where it is hard: lost answers, ids that meet, several shards; and what it is asked for.
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { StoreUnavailableError } from '../../service/dynamo/errors.ts';
import { createIdempotency } from '../../service/idempotency/once.ts';
import { createLastUsed } from '../../service/keys/last-used.ts';
import { createKeyLookup } from '../../service/keys/lookup.ts';
import { createOrderStore } from '../../service/orders/store.ts';
import { newId } from '../../service/pets/id.ts';
import { createPet } from '../../service/pets/operations.ts';
import type { NewPet, Pet } from '../../service/pets/record.ts';
import { createPetStore, type PetStore } from '../../service/pets/store.ts';
import { FUNCTION_PERMISSIONS } from '../../service/tables.ts';
import { type LocalDynamo, startDynamo } from './dynalite.ts';
import { type DynamoProxy, membersOf, openProxy } from './proxy.ts';
import { attributesOf } from './request-attributes.ts';

const NOW = Date.UTC(2026, 10, 21);
const MILO: NewPet = { name: 'Milo', categoryId: 1n, status: 'available' };

let local: LocalDynamo;
let proxy: DynamoProxy;
let tables: Awaited<ReturnType<LocalDynamo['createTables']>>;

beforeAll(async () => {
  local = await startDynamo();
  proxy = await openProxy(local.endpoint);
});
afterAll(async () => {
  await proxy.close();
  await local.stop();
});
beforeEach(async () => {
  tables = await local.createTables();
  proxy.calls.length = 0;
});

/** A store whose random numbers are these in turn, then the last one for ever. */
function storeWith(randoms: readonly number[], shards = 1): PetStore {
  let used = 0;
  const random = () => randoms[Math.min(used++, randoms.length - 1)] ?? 0;
  return createPetStore(proxy.dynamo, { table: tables.pets, shards, clock: () => NOW, random });
}

async function everyone(store: PetStore): Promise<readonly Pet[]> {
  return (await store.list({ limit: 100 })).pets;
}

test('a create whose answer was lost is one animal, and a success', async () => {
  const store = storeWith([0.5]);
  proxy.loseAnswers(2);
  const pet = await store.create(MILO);
  expect(pet).toEqual({ id: newId(NOW, 0.5), ...MILO });
  expect(proxy.calls.map(({ operation }) => operation)).toEqual(['PutItem', 'PutItem', 'PutItem', 'GetItem']);
  expect(await everyone(store)).toEqual([pet]);
});

test('an id that another animal has is never written over: the next one is tried', async () => {
  const store = storeWith([0.25, 0.25, 0.75]);
  const first = await store.create(MILO);
  const second = await store.create({ ...MILO, name: 'Luna' });
  expect([first.id, second.id]).toEqual([newId(NOW, 0.25), newId(NOW, 0.75)]);
  expect(await everyone(store)).toEqual([second, first]);
});

test('an id in use is distinguished from a lost response, in the same create', async () => {
  const store = storeWith([0.25, 0.25, 0.75]);
  const first = await store.create(MILO);
  proxy.loseAnswers(1);
  const second = await store.create({ ...MILO, name: 'Luna' });
  expect(await everyone(store)).toEqual([second, first]);
});

test('an id whose animal has no writeId is in use too', async () => {
  const item = { id: { N: String(newId(NOW, 0.25)) }, name: { S: 'Rex' } };
  await proxy.dynamo.call('PutItem', { TableName: tables.pets, Item: item });
  expect((await storeWith([0.25, 0.75]).create(MILO)).id).toBe(newId(NOW, 0.75));
});

test('five ids that are all in use are an error, not a loop', async () => {
  const store = storeWith([0.25]);
  await store.create(MILO);
  proxy.calls.length = 0;
  await expect(store.create(MILO)).rejects.toThrow('No free id in 5 attempts');
  expect(proxy.calls.filter(({ operation }) => operation === 'PutItem')).toHaveLength(5);
});

test('a store that loses every answer is unavailable', async () => {
  proxy.loseAnswers(3);
  await expect(storeWith([0.5]).get(1n)).rejects.toBeInstanceOf(StoreUnavailableError);
});

test('shards hold the animals between them, and a list merges them, newest first', async () => {
  const randoms = Array.from({ length: 40 }, (_, n) => ((n * 37) % 40) / 40);
  const store = storeWith(randoms, 4);
  for (const _ of randoms) await store.create(MILO);
  const partitions = new Set(proxy.calls.map(({ input }) => input.Item?.statusShard?.S));
  expect([...partitions].sort()).toEqual(['available#0', 'available#1', 'available#2', 'available#3']);
  const ids = (await everyone(store)).map(({ id }) => id);
  expect(ids).toEqual(randoms.map((random) => newId(NOW, random)).sort((a, b) => (a < b ? 1 : -1)));
});

test('more shards than before still list animals that were created with fewer', async () => {
  const pet = await storeWith([0.3]).create(MILO);
  expect(await everyone(storeWith([0], 8))).toEqual([pet]);
});

test('a page asks each partition once, for one animal more than its limit', async () => {
  const store = storeWith([0], 2);
  await store.list({ limit: 7 });
  expect(proxy.calls).toHaveLength(6);
  await store.list({ limit: 7, status: 'sold', before: 5n });
  expect(proxy.calls.slice(6)).toHaveLength(2);
  for (const { input } of proxy.calls) expect(input).toMatchObject({ IndexName: 'by-status', Limit: 8 });
});

test('an animal, and a key, is read consistently: one that was created a moment ago is found', async () => {
  await storeWith([0.5]).get(1n);
  const options = { table: tables.keys, prefix: 'pets_test_', clock: () => NOW } as const;
  await createKeyLookup(proxy.dynamo, options).isValid('0');
  expect(
    proxy.calls.map(({ operation, input }) => [operation, input.TableName, input.ConsistentRead]),
  ).toEqual([
    ['GetItem', tables.pets, true],
    ['GetItem', tables.keys, true],
  ]);
});

test('the function asks for what its permissions name, all of it and nothing more', async () => {
  const store = storeWith([0.5, 0.75]);
  const request = { apiKeyHash: '0', idempotencyKey: 'a', method: 'POST', path: '/', body: Buffer.alloc(0) };
  const once = createIdempotency({ dynamo: proxy.dynamo, table: tables.idempotency, clock: () => NOW })(
    request,
  );
  await createPet(store, MILO, { origin: '' });
  await createPet(store, MILO, { origin: '', once });
  await store.get(1n);
  await store.list({ limit: 1 });
  const { orders: table, pets: petsTable } = tables;
  const orders = createOrderStore(proxy.dynamo, { table, petsTable, shards: 1, clock: () => NOW });
  await orders.create({ petId: newId(NOW, 0.5), quantity: 1n });
  await orders.list({ limit: 1 });
  await createKeyLookup(proxy.dynamo, {
    table: tables.keys,
    prefix: 'pets_test_',
    clock: () => NOW,
  }).isValid('0');
  const lastUsed = createLastUsed(proxy.dynamo, {
    table: tables.keys,
    clock: () => NOW,
    log: () => undefined,
  });
  lastUsed.note({ hash: '0', name: 'a', createdAt: '2026-01-01T00:00:00.000Z' });
  await lastUsed.store(10_000);
  const nameOf = (table: string) => Object.entries(tables).find(([, name]) => name === table)?.[0];
  const asked = proxy.calls
    .flatMap(membersOf)
    .map(({ operation, input }) =>
      [nameOf(input.TableName), input.IndexName, `dynamodb:${operation}`].join(' '),
    );
  const permitted = FUNCTION_PERMISSIONS.flatMap(({ table, index, actions }) =>
    actions.map((action) => [table, index, action].join(' ')),
  );
  expect([...new Set(asked)].sort()).toEqual(permitted.sort());
  for (const { operation, input } of proxy.calls.filter((call) => call.input.TableName === tables.keys)) {
    const { attributes } =
      FUNCTION_PERMISSIONS.find(
        ({ table, actions }) => table === 'keys' && actions.includes(`dynamodb:${operation}`),
      ) ?? {};
    if (attributes !== undefined) expect([...attributesOf(input)].sort()).toEqual([...attributes].sort());
  }
});
