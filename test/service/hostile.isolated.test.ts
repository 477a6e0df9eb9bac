// Input from anybody: no body, header, path or event gives a 5xx, none is expensive, and no key is logged or echoed.
import type { APIGatewayProxyEventV2 } from 'aws-lambda';
import fc from 'fast-check';
import { afterAll, expect, test, vi } from 'vitest';
import { codePoints } from '../../packages/custom-domains/test/output/foreign.ts';
import { checkKey, generateKey } from '../../service/keys/index.ts';
import { toEvent } from './event.ts';
import { createWorld } from './harness.ts';
import { openBehindProxy, openLambda } from './lambda-front.ts';

const fixture = await createWorld();
const lambda = openLambda(fixture);
afterAll(() => fixture.stop());

const POST = { method: 'POST', target: '/v1/pets' };
const inTime = { getRemainingTimeInMillis: () => 10_000 };
const post = (body: string | Buffer) => lambda.ask({ ...POST, body });

const memberName = fc.oneof(
  fc.constantFrom('name', 'categoryId', 'status', '__proto__', 'toJSON'),
  fc.string(),
);

/** JSON text of anything, numbers beyond every range included. */
const jsonText: fc.Arbitrary<string> = fc.letrec<{ value: string }>((tie) => ({
  value: fc.oneof(
    { maxDepth: 5 },
    fc.constantFrom('null', 'true', 'false', '""', '0', '-0', '1e400', '-1E-400', '1.5', '"sold"'),
    fc.bigInt({ min: -(10n ** 40n), max: 10n ** 40n }).map(String),
    codePoints(20).map((text) => JSON.stringify(text)),
    fc.array(tie('value'), { maxLength: 4 }).map((values) => `[${values.join()}]`),
    fc
      .array(fc.tuple(memberName, tie('value')), { maxLength: 5 })
      .map((members) => `{${members.map(([name, value]) => `${JSON.stringify(name)}:${value}`).join()}}`),
  ),
})).value;

const member = fc.option(jsonText, { nil: '"x"' });
const animal = fc
  .tuple(member, member, member)
  .map(([name, category, status]) => `{"name":${name},"categoryId":${category},"status":${status}}`);

test.each<[string, fc.Arbitrary<string | Uint8Array>, number]>([
  ['JSON', jsonText, 200],
  ['member of an animal', animal, 200],
  ['bytes', fc.uint8Array({ maxLength: 64 }), 100],
])('any %s as a body: taken or refused', async (_what, bodies, numRuns) => {
  const isAnswered = async (body: string | Uint8Array) =>
    [201, 400].includes((await post(Buffer.from(body as string))).status);
  await fc.assert(fc.asyncProperty(bodies, isAnswered), { numRuns });
});

test.each([1_000, 3_000, 5_000, 10_000, 40_000])('a name nested %i deep is refused', async (depth) => {
  const reply = await post(`{"name":${'['.repeat(depth)}1${']'.repeat(depth)},"categoryId":1}`);
  expect(reply.status).toBe(400);
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
  for (const digits of [19, 20, 100_000]) await post(`{"name":"a","categoryId":${'9'.repeat(digits)}}`);
  expect(longest).toBe(19);
});

const anything = fc.anything({
  ...{ withBigInt: true, withNullPrototype: true, withSparseArray: true, maxDepth: 3 },
});
const invoke = (event: unknown) => lambda.handler(event as APIGatewayProxyEventV2, inTime);
const GOOD = toEvent({ method: 'GET', target: '/v1/pets' });

test.each([
  ['null', null],
  ['no requestContext', { ...GOOD, requestContext: undefined }],
  ['an event of a queue', { Records: [{ messageId: '1', body: '{}' }] }],
  ['a REST API’s', { httpMethod: 'GET', path: '/v1/pets', headers: {}, requestContext: { id: 'a' } }],
])('the event %s is a 400 that says what is expected', async (_what, event) => {
  const result = await invoke(event);
  expect(result.statusCode).toBe(400);
  expect(JSON.parse(result.body ?? '')).toMatchObject({ message: expect.stringContaining('HTTP API') });
});

const text = codePoints(40);
const value = fc.oneof(anything, codePoints(10), fc.dictionary(fc.string(), anything));
const { requestContext } = GOOD;
const { http } = requestContext;
/** One of the parts of `whole` is another value. */
const changed = (whole: object, ...parts: string[]) =>
  fc.tuple(fc.constantFrom(...parts), value).map(([part, given]) => ({ ...whole, [part]: given }));
const inContext = (requestContext: object) => ({ ...GOOD, requestContext });
const inHttp = (http: object) => inContext({ ...requestContext, http });

