// A create with an Idempotency-Key is done once: after answers that were lost, functions that stopped, and tries at once.

import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { parseIdempotencyKey } from '../../service/idempotency/key.ts';
import { createKeyAdmin } from '../../service/keys/index.ts';
import { type Fault, type FaultProxy, openFaultProxy } from './fault-proxy.ts';
import { bodyOf, createWorld, type Fixture, type Reply } from './harness.ts';
import { type LambdaFront, openLambda } from './lambda-front.ts';

const ATTEMPT_MS = 600;
const DAY_MS = 24 * 3600 * 1000;

let fixture: Fixture;
let proxy: FaultProxy;
let lambda: LambdaFront;
let unique = 0;

beforeAll(async () => {
  fixture = await createWorld();
  proxy = await openFaultProxy(fixture.endpoint);
  lambda = openLambda(fixture, { endpoint: proxy.endpoint, timeoutMs: ATTEMPT_MS });
});
afterAll(async () => {
  await proxy.close();
  await fixture.stop();
});
beforeEach(async () => {
  unique += 1;
  proxy.plan('pass');
  expect((await lambda.ask({ method: 'GET', target: '/v1/pets?limit=1' })).status).toBe(200);
  proxy.calls.length = 0;
});

const animal = () => `{"name":"Once ${unique}","categoryId":1}`;
const ownKey = () => `"key ${unique}"`;

function create(key: string | undefined = ownKey(), body = animal(), headers: Record<string, string> = {}) {
  const sent = { ...(key === undefined ? {} : { 'idempotency-key': key }), ...headers };
  return lambda.ask({ method: 'POST', target: '/v1/pets', body, headers: sent });
}

const codeOf = (reply: Reply) => (bodyOf(reply) as { code?: string }).code;

/** How often the animal of this test is stored. */
async function stored(): Promise<number> {
  const { Items } = await fixture.dynamo.call<{ Items: { name: { S: string } }[] }>('Scan', {
    TableName: fixture.settings.petsTable,
  });
  return Items.filter(({ name }) => name.S === `Once ${unique}`).length;
}

async function expectReplay(first: Reply, again: Reply): Promise<void> {
  expect(again).toMatchObject({ status: first.status, text: first.text });
  expect(again.headers.location).toBe(first.headers.location);
  expect(again.headers['idempotency-replayed']).toBe('true');
  expect(first.headers).not.toHaveProperty('idempotency-replayed');
}

describe('the same key and body', () => {
  test('gives the first answer again, byte for byte, and one animal', async () => {
    const first = await create();
    expect(first.status).toBe(201);
    for (let n = 0; n < 3; n += 1) await expectReplay(first, await create());
    expect(await stored()).toBe(1);
  });

  test('keeps every character and every digit', async () => {
    const body = `{"name":"Once ${unique} \\u2028 \\"ü\\" 日本","categoryId":9223372036854775807}`;
    const first = await create(ownKey(), body);
    await expectReplay(first, await create(ownKey(), body));
    expect(first.text).toContain('9223372036854775807');
  });

  test('for a day; after it the key is a new one, though DynamoDB still has the record', async () => {
    const first = await create();
    const { now } = fixture.clock;
    try {
      fixture.clock.now = now + DAY_MS - 2_000;
      await expectReplay(first, await create());
      fixture.clock.now = now + DAY_MS + 1_000;
      const second = await create();
      expect(second.status).toBe(201);
      expect(second.text).not.toBe(first.text);
      await expectReplay(second, await create());
    } finally {
      fixture.clock.now = now;
    }
  });

  test('of another API key is another request', async () => {
    const { key } = await createKeyAdmin(fixture.dynamo, fixture.settings.keysTable).createKey({
      name: 'other',
      prefix: 'pets_test_',
    });
    const first = await create();
    const other = await create(ownKey(), animal(), { authorization: `Bearer ${key}` });
    expect(other.status).toBe(201);
    expect(other.text).not.toBe(first.text);
    expect(other.headers).not.toHaveProperty('idempotency-replayed');
    expect(await stored()).toBe(2);
  });
});

describe('another body', () => {
  test.each([
    ['another value', () => animal().replace('1}', '2}')],
    ['other spaces', () => animal().replace(',', ', ')],
    ['another spelling', () => animal().replace('1}', '1.0}')],
  ])('%s is a 422, and nothing is stored', async (_what, other) => {
    await create();
    const reply = await create(ownKey(), other());
    expect([reply.status, codeOf(reply)]).toEqual([422, 'idempotency_key_reused']);
    expect(reply.headers).not.toHaveProperty('idempotency-replayed');
    expect(await stored()).toBe(1);
  });
});

