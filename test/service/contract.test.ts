// The running service held to its OpenAPI document: every operation, every status it documents, every body it gives.
import { Ajv2020 } from 'ajv/dist/2020.js';
import { beforeAll, describe, expect, test } from 'vitest';
import { StoreUnavailableError } from '../../service/dynamo/errors.ts';
import { MAX_BODY } from '../../service/http/body.ts';
import { ERROR_CODES } from '../../service/http/errors.ts';
import { generateKey } from '../../service/keys/index.ts';
import { contract } from '../../service/openapi.ts';
import type { OrderStore } from '../../service/orders/store.ts';
import type { PetStore } from '../../service/pets/store.ts';
import { asker, createWorld, type Door, type Fixture, openApp, type Reply } from './harness.ts';

interface Operation {
  readonly operationId: string;
  readonly deprecated?: boolean;
  readonly responses: Readonly<Record<string, { readonly $ref?: string; readonly content?: object }>>;
  readonly 'x-stability'?: string;
}
interface Example {
  readonly value: { readonly code?: string; readonly message?: string; readonly status?: number };
}

const { paths, components } = JSON.parse(contract);
const ajv = new Ajv2020({ strict: false, allErrors: true, validateFormats: false });
ajv.addSchema({ components }, 'contract');

/** These take a flood, a store that fails, or requests at once: their tests are elsewhere, but for the form of the 429. */
const isCovered = (status: string) => !['409', '429', '503'].includes(status);

const operations = Object.values<Record<string, Operation>>(paths).flatMap((item) => Object.values(item));

/** The refusals that are documented: operation and status. */
const errors = operations.flatMap(({ operationId, responses }) =>
  Object.keys(responses)
    .filter((status) => Number(status) >= 400)
    .map((status) => [operationId, status] as const),
);

/** The schema and the examples of a response that the operation documents. */
function documented(id: string, status: string) {
  const operation = operations.find(({ operationId }) => operationId === id);
  const given = operation?.responses[status];
  if (given === undefined) throw new Error(`the contract has no ${status} of ${id}`);
  const { content } = components.responses[given.$ref?.split('/').pop() ?? ''] ?? given;
  const { schema = {}, examples = {} } = content?.['application/json'] ?? {};
  const inContract = JSON.stringify(schema).replaceAll('"#/', '"contract#/');
  const validate = ajv.compile(JSON.parse(inContract) as object);
  /** Each line names a place in the body, and the rule that it breaks. */
  const expectValid = (body: unknown) => {
    validate(body);
    const broken = (validate.errors ?? []).map(
      ({ instancePath, message, params }) => `body${instancePath} ${message}: ${JSON.stringify(params)}`,
    );
    expect(broken, `${id} ${status}, in service/openapi.yaml`).toEqual([]);
  };
  return { expectValid, examples: Object.values<Example>(examples).map(({ value }) => value) };
}

/** The reply is one that the operation documents, in status and in body; an error's code is in one of its examples. */
function expectDocumented(id: string, reply: Reply): void {
  const { expectValid, examples } = documented(id, String(reply.status));
  expect(reply.headers['content-type']).toBe('application/json');
  // Ajv knows no bigint: what is checked is the text as a JavaScript client reads it.
  const body = JSON.parse(reply.text) as { code?: string };
  expectValid(body);
  if (reply.status >= 400) expect(examples.map(({ code }) => code)).toContain(body.code);
}

