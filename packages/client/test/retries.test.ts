// Which failures are followed by another try, after how long, and how a call ends.
import { describe, expect, test, vi } from 'vitest';
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
  const redirects: (string | undefined)[] = [];
  const client = createClient({
    ...{ baseUrl: 'https://api.petstore.example/v1', apiKey: 'pets_test_key' },
    retry: { baseDelayMs: 1 },
    ...options,
    async fetch(_input, init) {
      keys.push(new Headers(init?.headers).get('idempotency-key'));
      redirects.push(init?.redirect);
      const answer = (answers[keys.length - 1] ?? answers.at(-1))?.();
      if (answer instanceof Response) return answer;
      if (answer instanceof Error) throw answer;
      return new Promise((_resolve, reject) => {
        init?.signal?.addEventListener('abort', () => reject(init.signal?.reason));
      });
    },
  });
  return { client, keys, redirects };
}

type Options = Parameters<ReturnType<typeof createClient>['createPet']>[1];
const create = ({ client }: Pick<ReturnType<typeof scripted>, 'client'>, options?: Options) =>
  client.createPet({ name: 'Rex', categoryId: 1n }, options);
const NOW = { 'retry-after': '0' };
const unavailable = () => refused(503, 'unavailable', NOW);
const later = () => refused(503, 'unavailable', { 'retry-after': '15' });

test.each<[string, () => Answer]>([
  ['a lost response', lost],
  ['a try without a response in time', () => 'never'],
  ['a 503 of the service', unavailable],
  ['a 503 that leaves open whether it was stored', () => refused(503, 'create_unconfirmed', NOW)],
  ['a 500 of the gateway', () => gateway(500)],
  ['a 429', () => refused(429, 'too_many_unknown_keys', NOW)],
  ['a 409 of a try that is under way', () => refused(409, 'idempotency_key_in_use', NOW)],
  ['a 409 of an animal that others are at', () => refused(409, 'pet_in_use', NOW)],
])('a create is sent again with its key, after: %s', async (_what, answer) => {
  const script = scripted([answer, answer, created], { retry: { tryTimeoutMs: 50, baseDelayMs: 1 } });
  expect((await create(script)).id).toBe(2n ** 63n - 1n);
  expect(script.keys).toHaveLength(3);
  expect(new Set(script.keys).size).toBe(1);
  expect(script.keys[0]).toMatch(/^"[0-9a-f]{32}"$/);
});

const WITHOUT = 'The response is a 403 without a message';
const GATEWAY_ERROR = { code: 'gateway_error', status: 403, message: WITHOUT };

test.each<[string, () => Response, object]>([
  ['a 400', () => refused(400, 'invalid_body', NOW), { code: 'invalid_body', status: 400 }],
  ['a 409 of an animal that is sold', () => refused(409, 'pet_not_available'), { status: 409 }],
  ['a 422', () => refused(422, 'idempotency_key_reused', NOW), { status: 422 }],
  ['a redirect', () => new Response(null, { status: 302 }), { code: 'unexpected_response', status: 302 }],
  ['a page of something else', () => new Response('<html>'), { code: 'unexpected_response', status: 200 }],
  ['a refusal by something on the way', () => new Response('<html>', { status: 403 }), GATEWAY_ERROR],
])('it is not sent again after: %s', async (_what, answer, error) => {
  const script = scripted([answer]);
  await expect(create(script)).rejects.toMatchObject(error);
  expect(script.keys).toHaveLength(1);
  // A redirect that `fetch` followed would become a GET, or lead the key to another server.
  expect(script.redirects).toEqual(['manual']);
});

describe('tries are bounded', () => {
  test.each<[string, () => Answer, object, new (...args: never) => Error]>([
    ['refusal', unavailable, { code: 'unavailable', retryAfterSeconds: 0 }, ApiError],
    ['lost response', lost, { code: 'no_response', tries: 5, cause: lost() }, NoResponseError],
  ])(
    'by their number: the last %s is the error, with the key to go on with',
    async (_what, answer, details, type) => {
      const script = scripted([answer], { retry: { tries: undefined, baseDelayMs: 1 } });
      const error = await create(script).catch((reason: ApiError | NoResponseError) => reason);
      expect(error).toBeInstanceOf(type);
      expect(error).toMatchObject(details);
      expect(script.keys).toEqual(Array(5).fill(`"${(error as ApiError).idempotencyKey}"`));
    },
  );

  test.each<[string, Error]>([
    ['of one address', new Error('connect ECONNREFUSED 127.0.0.1:1')],
    ['of several', new AggregateError([new Error('connect ECONNREFUSED 127.0.0.1:1')])],
  ])('and without any response, with the reason: that %s', async (_what, cause) => {
    const script = scripted([() => new TypeError('fetch failed', { cause })], { retry: { tries: 1 } });
    await expect(create(script)).rejects.toThrow(
      /^No response from https:\/\/api\.petstore\.example after one try: connect ECONNREFUSED 127\.0\.0\.1:1$/,
    );
  });
});

