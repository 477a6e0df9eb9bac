// Orders: the animal becomes pending with its order or neither is done; lists; and a stack without beta operations. And what clients
// do to each other: an attempt of a write that arrives late or twice changes nothing, a list has an animal that is ordered meanwhile
// once, and contention is said to be that.
import { setTimeout as wait } from 'node:timers/promises';
import { afterAll, beforeEach, expect, test, vi } from 'vitest';
import { createKeyAdmin } from '../../service/keys/index.ts';
import { countIn } from './dynalite.ts';
import { type Fault, refusal } from './fault-proxy.ts';
import { bodyOf, codeOf, createWorld, creating, PAGE, type Reply } from './harness.ts';
import { type LambdaFront, openBehindProxy, openLambda } from './lambda-front.ts';

const ORDERS = '/v1/store/orders';
const ATTEMPT_MS = 200;
/** When an attempt is given up, and another one is made. */
const LATE_MS = 3 * ATTEMPT_MS;
/** Of an attempt that no load makes late: one that is given up leaves open what it did, and is not contention. */
const UNREACHED_MS = 60_000;

let petId: bigint;

const fixture = await createWorld(2);
/** Behind the proxy, with little time for an attempt and with enough, and straight to the store. */
const { proxy, lambda: delayed } = await openBehindProxy(fixture, { timeoutMs: ATTEMPT_MS });
const patient = openLambda(fixture, { endpoint: proxy.endpoint, timeoutMs: UNREACHED_MS });
const other = openLambda(fixture, { timeoutMs: UNREACHED_MS });
afterAll(fixture.stop);
beforeEach(async () => {
  proxy.plan('pass');
  // The key is cached from here on.
  for (const one of [delayed, patient]) await get('/v1/pets', one);
  petId = await created();
  proxy.calls.length = 0;
});

const get = (target: string, lambda: LambdaFront = patient) => lambda.ask({ method: 'GET', target });
const list = (query = '') => get(`${ORDERS}${query}`);

/** Returns the id of the new animal. */
async function created(name = 'Milo'): Promise<bigint> {
  return (bodyOf(await other.ask(creating(name))) as { id: bigint }).id;
}

function orderOf(key?: string, body = `{"petId":${petId}}`) {
  const headers = key === undefined ? undefined : { 'idempotency-key': `"${key} ${petId}"` };
  return { method: 'POST', target: ORDERS, body, headers };
}
const order = (...given: Parameters<typeof orderOf>) => patient.ask(orderOf(...given));

const petStatus = async () => (bodyOf(await get(`/v1/pets/${petId}`)) as { status: string }).status;

/** The orders of this test's animal. */
const ordered = () => countIn(fixture.dynamo, fixture.settings.tables.orders, 'petId', `${petId}`);

test('an order is stored as it is answered, and its animal is pending, in one call', async () => {
  const reply = await order(undefined, `{"petId":${petId},"quantity":1e1}`);
  expect(reply.status).toBe(201);
  expect(proxy.calls).toEqual(['TransactWriteItems']);
  const createdAt = new Date(fixture.clock.now).toISOString();
  expect(bodyOf(reply)).toEqual({
    id: expect.any(BigInt),
    petId,
    quantity: 10n,
    status: 'placed',
    createdAt,
  });
  expect(bodyOf(await list('?limit=1'))).toEqual([bodyOf(reply)]);
  expect(await petStatus()).toBe('pending');
  expect((await get('/v1/pets?status=pending')).text).toContain(`"id":${petId},`);
  expect((await get('/v1/pets?status=available')).text).not.toContain(`"id":${petId},`);
});

test('an animal that is ordered is not available: a 409, and no second order', async () => {
  await order();
  const reply = await order();
  expect([reply.status, codeOf(reply)]).toEqual([409, 'pet_not_available']);
  expect(bodyOf(reply)).toMatchObject({ message: expect.stringContaining(`${petId} is pending`) });
  expect(await ordered()).toBe(1);
});

