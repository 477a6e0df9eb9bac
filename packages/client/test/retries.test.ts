// Which failures are followed by another try, after how long, and how a call ends.
import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { describe, expect, onTestFinished, test } from 'vitest';
import { ApiError, type ClientOptions, createClient, NoResponseError } from '../src/index.ts';
import { delayBeforeNext, RETRY_DEFAULTS } from '../src/retry.ts';

type Answer = Response | Error | 'never';

const PET = '{"id":9223372036854775807,"name":"Rex","categoryId":1,"status":"available"}';
const created = () => new Response(PET, { status: 201 });
const refused = (status: number, code: string, headers: Record<string, string> = {}) =>
  new Response(JSON.stringify({ code, message: `This is ${code}`, status }), { status, headers });
const gateway = (status: number) => new Response('{"message":"Service Unavailable"}', { status });
const lost = () => new TypeError('fetch failed');

/** Gives the answers in turn; the last one stays. */
function scripted(answers: readonly (() => Answer)[], options: Partial<ClientOptions> = {}) {
  const keys: (string | null)[] = [];
  const client = createClient({
    ...{ baseUrl: 'https://api.petstore.example/v1', apiKey: 'pets_test_key' },
    retry: { baseDelayMs: 1 },
    ...options,
    async fetch(_input, init) {
      keys.push(new Headers(init?.headers).get('idempotency-key'));
      const answer = (answers[keys.length - 1] ?? answers.at(-1))?.();
      if (answer instanceof Response) return answer;
      if (answer instanceof Error) throw answer;
      return new Promise((_resolve, reject) => {
        init?.signal?.addEventListener('abort', () => reject(init.signal?.reason));
      });
    },
  });
  return { client, keys };
}

const create = ({ client }: ReturnType<typeof scripted>, signal?: AbortSignal) =>
  client.createPet({ name: 'Rex', categoryId: 1n }, { signal });
const NOW = { 'retry-after': '0' };

describe('a create is sent again with its key, after', () => {
  test.each<[string, () => Answer]>([
    ['a lost response', lost],
    ['a 503 of the service', () => refused(503, 'unavailable', NOW)],
    ['a 503 that leaves open whether it was stored', () => refused(503, 'create_unconfirmed', NOW)],
    ['a 500 of the gateway', () => gateway(500)],
    ['a 429', () => refused(429, 'too_many_unknown_keys', NOW)],
    ['a 409 of a try that is under way', () => refused(409, 'idempotency_key_in_use', NOW)],
    ['a 409 of an animal that others are at', () => refused(409, 'pet_in_use', NOW)],
  ])('%s', async (_what, answer) => {
    const script = scripted([answer, answer, created]);
    expect((await create(script)).id).toBe(2n ** 63n - 1n);
    expect(script.keys).toHaveLength(3);
    expect(new Set(script.keys).size).toBe(1);
    expect(script.keys[0]).toMatch(/^"[0-9a-f-]{36}"$/);
  });

  test('a try without a response in time', async () => {
    const script = scripted([() => 'never', created], { retry: { tryTimeoutMs: 20, baseDelayMs: 1 } });
    await create(script);
    expect(script.keys).toHaveLength(2);
  });
});

describe('it is not sent again after', () => {
  test.each([
    [400, 'invalid_body'],
    [401, 'unauthorized'],
    [409, 'pet_not_available'],
    [413, 'body_too_large'],
    [422, 'idempotency_key_reused'],
  ])('%i %s', async (status, code) => {
    const script = scripted([() => refused(status, code, NOW)]);
    await expect(create(script)).rejects.toMatchObject({ code, status });
    expect(script.keys).toHaveLength(1);
  });

  test('a redirect: it would become a GET, or the key reach another server', async () => {
    const requests: string[] = [];
    const server = createServer(({ method, url }, response) => {
      requests.push(`${method} ${url}`);
      response.writeHead(requests.length === 1 ? 302 : 201, { location: '/elsewhere' }).end(PET);
    });
    server.listen(0, '127.0.0.1');
    await once(server, 'listening');
    onTestFinished(() => void server.close().closeAllConnections());
    const { port } = server.address() as AddressInfo;
    const client = createClient({ baseUrl: `http://127.0.0.1:${port}/v1`, apiKey: 'pets_test_key' });
    const call = client.createPet({ name: 'Rex', categoryId: 1n });
    await expect(call).rejects.toMatchObject({ code: 'unexpected_response', status: 302 });
    expect(requests).toEqual(['POST /v1/pets']);
  });

  test('a response that is not the API', async () => {
    const page = () => new Response('<html>Sign in</html>', { status: 200 });
    const script = scripted([page]);
    await expect(create(script)).rejects.toMatchObject({ code: 'unexpected_response', status: 200 });
    expect(script.keys).toHaveLength(1);
  });

  test('a refusal by something on the way', async () => {
    const script = scripted([() => new Response('<html>Forbidden</html>', { status: 403 })]);
    const message = 'The response is a 403 without a message';
    await expect(create(script)).rejects.toMatchObject({ code: 'gateway_error', status: 403, message });
    expect(script.keys).toHaveLength(1);
  });
});

