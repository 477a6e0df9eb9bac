// The API through its front door, the app behind HTTP. bundle.slow.test.ts asks the deployed bundle.
import { afterAll, expect, it } from 'vitest';
import { contract } from '../../service/openapi.ts';
import { bodyOf, createWorld, openApp, PAGE, type Reply } from './harness.ts';

/** The limits are the contract's: at each the service takes a request, and one above it refuses it. */
const { info } = JSON.parse(contract);
const MAX_BODY = Number(/at most (\d+) KB/.exec(info.description)?.[1]) * 1024;
const MAX = '9223372036854775807';
const MIN = '-9223372036854775808';
const MEMBERS = Array.from({ length: 5_000 }, (_, n) => `member${n}`);
const DEEP = '['.repeat(MAX_BODY / 2) + ']'.repeat(MAX_BODY / 2);

function expectError(reply: Reply, status: number, code: string, message: RegExp): void {
  expect(bodyOf(reply)).toEqual({ code, message: expect.stringMatching(message), status: BigInt(status) });
  expect(reply.status).toBe(status);
  expect(reply.headers['content-type']).toBe('application/json');
  expect(reply.headers['x-request-id']).toMatch(/^[\w=-]{10,}$/);
}

const fixture = await createWorld();
const door = await openApp(fixture);
const { send: ask } = door;
afterAll(fixture.stop);

async function create(body: object): Promise<{ id: bigint }> {
  return bodyOf(await ask('POST', '/v1/pets', JSON.stringify(body))) as { id: bigint };
}

it('createPet responds with 201, the animal and its address', async () => {
  const reply = await ask('POST', '/v1/pets', '{"name":"  Milo ","categoryId":7,"status":"sold"}');
  const { id } = bodyOf(reply) as { id: bigint };
  expect(reply.status).toBe(201);
  expect(bodyOf(reply)).toEqual({ id, name: 'Milo', categoryId: 7n, status: 'sold' });
  expect(id).toBeGreaterThan(0n);
  expect(id).toBeLessThan(2n ** 53n);
  expect(reply.headers.location).toBe(`${door.origin}/v1/pets/${id}`);
  expect((await ask('GET', `/v1/pets/${id}`)).text).toBe(reply.text);
});

it('createPet takes a name with every kind of space, quote and control, and an animal without a status is available', async () => {
  const name = 'a\t"b"\\\u0000\u2028ü日本';
  expect(await create({ name, categoryId: 1 })).toMatchObject({ name, status: 'available' });
});

it.each<[string, string | Buffer, RegExp, code?: string]>([
  ['an empty name', '{"name":" \\t ","categoryId":1}', /^name is empty/],
  ['a name that is a list', '{"name":[[-5,[7]]],"categoryId":1}', /string, not \[\[-5,\[7\]\]\]$/],
  ['a fraction', '{"name":"a","categoryId":1.5}', /^categoryId must be a whole number .* not 1.5$/],
  ['one over int64', '{"name":"a","categoryId":9223372036854775808}', /not 9223372036854775808$/],
  ['one under int64', '{"name":"a","categoryId":-9223372036854775809}', /not -9223372036854775809$/],
  ['a number of 10,000 digits', `{"name":"a","categoryId":${'9'.repeat(10_000)}}`, /not 9{57}\.\.\.$/],
  ['a __proto__', '{"name":"a","categoryId":1,"__proto__":{}}', /^leave out "__proto__"/],
  ['everything wrong', '{"status":1,"x":1}', /name is.*; categoryId is.*; status must .*; leave out "x"/],
  ['many unknown members', `{${MEMBERS.map((name) => `"${name}":1`)}}`, /"member9" and 4990 more/],
  ['null', 'null', /must be a JSON object/],
  ['nothing', '', /is empty/, 'invalid_json'],
  ['half of JSON', '{"name":', /is not JSON: /, 'invalid_json'],
  ['brackets', DEEP, /nested too deeply$/, 'invalid_json'],
  ['bytes that are not UTF-8', Buffer.from('{"name":"\xff"}', 'latin1'), /not UTF-8/, 'invalid_json'],
])('createPet refuses %s', async (_case, body, message, code = 'invalid_body') => {
  expectError(await ask('POST', '/v1/pets', body), 400, code, message);
});

it('createPet takes as many bytes as the contract says, and refuses one more', async () => {
  const body = '{"name":"a","categoryId":1}';
  const exact = body + ' '.repeat(MAX_BODY - body.length);
  expect((await ask('POST', '/v1/pets', exact)).status).toBe(201);
  const message = new RegExp(`${MAX_BODY + 1} bytes; at most ${MAX_BODY}`);
  expectError(await ask('POST', '/v1/pets', `${exact} `), 413, 'body_too_large', message);
});

it.each([
  [{ 'content-type': 'application/json; charset=utf-8' }, 201],
  [{ 'content-type': 'Application/JSON;charset="UTF-8"' }, 201],
  [{ 'content-encoding': 'Identity' }, 201],
  [{ 'content-type': 'application/json; charset=utf-16' }, 415],
  [{ 'content-type': 'text/plain' }, 415],
  [{ 'content-type': 'application/merge-patch+json' }, 415],
  [{ 'content-type': '' }, 415],
  [{ 'content-type': undefined }, 415],
  [{ 'content-encoding': 'gzip' }, 415],
])('createPet with %j answers %i', async (headers, status) => {
  const body = '{"name":"a","categoryId":1}';
  const reply = await ask('POST', '/v1/pets', body, headers as Record<string, string>);
  expect(reply.status).toBe(status);
  if (status === 415) expectError(reply, 415, 'unsupported_media_type', /^Send the body/);
});