test('an animal that does not exist: a 409, and no animal comes to be', async () => {
  petId = 5n;
  const reply = await order();
  expect([reply.status, codeOf(reply)]).toEqual([409, 'pet_unknown']);
  expect((await get('/v1/pets/5')).status).toBe(404);
});

test('with a key the first answer is given again, a refusal as well', async () => {
  const first = await order('a');
  const again = await order('a');
  expect([again.status, again.text]).toEqual([201, first.text]);
  expect(again.headers['idempotency-replayed']).toBe('true');
  expect(again.headers['x-stability']).toMatch(/^beta/);
  const refused = await order('b');
  expect(refused.status).toBe(409);
  // The animal is available again: the answer of this key stays.
  await fixture.dynamo.call('UpdateItem', {
    ...{ TableName: fixture.settings.tables.pets, Key: { id: { N: String(petId) } } },
    ...{ UpdateExpression: 'SET #s = :s', ExpressionAttributeNames: { '#s': 'status' } },
    ExpressionAttributeValues: { ':s': { S: 'available' } },
  });
  const replayed = await order('b');
  expect([replayed.status, replayed.text]).toEqual([409, refused.text]);
  expect(replayed.headers['idempotency-replayed']).toBe('true');
  expect((await order('c')).status).toBe(201);
});

test('the list links to its own next page, and does not take the cursor of another list or filter', async () => {
  const nextOf = ({ headers }: Reply) => /^<(.*cursor=([\w-]+))>; rel="next"$/.exec(headers.link ?? '') ?? [];
  for (let n = 0; n < 2; n += 1) await order(undefined, `{"petId":${await created()}}`);
  const first = await list('?limit=1');
  const [, next = '', own] = nextOf(first);
  expect(next.startsWith(`https://api.petstore.example${ORDERS}?limit=1&cursor=`)).toBe(true);
  const second = await list(new URL(next).search);
  const both = [...(bodyOf(first) as object[]), ...(bodyOf(second) as object[])];
  expect(both).toEqual(bodyOf(await list('?limit=2')));
  const [, , another] = nextOf(await get('/v1/pets?limit=1'));
  for (const query of [`?cursor=${another}`, `?status=placed&cursor=${own}`])
    expect(bodyOf(await list(query))).toMatchObject({ message: expect.stringMatching(/^cursor /) });
});

test('switched off: nothing of it in the contract', async () => {
  const off = openLambda({ ...fixture, settings: { ...fixture.settings, beta: false } });
  const [on, without] = [await get('/v1/openapi.json'), await get('/v1/openapi.json', off)];
  expect(on.text).toContain('listOrders');
  expect(without.text).not.toMatch(/order|pet_|"store"|"beta"/i);
  expect(without.text).toContain('"maximum":9223372036854775807');
  const { paths, components } = JSON.parse(without.text) as {
    paths: object;
    components: { schemas: object };
  };
  expect(Object.keys(paths)).toEqual(['/pets', '/pets/{petId}', '/openapi.json']);
  const schemas = ['PetStatus', 'NewPet', 'Pet', 'Error', 'ServiceOrGatewayError'];
  expect(Object.keys(components.schemas)).toEqual(schemas);
});

async function found(name: string): Promise<{ id: bigint } | undefined> {
  const reply = await get(`/v1/pets?limit=${PAGE.maximum}&status=available`, other);
  return (bodyOf(reply) as { id: bigint; name: string }[]).find((pet) => pet.name === name);
}

test.each([
  ['whose answer is late', (): Fault => ({ slow: LATE_MS })],
  ['that arrives after its repetition', (): Fault => ({ after: wait(LATE_MS) })],
])('an animal of a create %s, ordered before it is confirmed, is sold once', async (what, fault) => {
  proxy.plan(fault(), 'pass');
  const asked = delayed.ask(creating(what));
  ({ id: petId } = await vi.waitUntil(() => found(what), 10_000));
  expect((await other.ask(orderOf())).status).toBe(201);
  const reply = await asked;
  expect([reply.status, bodyOf(reply)]).toMatchObject([201, { id: petId }]);
  await proxy.settled();
  expect(await petStatus()).toBe('pending');
  const second = await other.ask(orderOf());
  expect([second.status, codeOf(second)]).toEqual([409, 'pet_not_available']);
});

