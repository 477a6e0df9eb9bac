// Input from anybody: no body, header, path or event gives a 5xx, none is expensive, and no key is logged or echoed.
import type { APIGatewayProxyEventV2 } from 'aws-lambda';
import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, onTestFinished, test, vi } from 'vitest';
import { checkKey, createKeyAdmin, generateKey } from '../../service/keys/index.ts';
import { toEvent } from './event.ts';
import { openFaultProxy } from './fault-proxy.ts';
import { bodyOf, createWorld, type Fixture } from './harness.ts';
import { type LambdaFront, openLambda } from './lambda-front.ts';

let fixture: Fixture;
let lambda: LambdaFront;
beforeAll(async () => {
  fixture = await createWorld();
  lambda = openLambda(fixture);
});
afterAll(() => fixture.stop());

const post = (body: string | Buffer) => lambda.ask({ method: 'POST', target: '/v1/pets', body });

/** JSON text of anything, numbers beyond every range included. */
const jsonText: fc.Arbitrary<string> = fc.letrec<{ value: string }>((tie) => ({
  value: fc.oneof(
    { maxDepth: 5 },
    fc.constantFrom('null', 'true', 'false', '""', '0', '-0', '1e400', '-1E-400', '1.5', '"sold"'),
    fc.bigInt({ min: -(10n ** 40n), max: 10n ** 40n }).map(String),
    fc.string({ unit: 'binary', maxLength: 20 }).map((text) => JSON.stringify(text)),
    fc.array(tie('value'), { maxLength: 4 }).map((values) => `[${values.join()}]`),
    fc
      .array(
        fc.tuple(
          fc.oneof(fc.constantFrom('name', 'categoryId', 'status', '__proto__', 'toJSON'), fc.string()),
          tie('value'),
        ),
        {
          maxLength: 5,
        },
      )
      .map((members) => `{${members.map(([name, value]) => `${JSON.stringify(name)}:${value}`).join()}}`),
  ),
})).value;

describe('bodies', () => {
  test.each([
    ['[1]', '[1]'],
    ['{"a":9007199254740993}', '{"a":9007199254740993}'],
    ['[[-5,[7]]]', '[[-5,[7]]]'],
  ])('a name of %s is a 400 that names it', async (name, named) => {
    const reply = await post(`{"name":${name},"categoryId":1}`);
    expect(bodyOf(reply)).toMatchObject({ message: `name must be a string, not ${named}`, status: 400n });
  });

  test('any JSON is taken or refused', async () => {
    await fc.assert(
      fc.asyncProperty(jsonText, async (body) => {
        expect([201, 400]).toContain((await post(body)).status);
      }),
      { numRuns: 500 },
    );
  });

  test('any member of an animal may be anything', async () => {
    const member = fc.option(jsonText, { nil: '"x"' });
    await fc.assert(
      fc.asyncProperty(member, member, member, async (name, categoryId, status) => {
        const reply = await post(`{"name":${name},"categoryId":${categoryId},"status":${status}}`);
        expect([201, 400]).toContain(reply.status);
      }),
      { numRuns: 500 },
    );
  });

  test('any bytes are refused', async () => {
    await fc.assert(
      fc.asyncProperty(fc.uint8Array({ maxLength: 64 }), async (bytes) => {
        expect([201, 400]).toContain((await post(Buffer.from(bytes))).status);
      }),
    );
  });

  test.each([100, 1_000, 2_000, 3_000, 4_000, 5_000, 7_000, 10_000, 20_000, 40_000])(
    'a name nested %i deep is refused',
    async (depth) => {
      const reply = await post(`{"name":${'['.repeat(depth)}1${']'.repeat(depth)},"categoryId":1}`);
      expect(reply.status).toBe(400);
    },
  );
});

