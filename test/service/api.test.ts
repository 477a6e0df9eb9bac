// The API through its front door, the app behind HTTP. bundle.slow.test.ts asks the deployed bundle.
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { contract } from '../../service/openapi.ts';
import { asker, bodyOf, createWorld, type Door, type Fixture, openApp, type Reply } from './harness.ts';

/** As the contract has it, with which limits.test.ts compares the service. */
const { maxLength: MAX_NAME } = JSON.parse(contract).components.schemas.NewPet.properties.name as {
  readonly maxLength: number;
};
const MAX = '9223372036854775807';
const MIN = '-9223372036854775808';

function expectError(reply: Reply, status: number, code: string, message: RegExp): void {
  expect(bodyOf(reply)).toEqual({ code, message: expect.stringMatching(message), status: BigInt(status) });
  expect(reply.status).toBe(status);
  expect(reply.headers['content-type']).toBe('application/json');
  expect(reply.headers['x-request-id']).toMatch(/^[\w=-]{10,}$/);
}

let fixture: Fixture;
let door: Door;
let ask: ReturnType<typeof asker>;

beforeAll(async () => {
  fixture = await createWorld();
  door = await openApp(fixture);
  ask = asker(door, fixture);
});
afterAll(async () => {
  await door.close();
  await fixture.stop();
});

async function create(body: object): Promise<{ id: bigint }> {
  return bodyOf(await ask('POST', '/v1/pets', JSON.stringify(body))) as { id: bigint };
}

