// What `npm pack` ships is whole: it has its types, its JavaScript runs on each Node found, and nothing else is in it.
import { afterAll, beforeAll, expect, test } from 'vitest';
import { nodesFound, type Packed, packProject } from '../../custom-domains/test/packed.ts';

/** Compilers run here, beside those of other suites. */
const LIMIT_MS = 90_000;

let packed: Packed;

beforeAll(async () => {
  packed = await packProject('client');
}, LIMIT_MS);

afterAll(() => packed?.remove());

const PROGRAM = `
import { ApiError, createClient, stringifyJson } from '@petstore/client';
import type { Client, ErrorCode, NewPet, Notice, Order, Pages, Pet } from '@petstore/client';

const notices: Notice[] = [];
const options = { apiKey: 'pets_test_key', onNotice: (notice: Notice) => notices.push(notice) };
const client: Client = createClient({ baseUrl: 'https://api.example.com/v1', ...options, retry: { tries: 2 } });
const milo: NewPet = { name: 'Milo', categoryId: 9223372036854775807n };
export async function run(signal: AbortSignal): Promise<bigint> {
  const pet: Pet = await client.createPet(milo, { signal, idempotencyKey: 'once' });
  const pets: Pages<Pet> = client.listPets({ status: 'available', limit: 100 });
  for await (const { categoryId } of pets) console.log(categoryId + 1n);
  const order: Order = await client.createOrder({ petId: pet.id, quantity: 2 });
  return order.id;
}
export const isKnown = (error: unknown) => error instanceof ApiError && error.code === ('pet_unknown' satisfies ErrorCode);
export const text: string = stringifyJson(milo);
`;

const WRONG = `
// @ts-expect-error an int64 is a bigint
client.createPet({ name: 'Milo', categoryId: 1 });
// @ts-expect-error a status that the contract does not have
client.listPets({ status: 'lost' });
// @ts-expect-error a member that a NewOrder does not have
client.createOrder({ petId: 1n, note: '' });
`;

test.each(['nodenext', 'node16', 'bundler'] as const)(
  'a program of another team type-checks against it, its declarations too, with the resolution %s; mistakes are found',
  async (resolution) => {
    expect(await packed.check(`${PROGRAM}${WRONG}`, resolution)).toBe('');
  },
  LIMIT_MS,
);

const CALLS = `
import { createServer } from 'node:http';
import { createClient } from '@petstore/client';

let requests = 0;
const server = createServer(async (request, response) => {
  let body = '';
  for await (const chunk of request) body += chunk;
  requests += 1;
  if (requests === 1) return void request.socket.destroy();
  response.writeHead(201).end(body.replace('{', '{"id":9223372036854775807,'));
});
await new Promise((resolve) => server.listen(0, '127.0.0.1', resolve));
const baseUrl = 'http://127.0.0.1:' + server.address().port + '/v1';
const client = createClient({ baseUrl, apiKey: 'pets_test_key' });
const { id, categoryId } = await client.createPet({ name: 'Milo', categoryId: -9223372036854775808n });
console.log(id, categoryId, requests);
server.closeAllConnections();
server.close();
`;

test.each(nodesFound())('retries, and keeps int64 exact, on %s', async (node) => {
  expect((await packed.run(CALLS, node)).trim()).toBe('9223372036854775807n -9223372036854775808n 2');
});
