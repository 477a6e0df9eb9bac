// The store under faults, through Lambda's handler and a TCP proxy: nothing that was acknowledged is lost, a create says
// truly what became of it, and every call is answered in time.
import { afterAll, describe, expect, test } from 'vitest';
import type { AttemptReport } from '../../service/dynamo/client.ts';
import { countIn } from './dynalite.ts';
import type { RequestLine } from './event.ts';
import { type Fault, refusal } from './fault-proxy.ts';
import { codeOf, createWorld, creating, PAGE, type Reply } from './harness.ts';
import { openBehindProxy, openLambda } from './lambda-front.ts';

/** The time limit of one attempt: 1 s in the function. */
const ATTEMPT_MS = 600;
/** Three attempts, with what they wait in between, and a second for a busy machine. */
const ALL_ATTEMPTS_MS = 3 * ATTEMPT_MS + 1_000;

let unique = 0;

const fixture = await createWorld();
afterAll(() => fixture.stop());

const LIST = { method: 'GET', target: `/v1/pets?limit=${PAGE.maximum}&status=sold` };
const GET = { method: 'GET', target: '/v1/pets/1' };

const json = (reply: Reply) => JSON.parse(reply.text) as object;

/** A function behind a proxy of its own, so that the tests run at the same time: most of each is waiting. */
async function open() {
  const { proxy, lambda } = await openBehindProxy(fixture, { timeoutMs: ATTEMPT_MS });
  // The key is cached from here on: the faults are those of the operation.
  expect((await lambda.ask(LIST)).status).toBe(200);
  proxy.calls.length = 0;
  unique += 1;
  const name = `Fault ${unique}`;
  /** How often this animal is stored. An attempt that timed out may still be on its way, on a busy machine. */
  const stored = async () => {
    await proxy.settled();
    return countIn(fixture.dynamo, fixture.settings.tables.pets, 'name', name);
  };
  return { proxy, lambda, stored, create: creating(name) };
}

/** With how many animals are stored where the fault lasts, and what the answer to the create says of it. */
const TRANSIENT: readonly (readonly [what: string, fault: Fault, stored: number, code: string])[] = [
  ['a reset', 'reset', 0, 'create_unconfirmed'],
  ['silence', 'silent', 0, 'create_unconfirmed'],
  ['an answer that is lost', 'lose-answer', 1, 'create_unconfirmed'],
  ['an answer that is cut', 'cut-answer', 1, 'create_unconfirmed'],
  ['an answer that does not fit its checksum', 'change-answer', 1, 'create_unconfirmed'],
  ['an answer that takes twice as long', { slow: 2 * ATTEMPT_MS }, 1, 'create_unconfirmed'],
  ['throttling', refusal('ThrottlingException'), 0, 'unavailable'],
  ['a fault of DynamoDB', refusal('InternalServerError', {}, 500), 0, 'create_unconfirmed'],
  ['503 of something in between', { status: 503, body: '<html>busy</html>' }, 0, 'create_unconfirmed'],
  ['200 of something in between', { status: 200, body: '<html>hello</html>' }, 0, 'create_unconfirmed'],
  ['404 of something in between', { status: 404, body: 'not here' }, 0, 'create_unconfirmed'],
  ['a reply of null', { status: 200, body: 'null' }, 0, 'create_unconfirmed'],
  ['a reply that is a list', { status: 200, body: '[]' }, 0, 'create_unconfirmed'],
];

describe.concurrent.each(TRANSIENT)('%s', (_what, fault, count, code) => {
  test('once: nobody notices, and one animal is stored', async () => {
    const { proxy, lambda, create, stored } = await open();
    for (const [line, status] of [
      [LIST, 200],
      [GET, 404],
      [create, 201],
    ] as const) {
      proxy.plan(fault, 'pass');
      expect((await lambda.ask(line)).status).toBe(status);
    }
    expect(await stored()).toBe(1);
  });

  test('always: a 503 in time, which says truly whether an animal may be stored', async () => {
    const { proxy, lambda, create, stored } = await open();
    proxy.plan(fault);
    const [listed, got, reply] = await Promise.all([lambda.ask(LIST), lambda.ask(GET), lambda.ask(create)]);
    for (const read of [listed, got]) {
      expect(json(read)).toMatchObject({ code: 'unavailable', status: 503 });
      expect(read.headers['retry-after']).toBe('1');
    }
    for (const { tookMs } of [listed, got, reply]) expect(tookMs).toBeLessThan(ALL_ATTEMPTS_MS);
    expect(json(reply)).toMatchObject({ code, status: 503 });
    expect(reply.headers['retry-after']).toBe(code === 'unavailable' ? '1' : undefined);
    expect(await stored()).toBe(count);
  });
});

