// What the stores read from DynamoDB, scripted here: the signal reaches every call, and an item that lacks a member is an error.
import { expect, test } from 'vitest';
import type { Dynamo } from '../../service/dynamo/client.ts';
import type { Item } from '../../service/dynamo/values.ts';
import { listOrders } from '../../service/orders/operations.ts';
import { createOrderStore } from '../../service/orders/store.ts';
import { listPets } from '../../service/pets/operations.ts';
import { createPetStore } from '../../service/pets/store.ts';

const PET = {
  id: { N: '5' },
  name: { S: 'Milo' },
  categoryId: { N: '9007199254740993' },
  status: { S: 'available' },
};
const ORDER = {
  ...{ id: { N: '7' }, petId: { N: '5' }, quantity: { N: '2' }, status: { S: 'placed' } },
  createdAt: { S: '2026-01-01T00:00:00.000Z' },
};

/** Returns the item for each operation; the signals of the calls. */
function scripted(item: Item) {
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

const without = (item: Item, name: string): Item => {
  const { [name]: _, ...rest } = item;
  return rest;
};

test.each(Object.keys(PET))('an animal without %s is an error, not another animal', async (name) => {
  await expect(scripted(without(PET, name)).pets.get(5n)).rejects.toThrow(/^The stored/);
});

test.each(Object.keys(ORDER))('an order without %s is an error, not another order', async (name) => {
  await expect(scripted(without(ORDER, name)).orders.list({ limit: 1 })).rejects.toThrow(/^The stored/);
});

test('a request that ends takes its calls to the store with it', async () => {
  const { signal } = new AbortController();
  const call = { origin: '', signal } as Parameters<typeof listPets>[2];
  const pets = scripted(PET);
  await listPets(pets.pets, {} as never, call);
  await pets.pets.get(5n, signal);
  const orders = scripted(ORDER);
  await listOrders(orders.orders, {} as never, call);
  const signals = [...pets.signals, ...orders.signals];
  expect(signals.length).toBeGreaterThan(2);
  for (const one of signals) expect(one).toBe(signal);
});
