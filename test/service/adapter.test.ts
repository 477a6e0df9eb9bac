// The adapter: what it reads of an event, with Express behind serverless-http as oracle, and the result that Lambda gets.
import express from 'express';
import fc from 'fast-check';
import serverless from 'serverless-http';
import { describe, expect, test } from 'vitest';
import { createHandler, readRequest } from '../../service/adapter.ts';
import type { App } from '../../service/app.ts';
import { type RequestLine, toEvent } from './event.ts';

/** Responds with the request. */
function echoApp() {
  const app = express();
  app.use(express.raw({ type: () => true, limit: '10mb' }));
  app.all('/{*path}', ({ method, path, query, headers, body }, response) => {
    // The oracle puts the gateway's request id among the headers, and a length, as a number.
    const { 'x-request-id': _id, 'content-length': _length, ...rest } = headers;
    const bytes = Buffer.isBuffer(body) ? body.toString('hex') : '';
    response.json({ method, path, query, headers: rest, body: bytes });
  });
  return app;
}
const oracle = serverless(echoApp(), { provider: 'aws' });

async function expectSame(line: RequestLine): Promise<void> {
  const event = toEvent(line);
  const { body: theirs } = (await oracle(structuredClone(event), {})) as { body: string };
  const { method, path, query, headers, body } = readRequest(event) ?? expect.unreachable();
  expect({ method, path, query, headers, body: body.toString('hex') }).toEqual(JSON.parse(theirs));
}

describe('it reads what Express does behind serverless-http', () => {
  test.each<[string, RequestLine]>([
    ['a query that is only a name', { method: 'GET', target: '/v1/pets?flag' }],
    ['a repeated parameter', { method: 'GET', target: '/v1/pets?a=1&a=2&b=%20+' }],
    ['a body in UTF-8', { method: 'POST', target: '/v1/pets', body: 'Žofie 🐾' }],
    ['an empty body', { method: 'POST', target: '/v1/pets', body: '' }],
    ['a repeated header', { method: 'GET', target: '/x', headers: { 'x-tag': ['one', 'two'] } }],
    ['a header of another case', { method: 'GET', target: '/x', headers: { 'X-Trace': 'Mixed' } }],
  ])('%s', (_name, line) => expectSame(line));

  test('any request', async () => {
    const segment = fc.stringMatching(/^[A-Za-z0-9\-._~]{1,12}$/).filter((text) => !/^\.+$/.test(text));
    const value = fc.stringMatching(/^[A-Za-z0-9 ;,=/-]{0,20}$/).map((text) => text.trim());
    const query = fc.array(fc.tuple(segment, fc.string({ maxLength: 8 })), { maxLength: 4 });
    const line = fc.record({
      method: fc.constantFrom('GET', 'POST', 'PUT', 'PATCH', 'DELETE'),
      target: fc.tuple(fc.array(segment, { minLength: 1, maxLength: 4 }), query).map(([path, parameters]) => {
        const pairs = parameters.map(([name, text]) => `${name}=${encodeURIComponent(text.toWellFormed())}`);
        return `/${path.join('/')}${pairs.length > 0 ? `?${pairs.join('&')}` : ''}`;
      }),
      headers: fc.dictionary(fc.constantFrom('accept', 'x-a', 'x-b', 'user-agent', 'authorization'), value, {
        maxKeys: 4,
      }),
      body: fc.option(
        fc.uint8Array({ minLength: 1, maxLength: 64 }).map((bytes) => Buffer.from(bytes)),
        { nil: undefined },
      ),
    });
    await fc.assert(fc.asyncProperty(line, expectSame), { numRuns: 200 });
  });
});

test('an escape in the path is restored', () => {
  const request = readRequest(toEvent({ method: 'GET', target: '/v1/a%20b%3Fc%23d/%C5%BD' }));
  expect(request?.path).toBe('/v1/a%20b%3Fc%23d/%C5%BD');
});

const respond: App = async () => ({ status: 200, headers: { 'x-a': '1' }, body: 'text' });
/** Responds when time runs out. */
const wait: App = (_request, outOfTime) =>
  new Promise((resolve) => {
    outOfTime.addEventListener('abort', () => resolve({ status: 503, headers: {}, body: 'late' }));
  });

test.each([
  ['the response', respond, 'GET', { statusCode: 200, headers: { 'x-a': '1' }, body: 'text' }],
  ['to HEAD the headers alone', respond, 'HEAD', { statusCode: 200, headers: { 'x-a': '1' }, body: '' }],
  ['a response before time runs out', wait, 'GET', { statusCode: 503, headers: {}, body: 'late' }],
])('Lambda gets %s', async (_what, app, method, result) => {
  const soon = { getRemainingTimeInMillis: () => 320 };
  expect(await createHandler(app)(toEvent({ method, target: '/' }), soon)).toEqual(result);
});
