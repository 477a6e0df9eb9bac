// The running service held to its OpenAPI document: every operation, every status it documents, every body it gives.
import { Ajv2020 } from 'ajv/dist/2020.js';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { ERROR_CODES } from '../../service/http/errors.ts';
import { generateKey } from '../../service/keys/index.ts';
import { contract } from '../../service/openapi.ts';
import type { OrderStore } from '../../service/orders/store.ts';
import type { PetStore } from '../../service/pets/store.ts';
import { asker, createWorld, type Door, type Fixture, openApp, type Reply } from './harness.ts';

interface Media {
  readonly schema: object;
  readonly examples?: Readonly<Record<string, { readonly value: { readonly code?: string } }>>;
}
interface Documented {
  readonly $ref?: string;
  readonly content?: Readonly<Record<string, Media>>;
  readonly headers?: Readonly<Record<string, object>>;
}
interface Operation {
  readonly operationId: string;
  readonly deprecated?: boolean;
  readonly responses: Readonly<Record<string, Documented>>;
  readonly 'x-stability'?: string;
}

const document = JSON.parse(contract) as {
  readonly paths: Readonly<Record<string, Readonly<Record<string, Operation>>>>;
  readonly components: {
    readonly responses?: Readonly<Record<string, Documented>>;
    readonly schemas: { readonly Error: { readonly properties: { readonly code: { enum: string[] } } } };
  };
};
const ajv = new Ajv2020({ strict: false, allErrors: true, validateFormats: false });
ajv.addSchema(document, 'contract');

/** These take a flood, a store that fails, or requests at once: their tests are elsewhere, but for the form of the 429. */
const NOT_COVERED = ['409', '429', '503'];

const METHODS = ['get', 'post', 'put', 'patch', 'delete'];
const operations = Object.entries(document.paths).flatMap(([path, methods]) =>
  Object.entries(methods)
    .filter(([method]) => METHODS.includes(method))
    .map(([method, operation]) => ({ path, method, operation })),
);
const operationOf = (id: string) => {
  const found = operations.find(({ operation }) => operation.operationId === id);
  if (found === undefined) throw new Error(`the contract has no operation ${id}`);
  return found;
};

function resolve(pointer: string): string {
  return pointer.replace('#', 'contract#');
}

/** The reply is one that the operation documents, in status and in body; an error's code is in one of its examples. */
function expectDocumented(id: string, reply: Reply): void {
  const { path, method, operation } = operationOf(id);
  const status = String(reply.status);
  expect(Object.keys(operation.responses), `${id} answered ${status}`).toContain(status);
  const documented = operation.responses[status] as Documented;
  const at =
    documented.$ref ??
    `#/paths/${path.replaceAll('~', '~0').replaceAll('/', '~1')}/${method}/responses/${status}`;
  const name = at.split('/').pop() ?? '';
  const { content = {} } =
    documented.$ref === undefined ? documented : (document.components.responses?.[name] ?? {});
  const [type] = Object.keys(content);
  if (type === undefined) return;
  expect(reply.headers['content-type']).toContain(type);
  const schema = `${resolve(at)}/content/${type.replaceAll('/', '~1')}/schema`;
  const validate = ajv.getSchema(encodeURI(schema)) ?? ajv.compile({ $ref: encodeURI(schema) });
  // Ajv knows no bigint: what is checked is the text as a JavaScript client reads it.
  const body = JSON.parse(reply.text) as { code?: string };
  expect(validate(body), JSON.stringify(validate.errors)).toBe(true);
  const codes = Object.values(content[type]?.examples ?? {}).map(({ value }) => value.code);
  if (reply.status >= 400) expect(codes, `${id} answered ${status}`).toContain(body.code);
}