describe('the contract', () => {
  let fixture: Fixture;
  let door: Door;
  let broken: Door;
  /** By operation. */
  const given = new Map<string, readonly Reply[]>();

  beforeAll(async () => {
    fixture = await createWorld();
    door = await openApp(fixture);
    broken = await openFailing(new Error('boom'));
    for (const [id, requests] of Object.entries(REQUESTS)) given.set(id, await repliesTo(requests));
    return fixture.stop;
  });

  /** Every call of its stores fails like this. */
  function openFailing(error: Error): Promise<Door> {
    const failing = new Proxy({}, { get: () => () => Promise.reject(error) });
    return openApp(fixture, { store: failing as PetStore, orders: failing as OrderStore });
  }

  const PETS = '/v1/pets';
  const ORDERS = '/v1/store/orders';
  const REX = '{"name":"Rex","categoryId":1}';
  const KEY = { 'idempotency-key': '"rex"' };
  const created = async () => {
    const { text } = await asker(door, fixture)('POST', PETS, REX);
    return (JSON.parse(text) as { id: number }).id;
  };
  /** Each list of requests gives every status that its operation documents. `petId` is in place of a new animal's id. */
  const REQUESTS: Readonly<Record<string, readonly Parameters<ReturnType<typeof asker>>[]>> = {
    listPets: [
      ['GET', PETS],
      ['GET', `${PETS}?limit=0`],
      ['DELETE', PETS],
    ],
    createPet: [
      ['POST', PETS, REX],
      ['POST', PETS, '{"categoryId":1,"status":"lost"}'],
      ['POST', PETS, ''],
      ['POST', PETS, 'x', { 'content-type': 'text/plain' }],
      ['POST', PETS, 'x'.repeat(2 * MAX_BODY)],
      ['POST', PETS, REX, { 'idempotency-key': '"' }],
      ['POST', PETS, REX, KEY],
      ['POST', PETS, REX, KEY],
      ['POST', PETS, '{"name":"Rex","categoryId":2}', KEY],
      ['DELETE', PETS],
    ],
    listOrders: [
      ['GET', ORDERS],
      ['GET', `${ORDERS}?limit=0`],
      ['DELETE', ORDERS],
    ],
    createOrder: [
      ['POST', ORDERS, '{"petId":petId}', KEY],
      ['POST', ORDERS, '{"petId":petId,"quantity":2}', KEY],
      ['POST', ORDERS, '{"petId":petId}'],
      ['POST', ORDERS, '{"petId":5}'],
      ['POST', ORDERS, '{}'],
      ['POST', ORDERS, 'x', { 'content-type': 'text/plain' }],
      ['POST', ORDERS, 'x'.repeat(2 * MAX_BODY)],
      ['DELETE', ORDERS],
    ],
    getContract: [
      ['GET', '/v1/openapi.json'],
      ['DELETE', '/v1/openapi.json'],
    ],
    getPet: [
      ['GET', `${PETS}/petId`],
      ['GET', `${PETS}/5`],
      ['GET', `${PETS}/none`],
      ['DELETE', `${PETS}/1`],
    ],
  };

  /** To the requests of an operation, to one without a key, and to one where the stores fail. */
  async function repliesTo(requests: (typeof REQUESTS)[string]): Promise<readonly Reply[]> {
    const petId = String(await created());
    const filled: typeof requests = JSON.parse(JSON.stringify(requests).replace(/(?<=[:/])petId/g, petId));
    const replies: Reply[] = [];
    for (const request of filled) replies.push(await asker(door, fixture)(...request));
    const [[method, target, body] = ['', '']] = filled;
    const withoutKey = await door.ask({ method, target, body });
    return [...replies, withoutKey, await asker(broken, fixture)(method, target, body)];
  }

  test.each(Object.keys(REQUESTS))('%s gives what it documents, and all of it', (id) => {
    const replies = given.get(id) ?? [];
    for (const reply of replies) expectDocumented(id, reply);
    const { responses } = operations.find(({ operationId }) => operationId === id) as Operation;
    const found = new Set(replies.map(({ status }) => String(status)));
    expect([...found].filter(isCovered).sort()).toEqual(Object.keys(responses).filter(isCovered).sort());
  });

  test('the message of each example of a refusal is one that the service gives', () => {
    const bodies = [...given.values()].flat().map(({ text }) => JSON.parse(text));
    for (const [id, status] of errors.filter(([, status]) => isCovered(status)))
      for (const { code, message } of documented(id, status).examples.filter(({ code }) => code)) {
        const messages = bodies.filter((body) => body.code === code).map((body) => body.message);
        const hint = `"${message}" of ${id} ${status} is none of these: ${messages.join(' | ')}`;
        expect(messages.includes(message), hint).toBe(true);
      }
  });

  test.each([
    ['createPet', PETS, REX],
    ['createOrder', ORDERS, '{"petId":5}'],
  ])(
    '%s: the example of a create that is not confirmed is what the service says',
    async (id, target, body) => {
      const unsure = await openFailing(new StoreUnavailableError('TransactWriteItems', 3, 'silence', true));
      const { text } = await asker(unsure, fixture)('POST', target, body);
      expect(documented(id, '503').examples).toContainEqual(JSON.parse(text));
    },
  );

  test('a 429 for too many unknown keys is as documented', async () => {
    let reply: Reply | undefined;
    for (let n = 0; n < 20 && reply?.status !== 429; n += 1) {
      const headers = { authorization: `Bearer ${generateKey('pets_test_')}` };
      reply = await door.ask({ method: 'GET', target: PETS, headers });
      expectDocumented('listPets', reply);
    }
    expect(reply?.status).toBe(429);
  });

  test('lists every code of an error, and no other', () => {
    expect(components.schemas.Error.properties.code.enum).toEqual([...ERROR_CODES]);
  });

  test('every operation has its stability, and the one that is deprecated says so', () => {
    expect(operations.filter((operation) => operation['x-stability'] === undefined)).toEqual([]);
    const deprecated = operations.filter((operation) => operation.deprecated);
    expect(deprecated.map(({ operationId }) => operationId)).toEqual(['getPet']);
  });
});

test.each(errors)('the examples of %s %s are bodies that it has: the site shows them', (id, status) => {
  const { expectValid, examples } = documented(id, status);
  expect(examples).not.toEqual([]);
  for (const value of examples) {
    expectValid(value);
    // The gateway's own body has none.
    expect(value.status ?? Number(status)).toBe(Number(status));
  }
});
