// From the gateway to DynamoDB: a call that failed or was slow is logged with the ids of both.
import { afterAll, expect, test } from 'vitest';
import { logCalls } from '../../service/dynamo/log-calls.ts';
import { toEvent } from './event.ts';
import { refusal } from './fault-proxy.ts';
import { createWorld } from './harness.ts';
import { openBehindProxy, openLambda } from './lambda-front.ts';

const fixture = await createWorld();
afterAll(() => fixture.stop());

const LIST = { method: 'GET', target: '/v1/pets?status=sold' };

interface Line {
  readonly requestId?: string;
  readonly operation?: string;
  readonly store?: { readonly operation: string; readonly requestId?: string };
}
const lines = () => fixture.lines.map((line) => JSON.parse(line) as Line);

test.each([
  [199, undefined, undefined],
  [200, undefined, 'DynamoDB Query: slow after 200 ms'],
  [5, 'ThrottlingException', 'DynamoDB Query: ThrottlingException after 5 ms'],
])('a call of %i ms with the error %s: %s', (ms, error, message) => {
  const logged: string[] = [];
  logCalls((line) => void logged.push(line), Date.now)({ operation: 'Query', attempt: 1, ms, error });
  expect(logged.map((line) => JSON.parse(line).message)).toEqual(message === undefined ? [] : [message]);
});

test('a call that DynamoDB refuses has its name, and not its words', async () => {
  const report = logCalls((line) => fixture.lines.push(line), Date.now, 10_000);
  const { proxy, lambda } = await openBehindProxy(fixture, { report });
  expect((await lambda.ask(LIST)).status).toBe(200);
  fixture.lines.length = 0;
  proxy.plan(refusal('ThrottlingException', { message: 'secret' }), 'pass');
  const { status, headers } = await lambda.ask(LIST);
  expect(status).toBe(200);
  const requestId = headers['x-request-id'];
  const store = { operation: 'Query', attempt: 1, error: 'ThrottlingException' };
  expect(lines()).toMatchObject([
    { level: 'WARN', requestId, store },
    { requestId, operation: 'GET /v1/pets' },
  ]);
  expect(fixture.lines.join()).not.toContain('secret');
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