test.each<[string, fc.Arbitrary<unknown>]>([
  ['event', anything],
  ['value in place of a part of an event', changed(GOOD, ...Object.keys(GOOD))],
  ['value in its context', changed(requestContext, 'requestId', 'domainName', 'http').map(inContext)],
  ["value in its context's request", changed(http, 'method', 'sourceIp', 'path').map(inHttp)],
  [
    'path, query and headers',
    fc.tuple(text, text, fc.dictionary(fc.string({ maxLength: 12 }), text)).map(([path, query, headers]) => ({
      ...GOOD,
      ...{ rawPath: `/v1/pets/${path}`, rawQueryString: query },
      headers: { authorization: `Bearer ${fixture.key}`, ...headers },
    })),
  ],
])('any %s: answered, and not with a 5xx', async (_what, events) => {
  const isAnswered = async (event: unknown) => {
    const { statusCode = 0 } = await invoke(event);
    return statusCode >= 200 && statusCode < 500;
  };
  await fc.assert(fc.asyncProperty(events, isAnswered), { numRuns: 200 });
});

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
  ['the content type', { ...POST, body: '{}', headers: { 'content-type': key } }],
  ['the encoding', { ...POST, body: '{}', headers: { 'content-encoding': key } }],
  ['the method', { method: key, target: '/v1/pets' }],
  ['the body', { ...POST, body: JSON.stringify({ name: 'a', categoryId: key }) }],
  ['a member', { ...POST, body: JSON.stringify({ [key]: 1 }) }],
])('a key in %s: neither logged nor echoed', async (_where, line) => {
  expect(checkKey(key)).toBe('well-formed');
  fixture.lines.length = 0;
  const reply = await lambda.ask(line);
  expect(reply.status).toBeGreaterThanOrEqual(400);
  expect(fixture.lines).toHaveLength(1);
  // No 8 of its characters: the start is what a cut message would have.
  for (const text of [fixture.lines.join(), JSON.stringify(reply)])
    expect(text).not.toContain(secret.slice(0, 8));
});

test('the log says that a key was in the wrong place', async () => {
  fixture.lines.length = 0;
  await lambda.ask({ method: 'GET', target: `/v1/${key}` });
  expect(fixture.lines[0]).toContain('"path":"/v1/pets_live_[redacted]"');
});

test.each([
  ['a page', { method: 'GET', target: '/v1/pets' }, 'no-store'],
  ['no path', { method: 'GET', target: '/' }, 'no-store'],
  ['the contract', { method: 'GET', target: '/v1/openapi.json' }, 'public, max-age=300'],
])('headers of every response: %s', async (_what, line, cacheControl) => {
  expect((await lambda.ask(line)).headers).toMatchObject({
    'x-content-type-options': 'nosniff',
    'cache-control': cacheControl,
  });
});

test('addresses have the domain name that the gateway matched, whatever the client sends', async () => {
  const host = 'evil.example';
  const headers = { host, 'x-forwarded-host': host, forwarded: `host=${host}` };
  const pet = await lambda.ask({ ...POST, body: '{"name":"a","categoryId":1}', headers });
  expect(pet.headers.location).toMatch(/^https:\/\/api\.petstore\.example\/v1\/pets\/\d+$/);
  await post('{"name":"b","categoryId":1}');
  for (const target of ['/v1/pets?limit=1', '/v1/pets/1', '/v1/openapi.json']) {
    const reply = await lambda.ask({ method: 'GET', target, headers });
    expect(`${reply.headers.link} ${reply.text}`).toContain('https://api.petstore.example/v1');
    expect(JSON.stringify(reply)).not.toContain('evil');
  }
});

test.each([
  ['443', ''],
  ['8443', ':8443'],
  ['8443x', ''],
])('and the port that the gateway says, where it is another one: %s', async (port, shown) => {
  const event = toEvent({ method: 'GET', target: '/v1/openapi.json' });
  event.headers['x-forwarded-port'] = port;
  expect((await lambda.handler(event, inTime)).body).toContain(`"https://api.petstore.example${shown}/v1"`);
});

test('a flood of made-up keys neither shuts out those with one, nor reads the store without end', async () => {
  const { proxy, lambda: flooded } = await openBehindProxy(fixture);
  const { clock } = fixture;
  const from = (sourceIp: string, key: string) => {
    const event = toEvent({ method: 'GET', target: '/v1/pets', headers: { authorization: `Bearer ${key}` } });
    event.requestContext.http.sourceIp = sourceIp;
    return flooded.handler(event, inTime);
  };
  const reads = () => proxy.calls.filter((operation) => operation === 'GetItem').length;
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
  const { key } = await fixture.admin.createKey({ name: 'new', prefix: 'pets_test_' });
  expect((await from('192.0.2.2', key)).statusCode).toBe(200);
  // A key whose cached result is over is read again although the limit of its address is used up.
  clock.now += 60_000;
  for (let n = 0; n < 50; n += 1) await from('192.0.2.1', generateKey('pets_test_'));
  expect((await from('192.0.2.1', fixture.key)).statusCode).toBe(200);
  // Many addresses together read no more than 20 at once.
  const many = reads();
  for (let n = 0; n < 200; n += 1) await from(`198.51.100.${n}`, generateKey('pets_test_'));
  expect(reads() - many).toBeLessThanOrEqual(20);
});
