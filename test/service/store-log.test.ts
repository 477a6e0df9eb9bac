// From the gateway to DynamoDB: a call that failed or was slow is logged with the ids of both.
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { logCalls } from '../../service/dynamo/log-calls.ts';
import { toEvent } from './event.ts';
import { type FaultProxy, openFaultProxy } from './fault-proxy.ts';
import { createWorld, type Fixture } from './harness.ts';
import { type LambdaFront, openLambda } from './lambda-front.ts';

let fixture: Fixture;
let proxy: FaultProxy;
let lambda: LambdaFront;

const LIST = { method: 'GET', target: '/v1/pets?status=sold' };

interface Line {
  readonly requestId?: string;
  readonly operation?: string;
  readonly store?: { readonly operation: string; readonly requestId?: string };
}

beforeAll(async () => {
  fixture = await createWorld();
  proxy = await openFaultProxy(fixture.endpoint);
});
afterAll(async () => {
  await proxy.close();
  await fixture.stop();
});
beforeEach(async () => {
  proxy.plan('pass');
  const report = logCalls((line) => fixture.lines.push(line), Date.now);
  lambda = openLambda(fixture, { endpoint: proxy.endpoint, report });
  expect((await lambda.ask(LIST)).status).toBe(200);
  fixture.lines.length = 0;
});

const lines = () => fixture.lines.map((line) => JSON.parse(line) as Line);

test('a call that DynamoDB refuses has its name, and those after it are not logged', async () => {
  proxy.plan(
    {
      status: 400,
      body: '{"__type":"com.amazonaws.dynamodb.v20120810#ThrottlingException","message":"secret"}',
    },
    'pass',
  );
  const reply = await lambda.ask(LIST);
  expect(reply.status).toBe(200);
  const [refused, request, ...more] = lines();
  expect(more).toEqual([]);
  expect(refused).toMatchObject({
    ...{ level: 'WARN', requestId: reply.headers['x-request-id'] },
    store: { operation: 'Query', attempt: 1, error: 'ThrottlingException' },
  });
  expect(request).toMatchObject({ requestId: reply.headers['x-request-id'], operation: 'GET /v1/pets' });
  expect(fixture.lines.join()).not.toContain('secret');
});

test('a slow call is logged, and a fast one is not', async () => {
  proxy.plan({ slow: 300 });
  const reply = await lambda.ask(LIST);
  expect(lines()[0]).toMatchObject({
    requestId: reply.headers['x-request-id'],
    store: { operation: 'Query', attempt: 1 },
  });
  fixture.lines.length = 0;
  proxy.plan('pass');
  await lambda.ask(LIST);
  expect(lines().filter(({ store }) => store !== undefined)).toEqual([]);
});

test("each call has DynamoDB's own id, and requests at once have ids of their own", async () => {
  const report = logCalls((line) => fixture.lines.push(line), Date.now, 0);
  const { handler } = openLambda(fixture, { report });
  fixture.lines.length = 0;
  const ids = ['first=', 'second='];
  const headers = { authorization: `Bearer ${fixture.key}` };
  await Promise.all(
    ids.map((requestId) => {
      const event = toEvent({ ...LIST, headers });
      const requestContext = { ...event.requestContext, requestId };
      return handler({ ...event, requestContext }, { getRemainingTimeInMillis: () => 10_000 });
    }),
  );
  const queries = lines().filter(({ store }) => store?.operation === 'Query');
  expect(queries.map(({ requestId }) => requestId).sort()).toEqual(ids);
  for (const { store } of queries) expect(store?.requestId).toMatch(/^[A-Z0-9]{52}$/);
});

test('of an animal, the operation has the path of the route, and of no route there is none', async () => {
  await lambda.ask({ method: 'GET', target: '/v1/pets/1' });
  await lambda.ask({ method: 'GET', target: '/v1/nothing' });
  expect(lines().map(({ operation }) => operation)).toEqual(['GET /v1/pets/:petId', undefined]);
});