describe('createPet', () => {
  it('responds with 201, the animal and its address', async () => {
    const reply = await ask('POST', '/v1/pets', '{"name":"  Milo ","categoryId":7,"status":"sold"}');
    const { id } = bodyOf(reply) as { id: bigint };
    expect(reply.status).toBe(201);
    expect(bodyOf(reply)).toEqual({ id, name: 'Milo', categoryId: 7n, status: 'sold' });
    expect(id).toBeGreaterThan(0n);
    expect(id).toBeLessThan(2n ** 53n);
    expect(reply.headers.location).toBe(`${door.origin}/v1/pets/${id}`);
    expect((await ask('GET', `/v1/pets/${id}`)).text).toBe(reply.text);
  });

  it('makes an animal available when no status is given', async () => {
    expect(await create({ name: 'Luna', categoryId: 1 })).toMatchObject({ status: 'available' });
  });

  it.each([MAX, MIN, '0', '-1', '9007199254740993'])('keeps categoryId %s exactly', async (categoryId) => {
    const reply = await ask('POST', '/v1/pets', `{"name":"Exact","categoryId":${categoryId}}`);
    expect(reply.text).toContain(`"categoryId":${categoryId},`);
    const { id } = bodyOf(reply) as { id: bigint };
    expect((await ask('GET', `/v1/pets/${id}`)).text).toContain(`"categoryId":${categoryId},`);
    expect((await ask('GET', '/v1/pets?limit=100')).text).toContain(`"categoryId":${categoryId},`);
  });

  it.each([
    ['1.0', '1'],
    ['1e3', '1000'],
    ['-0', '0'],
    ['10e-1', '1'],
    ['9.223372036854775807E+18', MAX],
    ['-922337203685477580800e-2', MIN],
    [`1${'0'.repeat(50_000)}e-50000`, '1'],
  ])('a whole number is one however it is spelled: %s', async (spelled, categoryId) => {
    const reply = await ask('POST', '/v1/pets', `{"name":"Spelled","categoryId":${spelled}}`);
    expect(reply.text).toContain(`"categoryId":${categoryId},`);
  });

  it.each([
    ['a name of the greatest length', 'x'.repeat(MAX_NAME)],
    ['a name of the greatest length, outside of the basic plane', '🐈'.repeat(MAX_NAME)],
    ['a name with every kind of space, quote and control', 'a\t"b"\\\u0000\u2028ü日本'],
  ])('takes %s', async (_case, name) => {
    expect(await create({ name, categoryId: 1 })).toMatchObject({ name });
  });

  it.each([
    ['no name', '{"categoryId":1}', /^name is missing$/],
    ['an empty name', '{"name":" \\t ","categoryId":1}', /^name is empty/],
    [
      'a long name',
      `{"name":"${'x'.repeat(MAX_NAME + 1)}","categoryId":1}`,
      new RegExp(`^name has ${MAX_NAME + 1} characters: at most ${MAX_NAME} `),
    ],
    ['a name that is a number', '{"name":5,"categoryId":1}', /^name must be a string, not 5$/],
    ['a name that is null', '{"name":null,"categoryId":1}', /^name must be a string, not null$/],
    ['a name with half a character', '{"name":"\\ud800","categoryId":1}', /^name has half/],
    ['no categoryId', '{"name":"a"}', /^categoryId is missing$/],
    ['a fraction', '{"name":"a","categoryId":1.5}', /^categoryId must be a whole number .* not 1.5$/],
    ['a fraction by its exponent', '{"name":"a","categoryId":15e-1}', /not 15e-1$/],
    ['a long fraction', '{"name":"a","categoryId":1.0000000000000000001}', /not 1\.0000000000000000001$/],
    ['a huge exponent', '{"name":"a","categoryId":1e999999999}', /not 1e999999999$/],
    ['one over int64 by its exponent', '{"name":"a","categoryId":9.223372036854775808e18}', /808e18$/],
    ['a string', '{"name":"a","categoryId":"1"}', /^categoryId must be a whole number .* not "1"$/],
    ['one over int64', '{"name":"a","categoryId":9223372036854775808}', /not 9223372036854775808$/],
    [
      'one under int64',
      '{"name":"a","categoryId":-9223372036854775809}',
      /^categoryId must be a whole number/,
    ],
    ['a number of 10,000 digits', `{"name":"a","categoryId":${'9'.repeat(10_000)}}`, /not 9{57}\.\.\.$/],
    [
      'an unknown status',
      '{"name":"a","categoryId":1,"status":"lost"}',
      /^status must be one of .* not "lost"$/,
    ],
    ['a status of null', '{"name":"a","categoryId":1,"status":null}', /^status must be one of .* not null$/],
    [
      'unknown members',
      '{"name":"a","categoryId":1,"id":5,"tag":""}',
      /^leave out "id", "tag": an animal is/,
    ],
    ['a __proto__', '{"name":"a","categoryId":1,"__proto__":{}}', /^leave out "__proto__"/],
    ['inherited names', '{"name":"a","categoryId":1,"toString":1}', /^leave out "toString"/],
    [
      'everything wrong',
      '{"status":1,"x":1}',
      /name is missing; categoryId is missing; status must .*; leave out "x"/,
    ],
    ['an array', '[]', /must be a JSON object/],
    ['null', 'null', /must be a JSON object/],
    ['text', '"a"', /must be a JSON object/],
  ])('refuses %s', async (_case, body, message) => {
    expectError(await ask('POST', '/v1/pets', body), 400, 'invalid_body', message);
  });

  it('names ten of many unknown members', async () => {
    const members = Object.fromEntries(Array.from({ length: 5_000 }, (_, n) => [`member${n}`, 1]));
    const reply = await ask('POST', '/v1/pets', JSON.stringify({ name: 'a', categoryId: 1, ...members }));
    expectError(reply, 400, 'invalid_body', /"member9" and 4990 more/);
  });

  it.each([
    ['nothing', '', /is empty/],
    ['half of it', '{"name":', /is not JSON: /],
    ['two values', '{} {}', /is not JSON: /],
    ['single quotes', "{'name':1}", /is not JSON: /],
    ['a hundred thousand brackets', '['.repeat(100_000), /is not JSON: /],
    ['brackets too deep to walk', '['.repeat(50_000) + ']'.repeat(50_000), /JSON/],
  ])('refuses a body of %s', async (_case, body, message) => {
    const reply = await ask('POST', '/v1/pets', body);
    expect(reply.status).toBe(400);
    expect(bodyOf(reply)).toMatchObject({ message: expect.stringMatching(message) });
  });

  it('refuses a body that is not UTF-8', async () => {
    const body = Buffer.from('{"name":"\xff","categoryId":1}', 'latin1');
    const headers = { authorization: `Bearer ${fixture.key}`, 'content-type': 'application/json' };
    const reply = await door.ask({ method: 'POST', target: '/v1/pets', body, headers });
    expectError(reply, 400, 'invalid_json', /not UTF-8/);
  });

  it('takes 100 KB and refuses a byte more', async () => {
    const body = '{"name":"a","categoryId":1}';
    const exact = body + ' '.repeat(100 * 1024 - body.length);
    expect((await ask('POST', '/v1/pets', exact)).status).toBe(201);
    expectError(
      await ask('POST', '/v1/pets', `${exact} `),
      413,
      'body_too_large',
      /102401 bytes; at most 102400/,
    );
  });

  it.each([
    ['application/json; charset=utf-8', 201],
    ['Application/JSON;charset="UTF-8"', 201],
    ['application/json; charset=utf-16', 415],
    ['text/plain', 415],
    ['application/x-www-form-urlencoded', 415],
    ['application/merge-patch+json', 415],
    ['', 415],
  ])('with the content type "%s" answers %i', async (type, status) => {
    const reply = await ask('POST', '/v1/pets', '{"name":"a","categoryId":1}', { 'content-type': type });
    expect(reply.status).toBe(status);
    if (status === 415) expectError(reply, 415, 'unsupported_media_type', /^Send the body/);
  });

  it('without a content type answers 415, and says that there is none', async () => {
    const headers = { authorization: `Bearer ${fixture.key}` };
    const body = '{"name":"a","categoryId":1}';
    const reply = await door.ask({ method: 'POST', target: '/v1/pets', body, headers });
    expectError(reply, 415, 'unsupported_media_type', /^Send the body.*none is given/);
  });

  it('refuses a compressed body', async () => {
    const reply = await ask('POST', '/v1/pets', '{}', { 'content-encoding': 'gzip' });
    expectError(reply, 415, 'unsupported_media_type', /without "Content-Encoding: gzip"/);
  });
});

