// The running service held to its OpenAPI document: every operation, every status it documents, every body it gives.
import { Ajv2020 } from 'ajv/dist/2020.js';
import { beforeAll, expect, test } from 'vitest';
import { readApi } from '../../infra/docs/site/openapi.ts';
import { StoreUnavailableError } from '../../service/dynamo/errors.ts';
import { MAX_BODY } from '../../service/http/body.ts';
import { ERROR_CODES } from '../../service/http/errors.ts';
import { generateKey } from '../../service/keys/index.ts';
import { contract } from '../../service/openapi.ts';
import type { OrderStore } from '../../service/orders/store.ts';
import type { PetStore } from '../../service/pets/store.ts';
import { FUNCTION_PERMISSIONS } from '../../service/tables.ts';
import { startDynamo } from './dynalite.ts';
import type { RequestLine } from './event.ts';
import { membersOf, openFaultProxy } from './fault-proxy.ts';
import { appOf, createWorld, type Door, openApp, type Reply } from './harness.ts';
import { openLambda } from './lambda-front.ts';

type Served = (typeof operations)[number];
/** One request to an operation. */
interface Sent {
  /** In the path; absent: a new animal's, as is `petId` in the body. */
  readonly id?: string;
  readonly query?: string;
  readonly body?: string;
  readonly headers?: RequestLine['headers'];
}
type Refusal = Readonly<{ code?: string; message?: string; status?: number }>;

const { components } = JSON.parse(contract);
const { document, operations } = readApi(JSON.parse(contract));
/** Those of its path. */
const methodsOf = ({ path }: Served) =>
  Object.keys(document.paths[path] ?? {}).map((method) => method.toUpperCase());
const ajv = new Ajv2020({ strict: false, allErrors: true, validateFormats: false });
/** Responses are open to clients. Here a member that the contract does not have is a fault of the service. */
const closed = JSON.parse(JSON.stringify(components), (_name, value) =>
  value?.properties === undefined ? value : { additionalProperties: false, ...value },
);
ajv.addSchema({ components: closed }, 'contract');

/** These take a flood, a store that fails, or requests at once: their tests are elsewhere, but for the form of the 429. */
const isCovered = (status: string) => !['409', '429', '503'].includes(status);

/** The refusals that are documented: operation and status. */
const errors = operations.flatMap(({ operationId, responses }) =>
  responses.filter(({ status }) => Number(status) >= 400).map(({ status }) => [operationId, status] as const),
);

