// A create with an Idempotency-Key is done once: after answers that were lost, functions that stopped, and tries at once.
import { afterAll, beforeEach, expect, test } from 'vitest';
import { parseIdempotencyKey } from '../../service/idempotency/once.ts';
import { countIn } from './dynalite.ts';
import type { Fault } from './fault-proxy.ts';
import { bodyOf, codeOf, createWorld, creating, type Reply } from './harness.ts';
import { type LambdaFront, openBehindProxy, openLambda } from './lambda-front.ts';

const ATTEMPT_MS = 600;
const DAY_MS = 24 * 3600 * 1000;

let unique = 0;

const fixture = await createWorld();
const { proxy, lambda } = await openBehindProxy(fixture, { timeoutMs: ATTEMPT_MS });
afterAll(fixture.stop);
beforeEach(async () => {
  unique += 1;
  proxy.plan('pass');
  expect((await lambda.ask({ method: 'GET', target: '/v1/pets?limit=1' })).status).toBe(200);
  proxy.calls.length = 0;
});

const animal = () => creating(`Once ${unique}`).body;
const ownKey = () => `"key ${unique}"`;
const keyed = (key = ownKey(), body = animal(), headers: Record<string, string> = {}) => ({
  ...{ method: 'POST', target: '/v1/pets', body, headers: { 'idempotency-key': key, ...headers } },
});
const create = (...given: Parameters<typeof keyed>) => lambda.ask(keyed(...given));

/** How often the animal of this test is stored. */
const stored = () => countIn(fixture.dynamo, fixture.settings.tables.pets, 'name', `Once ${unique}`);

function expectReplay(first: Reply, again: Reply): void {
  expect(again).toMatchObject({ status: first.status, text: first.text });
  expect(again.headers.location).toBe(first.headers.location);
  expect(again.headers['idempotency-replayed']).toBe('true');
  expect(first.headers).not.toHaveProperty('idempotency-replayed');
}

test('the same key and body give the first answer again, byte for byte, and one animal, for one transaction each', async () => {
  const body = `{"name":" Once ${unique} ","categoryId":9223372036854775807}`;
  const first = await create(ownKey(), body);
  expect(first.status).toBe(201);
  for (let n = 0; n < 3; n += 1) expectReplay(first, await create(ownKey(), body));
  expect(await stored()).toBe(1);
  expect(first.text).toContain('9223372036854775807');
  expect(proxy.calls).toEqual(Array(4).fill('TransactWriteItems'));
});

test('the same key and body give it for a day; after it the key is a new one, though DynamoDB still has the record', async () => {
  const first = await create();
  const { now } = fixture.clock;
  try {
    fixture.clock.now = now + DAY_MS - 2_000;
    expectReplay(first, await create());
    fixture.clock.now = now + DAY_MS + 1_000;
    const second = await create();
    expect(second.status).toBe(201);
    expect(second.text).not.toBe(first.text);
    expectReplay(second, await create());
  } finally {
    fixture.clock.now = now;
  }
});

test('the same key and body of another API key are another request', async () => {
  const { key } = await fixture.admin.createKey({ name: 'other', prefix: 'pets_test_' });
  const first = await create();
  const other = await create(ownKey(), animal(), { authorization: `Bearer ${key}` });
  expect(other.status).toBe(201);
  expect(other.text).not.toBe(first.text);
  expect(other.headers).not.toHaveProperty('idempotency-replayed');
});

test.each([
  ['another value', () => animal().replace('1}', '2}')],
  ['other spaces', () => animal().replace(',', ', ')],
  ['another spelling', () => animal().replace('1}', '1.0}')],
])('a body with %s is a 422, and nothing is stored', async (_what, other) => {
  await create();
  const reply = await create(ownKey(), other());
  expect([reply.status, codeOf(reply)]).toEqual([422, 'idempotency_key_reused']);
  expect(await stored()).toBe(1);
});

