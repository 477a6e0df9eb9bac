// The client of packages/client against `npm run local`: the gateway, the function and the tables, over HTTPS.
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { type Client, createClient, type Notice } from '@petstore/client';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { ask } from './clients.ts';
import { copyProject, type LocalRun, removeProject, startLocal } from './support.ts';

let folder: string;
let run: LocalRun;
let client: Client;
const notices: Notice[] = [];

/** As the platform's, with the local authority and the name resolved to the loopback. */
const localFetch: typeof fetch = async (input, { method, headers, body } = {}) => {
  const ca = readFileSync(join(folder, '.local/ca.pem'), 'utf8');
  const sent = { method, headers: Object.fromEntries(new Headers(headers)), body: body?.toString() };
  const answer = await ask(String(input), { ca, ...sent });
  const received = Object.entries(answer.headers).map(([name, value]): [string, string] => [
    name,
    String(value),
  ]);
  return new Response(answer.body, { status: answer.status, headers: received });
};

beforeAll(async () => {
  folder = copyProject();
  run = await startLocal(folder);
  const { apiUrl: baseUrl, apiKey } = run.ready();
  client = createClient({ baseUrl, apiKey, fetch: localFetch, onNotice: (notice) => notices.push(notice) });
}, 60_000);

afterAll(async () => {
  await run.stop();
  removeProject(folder);
});

test('creates animals with an exact int64, and follows the pages', async () => {
  const created = [];
  for (const categoryId of [2n ** 63n - 1n, -(2n ** 63n), 7n]) {
    created.unshift(await client.createPet({ name: 'Milo', categoryId, status: 'sold' }));
  }
  expect(await Array.fromAsync(client.listPets({ status: 'sold', limit: 1 }))).toEqual(created);
});

test('an order is done once for its key; the error of another has its code', async () => {
  const { id: petId } = await client.createPet({ name: 'Luna', categoryId: 1n });
  const order = await client.createOrder({ petId }, { idempotencyKey: 'order-1' });
  expect(await client.createOrder({ petId }, { idempotencyKey: 'order-1' })).toEqual(order);
  await expect(client.createOrder({ petId })).rejects.toMatchObject({
    code: 'pet_not_available',
    status: 409,
    requestId: expect.stringMatching(/./),
  });
});

test('reports what is in beta and what is deprecated', async () => {
  await expect(client.getPet(5n)).rejects.toMatchObject({ code: 'not_found' });
  expect(notices.map(({ kind, operation }) => `${kind} ${operation}`)).toEqual([
    'beta POST /store/orders',
    'deprecated GET /pets/{petId}',
  ]);
});