/** The schema and the examples of a response that the operation documents. */
function documented(id: string, status: string) {
  const operation = operations.find(({ operationId }) => operationId === id);
  const given = operation?.responses.find((one) => one.status === status);
  if (given === undefined) throw new Error(`the contract has no ${status} of ${id}`);
  const { schema = {}, examples = {} } = given.media ?? {};
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
  return { expectValid, examples: Object.values(examples).map(({ value }) => value as Refusal) };
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

const local = await startDynamo();
const proxy = await openFaultProxy(local.endpoint);
const behindProxy = { endpoint: proxy.endpoint, dynamo: proxy.dynamo({ timeoutMs: 10_000 }) };
const fixture = await createWorld(1, { ...local, ...behindProxy });
fixture.closing.push(proxy.close);
const door = await openApp(fixture);
const broken = await openFailing(new Error('boom'));
const withoutBeta = await openApp(fixture, { orders: undefined });
/** By operation. */
const given = new Map<string, readonly Reply[]>();
/** To the first request of each, where beta is switched off. */
const off = new Map<string, Reply>();
/** What the requests of each asked DynamoDB, as the rights that it takes: `pets by-status dynamodb:Query`. */
const asked = new Map<string, ReadonlySet<string>>();

beforeAll(async () => {
  // What made the key.
  proxy.noted.length = 0;
  // Through Lambda's handler, which writes the day of the key too.
  await openLambda(fixture).ask({ method: 'GET', target: PETS });
  for (const operation of operations) {
    given.set(operation.operationId, await repliesTo(operation));
    asked.set(operation.operationId, rightsAsked());
    proxy.noted.length = 0;
  }
  return fixture.stop;
});

function rightsAsked(): ReadonlySet<string> {
  const names = Object.entries(fixture.settings.tables);
  const rights = proxy.noted.flatMap(membersOf).map(({ operation, input: { TableName, IndexName } }) => {
    const table = names.find(([, name]) => name === TableName)?.[0];
    return [table, IndexName, `dynamodb:${operation}`].join(' ');
  });
  return new Set(rights);
}

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
  const { text } = await door.send('POST', PETS, REX);
  return String((JSON.parse(text) as { id: number }).id);
};
const OTHER_METHODS = ['DELETE', 'OPTIONS', 'PATCH', 'POST', 'PUT'];
/** Each list gives every status that its operation documents, the first one a success; 401, 405 and 500 come without. */
const REQUESTS: Readonly<Record<string, readonly Sent[]>> = {
  listPets: [{}, { query: '?limit=0' }],
  createPet: [
    { body: REX },
    { body: '{"categoryId":1,"status":"lost"}' },
    { body: '' },
    { body: 'x', headers: { 'content-type': 'text/plain' } },
    { body: 'x'.repeat(2 * MAX_BODY) },
    { body: REX, headers: { 'idempotency-key': '"' } },
    { body: REX, headers: KEY },
    { body: REX, headers: KEY },
    { body: '{"name":"Rex","categoryId":2}', headers: KEY },
  ],
  listOrders: [{}, { query: '?limit=0' }],
  createOrder: [
    { body: '{"petId":petId}' },
    // The key of createPet's requests.
    { body: '{"petId":petId}', headers: KEY },
    { body: '{"petId":5}' },
    { body: '{}' },
    { body: 'x', headers: { 'content-type': 'text/plain' } },
    { body: 'x'.repeat(2 * MAX_BODY) },
  ],
  getContract: [{}],
  getPet: [{}, { id: '5' }, { id: 'none' }],
};

/** To the requests of an operation, to one without a key, one where the stores fail, and those of other methods. */
async function repliesTo(operation: Served): Promise<readonly Reply[]> {
  const { operationId, path, method } = operation;
  let petId = await created();
  const lineOf = ({ id = petId, query = '', body, headers }: Sent) => {
    const target = `/v1${path.replace(/\{\w+\}/, id)}${query}`;
    return { target, headers, body: body?.replace(':petId', `:${petId}`) };
  };
  const send = (to: Door, sent: Sent, as = method) => {
    const { target, body, headers } = lineOf(sent);
    return to.send(as, target, body, headers);
  };
  const replies: Reply[] = [];
  const [first = {}, ...others] = REQUESTS[operationId] ?? [];
  for (const sent of [first, ...others]) replies.push(await send(door, sent));
  replies.push(await door.ask({ method, ...lineOf(first) }), await send(broken, first));
  for (const other of OTHER_METHODS.filter((one) => !methodsOf(operation).includes(one)))
    replies.push(await send(door, {}, other));
  // Another animal: the first request may have used the other up, which responds with 404 too.
  petId = await created();
  off.set(operationId, await send(withoutBeta, first));
  return replies;
}

test('each operation has its requests above', () => {
  const hint = 'left: REQUESTS, right: service/openapi.yaml';
  expect(Object.keys(REQUESTS).sort(), hint).toEqual(operations.map(({ operationId: id }) => id).sort());
});

test('the service has the paths of the contract, and no other', () => {
  const served = appOf(fixture).router.stack.flatMap(({ route }) => route?.path ?? []);
  const documented = Object.keys(document.paths).map((path) => `/v1${path.replace(/\{(\w+)\}/g, ':$1')}`);
  expect(served.sort(), 'left: service/app.ts, right: service/openapi.yaml').toEqual(documented.sort());
});