describe('the header', () => {
  test.each([
    ['a UUID', '"8e03978e-40d5-43e8-bc93-6894a57f9324"'],
    ['escapes', String.raw`"a\"b\\c"`],
    ['255 characters', `"${'k'.repeat(255)}"`],
    ['no quotes', 'K-1_2.3:4~5+6/7='],
    ['spaces around it', '  "spaces"  '],
  ])('%s is taken', async (_what, key) => {
    expect((await create(key)).status).toBe(201);
  });

  test('is the same key with quotes and without', async () => {
    await expectReplay(await create(`"same-${unique}"`), await create(`same-${unique}`));
  });

  test.each([
    ['one character', 'k', 'k'],
    ['one in quotes', '"k"', 'k'],
    ['255 characters', `"${'k'.repeat(255)}"`, 'k'.repeat(255)],
    ['escapes', String.raw`"a\"b\\c"`, String.raw`a"b\c`],
  ])('%s is a key', (_what, header, key) => {
    expect(parseIdempotencyKey(header)).toBe(key);
  });

  test.each([
    ['nothing', ''],
    ['an empty string', '""'],
    ['256 characters', `"${'k'.repeat(256)}"`],
    ['256 without quotes', 'k'.repeat(256)],
    ['one quote', '"open'],
    ['a quote inside', '"a"b"'],
    ['an unknown escape', String.raw`"a\n"`],
    ['two keys', '"a", "b"'],
    ['parameters', '"a";b=1'],
    ['other letters', '"ü"'],
    ['spaces without quotes', 'a b'],
    ['10,000 backslashes', `"${'\\'.repeat(9_999)}"`],
  ])('%s is a 400 that names it, and nothing is stored', async (_what, key) => {
    const reply = await create(key);
    expect([reply.status, codeOf(reply)]).toEqual([400, 'invalid_parameter']);
    expect(bodyOf(reply)).toMatchObject({ message: expect.stringMatching(/^Idempotency-Key must/) });
    expect(await stored()).toBe(0);
  });

  test('an invalid body leaves the key free', async () => {
    expect((await create(ownKey(), '{"name":""}')).status).toBe(400);
    expect((await create()).status).toBe(201);
  });
});

describe('costs', () => {
  test('without the header one write, with it one transaction, replayed or not', async () => {
    await create(undefined);
    // Undefined takes the default above: this request has no header at all.
    await lambda.ask({ method: 'POST', target: '/v1/pets', body: animal() });
    expect(proxy.calls.at(-1)).toBe('PutItem');
    proxy.calls.length = 0;
    await create(`"cost ${unique}"`);
    await create(`"cost ${unique}"`);
    expect(proxy.calls).toEqual(['TransactWriteItems', 'TransactWriteItems']);
  });
});

const LOST: readonly (readonly [string, Fault])[] = [
  ['lost', 'lose-answer'],
  ['cut', 'cut-answer'],
  ['changed', 'change-answer'],
  ['late', { slow: 2 * ATTEMPT_MS }],
];

describe.each(LOST)('an answer of the store that is %s', (_what, fault) => {
  test('once: a success that is not a replay', async () => {
    proxy.plan(fault, 'pass');
    const reply = await create();
    expect(reply.status).toBe(201);
    expect(reply.headers).not.toHaveProperty('idempotency-replayed');
    expect(await stored()).toBe(1);
  });

  test('every time: a 503 that says to send it again, and then the one animal', async () => {
    proxy.plan(fault);
    const lost = await create();
    expect([lost.status, codeOf(lost), lost.headers['retry-after']]).toEqual([
      503,
      'create_unconfirmed',
      '1',
    ]);
    expect(bodyOf(lost)).toMatchObject({ message: expect.stringMatching(/same Idempotency-Key again/) });
    proxy.plan('pass');
    const again = await create();
    expect(again.status).toBe(201);
    expect(await stored()).toBe(1);
    expect((await create()).text).toBe(again.text);
  });
});

test('a function that stops in the middle leaves nothing that hinders the next', async () => {
  for (const fault of ['silent', 'lose-answer', { slow: 2 * ATTEMPT_MS }] as const) {
    unique += 1;
    proxy.plan(fault);
    // Out of time: what the function had begun stays as it is.
    const stopped = await create(ownKey(), animal());
    expect(stopped.status).toBe(503);
    proxy.plan('pass');
    expect((await create()).status).toBe(201);
    expect(await stored()).toBe(1);
  }
});