describe('tries are bounded', () => {
  test('by their number: the last error is that of the call, with the key to go on with', async () => {
    const script = scripted([() => refused(503, 'unavailable', NOW)], {
      retry: { tries: 3, baseDelayMs: 1 },
    });
    const error = await create(script).catch((reason: unknown) => reason);
    expect(error).toBeInstanceOf(ApiError);
    expect(error).toMatchObject({ code: 'unavailable', retryAfterSeconds: 0 });
    expect(script.keys).toHaveLength(3);
    expect(`"${(error as ApiError).idempotencyKey}"`).toBe(script.keys[0]);
  });

  test('and without any response, by their number too', async () => {
    const script = scripted([lost], { retry: { tries: undefined, baseDelayMs: 1 } });
    const error = await create(script).catch((reason: unknown) => reason);
    expect(error).toBeInstanceOf(NoResponseError);
    expect(error).toMatchObject({ code: 'no_response', tries: 5, cause: { message: 'fetch failed' } });
    expect((error as Error).message).toBe(
      'No response from https://api.petstore.example after 5 tries: fetch failed',
    );
    expect(`"${(error as NoResponseError).idempotencyKey}"`).toBe(script.keys[0]);
  });

  test.each<[string, Error]>([
    ['of one address', new Error('connect ECONNREFUSED 127.0.0.1:1')],
    ['of several', new AggregateError([new Error('connect ECONNREFUSED 127.0.0.1:1')])],
  ])('and without any response, with the reason: that %s', async (_what, cause) => {
    const script = scripted([() => new TypeError('fetch failed', { cause })], { retry: { tries: 1 } });
    await expect(create(script)).rejects.toThrow(
      /^No response from https:\/\/api\.petstore\.example after one try: connect ECONNREFUSED 127\.0\.0\.1:1$/,
    );
  });

  test('by a Retry-After that is longer than the longest wait', async () => {
    const script = scripted([() => refused(503, 'unavailable', { 'retry-after': '3600' })]);
    await expect(create(script)).rejects.toMatchObject({ retryAfterSeconds: 3_600 });
    expect(script.keys).toHaveLength(1);
  });
});

describe('a caller that aborts', () => {
  test('ends the wait for the next try', async () => {
    const abort = new AbortController();
    const script = scripted([() => refused(503, 'unavailable', { 'retry-after': '15' })]);
    const call = create(script, abort.signal);
    setTimeout(() => abort.abort(new Error('enough')), 30);
    await expect(call).rejects.toThrow('enough');
    expect(script.keys).toHaveLength(1);
  });

  test('ends the try that is under way', async () => {
    const abort = new AbortController();
    const script = scripted([() => 'never']);
    const call = create(script, abort.signal);
    setTimeout(() => abort.abort(new Error('enough')), 30);
    await expect(call).rejects.toThrow('enough');
    expect(script.keys).toHaveLength(1);
  });

  test('before the call sends nothing', async () => {
    const script = scripted([created]);
    await expect(create(script, AbortSignal.abort(new Error('enough')))).rejects.toThrow('enough');
    expect(script.keys).toHaveLength(0);
  });
});