describe('getPet', () => {
  it('is deprecated, on every answer', async () => {
    for (const [method, target] of [
      ['GET', '/v1/pets/1'],
      ['GET', '/v1/pets/x'],
      ['DELETE', '/v1/pets/5'],
    ] as const) {
      const { headers } = await ask(method, target);
      expect(headers.deprecation).toBe('@1764892800');
      expect(headers.sunset).toBe('Thu, 05 Dec 2030 00:00:00 GMT');
      expect(headers.link?.split(', ')).toEqual([
        `<${door.origin}/v1/pets>; rel="successor-version"`,
        `<${door.origin}/v1/openapi.json>; rel="deprecation"; type="application/json"`,
        `<${door.origin}/v1/openapi.json>; rel="sunset"; type="application/json"`,
      ]);
    }
  });

  it.each(['1', '0', '-5', MAX, MIN])('responds with 404 for %s, which no animal has', async (id) => {
    expectError(
      await ask('GET', `/v1/pets/${id}`),
      404,
      'not_found',
      new RegExp(`^No animal has the id ${id}$`),
    );
  });

  it.each(['abc', '1.5', '1e3', '9223372036854775808', '007', '-0', '+1', '0x10', '%20', '-0x', '1%0A', '٣'])(
    'refuses %s, naming petId',
    async (id) => {
      const reply = await ask('GET', `/v1/pets/${id === '٣' ? encodeURIComponent(id) : id}`);
      expectError(reply, 400, 'invalid_parameter', /^petId must be a whole number/);
    },
  );
});

