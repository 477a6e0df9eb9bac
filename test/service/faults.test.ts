// The store under faults, through Lambda's handler and a TCP proxy: nothing that was acknowledged is lost, a create says
// truly what became of it, and every call is answered in time.
import { afterAll, test as baseTest, beforeAll, describe, expect } from 'vitest';
import type { AttemptReport } from '../../service/dynamo/client.ts';
import { type Fault, type FaultProxy, openFaultProxy } from './fault-proxy.ts';
import { createWorld, type Fixture, type Reply } from './harness.ts';
import { type LambdaFront, openLambda } from './lambda-front.ts';

/** The time limit of one attempt: 1 s in the function, scaled, as are the delays below. */
const ATTEMPT_MS = 600;
const SCALE = ATTEMPT_MS / 1_000;
/** Three attempts, with what they wait in between, and a second for a busy machine. */
const ALL_ATTEMPTS_MS = 3 * ATTEMPT_MS + 1_000;

let fixture: Fixture;
let unique = 0;

beforeAll(async () => {
  fixture = await createWorld();
});
afterAll(() => fixture.stop());

const LIST = { method: 'GET', target: '/v1/pets?limit=100&status=sold' };
const GET = { method: 'GET', target: '/v1/pets/1' };

const json = (reply: Reply) => JSON.parse(reply.text) as { code?: string; id?: number; message?: string };

interface Service {
  readonly proxy: FaultProxy;
  readonly lambda: LambdaFront;
  /** Of the animal of this test. */
  readonly create: { readonly method: string; readonly target: string; readonly body: string };
  /** How often that animal is stored. An attempt that timed out may still be on its way, on a busy machine. */
  stored(): Promise<number>;
}

/** A function behind a proxy of its own, so that the tests run at the same time: most of each is waiting. */
const test = baseTest.extend<{ service: Service }>({
  // biome-ignore lint/correctness/noEmptyPattern: Vitest reads the names of the fixtures from the pattern.
  service: async ({}, use) => {
    const proxy = await openFaultProxy(fixture.endpoint);
    const lambda = openLambda(fixture, { endpoint: proxy.endpoint, timeoutMs: ATTEMPT_MS });
    // The key is cached from here on: the faults are those of the operation.
    expect((await lambda.ask(LIST)).status).toBe(200);
    proxy.calls.length = 0;
    unique += 1;
    const name = `Fault ${unique}`;
    await use({
      proxy,
      lambda,
      create: { method: 'POST', target: '/v1/pets', body: `{"name":"${name}","categoryId":1}` },
      async stored() {
        await proxy.settled();
        const { Items } = await fixture.dynamo.call<{ Items: { name: { S: string } }[] }>('Scan', {
          TableName: fixture.settings.petsTable,
        });
        return Items.filter((item) => item.name.S === name).length;
      },
    });
    await proxy.close();
  },
});

const error = (status: number, type: string): Fault => ({
  status,
  body: JSON.stringify({ __type: `com.amazonaws.dynamodb.v20120810#${type}`, message: 'no' }),
});

const TRANSIENT: readonly (readonly [string, Fault])[] = [
  ['a reset', 'reset'],
  ['silence', 'silent'],
  ['an answer that is lost', 'lose-answer'],
  ['an answer that is cut', 'cut-answer'],
  ['an answer that does not fit its checksum', 'change-answer'],
  ['throttling', error(400, 'ThrottlingException')],
  ['a fault of DynamoDB', error(500, 'InternalServerError')],
  ['503 of something in between', { status: 503, body: '<html>busy</html>' }],
  ['200 of something in between', { status: 200, body: '<html>hello</html>' }],
  ['404 of something in between', { status: 404, body: 'not here' }],
  ['a reply of null', { status: 200, body: 'null' }],
  ['a reply that is a list', { status: 200, body: '[]' }],
  ['an empty reply', { status: 200, body: '' }],
  ['2 s', { slow: 2_000 * SCALE }],
];