test.each(operations)('$operationId gives what it documents, and all of it', (operation) => {
  const { operationId: id, path, responses } = operation;
  const replies = given.get(id) ?? [];
  const hint = `the first request to ${path} succeeds where service/app.ts has its handler`;
  expect(replies[0]?.status, hint).toBeLessThan(400);
  for (const reply of replies) expectDocumented(id, reply);
  const found = new Set(replies.map(({ status }) => String(status)));
  const statuses = responses.map(({ status }) => status);
  expect([...found].filter(isCovered).sort()).toEqual(statuses.filter(isCovered).sort());
  const methods = methodsOf(operation);
  const allowed = [...methods, ...(methods.includes('GET') ? ['HEAD'] : [])].sort().join(', ');
  for (const { headers } of replies.filter(({ status }) => status === 405))
    expect(headers.allow).toBe(allowed);
});

test.each(operations)('$operationId says on every response how stable it is', (operation) => {
  const { operationId: id, deprecated = false, 'x-stability': stability, 'x-sunset': sunset } = operation;
  expect(deprecated ? ['deprecated'] : ['stable', 'beta']).toContain(stability);
  for (const { status, headers } of given.get(id) ?? []) {
    const hint = `the headers of ${id} ${status}: service/app.ts`;
    const shown = stability === 'beta' ? /^beta;may-change="/ : /^none$/;
    expect(headers['x-stability'] ?? 'none', hint).toMatch(shown);
    expect(headers.deprecation !== undefined, hint).toBe(deprecated);
    const day = headers.sunset && new Date(headers.sunset).toISOString().slice(0, 10);
    expect(day, hint).toBe(sunset);
  }
});

test.each(operations)('$operationId is served without beta unless it is in beta', (operation) => {
  const { operationId: id, path, 'x-stability': stability } = operation;
  const hasOther = operations.some((one) => one.path === path && one['x-stability'] !== 'beta');
  const absent = hasOther ? 405 : 404;
  const hint = `in service/app.ts, the handlers of beta, and only those, are among those of "orders": ${id}`;
  expect(off.get(id)?.status, hint).toBe(stability === 'beta' ? absent : given.get(id)?.[0]?.status);
});

test('the function has the rights that its requests need, those of beta alone only with beta, and no other', () => {
  const isBeta = (right: string) =>
    operations.every(
      ({ operationId: id, ...one }) => !asked.get(id)?.has(right) || one['x-stability'] === 'beta',
    );
  const needed = new Set([...asked.values()].flatMap((rights) => [...rights]));
  const permitted = FUNCTION_PERMISSIONS.flatMap(({ table, index, actions, beta = false }) =>
    actions.map((action) => [[table, index, action].join(' '), beta] as const),
  );
  const hint = 'left: FUNCTION_PERMISSIONS in service/tables.ts, right: what the requests above ask DynamoDB';
  expect(permitted.sort(), hint).toEqual([...needed].map((one) => [one, isBeta(one)]).sort());
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
])('%s: the example of a create that is not confirmed is what the service says', async (id, target, body) => {
  const unsure = await openFailing(new StoreUnavailableError('TransactWriteItems', 3, 'silence', true));
  const { text } = await unsure.send('POST', target, body);
  expect(documented(id, '503').examples).toContainEqual(JSON.parse(text));
});

test('a 429 for too many unknown keys is as documented', async () => {
  let reply: Reply | undefined;
  for (let n = 0; n < 20 && reply?.status !== 429; n += 1) {
    const headers = { authorization: `Bearer ${generateKey('pets_test_')}` };
    reply = await door.ask({ method: 'GET', target: PETS, headers });
    expectDocumented('listPets', reply);
  }
  expect(reply?.status).toBe(429);
});

test('takes no member that it does not have, and may give one: a client that ignores it goes on', () => {
  const { schemas } = components;
  const closed = Object.keys(schemas).filter((name) => schemas[name].additionalProperties === false);
  expect(closed).toEqual(['NewPet', 'NewOrder']);
});

test('its examples have every code of an error, and no other', () => {
  const codes = errors.flatMap(([id, status]) => documented(id, status).examples.map(({ code }) => code));
  expect([...new Set(codes.filter((code) => code !== undefined))].sort()).toEqual([...ERROR_CODES].sort());
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