test.concurrent('nobody listens: a 503, nothing is stored, and it says so', async () => {
  const { proxy, lambda, create, stored } = await open();
  const listen = await proxy.refuse();
  for (const line of [LIST, GET, create]) {
    expect(json(await lambda.ask(line))).toMatchObject({ code: 'unavailable', status: 503 });
  }
  await listen();
  expect(await stored()).toBe(0);
  expect((await lambda.ask(LIST)).status).toBe(200);
});

test.concurrent('a refusal after an answer that was lost does not say that nothing is stored', async () => {
  const { proxy, create, stored } = await open();
  // No load makes its attempts late: one that is given up before it has arrived stores nothing.
  const patient = openLambda(fixture, { endpoint: proxy.endpoint, timeoutMs: 60_000 });
  await patient.ask(LIST);
  proxy.plan('lose-answer', refusal('ExpiredTokenException'));
  expect(codeOf(await patient.ask(create))).toBe('create_unconfirmed');
  expect(await stored()).toBe(1);
});

const POOL = 24;

test.each([
  ['closed', 1],
  ['silently', 1],
  ['silently', POOL],
] as const)('connections died %s while idle: each of %i reads at once is answered', async (how, atOnce) => {
  const failed: AttemptReport[] = [];
  const report = (attempt: AttemptReport) => void (attempt.error !== undefined && failed.push(attempt));
  const { proxy, lambda } = await openBehindProxy(fixture, { timeoutMs: 2_000, report });
  const readAtOnce = (count: number) => Promise.all(Array.from({ length: count }, () => lambda.ask(GET)));
  // Here too the key is cached first; then as many connections are opened as there are reads.
  await lambda.ask(GET);
  proxy.plan({ slow: 50 });
  await readAtOnce(POOL);
  proxy.plan('pass');
  const before = proxy.connections();
  expect(before).toBeGreaterThanOrEqual(POOL);
  proxy.kill(how);
  for (let n = 0; n < 12; n += 1) {
    for (const { status } of await readAtOnce(atOnce)) expect(status).toBe(404);
  }
  // A dead connection costs one attempt of each read under way: not one for each connection that was kept.
  expect(failed.length).toBeLessThanOrEqual(atOnce);
  expect(proxy.connections() - before).toBeLessThanOrEqual(atOnce);
});

/** Lambda's own margin is 300 ms. */
const SOON = 300 + 100;

test.concurrent('out of time, every operation is answered, with the headers of every response', async () => {
  const { proxy, lambda, create } = await open();
  proxy.plan('silent');
  const ask = (line: RequestLine) => lambda.ask(line, SOON);
  const [listed, got, created] = await Promise.all([ask(LIST), ask(GET), ask(create)]);
  for (const reply of [listed, got, created]) expect(reply.tookMs).toBeLessThan(1_500);
  const message = expect.stringContaining('Time ran out');
  expect(json(listed)).toMatchObject({ code: 'unavailable', message });
  expect(codeOf(created)).toBe('create_unconfirmed');
  expect(got.headers).toMatchObject({
    ...{ deprecation: '@1764892800', sunset: expect.any(String), 'x-request-id': 'JKJaXmPLvHcESHA=' },
    link: expect.stringContaining('<https://api.petstore.example/v1/pets>; rel="successor-version"'),
    ...{ 'x-content-type-options': 'nosniff', 'cache-control': 'no-store', 'retry-after': '1' },
  });
});

test.concurrent.each([
  ['a create that was answered is not written afterwards', true, 'TransactWriteItems', 'create_unconfirmed'],
  ['before the write begins nothing may be stored', false, 'GetItem', 'unavailable'],
])('out of time, %s', async (_what, isKeyKnown, call, code) => {
  const { proxy, lambda, create, stored } = await open();
  const fresh = openLambda(fixture, { endpoint: proxy.endpoint, timeoutMs: ATTEMPT_MS });
  proxy.plan('silent', 'pass');
  const reply = await (isKeyKnown ? lambda : fresh).ask(create, SOON);
  expect(codeOf(reply)).toBe(code);
  await new Promise((done) => setTimeout(done, 3 * ATTEMPT_MS));
  expect(proxy.calls).toEqual([call]);
  expect(await stored()).toBe(0);
});