// contract.test.ts has that every answer says so.
it('getPet is deprecated, with where its successor and the contract are', async () => {
  const { headers } = await ask('GET', '/v1/pets/1');
  const contract = `<${door.origin}/v1/openapi.json>`;
  expect(headers).toMatchObject({
    ...{ deprecation: '@1764892800', sunset: 'Thu, 05 Dec 2030 00:00:00 GMT' },
    link: [
      `<${door.origin}/v1/pets>; rel="successor-version"`,
      ...['deprecation', 'sunset'].map((rel) => `${contract}; rel="${rel}"; type="application/json"`),
    ].join(', '),
  });
});

it.each(['1', '0', '-5', MAX, MIN])('getPet responds with 404 for %s, which no animal has', async (id) => {
  const message = new RegExp(`^No animal has the id ${id}$`);
  expectError(await ask('GET', `/v1/pets/${id}`), 404, 'not_found', message);
});

const limits = [PAGE.minimum, PAGE.maximum, '1e1'].map((limit) => `limit=${limit}`);
it.each([...limits, 'status=pending', '%6Cimit=3', '&&'])('listPets takes %s', async (query) => {
  expect((await ask('GET', `/v1/pets?${query}`)).status).toBe(200);
});

it("listPets returns the contract's number of animals without a limit", async () => {
  for (let n = 0; n <= PAGE.default; n += 1) await create({ name: `Pet ${n}`, categoryId: n });
  expect(bodyOf(await ask('GET', '/v1/pets'))).toHaveLength(PAGE.default);
});

it('listPets links from page to page with the filter of the request, and ends', async () => {
  for (let n = 0; n < 5; n += 1) await create({ name: `Sold ${n}`, categoryId: n, status: 'sold' });
  const all = bodyOf(await ask('GET', `/v1/pets?status=sold&limit=${PAGE.maximum}`)) as object[];
  const walked: unknown[] = [];
  let target: string | undefined = '/v1/pets?status=sold&limit=2';
  for (let page = 0; target !== undefined && page < 20; page += 1) {
    const reply = await ask('GET', target);
    walked.push(...(bodyOf(reply) as object[]));
    // What is created meanwhile is on none of the pages to come.
    fixture.clock.now += 1;
    await create({ name: 'Later', categoryId: page, status: 'sold' });
    const next = /^<([^>]+)>; rel="next"$/.exec(reply.headers.link ?? '')?.[1];
    expect(next === undefined).toBe(walked.length >= all.length);
    const cursor = reply.headers['next-cursor'];
    if (next !== undefined) expect(next).toBe(`${door.origin}/v1/pets?limit=2&status=sold&cursor=${cursor}`);
    target = next?.slice(door.origin.length);
  }
  expect(walked).toEqual(all);
});

const NO_IDS = 'abc 1.5 1e3 9223372036854775808 007 -0 +1 0x10 %20 1%0A %D9%A3'.split(' ');
const NO_PATHS = ['/', '/v1/pets/', '/V1/pets', '/v1/pets/1/toys', '/v2/pets', '//v1/pets'];

type Refusal = [target: string, message: RegExp, status?: number];
it.each<Refusal>([
  [`/v1/pets?limit=${PAGE.minimum - 1}`, /^limit must be a whole number/],
  [`/v1/pets?limit=${PAGE.maximum + 1}`, new RegExp(`^limit must be .* from 1 to ${PAGE.maximum}, not `)],
  ['/v1/pets?limit=', /^limit must be .* not ""$/],
  ['/v1/pets?limit=1.5', /^limit must be .* not "1.5"$/],
  ['/v1/pets?limit=ten', /^limit must be .* not "ten"$/],
  ['/v1/pets?limit=5&limit=6', /^limit is given more than once/],
  ['/v1/pets?status=lost', /^status must be one of available, pending, sold, not "lost"$/],
  ['/v1/pets?status=', /^status must be/],
  ['/v1/pets?status=Sold', /^status must be/],
  ['/v1/pets?status=sold&status=sold', /^status is given more than once/],
  ['/v1/pets?cursor=abc', /^cursor is not valid/],
  ['/v1/pets?cursor=', /^cursor is not valid/],
  ['/v1/pets?cursor=a&cursor=a', /^cursor is given more than once/],
  ['/v1/pets?status[]=sold', /^leave out "status\[\]": a list is requested with limit, status, cursor$/],
  ['/v1/pets?colour=red&__proto__=1&&=', /^leave out "colour", "__proto__", ""/],
  ...NO_IDS.map((id): Refusal => [`/v1/pets/${id}`, /^petId must be a whole number/]),
  ...['%', '%ZZ', '%C3%28'].map((id): Refusal => [`/v1/pets/${id}`, /./]),
  ...NO_PATHS.map((path): Refusal => [path, /^There is nothing at ".*\/v1\/openapi.json/, 404]),
])('GET %s is refused: %s', async (target, message, status = 400) => {
  const code = status === 404 ? 'not_found' : 'invalid_parameter';
  expectError(await ask('GET', target), status, code, message);
});

it('serves the contract without a key, with the address of the request', async () => {
  const reply = await door.ask({ method: 'GET', target: '/v1/openapi.json' });
  expect(reply.status).toBe(200);
  expect(reply.headers['content-type']).toBe('application/json');
  expect(bodyOf(reply)).toMatchObject({
    openapi: '3.1.0',
    info: { version: info.version },
    servers: [{ url: `${door.origin}/v1` }],
  });
  expect(reply.text).toContain(`"maximum":${MAX}`);
});