describe('long numbers', () => {
  test.each([
    ['20 digits', '1'.repeat(20), '1'.repeat(20)],
    ['60 digits', `-${'7'.repeat(59)}`, `-${'7'.repeat(59)}`],
    ['100,000 digits', '9'.repeat(100_000), `${'9'.repeat(57)}...`],
  ])('%s are refused, with the value named', async (_what, digits, named) => {
    const reply = await post(`{"name":"a","categoryId":${digits}}`);
    expect(bodyOf(reply)).toMatchObject({
      code: 'invalid_body',
      message: expect.stringMatching(`not ${named}$`),
    });
  });

  test('at most 19 digits become a bigint: 100,000 would take 83 ms', async () => {
    let longest = 0;
    const counting: ProxyHandler<BigIntConstructor> = {
      apply(target, self, [value]: [string]) {
        longest = Math.max(longest, String(value).length);
        return Reflect.apply(target, self, [value]);
      },
    };
    vi.stubGlobal('BigInt', new Proxy(BigInt, counting));
    onTestFinished(() => void vi.unstubAllGlobals());
    for (const digits of [19, 20, 100_000]) await post(`{"name":"a","categoryId":${'9'.repeat(digits)}}`);
    expect(longest).toBe(19);
  });
});

describe('events', () => {
  const anything = fc.anything({
    withBigInt: true,
    withNullPrototype: true,
    withSparseArray: true,
    maxDepth: 3,
  });
  const invoke = (event: unknown) =>
    lambda.handler(event as APIGatewayProxyEventV2, { getRemainingTimeInMillis: () => 10_000 });
  const GOOD = toEvent({ method: 'GET', target: '/v1/pets' });

  test.each([
    ['nothing', undefined],
    ['null', null],
    ['text', 'hello'],
    ['a list', []],
    ['no requestContext', { ...GOOD, requestContext: undefined }],
    ['a requestContext of null', { ...GOOD, requestContext: null }],
    ['no headers', { ...GOOD, headers: undefined }],
    ['a path that is a number', { ...GOOD, rawPath: 5 }],
    ['an event of a queue', { Records: [{ messageId: '1', body: '{}' }] }],
    [
      'a REST API’s',
      { httpMethod: 'GET', path: '/v1/pets', headers: {}, requestContext: { requestId: 'a' } },
    ],
  ])('%s is a 400 that says what is expected', async (_what, event) => {
    const result = await invoke(event);
    expect(result.statusCode).toBe(400);
    expect(JSON.parse(result.body ?? '')).toMatchObject({ message: expect.stringContaining('HTTP API') });
  });

  test.each([
    [
      'a request id that cannot be a header',
      { requestContext: { ...GOOD.requestContext, requestId: '\u0000' } },
    ],
    ['cookies that are not text', { cookies: [Object.create(null)] }],
    ['headers that are not text', { headers: { host: 5, accept: null, cookie: {} } }],
    ['a path without a slash', { rawPath: 'x y' }],
  ])('%s: answered as any request', async (_what, part) => {
    expect((await invoke({ ...GOOD, ...part })).statusCode).toBeLessThan(500);
  });

  test('any event is answered, and none with a 5xx', async () => {
    await fc.assert(
      fc.asyncProperty(anything, async (event) => {
        expect((await invoke(event)).statusCode).toBeLessThan(500);
      }),
      { numRuns: 500 },
    );
  });

  test('any value in place of any part of an event', async () => {
    const part = fc.constantFrom(
      'rawPath',
      'rawQueryString',
      'cookies',
      'headers',
      'body',
      'isBase64Encoded',
      'requestContext',
    );
    const context = fc.constantFrom('requestId', 'domainName', 'http');
    const http = fc.constantFrom('method', 'sourceIp', 'path');
    const value = fc.oneof(anything, fc.string({ unit: 'binary' }), fc.dictionary(fc.string(), anything));
    await fc.assert(
      fc.asyncProperty(
        fc.tuple(part, context, http),
        fc.tuple(value, value, value),
        async (names, values) => {
          const event = structuredClone(GOOD) as unknown as Record<string, object>;
          const requestContext = event.requestContext as Record<string, object>;
          const [changed] = values;
          for (const one of [
            { ...event, [names[0]]: changed },
            { ...event, requestContext: { ...requestContext, [names[1]]: values[1] } },
            {
              ...event,
              requestContext: { ...requestContext, http: { ...requestContext.http, [names[2]]: values[2] } },
            },
          ]) {
            const { statusCode = 0 } = await invoke(one);
            expect(statusCode).toBeGreaterThanOrEqual(200);
            expect(statusCode).toBeLessThan(500);
          }
        },
      ),
      { numRuns: 500 },
    );
  });

  test('any path, query and header', async () => {
    const text = fc.string({ unit: 'binary', maxLength: 40 });
    await fc.assert(
      fc.asyncProperty(
        text,
        text,
        fc.dictionary(fc.string({ maxLength: 12 }), text),
        async (path, query, headers) => {
          const event = { ...GOOD, rawPath: `/v1/pets/${path}`, rawQueryString: query };
          const authorized = { authorization: `Bearer ${fixture.key}`, ...headers };
          expect((await invoke({ ...event, headers: authorized })).statusCode).toBeLessThan(500);
        },
      ),
      { numRuns: 500 },
    );
  });
});

