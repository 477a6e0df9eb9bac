// Orders: the animal becomes pending with its order or neither is done; lists; and a stack without beta operations.
import { afterAll, beforeEach, describe, expect, test } from 'vitest';
import { itemsIn } from './dynalite.ts';
import { bodyOf, codeOf, createWorld, creating, type Reply } from './harness.ts';
import { type LambdaFront, openBehindProxy, openLambda } from './lambda-front.ts';

const ORDERS = '/v1/store/orders';

let petId: bigint;

const fixture = await createWorld(2);
const { proxy, lambda } = await openBehindProxy(fixture, { timeoutMs: 300 });
afterAll(fixture.stop);
beforeEach(async () => {
  proxy.plan('pass');
  petId = (bodyOf(await lambda.ask(creating('Milo'))) as { id: bigint }).id;
  proxy.calls.length = 0;
});

function order(body = `{"petId":${petId}}`, headers: Record<string, string> = {}) {
  return lambda.ask({ method: 'POST', target: ORDERS, body, headers });
}
const list = (query = '') => lambda.ask({ method: 'GET', target: `${ORDERS}${query}` });

async function petStatus(): Promise<string> {
  const reply = await lambda.ask({ method: 'GET', target: `/v1/pets/${petId}` });
  return (bodyOf(reply) as { status: string }).status;
}

/** The orders of this test's animal. */
async function ordered(): Promise<number> {
  return (await itemsIn(fixture.dynamo, fixture.settings.tables.orders)).filter(
    (item) => item.petId?.N === String(petId),
  ).length;
}

test('an order is stored as it is answered, and its animal is pending, in one call', async () => {
  const reply = await order(`{"petId":${petId},"quantity":1e1}`);
  expect(reply.status).toBe(201);
  expect(proxy.calls).toEqual(['TransactWriteItems']);
  expect(bodyOf(reply)).toEqual({
    id: expect.any(BigInt),
    petId,
    quantity: 10n,
    status: 'placed',
    createdAt: new Date(fixture.clock.now).toISOString(),
  });
  expect(bodyOf(await list('?limit=1'))).toEqual([bodyOf(reply)]);
  expect(await petStatus()).toBe('pending');
  const pending = await lambda.ask({ method: 'GET', target: '/v1/pets?status=pending' });
  expect(pending.text).toContain(`"id":${petId},`);
  const available = await lambda.ask({ method: 'GET', target: '/v1/pets?status=available' });
  expect(available.text).not.toContain(`"id":${petId},`);
});

describe('an animal that is not available', () => {
  test('because it is ordered: a 409, and no second order', async () => {
    await order();
    const reply = await order();
    expect([reply.status, codeOf(reply)]).toEqual([409, 'pet_not_available']);
    expect(bodyOf(reply)).toMatchObject({ message: expect.stringContaining(`${petId} is pending`) });
    expect(await ordered()).toBe(1);
  });

  test('because it does not exist: a 409, and no animal comes to be', async () => {
    petId = 5n;
    const reply = await order();
    expect([reply.status, codeOf(reply)]).toEqual([409, 'pet_unknown']);
    expect((await lambda.ask({ method: 'GET', target: '/v1/pets/5' })).status).toBe(404);
  });
});

test('with a key the first answer is given again, a refusal as well', async () => {
  const keyed = (key: string) => order(undefined, { 'idempotency-key': `"${key} ${petId}"` });
  const first = await keyed('a');
  const again = await keyed('a');
  expect([again.status, again.text]).toEqual([201, first.text]);
  expect(again.headers['idempotency-replayed']).toBe('true');
  expect(again.headers['x-stability']).toMatch(/^beta/);
  const refused = await keyed('b');
  expect(refused.status).toBe(409);
  // The animal is available again: the answer of this key stays.
  await fixture.dynamo.call('UpdateItem', {
    TableName: fixture.settings.tables.pets,
    Key: { id: { N: String(petId) } },
    UpdateExpression: 'SET #s = :s',
    ExpressionAttributeNames: { '#s': 'status' },
    ExpressionAttributeValues: { ':s': { S: 'available' } },
  });
  const replayed = await keyed('b');
  expect([replayed.status, replayed.text]).toEqual([409, refused.text]);
  expect(replayed.headers['idempotency-replayed']).toBe('true');
  expect((await keyed('c')).status).toBe(201);
});

test('the list links to its own next page, and does not take the cursor of another list or filter', async () => {
  const nextOf = ({ headers }: Reply) => /^<(.*cursor=([\w-]+))>; rel="next"$/.exec(headers.link ?? '') ?? [];
  for (let n = 0; n < 2; n += 1) {
    const { id } = bodyOf(await lambda.ask(creating('a'))) as { id: bigint };
    await order(`{"petId":${id}}`);
  }
  const first = await list('?limit=1');
  const [, next = '', own] = nextOf(first);
  expect(next.startsWith(`https://api.petstore.example${ORDERS}?limit=1&cursor=`)).toBe(true);
  const second = await list(new URL(next).search);
  const both = [...(bodyOf(first) as object[]), ...(bodyOf(second) as object[])];
  expect(both).toEqual(bodyOf(await list('?limit=2')));
  const [, , another] = nextOf(await lambda.ask({ method: 'GET', target: '/v1/pets?limit=1' }));
  for (const query of [`?cursor=${another}`, `?status=placed&cursor=${own}`])
    expect(bodyOf(await list(query))).toMatchObject({ message: expect.stringMatching(/^cursor /) });
});

test('switched off: nothing of it in the contract', async () => {
  const off = openLambda({ ...fixture, settings: { ...fixture.settings, beta: false } });
  const contractOf = async ({ ask }: LambdaFront) =>
    (await ask({ method: 'GET', target: '/v1/openapi.json' })).text;
  const [on, without] = [await contractOf(lambda), await contractOf(off)];
  expect(on).toContain('listOrders');
  expect(without).not.toMatch(/order|pet_|"store"|"beta"/i);
  expect(without).toContain('"maximum":9223372036854775807');
  const { paths, components } = JSON.parse(without) as { paths: object; components: { schemas: object } };
  expect(Object.keys(paths)).toEqual(['/pets', '/pets/{petId}', '/openapi.json']);
  expect(Object.keys(components.schemas)).toEqual([
    'PetStatus',
    'NewPet',
    'Pet',
    'Error',
    'ServiceOrGatewayError',
  ]);
});