describe.concurrent.each(TRANSIENT)('%s', (what, fault) => {
  test('once: nobody notices, and one animal is stored', async ({
    service: { proxy, lambda, create, stored },
  }) => {
    for (const line of [LIST, GET]) {
      proxy.plan(fault, 'pass');
      const reply = await lambda.ask(line);
      expect([200, 404]).toContain(reply.status);
    }
    proxy.plan(fault, 'pass');
    const reply = await lambda.ask(create);
    expect(reply.status).toBe(201);
    expect(await stored()).toBe(1);
  });

  test('always: a 503 in time, which says truly whether an animal may be stored', async ({
    service: { proxy, lambda, create, stored },
  }) => {
    proxy.plan(fault);
    const [listed, got, reply] = await Promise.all([lambda.ask(LIST), lambda.ask(GET), lambda.ask(create)]);
    for (const read of [listed, got]) {
      expect(json(read)).toMatchObject({ code: 'unavailable', status: 503 });
      expect(read.headers['retry-after']).toBe('1');
      expect(read.tookMs).toBeLessThan(ALL_ATTEMPTS_MS);
    }
    expect(reply.tookMs).toBeLessThan(ALL_ATTEMPTS_MS);
    if (what === 'throttling') {
      expect(json(reply).code).toBe('unavailable');
      expect(await stored()).toBe(0);
    } else {
      expect(json(reply)).toMatchObject({ code: 'create_unconfirmed', status: 503 });
      expect(json(reply).message).toMatch(/may have been stored: list the animals before you send it again/);
      expect(reply.headers).not.toHaveProperty('retry-after');
      expect(await stored()).toBeLessThanOrEqual(1);
    }
  });
});

// Half of an attempt's limit remains: a machine that stops for longer tries again. A limit that is too short fails each time.
test.concurrent('0.5 s is waited for', { retry: 3 }, async ({ service: { proxy, lambda, create } }) => {
  proxy.plan({ slow: 500 * SCALE });
  expect((await lambda.ask(create)).status).toBe(201);
  expect(proxy.calls).toEqual(['PutItem']);
});

test.concurrent('nobody listens: a 503, nothing is stored, and it says so', async ({
  service: { proxy, lambda, create, stored },
}) => {
  const listen = await proxy.refuse();
  try {
    for (const line of [LIST, GET, create]) {
      const reply = await lambda.ask(line);
      expect(json(reply)).toMatchObject({ code: 'unavailable', status: 503 });
    }
    expect(await stored()).toBe(0);
  } finally {
    await listen();
  }
  expect((await lambda.ask(LIST)).status).toBe(200);
});

test.concurrent('an answer that is lost every time: the animal is there, once, and the answer says that it may be', async ({
  service: { proxy, lambda, create, stored },
}) => {
  proxy.plan('lose-answer');
  expect(json(await lambda.ask(create)).code).toBe('create_unconfirmed');
  proxy.plan('pass');
  expect(await stored()).toBe(1);
});

test.concurrent('a refusal after an answer that was lost does not say that nothing is stored', async ({
  service: { proxy, lambda, create, stored },
}) => {
  proxy.plan('lose-answer', error(400, 'ExpiredTokenException'));
  expect(json(await lambda.ask(create)).code).toBe('create_unconfirmed');
  expect(await stored()).toBe(1);
});

test('a list of 192 partitions ends its queries, without a warning of Node', async ({
  service: { proxy },
}) => {
  const warnings: Error[] = [];
  const note = (warning: Error) => void warnings.push(warning);
  process.on('warning', note);
  const settings = { ...fixture.settings, shards: 64 };
  const wide = openLambda({ ...fixture, settings }, { endpoint: proxy.endpoint, timeoutMs: 10_000 });
  try {
    expect((await wide.ask({ method: 'GET', target: '/v1/pets' })).status).toBe(200);
    proxy.plan('silent');
    expect((await wide.ask({ method: 'GET', target: '/v1/pets' }, 700)).status).toBe(503);
    await new Promise((done) => setTimeout(done, 20));
    expect(warnings).toEqual([]);
  } finally {
    process.off('warning', note);
  }
});