describe('keys in the wrong place', () => {
  const key = generateKey('pets_live_');
  const secret = key.slice('pets_live_'.length);
  const escaped = `pets%5Flive%5F${secret}`;

  test.each([
    ['the path', { method: 'GET', target: `/v1/${key}` }],
    ['a path of an animal', { method: 'GET', target: `/v1/pets/${key}` }],
    ['a path, escaped twice', { method: 'GET', target: `/v1/${escaped.replaceAll('%', '%25')}` }],
    ['a path, cut', { method: 'GET', target: `/v1/pets/${key.slice(0, 30)}` }],
    ['the query', { method: 'GET', target: `/v1/pets?status=${key}` }],
    ['the limit', { method: 'GET', target: `/v1/pets?limit=${key}` }],
    ['the query, escaped', { method: 'GET', target: `/v1/pets?status=${escaped}` }],
    [
      'the content type',
      { method: 'POST', target: '/v1/pets', body: '{}', headers: { 'content-type': key } },
    ],
    [
      'the encoding',
      { method: 'POST', target: '/v1/pets', body: '{}', headers: { 'content-encoding': key } },
    ],
    ['the method', { method: key, target: '/v1/pets' }],
    [
      'the body',
      { method: 'POST', target: '/v1/pets', body: JSON.stringify({ name: 'a', categoryId: key }) },
    ],
    ['a member', { method: 'POST', target: '/v1/pets', body: JSON.stringify({ [key]: 1 }) }],
  ])('%s: neither logged nor echoed', async (_where, line) => {
    expect(checkKey(key)).toBe('well-formed');
    fixture.lines.length = 0;
    const reply = await lambda.ask(line);
    expect(reply.status).toBeGreaterThanOrEqual(400);
    expect(fixture.lines).toHaveLength(1);
    // No 8 of its characters: the start is what a cut message would have.
    for (const text of [fixture.lines.join(), JSON.stringify(reply)])
      expect(text).not.toContain(secret.slice(0, 8));
  });

  test('the log says that there was one', async () => {
    fixture.lines.length = 0;
    await lambda.ask({ method: 'GET', target: `/v1/${key}` });
    expect(fixture.lines[0]).toContain('"path":"/v1/pets_live_[redacted]"');
  });
});