describe('the wait', () => {
  const at = { random: 0.5, now: Date.parse('2026-11-22T00:00:00Z') };
  const delay = (response: Response | undefined, tried: number) =>
    delayBeforeNext(response ? { response, text: '' } : { cause: lost() }, tried, RETRY_DEFAULTS, at);

  test('is a random part that doubles with each try', () => {
    expect([1, 2, 3, 4].map((tried) => delay(undefined, tried))).toEqual([125, 250, 500, 1_000]);
    expect(delay(undefined, 30)).toBe(20_000);
  });

  test.each([
    ['seconds', '3', 3_125],
    ['a date', 'Sun, 22 Nov 2026 00:00:10 GMT', 10_125],
    ['a date that has passed', 'Sun, 22 Nov 2020 00:00:10 GMT', 125],
    ['nothing that can be read', 'soon', 1_125],
  ])('is longer than Retry-After, which has %s', (_what, value, expected) => {
    expect(delay(refused(429, 'busy', { 'retry-after': value }), 1)).toBe(expected);
  });

  test('is longer than a second after a 429 or a 503 that does not have it', () => {
    expect(delay(gateway(503), 1)).toBe(1_125);
    expect(delay(gateway(429), 2)).toBe(1_250);
    expect(delay(gateway(500), 1)).toBe(125);
  });
});

test('a list whose next page is the same page ends with an error', async () => {
  const headers = { link: '</v1/pets?cursor=a>; rel="next"' };
  const { client } = scripted([() => new Response('[]', { headers })]);
  await expect(Array.fromAsync(client.listPets())).rejects.toThrow('the next page is one that was read');
});

describe('a create whose answer cannot be read', () => {
  test.each(['', '<html>', 'null', '{}', '5', '[]', '{"id":"5","name":"Rex"}', '{"id":5.5}'])(
    '%j is an error with the key that makes it safe to send again',
    async (body) => {
      const { client } = scripted([
        () => new Response(body, { status: 201, headers: { 'x-request-id': 'r1' } }),
      ]);
      const created = client.createPet({ name: 'Rex', categoryId: 1n }, { idempotencyKey: 'mine' });
      await expect(created).rejects.toMatchObject({
        ...{ code: 'unexpected_response', status: 201, idempotencyKey: 'mine', requestId: 'r1' },
      });
    },
  );

  test.each(['null', '{}', '[null]', '[{"id":"5"}]'])('a list of %s is one too', async (body) => {
    const { client } = scripted([() => new Response(body)]);
    await expect(client.listPets().toArray({ limit: 1 })).rejects.toMatchObject({
      code: 'unexpected_response',
    });
  });
});

test('what onNotice throws changes nothing, and onResponse learns of the response', async () => {
  const headers = { 'x-stability': 'beta', 'x-request-id': 'r2', 'idempotency-replayed': 'true' };
  const { client } = scripted([() => new Response(PET, { status: 201, headers })], {
    onNotice: () => {
      throw new Error('a fault of the program');
    },
  });
  const responses: object[] = [];
  await client.createPet(
    { name: 'Rex', categoryId: 1n },
    { onResponse: (response) => responses.push(response) },
  );
  expect(responses).toEqual([{ status: 201, requestId: 'r2', isReplay: true }]);
});

test('a call has retries and a time limit of its own', async () => {
  const once = scripted([lost]);
  await expect(once.client.getPet(5n, { retry: { tries: 1 } })).rejects.toMatchObject({ tries: 1 });
  const late = scripted([() => 'never']);
  await expect(late.client.getPet(5n, { timeoutMs: 20 })).rejects.toMatchObject({ name: 'TimeoutError' });
});

describe('a list', () => {
  const page = (ids: readonly number[], next: string) => () =>
    new Response(JSON.stringify(ids.map((id) => ({ id }))), {
      headers: { link: `</v1/pets?cursor=${next}>; rel="next"` },
    });

  test('whose pages link to each other ends with an error', async () => {
    const { client } = scripted([page([3], 'a'), page([2], 'b'), page([1], 'a')]);
    await expect(client.listPets().toArray({ limit: 10 })).rejects.toMatchObject({
      code: 'unexpected_response',
    });
  });

  test('toArray has the first records, and requests no page beyond them', async () => {
    const { client, keys } = scripted([page([4, 3], 'a'), page([2, 1], 'b')]);
    const found = await client.listPets().toArray({ limit: 3 });
    expect(found.map(({ id }) => id)).toEqual([4n, 3n, 2n]);
    expect(keys).toHaveLength(2);
    await expect(client.listPets().toArray({ limit: 0 })).rejects.toThrow(RangeError);
  });
});

test.each([undefined, null, '', 'a b'])('the API key %j is refused at once', (apiKey) => {
  const options = { baseUrl: 'https://api.petstore.example/v1', apiKey: apiKey as string };
  expect(() => createClient(options)).toThrow(/apiKey is not an API key/);
});