describe('connections that died while they were idle', () => {
  const POOL = 24;
  /** Idle connections, and the attempts that failed: with this limit none does but on a dead connection. */
  async function fillPool(proxy: FaultProxy) {
    const failed: AttemptReport[] = [];
    const report = (attempt: AttemptReport) => void (attempt.error !== undefined && failed.push(attempt));
    const lambda = openLambda(fixture, { endpoint: proxy.endpoint, timeoutMs: 2_000, report });
    // Here too the key is cached first.
    await lambda.ask(GET);
    proxy.plan({ slow: 50 });
    await Promise.all(Array.from({ length: POOL }, () => lambda.ask(GET)));
    expect(proxy.connections()).toBeGreaterThanOrEqual(POOL);
    proxy.plan('pass');
    return { lambda, failed };
  }

  test.for(['closed', 'silently'] as const)(
    '%s: every read is answered, with one attempt lost',
    async (how, { service: { proxy } }) => {
      const { lambda, failed } = await fillPool(proxy);
      proxy.kill(how);
      const before = proxy.connections();
      for (let n = 0; n < 12; n += 1) expect((await lambda.ask(GET)).status).toBe(404);
      // A dead connection costs one attempt, once: not one for each connection that was kept.
      expect(failed.length).toBeLessThanOrEqual(1);
      expect(proxy.connections() - before).toBe(1);
    },
  );

  test('several reads at once lose one attempt each', async ({ service: { proxy } }) => {
    const { lambda, failed } = await fillPool(proxy);
    proxy.kill('silently');
    const replies = await Promise.all(Array.from({ length: POOL }, () => lambda.ask(GET)));
    expect(replies.map(({ status }) => status)).toEqual(Array(POOL).fill(404));
    expect(failed).toHaveLength(POOL);
  });
});

describe.concurrent('out of time', () => {
  /** Lambda's own margin is 300 ms. */
  const SOON = 300 + 100;

  test('getPet has its deprecation headers, and those of every response', async ({
    service: { proxy, lambda },
  }) => {
    proxy.plan('silent');
    const reply = await lambda.ask(GET, SOON);
    expect(json(reply)).toMatchObject({
      code: 'unavailable',
      message: expect.stringContaining('Time ran out'),
    });
    expect(reply.headers).toMatchObject({
      deprecation: '@1764892800',
      sunset: expect.any(String),
      link: expect.stringContaining('<https://api.petstore.example/v1/pets>; rel="successor-version"'),
      'x-request-id': 'JKJaXmPLvHcESHA=',
      'x-content-type-options': 'nosniff',
      'cache-control': 'no-store',
      'retry-after': '1',
    });
  });

  test('a create that was answered is not written afterwards', async ({
    service: { proxy, lambda, create, stored },
  }) => {
    proxy.plan('silent', 'pass');
    const reply = await lambda.ask(create, SOON);
    expect(json(reply).code).toBe('create_unconfirmed');
    await new Promise((done) => setTimeout(done, 3 * ATTEMPT_MS));
    expect(proxy.calls).toEqual(['PutItem']);
    expect(await stored()).toBe(0);
  });

  test('before the write begins nothing may be stored, and the answer says to try again', async ({
    service: { proxy, create, stored },
  }) => {
    const fresh = openLambda(fixture, { endpoint: proxy.endpoint, timeoutMs: ATTEMPT_MS });
    proxy.plan('silent', 'pass');
    const reply = await fresh.ask(create, SOON);
    expect(json(reply).code).toBe('unavailable');
    await new Promise((done) => setTimeout(done, 3 * ATTEMPT_MS));
    expect(proxy.calls).toEqual(['GetItem']);
    expect(await stored()).toBe(0);
  });

  test('20 s: every operation is answered in the time that is left', async ({
    service: { proxy, lambda, create },
  }) => {
    proxy.plan({ slow: 20_000 * SCALE });
    for (const line of [LIST, GET, create]) {
      const reply = await lambda.ask(line, SOON);
      expect(reply.status).toBe(503);
      expect(reply.tookMs).toBeLessThan(1_000);
    }
  });
});