describe('the contract', () => {
  let fixture: Fixture;
  let door: Door;
  let broken: Door;
  const covered = new Map<string, Set<string>>();

  beforeAll(async () => {
    fixture = await createWorld();
    door = await openApp(fixture);
    const unreachable = new Proxy({} as PetStore, {
      get: () => () => Promise.reject(Object.assign(new Error('boom'), { inner: 'secret detail' })),
    });
    broken = await openApp(fixture, unreachable, unreachable as unknown as OrderStore);
  });
  afterAll(async () => {
    await door.close();
    await broken.close();
    await fixture.stop();
  });

  const note = (id: string, reply: Reply) => {
    expectDocumented(id, reply);
    covered.set(id, (covered.get(id) ?? new Set()).add(String(reply.status)));
  };

  test('listPets', async () => {
    const ask = asker(door, fixture);
    await ask('POST', '/v1/pets', '{"name":"Rex","categoryId":9223372036854775807}');
    note('listPets', await ask('GET', '/v1/pets'));
    note('listPets', await ask('GET', '/v1/pets?limit=0'));
    note('listPets', await door.ask({ method: 'GET', target: '/v1/pets' }));
    note('listPets', await ask('DELETE', '/v1/pets'));
    note('listPets', await asker(broken, fixture)('GET', '/v1/pets'));
  });

  test('createPet', async () => {
    const ask = asker(door, fixture);
    note('createPet', await ask('POST', '/v1/pets', '{"name":"Rex","categoryId":1}'));
    note('createPet', await ask('POST', '/v1/pets', '{"name":""}'));
    note('createPet', await ask('POST', '/v1/pets', '{"name":'));
    note('createPet', await ask('POST', '/v1/pets', 'x', { 'content-type': 'text/plain' }));
    note(
      'createPet',
      await ask('POST', '/v1/pets', JSON.stringify({ name: 'x'.repeat(110_000), categoryId: 1 })),
    );
    note('createPet', await door.ask({ method: 'POST', target: '/v1/pets', body: '{}' }));
    note('createPet', await ask('DELETE', '/v1/pets'));
    const keyed = (categoryId: number) =>
      ask('POST', '/v1/pets', `{"name":"Rex","categoryId":${categoryId}}`, { 'idempotency-key': '"rex"' });
    note(
      'createPet',
      await ask('POST', '/v1/pets', '{"name":"Rex","categoryId":1}', { 'idempotency-key': '"' }),
    );
    note('createPet', await keyed(1));
    note('createPet', await keyed(1));
    note('createPet', await keyed(2));
    note('createPet', await asker(broken, fixture)('POST', '/v1/pets', '{"name":"Rex","categoryId":1}'));
  });

  test('listOrders', async () => {
    const ask = asker(door, fixture);
    note('listOrders', await ask('GET', '/v1/store/orders'));
    note('listOrders', await ask('GET', '/v1/store/orders?limit=0'));
    note('listOrders', await door.ask({ method: 'GET', target: '/v1/store/orders' }));
    note('listOrders', await ask('DELETE', '/v1/store/orders'));
    note('listOrders', await asker(broken, fixture)('GET', '/v1/store/orders'));
  });

  test('createOrder', async () => {
    const ask = asker(door, fixture);
    const order = (body: string, headers = {}) => ask('POST', '/v1/store/orders', body, headers);
    const pet = async () => {
      const { text } = await ask('POST', '/v1/pets', '{"name":"Rex","categoryId":1}');
      return (JSON.parse(text) as { id: number }).id;
    };
    const petId = await pet();
    note('createOrder', await order(`{"petId":${petId}}`, { 'idempotency-key': '"order"' }));
    note('createOrder', await order(`{"petId":${petId},"quantity":2}`, { 'idempotency-key': '"order"' }));
    note('createOrder', await order(`{"petId":${petId}}`));
    note('createOrder', await order('{"petId":5}'));
    note('createOrder', await order('{}'));
    note('createOrder', await order('{"petId":'));
    note('createOrder', await order(`{"petId":${petId}}`, { 'idempotency-key': '"' }));
    note('createOrder', await order('x', { 'content-type': 'text/plain' }));
    note('createOrder', await order(JSON.stringify({ petId: 'x'.repeat(110_000) })));
    note('createOrder', await door.ask({ method: 'POST', target: '/v1/store/orders', body: '{}' }));
    note('createOrder', await ask('DELETE', '/v1/store/orders'));
    note('createOrder', await asker(broken, fixture)('POST', '/v1/store/orders', '{"petId":5}'));
  });

  test('getPet', async () => {
    const ask = asker(door, fixture);
    const made = await ask('POST', '/v1/pets', '{"name":"Rex","categoryId":1}');
    const path = new URL(made.headers.location ?? '').pathname;
    note('getPet', await ask('GET', path));
    note('getPet', await ask('GET', '/v1/pets/1'));
    note('getPet', await ask('GET', '/v1/pets/none'));
    note('getPet', await door.ask({ method: 'GET', target: path }));
    note('getPet', await ask('DELETE', path));
    note('getPet', await asker(broken, fixture)('GET', path));
  });

  test.each(['listPets', 'createPet', 'listOrders', 'createOrder', 'getPet'])(
    '%s gives every status that it documents',
    (id) => {
      const { operation } = operationOf(id);
      const own = Object.keys(operation.responses).filter((status) => !NOT_COVERED.includes(status));
      expect([...(covered.get(id) ?? [])].sort()).toEqual(expect.arrayContaining(own));
    },
  );

  test('a 429 for too many unknown keys is as documented', async () => {
    const headers = () => ({ authorization: `Bearer ${generateKey('pets_test_')}` });
    let reply: Reply | undefined;
    for (let n = 0; n < 20 && reply?.status !== 429; n += 1) {
      reply = await door.ask({ method: 'GET', target: '/v1/pets', headers: headers() });
      expectDocumented('listPets', reply);
    }
    expect(reply?.status).toBe(429);
    expect(JSON.parse(reply?.text ?? '')).toMatchObject({ code: 'too_many_unknown_keys' });
    // A key that exists and was used before is not concerned.
    expect((await asker(door, fixture)('GET', '/v1/pets')).status).toBe(200);
  });

  test('lists every code of an error, and no other', () => {
    expect(document.components.schemas.Error.properties.code.enum).toEqual([...ERROR_CODES]);
  });

  test('the deprecated operation is marked, in the document and in its responses', async () => {
    const { operation } = operationOf('getPet');
    expect(operation.deprecated).toBe(true);
    const reply = await asker(door, fixture)('GET', '/v1/pets/1');
    expect(reply.headers).toMatchObject({
      deprecation: expect.stringMatching(/^@\d+$/),
      sunset: 'Thu, 05 Dec 2030 00:00:00 GMT',
      link: expect.stringContaining('/v1/pets'),
    });
  });

  test('every operation has its stability, and no answer tells what went wrong inside', async () => {
    expect(operations.filter(({ operation }) => operation['x-stability'] === undefined)).toEqual([]);
    const reply = await asker(broken, fixture)('GET', '/v1/pets');
    expect(reply.status).toBe(500);
    expect(reply.text).not.toMatch(/secret|boom|at /);
  });
});