test('out of time: a 503 that says to send it again', async () => {
  proxy.plan('silent');
  const line = {
    method: 'POST',
    target: '/v1/pets',
    body: animal(),
    headers: { 'idempotency-key': ownKey() },
  };
  const reply = await lambda.ask(line, 400);
  expect([codeOf(reply), reply.headers['retry-after']]).toEqual(['create_unconfirmed', '1']);
  proxy.plan('pass');
  expect((await create()).status).toBe(201);
  expect(await stored()).toBe(1);
});

test('many at once, in several functions: one animal, and everybody has it or is told to wait', async () => {
  const functions = Array.from({ length: 5 }, () => openLambda(fixture));
  // Each knows the API key from here on.
  for (const each of functions) await each.ask({ method: 'GET', target: '/v1/pets?limit=1' });
  const line = {
    method: 'POST',
    target: '/v1/pets',
    body: animal(),
    headers: { 'idempotency-key': ownKey() },
  };
  const replies = await Promise.all(
    Array.from({ length: 50 }, (_, n) => (functions[n % 5] as LambdaFront).ask(line)),
  );
  const created = replies.filter(({ status }) => status === 201);
  const waiting = replies.filter(({ status }) => status === 409);
  // A store that is slow, as on a loaded machine: a retry with the key is safe then too.
  const unknown = replies.filter(({ status }) => status === 503);
  for (const reply of unknown) expect(reply.headers['retry-after']).toBe('1');
  const others = replies.filter(({ status }) => ![201, 409, 503].includes(status));
  expect(others.map(({ status, text }) => `${status} ${text}`)).toEqual([]);
  expect(created.length).toBeGreaterThan(0);
  expect(new Set(created.map(({ text }) => text)).size).toBe(1);
  expect(created.filter(({ headers }) => headers['idempotency-replayed'] === undefined)).toHaveLength(1);
  expect(waiting.length).toBeGreaterThan(0);
  for (const reply of waiting) {
    expect([codeOf(reply), reply.headers['retry-after']]).toEqual(['idempotency_key_in_use', '1']);
  }
  expect((await create()).text).toBe(created[0]?.text);
  expect(await stored()).toBe(1);
});

test('an id that is in use is no replay: the next one is tried', async () => {
  const { now } = fixture.clock;
  fixture.clock.now = Date.UTC(2027, 0, 1);
  try {
    // With 4,096 ids in a millisecond, 150 animals of the same one collide twice or more.
    const replies: Reply[] = [];
    for (let n = 0; n < 150; n += 1) replies.push(await create(`"collision ${unique} ${n}"`));
    expect(replies.map(({ status }) => status)).toEqual(Array(150).fill(201));
    expect(new Set(replies.map(({ text }) => text)).size).toBe(150);
  } finally {
    fixture.clock.now = now;
  }
});

test('every tenth answer is lost, of the store and of the API: as many animals as creates', async () => {
  // `IDEMPOTENT_CREATES=5000` for the whole measure; each takes about 3 ms.
  const creates = Number(process.env.IDEMPOTENT_CREATES ?? 150);
  const faults = Array.from(
    { length: 2 * creates },
    (_, n): Fault => (n % 10 === 9 ? 'lose-answer' : 'pass'),
  );
  proxy.plan(...faults);
  let answers = 0;
  const ids = new Set<string>();
  async function createUntilAnswered(n: number): Promise<void> {
    for (let attempt = 0; attempt < 10; attempt += 1) {
      const reply = await create(`"${unique} of many ${n}"`);
      answers += 1;
      if (answers % 10 !== 0 && reply.status === 201) return void ids.add(reply.text);
    }
    throw new Error('no answer in ten attempts');
  }
  for (let n = 0; n < creates; n += 10) {
    await Promise.all(Array.from({ length: 10 }, (_, k) => createUntilAnswered(n + k)));
  }
  proxy.plan('pass');
  expect(ids.size).toBe(creates);
  expect(answers).toBeGreaterThan(creates);
  let found = 0;
  let next: object | undefined;
  do {
    const page = await fixture.dynamo.call<{ Items: { name: { S: string } }[]; LastEvaluatedKey?: object }>(
      'Scan',
      {
        TableName: fixture.settings.petsTable,
        ExclusiveStartKey: next,
      },
    );
    found += page.Items.filter(({ name }) => name.S === `Once ${unique}`).length;
    next = page.LastEvaluatedKey;
  } while (next !== undefined);
  expect(found).toBe(creates);
}, 120_000);
