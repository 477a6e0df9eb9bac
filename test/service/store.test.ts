// Animals in DynamoDB where it is hard: ids that meet, several shards, an item that lacks a member; and what the store is asked for.
import { afterAll, beforeEach, expect, test } from 'vitest';
import type { Dynamo } from '../../service/dynamo/client.ts';
import { createIdempotency, type Once } from '../../service/idempotency/once.ts';
import { createKeyLookup } from '../../service/keys/lookup.ts';
import { listOrders } from '../../service/orders/operations.ts';
import { createOrderStore } from '../../service/orders/store.ts';
import { newId } from '../../service/pets/id.ts';
import { createPet, listPets } from '../../service/pets/operations.ts';
import type { NewPet, Pet } from '../../service/pets/record.ts';
import { createPetStore, type PetStore } from '../../service/pets/store.ts';
import { type LocalDynamo, startDynamo } from './dynalite.ts';
import { membersOf, openFaultProxy } from './fault-proxy.ts';

const NOW = Date.UTC(2026, 10, 21);
const MILO: NewPet = { name: 'Milo', categoryId: 1n, status: 'available' };

let tables: Awaited<ReturnType<LocalDynamo['createTables']>>;

const local = await startDynamo();
const proxy = await openFaultProxy(local.endpoint);
afterAll(async () => {
  await proxy.close();
  await local.stop();
});
beforeEach(async () => {
  tables = await local.createTables();
  proxy.noted.length = 0;
  proxy.plan('pass');
});

const dynamo = () => proxy.dynamo({ timeoutMs: 10_000 });

/** A store whose random numbers are these in turn, then the last one for ever. */
function storeWith(randoms: readonly number[], shards = 1): PetStore {
  let used = 0;
  const random = () => randoms[Math.min(used++, randoms.length - 1)] ?? 0;
  return createPetStore(dynamo(), { table: tables.pets, shards, clock: () => NOW, random });
}

/** One request with an Idempotency-Key. */
function onceWith(idempotencyKey: string): Once {
  const idempotency = createIdempotency(dynamo(), tables.idempotency, () => NOW);
  return idempotency({ apiKeyHash: '0', idempotencyKey, method: 'POST', path: '/', body: Buffer.alloc(0) });
}

const everyone = async (store: PetStore) => (await store.list({ limit: 100 })).records;

test.each([
  ['', undefined, 'pass'],
  [', whose answer is lost', undefined, 'lose-answer'],
  [' with a key', 'a', 'pass'],
] as const)('a create%s never writes over an animal: the next id is tried', async (_what, key, fault) => {
  const store = storeWith([0.25, 0.25, 0.75]);
  const first = await store.create(MILO);
  proxy.plan(fault, 'pass');
  const once = key === undefined ? undefined : onceWith(key);
  const second = await createPet(store, { ...MILO, name: 'Luna' }, { origin: '', once });
  expect([first.id, (second.body as Pet).id]).toEqual([newId(NOW, 0.25), newId(NOW, 0.75)]);
  expect(await everyone(store)).toEqual([second.body, first]);
});

test('five ids that are all in use are an error, not a loop', async () => {
  const store = storeWith([0.25]);
  await store.create(MILO);
  proxy.noted.length = 0;
  await expect(store.create(MILO)).rejects.toThrow('5 attempts: no id was free');
  expect(proxy.noted.filter(({ operation }) => operation === 'TransactWriteItems')).toHaveLength(5);
});

test('shards hold the animals between them, and a list merges them, newest first', async () => {
  const randoms = Array.from({ length: 40 }, (_, n) => ((n * 37) % 40) / 40);
  const store = storeWith(randoms, 4);
  for (const _ of randoms) await store.create(MILO);
  const written = proxy.noted.flatMap(membersOf).map(({ input }) => input.Item?.statusShard?.S);
  const partitions = new Set(written);
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
  expect(proxy.noted).toHaveLength(6);
  await store.list({ limit: 7, status: 'sold', before: 5n });
  expect(proxy.noted.slice(6)).toHaveLength(2);
  for (const { input } of proxy.noted) expect(input).toMatchObject({ IndexName: 'by-status', Limit: 8 });
});

test('an animal, and a key, is read consistently: one that was created a moment ago is found', async () => {
  await storeWith([0.5]).get(1n);
  const options = { table: tables.keys, prefix: 'pets_test_', clock: () => NOW } as const;
  await createKeyLookup(dynamo(), options).isValid('0');
  const read = proxy.noted.map(({ operation, input }) => [operation, input.TableName, input.ConsistentRead]);
  expect(read).toEqual([
    ['GetItem', tables.pets, true],
    ['GetItem', tables.keys, true],
  ]);
});

const PET = { id: { N: '5' }, name: { S: 'Milo' }, categoryId: { N: '1' }, status: { S: 'available' } };
const ORDER = {
  ...{ id: { N: '7' }, petId: { N: '5' }, quantity: { N: '2' }, status: { S: 'placed' } },
  createdAt: { S: '2026-01-01T00:00:00.000Z' },
};

/** Returns the item for each operation; the signals of the calls. */
function scripted(item: object) {
  const signals: (AbortSignal | undefined)[] = [];
  const dynamo: Dynamo = {
    call: async (_operation, _input, signal) => {
      signals.push(signal);
      return { Item: item, Items: [item] } as never;
    },
  };
  const options = { table: 't', petsTable: 'p', shards: 2, clock: () => 0 };
  return {
    signals,
    pets: createPetStore(dynamo, options as never),
    orders: createOrderStore(dynamo, options as never),
  };
}

test.each(Object.keys(PET))('an animal without %s is an error, not another animal', async (name) => {
  const { pets } = scripted({ ...PET, [name]: undefined });
  await expect(pets.get(5n)).rejects.toThrow(/^The stored/);
});

test.each(Object.keys(ORDER))('an order without %s is an error, not another order', async (name) => {
  const { orders } = scripted({ ...ORDER, [name]: undefined });
  await expect(orders.list({ limit: 1 })).rejects.toThrow(/^The stored/);
});

test('a request that ends takes its calls to the store with it', async () => {
  const { signal } = new AbortController();
  const call = { origin: '', signal } as Parameters<typeof listPets>[2];
  const [{ signals, pets }, { signals: ofOrders, orders }] = [scripted(PET), scripted(ORDER)];
  await listPets(pets, {} as never, call);
  await pets.get(5n, signal);
  await listOrders(orders, {} as never, call);
  signals.push(...ofOrders);
  expect(signals.length).toBeGreaterThan(2);
  for (const one of signals) expect(one).toBe(signal);
});
