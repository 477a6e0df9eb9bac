// The client against the service: its tables, its app, a real HTTP connection.
import { afterAll, beforeEach, describe, expect, test } from 'vitest';
import { createWorld, openApp } from '../../../test/service/harness.ts';
import {
  ApiError,
  type Client,
  type ClientOptions,
  createClient,
  type Notice,
  stringifyJson,
} from '../src/index.ts';

const INT64_MAX = 2n ** 63n - 1n;

/** Where each request went. */
let requests: URL[];
let notices: Notice[];

const fixture = await createWorld();
Object.defineProperty(fixture.clock, 'now', { get: Date.now });
const door = await openApp(fixture);
afterAll(fixture.stop);

beforeEach(() => {
  requests = [];
  notices = [];
});

test('it has a function for each operation of the contract, and no other', async () => {
  type Path = Readonly<Record<string, { operationId: string }>>;
  const { paths } = (await client().getContract()) as { paths: Record<string, Path> };
  const operations = Object.values(paths).flatMap((path) => Object.values(path));
  expect(Object.keys(client()).sort(), 'left: src/client.ts').toEqual(
    operations.map(({ operationId }) => operationId).sort(),
  );
});

function client(options: Partial<ClientOptions> = {}): Client {
  const { key: apiKey } = fixture;
  return createClient({
    ...{ baseUrl: `${door.origin}/v1/`, apiKey, onNotice: (notice) => notices.push(notice) },
    fetch(input, init) {
      requests.push(new URL(String(input)));
      return fetch(input, init);
    },
    ...options,
  });
}

async function failure(call: Promise<unknown>): Promise<ApiError> {
  const error = await call.then(
    () => new Error('it did not fail'),
    (reason: unknown) => reason,
  );
  if (!(error instanceof ApiError)) throw error;
  return error;
}

test.each([INT64_MAX, -(2n ** 63n), 0n])('int64: %d arrives and returns exactly', async (categoryId) => {
  const pet = await client().createPet({ name: 'Milo', categoryId });
  expect(pet).toEqual({ id: expect.any(BigInt), name: 'Milo', categoryId, status: 'available' });
  expect(await client().getPet(pet.id)).toEqual(pet);
  expect(stringifyJson(pet)).toContain(`"categoryId":${categoryId}`);
});

describe('pages', () => {
  test('are followed to the end, one request each, and none before it is needed', async () => {
    const pets = client();
    const made = [];
    for (let index = 0; index < 5; index++)
      made.unshift(await pets.createPet({ name: `Page ${index}`, categoryId: 7n, status: 'sold' }));
    requests = [];
    const list = pets.listPets({ status: 'sold', limit: 2 });
    expect(requests).toEqual([]);
    expect(await Array.fromAsync(list)).toEqual(made);
    expect(requests.map(({ searchParams }) => searchParams.get('limit'))).toEqual(['2', '2', '2']);

    const [first] = await Array.fromAsync(list.pages());
    expect(first?.items).toEqual(made.slice(0, 2));
    const rest = pets.listPets({ status: 'sold', limit: 2, cursor: first?.next });
    expect(await Array.fromAsync(rest)).toEqual(made.slice(2));
  });

  test('the key is sent to baseUrl only, wherever a Link leads', async () => {
    const link = '<https://other.example/v1/pets?cursor=a>; rel="next"';
    const headers = { link, 'next-cursor': 'a' };
    const origins: string[] = [];
    const pets = client({
      fetch: async (input) => {
        const first = origins.push(new URL(String(input)).origin) === 1;
        return new Response('[]', first ? { headers } : {});
      },
    });
    expect(await Array.fromAsync(pets.listPets())).toEqual([]);
    expect(origins).toEqual([door.origin, door.origin]);
  });
});

test('orders are listed; an animal that is not available is an error with its code', async () => {
  const pet = await client().createPet({ name: 'Rex', categoryId: 1n });
  const order = await client().createOrder({ petId: pet.id, quantity: 3 });
  // An integer of another format than int64 is a number.
  expect(order).toMatchObject({ id: expect.any(BigInt), petId: pet.id, quantity: 3 });
  const [page] = await Array.fromAsync(client().listOrders({ status: 'placed', limit: 1 }).pages());
  expect(page?.items).toEqual([order]);
  const error = await failure(client().createOrder({ petId: pet.id }));
  expect(error).toMatchObject({ code: 'pet_not_available', status: 409, name: 'ApiError' });
});

