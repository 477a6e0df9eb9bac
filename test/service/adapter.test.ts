// The adapter against serverless-http as oracle: the same Express app, the same events, the same results; and what
// the oracle gets wrong, tested by itself.
import type { APIGatewayProxyStructuredResultV2 } from 'aws-lambda';
import express from 'express';
import fc from 'fast-check';
import serverless from 'serverless-http';
import { expect, test } from 'vitest';
import { createHandler } from '../../service/adapter.ts';
import { type RequestLine, toEvent } from './event.ts';

const LIMIT_MS = 5_000;
const inTime = { getRemainingTimeInMillis: () => LIMIT_MS };

/** Echoes the request, and answers as the path says. */
function echoApp() {
  const app = express();
  app.set('etag', false);
  app.disable('x-powered-by');
  app.use(express.raw({ type: () => true, limit: '10mb' }));
  app.get('/empty', (_request, response) => void response.status(204).end());
  app.get('/repeated', (_request, response) => {
    response.append('link', '<a>; rel="next"').append('link', '<b>; rel="prev"').send('ok');
  });
  app.get('/streamed', (_request, response) => {
    response.type('text/plain');
    response.write('one ');
    setImmediate(() => response.end('two'));
  });
  app.all('/{*path}', (request, response) => {
    const { method, url, query, headers } = request;
    const body = Buffer.isBuffer(request.body) ? request.body.toString('hex') : '';
    // The oracle puts the gateway's request id among the headers, and a length, as a number, also without a body.
    const { 'x-request-id': _id, 'content-length': _length, ...rest } = headers;
    response.status(201).json({ method, url, query, headers: rest, body });
  });
  return app;
}

const ours = createHandler(echoApp(), () => ({ statusCode: 500, body: 'last resort' }));
const oracle = serverless(echoApp(), { provider: 'aws' });

/** What a client would see: header names in lower case, the body as bytes. */
function seen({ statusCode, headers = {}, body = '', isBase64Encoded }: APIGatewayProxyStructuredResultV2) {
  const own = new Set(['connection', 'keep-alive', 'transfer-encoding', 'date', 'content-length']);
  const kept = Object.entries(headers)
    .map(([name, value]) => [name.toLowerCase(), String(value)] as const)
    .filter(([name]) => !own.has(name));
  const bytes = Buffer.from(body, isBase64Encoded ? 'base64' : 'utf8').toString('hex');
  return { statusCode, headers: Object.fromEntries(kept.sort()), bytes };
}

async function expectSame(line: RequestLine): Promise<void> {
  const event = toEvent(line);
  const [mine, theirs] = await Promise.all([
    ours(event, inTime),
    oracle(structuredClone(event), {}) as Promise<APIGatewayProxyStructuredResultV2>,
  ]);
  expect(seen(mine)).toEqual(seen(theirs));
}

test.each<[string, RequestLine]>([
  ['an empty body', { method: 'POST', target: '/v1/pets', body: '' }],
  ['a repeated header', { method: 'GET', target: '/x', headers: { 'x-tag': ['one', 'two'] } }],
  ['no content', { method: 'GET', target: '/empty' }],
  ['an answer written in parts', { method: 'GET', target: '/streamed' }],
])('the same response as from serverless-http: %s', (_name, line) => expectSame(line));

test('the same response as from serverless-http: any request', async () => {
  const segment = fc.stringMatching(/^[A-Za-z0-9\-._~]{1,12}$/).filter((text) => !/^\.+$/.test(text));
  const value = fc.stringMatching(/^[A-Za-z0-9 ;,=/-]{0,20}$/).map((text) => text.trim());
  const path = fc
    .array(segment, { minLength: 1, maxLength: 4 })
    .filter(([first = '']) => !['empty', 'repeated', 'streamed'].includes(first));
  const pair = fc
    .tuple(segment, fc.string({ maxLength: 8 }))
    .map(([name, text]) => `${name}=${encodeURIComponent(text.toWellFormed())}`);
  const name = fc.constantFrom('accept', 'x-a', 'x-b', 'user-agent', 'authorization');
  const bytes = fc.uint8Array({ minLength: 1, maxLength: 64 }).map((some) => Buffer.from(some));
  const line = fc.record({
    method: fc.constantFrom('GET', 'POST', 'PUT', 'PATCH', 'DELETE'),
    target: fc
      .tuple(path, fc.array(pair, { maxLength: 4 }))
      .map(([steps, pairs]) => `/${steps.join('/')}${pairs.length > 0 ? `?${pairs.join('&')}` : ''}`),
    headers: fc.dictionary(name, value, { maxKeys: 4 }),
    body: fc.option(bytes, { nil: undefined }),
  });
  await fc.assert(fc.asyncProperty(line, expectSame), { numRuns: 200 });
});

const fail = () => {
  throw new Error('late');
};

const through = async (path: string, answer: (response: express.Response) => void, method = 'GET') => {
  const own = express();
  own.all(path, (_request, response) => answer(response));
  const handler = createHandler(own, (why) => ({ statusCode: 500, body: why }));
  return handler(toEvent({ method, target: path }), inTime);
};

test('unlike serverless-http: an escape in the path is restored', async () => {
  const result = await ours(toEvent({ method: 'GET', target: '/v1/a%20b%3Fc%23d/%C5%BD' }), inTime);
  expect(JSON.parse(result.body ?? '').url).toBe('/v1/a%20b%3Fc%23d/%C5%BD');
});

test('unlike serverless-http: repeated headers are joined', async () => {
  const repeated = await ours(toEvent({ method: 'GET', target: '/repeated' }), inTime);
  expect(repeated.headers?.link).toBe('<a>; rel="next", <b>; rel="prev"');
});

test.each<[string, (response: express.Response) => void]>([
  ['an error after the headers', (response) => void (response.write('begun') && fail())],
  ['an app that destroys the connection', (response) => void response.req.socket.destroy()],
])('unlike serverless-http: %s ends the call, and does not hang it', async (_what, answer) => {
  expect(await through('/broken', answer)).toMatchObject({ statusCode: 500, body: 'cut-off' });
});

test('unlike serverless-http: HEAD has the body of GET, which the gateway drops, and takes content-length from', async () => {
  const result = await through('/head', (response) => void response.set('x-a', '1').end('hidden'), 'HEAD');
  expect(result).toMatchObject({ statusCode: 200, body: 'hidden', headers: { 'x-a': '1' } });
});

test('unlike serverless-http: a response that has ended emits finish, and then close, as Node has it', async () => {
  const events: string[] = [];
  await through('/events', (response) => {
    for (const name of ['close', 'finish']) response.on(name, () => events.push(name));
    response.end('x');
  });
  expect(events).toEqual(['finish', 'close']);
});

test('unlike serverless-http: transfer-encoding and connection are never passed on', async () => {
  const result = await through('/streams', (response) => {
    response.setHeader('transfer-encoding', 'chunked').setHeader('connection', 'close');
    response.end('x');
  });
  expect(Object.keys(result.headers ?? {})).toEqual(['x-powered-by']);
});