describe('listPets', () => {
  it.each([
    ['limit=0', /^limit must be a whole number from 1 to 100, not 0$/],
    ['limit=101', /^limit must be a whole number from 1 to 100, not 101$/],
    ['limit=500', /^limit must be a whole number from 1 to 100, not 500$/],
    ['limit=', /^limit must be/],
    ['limit=1.5', /^limit must be/],
    ['limit=ten', /^limit must be/],
    ['limit=-1', /^limit must be/],
    ['limit=5&limit=6', /^limit is given more than once/],
    ['status=lost', /^status must be one of available, pending, sold, not "lost"$/],
    ['status=', /^status must be/],
    ['status=Sold', /^status must be/],
    ['status=sold&status=sold', /^status is given more than once/],
    ['cursor=abc', /^cursor is not valid/],
    ['cursor=', /^cursor is not valid/],
    ['cursor=a&cursor=a', /^cursor is given more than once/],
  ])('refuses %s', async (query, message) => {
    expectError(await ask('GET', `/v1/pets?${query}`), 400, 'invalid_parameter', message);
  });

  it.each([
    'limit=1',
    'limit=100',
    'limit=100.0',
    'limit=1e1',
    'colour=red',
    'colour=red&colour=blue',
    'status=pending',
    '%6Cimit=3',
    '&&',
  ])('takes %s', async (query) => {
    expect((await ask('GET', `/v1/pets?${query}`)).status).toBe(200);
  });

  it('returns 20 animals, newest first, without a limit', async () => {
    for (let n = 0; n < 22; n += 1) {
      await create({ name: `Pet ${n}`, categoryId: n });
    }
    const ids = (bodyOf(await ask('GET', '/v1/pets')) as { id: bigint }[]).map(({ id }) => id);
    expect(ids).toHaveLength(20);
    expect(ids).toEqual([...ids].sort((a, b) => (a < b ? 1 : -1)));
  });

  it('links from page to page on the host of the request, and ends', async () => {
    for (let n = 0; n < 5; n += 1) await create({ name: `Sold ${n}`, categoryId: n, status: 'sold' });
    const all = bodyOf(await ask('GET', '/v1/pets?status=sold&limit=100')) as object[];
    const walked: unknown[] = [];
    let target: string | undefined = '/v1/pets?status=sold&limit=2';
    for (let page = 0; target !== undefined && page < 20; page += 1) {
      const reply = await ask('GET', target);
      const pets = bodyOf(reply) as object[];
      walked.push(...pets);
      const next = /^<([^>]+)>; rel="next"$/.exec(reply.headers.link ?? '')?.[1];
      expect(next === undefined).toBe(walked.length >= all.length);
      if (next !== undefined)
        expect(next.startsWith(`${door.origin}/v1/pets?limit=2&status=sold&cursor=`)).toBe(true);
      target = next?.slice(door.origin.length);
    }
    expect(walked).toEqual(all);
  });

  it('refuses a cursor with another filter, and one that was changed', async () => {
    const { headers } = await ask('GET', '/v1/pets?status=available&limit=1');
    const cursor = /cursor=([\w-]+)/.exec(headers.link ?? '')?.[1] ?? '';
    expect((await ask('GET', `/v1/pets?status=available&cursor=${cursor}`)).status).toBe(200);
    for (const query of ['', '&status=sold']) {
      const reply = await ask('GET', `/v1/pets?cursor=${cursor}${query}`);
      expectError(reply, 400, 'invalid_parameter', /^cursor belongs to a list with another status/);
    }
    const changed = `${cursor.startsWith('A') ? 'B' : 'A'}${cursor.slice(1)}`;
    expectError(
      await ask('GET', `/v1/pets?status=available&cursor=${changed}`),
      400,
      'invalid_parameter',
      /cursor/,
    );
  });
});

describe('everything else', () => {
  it.each([
    '/',
    '/v1',
    '/v1/',
    '/v1/pets/',
    '/v1/pet',
    '/V1/pets',
    '/v1/pets/1/toys',
    '/v2/pets',
    '//v1/pets',
  ])('answers 404 at %s', async (path) => {
    expectError(await ask('GET', path), 404, 'not_found', /^There is nothing at ".*\/v1\/openapi.json/);
  });

  it.each([
    ['DELETE', '/v1/pets', 'GET, HEAD, POST'],
    ['PUT', '/v1/pets', 'GET, HEAD, POST'],
    ['OPTIONS', '/v1/pets', 'GET, HEAD, POST'],
    ['POST', '/v1/pets/1', 'GET, HEAD'],
    ['PATCH', '/v1/pets/1', 'GET, HEAD'],
    ['POST', '/v1/openapi.json', 'GET, HEAD'],
  ])('answers 405 to %s %s', async (method, path, allow) => {
    const reply = await ask(method, path);
    expectError(reply, 405, 'method_not_allowed', new RegExp(`^${method} is not possible here: use one of`));
    expect(reply.headers.allow).toBe(allow);
  });

  it('responds to HEAD as to GET, without the body', async () => {
    const reply = await ask('HEAD', '/v1/pets?limit=1');
    expect(reply).toMatchObject({ status: 200, text: '' });
    expect(reply.headers.link).toContain('rel="next"');
  });

  it.each(['/v1/pets/%', '/v1/pets/%ZZ', '/v1/pets/%C3%28'])('responds with 400 at %s', async (path) => {
    expectError(await ask('GET', path), 400, 'invalid_parameter', /./);
  });

  it('serves the contract without a key, with the address of the request', async () => {
    const reply = await door.ask({ method: 'GET', target: '/v1/openapi.json' });
    expect(reply.status).toBe(200);
    expect(reply.headers['content-type']).toBe('application/json');
    expect(bodyOf(reply)).toMatchObject({
      openapi: '3.1.0',
      info: { version: '1.0.0' },
      servers: [{ url: `${door.origin}/v1` }],
    });
    expect(reply.text).toContain(`"maximum":${MAX}`);
  });
});