describe('errors', () => {
  test("have the service's code and words, the status and the request's id", async () => {
    const error = await failure(client().getPet(5n));
    expect(error).toMatchObject({ code: 'not_found', message: 'No animal has the id 5', status: 404 });
    expect(fixture.lines.at(-1)).toContain(`"requestId":"${error.requestId}"`);
  });

  test('never have the API key', async () => {
    const apiKey = 'pets_test_secret';
    const { message, stack } = await failure(client({ apiKey }).createPet({ name: 'Rex', categoryId: 1n }));
    expect(`${message} ${stack}`).not.toContain('secret');
    for (const broken of ['pets_test_secret\n', 'pets_test_secret é', '', undefined])
      expect(() => client({ apiKey: broken as string })).toThrow(/^apiKey is not an API key: [^_]*$/);
  });

  test.each(['', 'api.example.com/v1', 'pets_test_secret', 'ftp://api.example.com'])(
    'name the option of a wrong address, without what was given: "%s"',
    (baseUrl) => {
      const message = /^baseUrl is not a URL such as https:\/\/api\.example\.com\/v1$/;
      expect(() => client({ baseUrl })).toThrow(message);
    },
  );
});

describe('an idempotency key', () => {
  test('is a new one for each create, and done once however often a response is lost', async () => {
    // Each third one, in turn as a whole and after a part of it.
    const keys: (string | null)[] = [];
    const losing: typeof fetch = async (input, init) => {
      const request = keys.push(new Headers(init?.headers).get('idempotency-key'));
      const response = await fetch(input, init);
      if (request % 3 !== 0) return response;
      if (request % 2 === 0) throw new TypeError('fetch failed');
      const broken = new ReadableStream({
        start: (body) => body.enqueue(Buffer.from('{"id":')),
        pull: () => Promise.reject(new Error('the connection broke')),
      });
      return new Response(broken, response);
    };
    const pets = client({ fetch: losing, retry: { baseDelayMs: 1 } });
    const lost = (n: number) => pets.createPet({ name: `Lost ${n}`, categoryId: BigInt(n) });
    const made = await Promise.all(Array.from({ length: 40 }, (_, n) => lost(n)));
    expect(new Set(keys).size).toBe(40);
    expect(keys.length).toBeGreaterThanOrEqual(59);
    for (const key of keys) expect(key).toMatch(/^"[0-9a-f]{32}"$/);
    const stored = await Array.fromAsync(client().listPets());
    const found = stored.filter(({ name }) => name.startsWith('Lost '));
    expect(found.sort((a, b) => Number(a.categoryId - b.categoryId))).toEqual(made);
  });

  test('that was given returns the first animal again, and refuses another one', async () => {
    const options = { idempotencyKey: 'order 66, "again" \\c' };
    const pet = await client().createPet({ name: 'Rex', categoryId: 1n }, options);
    expect(await client().createPet({ name: 'Rex', categoryId: 1n }, options)).toEqual(pet);
    const error = await failure(client().createPet({ name: 'Max', categoryId: 1n }, options));
    expect(error).toMatchObject({ code: 'idempotency_key_reused', status: 422, ...options });
  });

  test.each(['', 'é', 'line\nbreak', 'k'.repeat(256)])('%j is refused at once', async (idempotencyKey) => {
    const call = client().createPet({ name: 'Rex', categoryId: 1n }, { idempotencyKey });
    await expect(call).rejects.toThrow('An idempotency key has 1 to 255 printable characters of ASCII');
    expect(requests).toEqual([]);
  });
});

describe('notices', () => {
  test('a deprecated operation and a beta one are reported once', async () => {
    const pets = client();
    const pet = await pets.createPet({ name: 'Rex', categoryId: 1n });
    for (let call = 0; call < 2; call++) await pets.getPet(pet.id);
    await failure(pets.getPet(5n));
    await pets.createOrder({ petId: pet.id });
    for (let call = 0; call < 2; call++) await Array.fromAsync(pets.listOrders());
    const mayChange = 'fields, statuses, limits and error codes; without notice';
    expect(notices).toEqual([
      {
        kind: 'deprecated',
        operation: 'GET /pets/{petId}',
        since: new Date('2025-12-05T00:00:00Z'),
        sunset: new Date('2030-12-05T00:00:00Z'),
        replacement: `${door.origin}/v1/pets`,
      },
      { kind: 'beta', operation: 'POST /store/orders', mayChange },
      { kind: 'beta', operation: 'GET /store/orders', mayChange },
    ]);
  });

  test('are warnings of Node without a callback', async () => {
    const warned: Error[] = [];
    const keep = (warning: Error) => warned.push(warning);
    process.on('warning', keep);
    const silent = client({ onNotice: undefined });
    await failure(silent.getPet(5n));
    await failure(silent.createOrder({ petId: 5n }));
    await new Promise(setImmediate);
    process.off('warning', keep);
    expect(warned.map(({ name, message }) => `${name}: ${message}`)).toEqual([
      `PetstoreWarning: GET /pets/{petId} is deprecated, and will be removed on 2030-12-05: use ${door.origin}/v1/pets`,
      expect.stringMatching(/^PetstoreWarning: POST \/store\/orders is in beta; what may change: /),
    ]);
  });
});

test('the contract is plain JSON: an int64 in it stays a number', async () => {
  const document = { openapi: '3.1.0', example: { id: 1 } };
  expect(await client({ fetch: async () => Response.json(document) }).getContract()).toEqual(document);
});
