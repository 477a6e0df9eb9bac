// The day that a key was last used, through Lambda's handler: written once a day and key, and never at a request's cost.
import { afterAll, beforeEach, expect, test } from 'vitest';
import type { AttemptReport } from '../../service/dynamo/client.ts';
import { generateKey, type KeyRecord } from '../../service/keys/index.ts';
import { FUNCTION_PERMISSIONS } from '../../service/tables.ts';
import { type Fault, refusal } from './fault-proxy.ts';
import { createWorld } from './harness.ts';
import { openBehindProxy, openLambda } from './lambda-front.ts';

const MINUTE = 60_000;
const DAY = 24 * 60 * MINUTE;
const LIST = { method: 'GET', target: '/v1/pets?status=sold' };

let key: string;
let hash: string;
/** Writes that were tried, each counted when it has ended: at the proxy one may still arrive after the response. */
let updates = 0;

const fixture = await createWorld();
const { proxy } = await openBehindProxy(fixture);
const { admin } = fixture;
afterAll(fixture.stop);
beforeEach(async () => {
  fixture.clock.now = Date.UTC(2026, 10, 21, 23, 30);
  fixture.lines.length = 0;
  proxy.plan('pass');
  ({
    key,
    record: { hash },
  } = await admin.createKey({ name: 'used', prefix: 'pets_test_' }));
  updates = 0;
});

const report = ({ operation }: AttemptReport) => {
  if (operation === 'UpdateItem') updates += 1;
};
const open = () => openLambda(fixture, { endpoint: proxy.endpoint, report });
const listWith = (environment: ReturnType<typeof open>, remainingMs?: number) =>
  environment.ask({ ...LIST, headers: { authorization: `Bearer ${key}` } }, remainingMs);
const record = async (): Promise<KeyRecord | undefined> =>
  (await admin.listKeys()).find((one) => one.hash === hash);

test('the day is there when the response is, once a day, from the cache too', async () => {
  const environment = open();
  expect((await record())?.lastUsedOn).toBeUndefined();
  await environment.ask({ ...LIST, headers: { authorization: `Bearer ${generateKey('pets_test_')}` } });
  expect(updates).toBe(0);
  for (let n = 0; n < 3; n += 1) expect((await listWith(environment)).status).toBe(200);
  expect((await record())?.lastUsedOn).toBe('2026-11-21');
  expect(updates).toBe(1);
  // The record is read again, and still none is due.
  fixture.clock.now += 2 * MINUTE;
  await listWith(environment);
  // It is 10 s to midnight when it is read, so that the next day begins while it is cached.
  fixture.clock.now = Date.UTC(2026, 10, 21, 23, 59, 50);
  await listWith(environment);
  expect(updates).toBe(1);
  fixture.clock.now += 20_000;
  await Promise.all(Array.from({ length: 20 }, () => listWith(environment)));
  expect((await record())?.lastUsedOn).toBe('2026-11-22');
  expect(updates).toBe(2);
});

test('the write names the attributes of a key that its right has, and no other', async () => {
  proxy.noted.length = 0;
  await listWith(open());
  const update = proxy.noted.find(({ operation }) => operation === 'UpdateItem')?.input as object;
  const { Key, UpdateExpression, ConditionExpression, ExpressionAttributeNames: names } = update as never;
  // In an expression those that no parenthesis follows.
  const written = `${UpdateExpression} ${ConditionExpression}`.match(/(?<![:#\w])[a-z]\w*\b(?!\()/g);
  const { attributes } = FUNCTION_PERMISSIONS.find((one) => one.attributes !== undefined) ?? {};
  const named = [...Object.keys(Key), ...Object.values(names), ...(written ?? [])];
  expect(new Set(named)).toEqual(new Set(attributes));
});

test('nothing is written where time is about to run out, and a clock that is behind takes no day back', async () => {
  const behind = open();
  // It has read the key, and is without time to write.
  await listWith(behind, 540);
  expect(updates).toBe(0);
  fixture.clock.now += DAY;
  await listWith(open());
  fixture.clock.now -= DAY;
  await listWith(behind);
  expect(updates).toBe(2);
  expect((await record())?.lastUsedOn).toBe('2026-11-22');
});

test('a key that was revoked while it is cached stays revoked', async () => {
  const environment = open();
  await listWith(environment);
  fixture.clock.now = Date.UTC(2026, 10, 21, 23, 59, 50);
  await listWith(environment);
  await admin.revokeKey(hash);
  fixture.clock.now += 20_000;
  expect((await listWith(environment)).status).toBe(200);
  expect(updates).toBe(2);
  expect(await record()).toBeUndefined();
  expect(fixture.lines.join()).not.toContain('WARN');
});

test.each<[string, Fault, RegExp]>([
  // Under load the limit of the write may end any of them.
  ['is refused', refusal('AccessDeniedException'), /^(DynamoError|TimeoutError)$/],
  ['gets no answer', 'silent', /^TimeoutError$/],
  ['loses its connection', 'reset', /^(StoreUnavailableError|TimeoutError)$/],
])(
  'where the write %s, the request is answered, and none tries again for a minute',
  async (_, fault, name) => {
    const environment = open();
    // A minute later it is another day, which is due whether an aborted write was stored or not.
    fixture.clock.now = Date.UTC(2026, 10, 21, 23, 59, 30);
    // The look-up of the key and the list come first.
    proxy.plan('pass', 'pass', fault);
    expect((await listWith(environment)).status).toBe(200);
    const tried = updates;
    expect(tried).toBeGreaterThan(0);
    const [warning = '{}'] = fixture.lines.filter((line) => line.includes('WARN'));
    expect(JSON.parse(warning)).toMatchObject({
      ...{ level: 'WARN', keyId: hash.slice(0, 12) },
      error: { name: expect.stringMatching(name) },
    });
    expect(warning).not.toContain(key);
    proxy.plan('pass');
    await listWith(environment);
    expect(updates).toBe(tried);
    fixture.clock.now += MINUTE;
    await listWith(environment);
    expect(updates).toBeGreaterThan(tried);
  },
);