describe('headers of every response', () => {
  test.each([
    ['a page', { method: 'GET', target: '/v1/pets' }, 'no-store'],
    ['an animal that does not exist', { method: 'GET', target: '/v1/pets/1' }, 'no-store'],
    ['no key', { method: 'GET', target: '/v1/pets', headers: { authorization: '' } }, 'no-store'],
    ['no path', { method: 'GET', target: '/' }, 'no-store'],
    ['the contract', { method: 'GET', target: '/v1/openapi.json' }, 'public, max-age=300'],
  ])('%s', async (_what, line, cacheControl) => {
    expect((await lambda.ask(line)).headers).toMatchObject({
      'x-content-type-options': 'nosniff',
      'cache-control': cacheControl,
    });
  });

  test('addresses have the domain name that the gateway matched, whatever the client sends', async () => {
    const headers = {
      host: 'evil.example',
      'x-forwarded-host': 'evil.example',
      forwarded: 'host=evil.example',
    };
    const pet = await lambda.ask({
      method: 'POST',
      target: '/v1/pets',
      body: '{"name":"a","categoryId":1}',
      headers,
    });
    expect(pet.headers.location).toMatch(/^https:\/\/api\.petstore\.example\/v1\/pets\/\d+$/);
    await post('{"name":"b","categoryId":1}');
    for (const target of ['/v1/pets?limit=1', '/v1/pets/1', '/v1/openapi.json']) {
      const reply = await lambda.ask({ method: 'GET', target, headers });
      expect(`${reply.headers.link} ${reply.text}`).toContain('https://api.petstore.example/v1');
      expect(JSON.stringify(reply)).not.toContain('evil');
    }
  });
});

test('a flood of made-up keys neither shuts out those with one, nor reads the store without end', async () => {
  const proxy = await openFaultProxy(fixture.endpoint);
  const clock = { now: fixture.clock.now };
  const flooded = openLambda(fixture, { endpoint: proxy.endpoint }, () => clock.now);
  const from = (sourceIp: string, key: string) => {
    const event = toEvent({ method: 'GET', target: '/v1/pets', headers: { authorization: `Bearer ${key}` } });
    event.requestContext.http.sourceIp = sourceIp;
    return flooded.handler(event, { getRemainingTimeInMillis: () => 10_000 });
  };
  const reads = () => proxy.calls.filter((operation) => operation === 'GetItem').length;
  try {
    expect((await from('192.0.2.1', fixture.key)).statusCode).toBe(200);
    const before = reads();
    const statuses: unknown[] = [];
    // Three seconds of 400 made-up keys each, more than the cache of keys holds.
    for (let n = 0; n < 1_200; n += 1) {
      clock.now += 1_000 / 400;
      const { statusCode, headers } = await from('203.0.113.9', generateKey('pets_test_'));
      statuses.push(statusCode);
      if (statusCode === 429) expect(headers?.['retry-after']).toBe('1');
      if (n % 10 === 0) expect((await from('192.0.2.1', fixture.key)).statusCode).toBe(200);
    }
    expect(new Set(statuses)).toEqual(new Set([401, 429]));
    // 5 at once and 5 a second from one address; the good key was read once and stayed in its cache.
    expect(reads() - before).toBeLessThanOrEqual(5 + 3 * 5);
    expect(reads() - before).toBeGreaterThan(10);
    // During the flood, a key that was never used here is read for another address.
    const admin = createKeyAdmin(fixture.dynamo, fixture.settings.keysTable);
    const { key } = await admin.createKey({ name: 'new', prefix: 'pets_test_' });
    expect((await from('192.0.2.2', key)).statusCode).toBe(200);
    // A key whose cached result is over is read again although the limit of its address is used up.
    clock.now += 60_000;
    for (let n = 0; n < 50; n += 1) await from('192.0.2.1', generateKey('pets_test_'));
    expect((await from('192.0.2.1', fixture.key)).statusCode).toBe(200);
    // Many addresses together read no more than 20 at once.
    const many = reads();
    for (let n = 0; n < 200; n += 1) await from(`198.51.100.${n}`, generateKey('pets_test_'));
    expect(reads() - many).toBeLessThanOrEqual(20);
  } finally {
    await proxy.close();
  }
});
