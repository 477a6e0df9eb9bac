// The HTTP response for a function's result, by payload format 2.0.
import { expect, it } from 'vitest';
import { toResponse } from '../../src/apigatewayv2/response.ts';

const text = (answer: unknown) => {
  const response = toResponse(answer);
  return (
    response && { ...response, body: response.body.toString(), headers: Object.fromEntries(response.headers) }
  );
};

it.each([
  ['a string', 'Hello from Lambda!', 'Hello from Lambda!'],
  ['an object without statusCode', { message: 'Hello' }, '{"message":"Hello"}'],
  ['an array', [1], '[1]'],
  ['nothing', null, 'null'],
])('infers a 200 of JSON from %s', (_case, answer, body) => {
  expect(text(answer)).toEqual({ status: 200, headers: { 'content-type': 'application/json' }, body });
});

it('has status, headers, cookies and body of the result', () => {
  const response = toResponse({
    statusCode: 201,
    headers: {
      'Content-Type': 'text/plain',
      'X-Number': 1,
      'Transfer-Encoding': 'chunked',
      'Content-Length': 99,
    },
    cookies: ['a=1; Secure', 'b=2'],
    body: 'created',
  });
  expect(response?.status).toBe(201);
  expect(response?.headers).toEqual([
    ['content-type', 'text/plain'],
    ['x-number', '1'],
    ['set-cookie', 'a=1; Secure'],
    ['set-cookie', 'b=2'],
  ]);
  expect(response?.body.toString()).toBe('created');
});

it('decodes base64, and adds a text content type where there is none', () => {
  expect(text({ statusCode: 200, body: 'aGk=', isBase64Encoded: true })).toEqual({
    status: 200,
    headers: { 'content-type': 'text/plain;charset=utf-8' },
    body: 'hi',
  });
});

it.each([
  ['a status that is none', { statusCode: 'fine' }],
  ['a status out of range', { statusCode: 99 }],
  ['a body that is no string', { statusCode: 200, body: { a: 1 } }],
  ['a header that is a list', { statusCode: 200, headers: { a: ['1'] } }],
  ['a header that would begin another', { statusCode: 200, headers: { a: '1\r\nb: 2' } }],
  ['cookies that are no list', { statusCode: 200, cookies: 'a=1' }],
])('refuses %s', (_case, answer) => {
  expect(toResponse(answer)).toBeUndefined();
});