test('a key that is revoked before its create has arrived a second time stays revoked', async () => {
  const admin = createKeyAdmin(proxy.dynamo({ timeoutMs: ATTEMPT_MS }), fixture.settings.tables.keys);
  proxy.plan({ after: wait(LATE_MS) }, 'pass');
  const { record } = await admin.createKey({ name: 'short', prefix: 'pets_test_' });
  expect(await fixture.admin.revokeKey(record.hash)).toBe(true);
  await proxy.settled();
  proxy.plan('pass');
  expect((await admin.listKeys()).map(({ hash }) => hash)).not.toContain(record.hash);
});

test('a list has an animal that is ordered while the list is read, once', async () => {
  // The animals that are available are read when the order is placed, and all others at once.
  const { promise: placed, resolve: place } = Promise.withResolvers<void>();
  proxy.plan({ after: placed }, 'pass');
  const listing = get(`/v1/pets?limit=${PAGE.maximum}`, delayed);
  await vi.waitUntil(() => proxy.calls.includes('Query'), 10_000);
  const ordering = other.ask(orderOf()).finally(place);
  const listed = bodyOf(await listing) as { id: bigint }[];
  expect((await ordering).status).toBe(201);
  expect(listed.filter(({ id }) => id === petId)).toHaveLength(1);
});

test.each([
  ['without a key', () => undefined],
  ['each with a key of its own', (n: number) => `contended ${n}`],
])('many orders of one animal, %s: one, and every other answer is a 409', async (_what, keyOf) => {
  const ask = (n: number) =>
    openLambda(fixture, { timeoutMs: UNREACHED_MS }).ask(orderOf(keyOf(n)), 2 * UNREACHED_MS);
  const replies = await Promise.all(Array.from({ length: 60 }, (_, n) => ask(n)));
  expect(replies.filter(({ status }) => status === 201)).toHaveLength(1);
  for (const reply of replies.filter(({ status }) => status !== 201)) {
    expect(['pet_not_available', 'pet_in_use']).toContain(codeOf(reply));
    expect(reply.headers['retry-after']).toBe(codeOf(reply) === 'pet_in_use' ? '1' : undefined);
  }
});

test('the store says which item was contended: the animal, the key, or the id', async () => {
  const cancelled = (...codes: string[]) =>
    refusal('TransactionCanceledException', { CancellationReasons: codes.map((Code) => ({ Code })) });
  proxy.plan(cancelled('None', 'TransactionConflict', 'None'));
  fixture.lines.length = 0;
  const animal = await order('contention a');
  expect([animal.status, codeOf(animal)]).toEqual([409, 'pet_in_use']);
  proxy.plan(cancelled('TransactionConflict', 'None', 'None'));
  expect(codeOf(await order('contention b'))).toBe('idempotency_key_in_use');
  expect(fixture.lines.join('\n')).not.toContain('"level":"ERROR"');
  // Other creates have the id of the record, which comes last, each time.
  for (const [line, ...codes] of [
    [creating('contended'), 'TransactionConflict'],
    [{ ...creating('contended'), headers: { 'idempotency-key': 'c' } }, 'None', 'TransactionConflict'],
    [orderOf('contention d'), 'None', 'None', 'TransactionConflict'],
  ] as const) {
    proxy.plan(cancelled(...codes));
    const reply = await patient.ask(line);
    expect([reply.status, codeOf(reply)]).toEqual([503, 'unavailable']);
    expect(reply.headers['retry-after']).toBe('1');
  }
  proxy.plan('pass');
  // What was refused for others' sake is not the answer of the key.
  expect((await order('contention a')).status).toBe(201);
});