describe('a caller that aborts', () => {
  test.each<[string, () => Answer]>([
    ['the wait for the next try', later],
    ['the try that is under way', () => 'never'],
  ])('ends %s', async (_what, answer) => {
    const abort = new AbortController();
    const script = scripted([answer]);
    const call = create(script, { signal: abort.signal });
    setTimeout(() => abort.abort(new Error('enough')), 30);
    await expect(call).rejects.toThrow('enough');
    expect(script.keys).toHaveLength(1);
  });

  test('before the call sends nothing', async () => {
    const script = scripted([created]);
    await expect(create(script, { signal: AbortSignal.abort(new Error('enough')) })).rejects.toThrow(
      'enough',
    );
    expect(script.keys).toHaveLength(0);
  });
});

test.each<[string, Response | undefined, number, number | undefined]>([
  ['no response', undefined, 1, 125],
  ['no response, four times', undefined, 4, 1_000],
  ['no response, many times', undefined, 30, 20_000],
  ['a 500', gateway(500), 1, 125],
  ['a 503, after which it is a second longer', gateway(503), 1, 1_125],
  ['a 429, for the second time', gateway(429), 2, 1_250],
  ['a Retry-After of seconds', refused(429, 'busy', { 'retry-after': '3' }), 1, 3_125],
  ['of more than the longest wait', refused(503, 'busy', { 'retry-after': '21' }), 1, undefined],
  ['of a date', refused(429, 'busy', { 'retry-after': 'Sun, 22 Nov 2026 00:00:10 GMT' }), 1, 10_125],
  ['of a past date', refused(429, 'busy', { 'retry-after': 'Sun, 22 Nov 2020 00:00:10 GMT' }), 1, 125],
  ['of nothing that can be read', refused(429, 'busy', { 'retry-after': 'soon' }), 1, 1_125],
])('the wait after %s', (_what, response, tried, expected) => {
  const at = { random: 0.5, now: Date.parse('2026-11-22T00:00:00Z') };
  const outcome = response ? { response, text: '' } : { cause: lost() };
  expect(delayBeforeNext(outcome, tried, RETRY_DEFAULTS, at)).toBe(expected);
});

describe('a create whose answer cannot be read', () => {
  test.each(['', '<html>', 'null', '{}', '5', '[]', '{"id":"5","name":"Rex"}', '{"id":5.5}'])(
    '%j is an error with the key that makes it safe to send again',
    async (body) => {
      const headers = { 'x-request-id': 'r1' };
      const script = scripted([() => new Response(body, { status: 201, headers })]);
      const call = create(script, { idempotencyKey: 'mine' });
      const error = { code: 'unexpected_response', status: 201, idempotencyKey: 'mine', requestId: 'r1' };
      await expect(call).rejects.toMatchObject(error);
    },
  );

  test.each(['null', '{}', '[null]', '[{"id":"5"}]'])('a list of %s is one too', async (body) => {
    const { client } = scripted([() => new Response(body)]);
    const list = client.listPets().toArray({ limit: 1 });
    await expect(list).rejects.toMatchObject({ code: 'unexpected_response' });
  });
});

test('what onNotice throws changes nothing, and onResponse learns of the response', async () => {
  const headers = { 'x-stability': 'beta', 'x-request-id': 'r2', 'idempotency-replayed': 'true' };
  const onNotice = () => {
    throw new Error('a fault of the program');
  };
  const script = scripted([() => new Response(PET, { status: 201, headers })], { onNotice });
  const responses: object[] = [];
  await create(script, { onResponse: (response) => void responses.push(response) });
  expect(responses).toEqual([{ status: 201, requestId: 'r2', isReplay: true }]);
});

test('a page of plain http has keys too: it has no crypto.randomUUID (W3C Secure Contexts)', async () => {
  const script = scripted([created]);
  const uuid = vi.spyOn(crypto, 'randomUUID').mockImplementation(() => expect.fail());
  await create(script).finally(() => uuid.mockRestore());
  expect(script.keys).toHaveLength(1);
});

test('a call has retries and a time limit of its own, whose error has the key of a create', async () => {
  const once = scripted([lost]);
  await expect(once.client.getPet(5n, { retry: { tries: 1 } })).rejects.toMatchObject({ tries: 1 });
  for (const answer of [(): Answer => 'never', later]) {
    const late = scripted([answer]);
    const error = await create(late, { timeoutMs: 30 }).catch((reason: unknown) => reason);
    expect(error).toBeInstanceOf(NoResponseError);
    expect(error).toMatchObject({ tries: 1, cause: { name: 'TimeoutError' } });
    expect(late.keys).toEqual([`"${(error as NoResponseError).idempotencyKey}"`]);
  }
});

describe('a list', () => {
  const page = (ids: readonly number[], next: string) => () =>
    Response.json(
      ids.map((id) => ({ id })),
      { headers: { 'next-cursor': next } },
    );

  test('whose pages link to each other ends with an error', async () => {
    const { client } = scripted([page([3], 'a'), page([2], 'b'), page([1], 'a')]);
    await expect(Array.fromAsync(client.listPets())).rejects.toThrow('the next page is one that was read');
  });

  test('toArray has the first records, and requests no page beyond them', async () => {
    const { client, keys } = scripted([lost, page([4, 3], 'a'), page([2, 1], 'b')]);
    const found = await client.listPets().toArray({ limit: 3 });
    expect(found.map(({ id }) => id)).toEqual([4n, 3n, 2n]);
    // The first try was lost: a GET is sent again without a key.
    expect(keys).toEqual([null, null, null]);
    await expect(client.listPets().toArray({ limit: 0 })).rejects.toThrow(RangeError);
  });
});