test.each([
  ['a UUID', '"8e03978e-40d5-43e8-bc93-6894a57f9324"', '8e03978e-40d5-43e8-bc93-6894a57f9324'],
  ['one character', 'k', 'k'],
  ['one in quotes, with spaces around', ' "k" ', 'k'],
  ['255 characters', `"${'k'.repeat(255)}"`, 'k'.repeat(255)],
  ['escapes', String.raw`"a\"b\\c"`, String.raw`a"b\c`],
  ['no quotes', 'K-1_2.3:4~5+6/7=', 'K-1_2.3:4~5+6/7='],
  ['nothing at all', undefined, undefined],
])('the header: %s is taken', (_what, header, key) => {
  expect(parseIdempotencyKey(header)).toBe(key);
});

test.each([
  ['an empty string', '""'],
  ['256 characters', `"${'k'.repeat(256)}"`],
  ['one quote', '"open'],
  ['a quote inside', '"a"b"'],
  ['an unknown escape', String.raw`"a\n"`],
  ['two keys', '"a", "b"'],
  ['other letters', '"ü"'],
  ['spaces without quotes', 'a b'],
  ['10,000 backslashes', `"${'\\'.repeat(9_999)}"`],
])('the header: %s is a 400', (_what, header) => {
  expect(() => parseIdempotencyKey(header)).toThrow(/^Idempotency-Key must/);
});

test('a header that is refused stores nothing, and an invalid body leaves its key free', async () => {
  const reply = await create('"open');
  expect([reply.status, codeOf(reply)]).toEqual([400, 'invalid_parameter']);
  expect(await stored()).toBe(0);
  expect((await create(ownKey(), '{"name":""}')).status).toBe(400);
  expect((await create()).status).toBe(201);
});

test('an answer of the store that is lost every time: a 503 that says to send it again, and then the one animal', async () => {
  proxy.plan('lose-answer');
  const lost = await create();
  const { status, headers } = lost;
  expect([status, codeOf(lost), headers['retry-after']]).toEqual([503, 'create_unconfirmed', '1']);
  expect(bodyOf(lost)).toMatchObject({ message: expect.stringMatching(/same Idempotency-Key again/) });
  proxy.plan('pass');
  const again = await create();
  expect(again.status).toBe(201);
  expect(await stored()).toBe(1);
  expect((await create()).text).toBe(again.text);
});

test.each<Fault>(['silent', 'lose-answer'])('out of time (%s): a 503 that says to retry', async (fault) => {
  proxy.plan(fault, 'silent');
  const reply = await lambda.ask(keyed(), 400);
  expect([codeOf(reply), reply.headers['retry-after']]).toEqual(['create_unconfirmed', '1']);
  proxy.plan('pass');
  expect((await create()).status).toBe(201);
  expect(await stored()).toBe(1);
});

test('many at once, in several functions: one animal, and everybody has it or is told to wait', async () => {
  const functions = Array.from({ length: 5 }, () => openLambda(fixture));
  // Each knows the API key from here on.
  for (const each of functions) await each.ask({ method: 'GET', target: '/v1/pets?limit=1' });
  const replies = await Promise.all(
    Array.from({ length: 50 }, (_, n) => (functions[n % 5] as LambdaFront).ask(keyed())),
  );
  const created = replies.filter(({ status }) => status === 201);
  const others = replies.filter(({ status }) => status !== 201);
  expect(new Set(created.map(({ text }) => text)).size).toBe(1);
  expect(created.filter(({ headers }) => headers['idempotency-replayed'] === undefined)).toHaveLength(1);
  expect(others.length).toBeGreaterThan(0);
  // A store that is slow, as on a loaded machine, leaves it open: a retry with the key is safe then too.
  const told = ['409 idempotency_key_in_use 1', '503 create_unconfirmed 1', '503 unavailable 1'];
  for (const reply of others)
    expect(told).toContain(`${reply.status} ${codeOf(reply)} ${reply.headers['retry-after']}`);
  expect(others.map(codeOf)).toContain('idempotency_key_in_use');
  expect((await create()).text).toBe(created[0]?.text);
  expect(await stored()).toBe(1);
});
