// The HTTP response for a function's result, by payload format 2.0.
import { expect, it } from 'vitest';
import { toResponse } from '../../src/apigatewayv2/response.ts';

function text(answer: unknown) {
  const response = toResponse(answer);
  return response && { ...response, body: response.body.toString() };
}

it.each([
  ['a string', 'Hello from Lambda!', 'Hello from Lambda!'],
  ['an object without statusCode', { message: 'Hello' }, '{"message":"Hello"}'],
  ['an array', [1], '[1]'],
])('infers a 200 of JSON from %s', (_case, answer, body) => {
  expect(text(answer)).toEqual({ status: 200, headers: [['content-type', 'application/json']], body });
});

it('has status, headers, cookies and body of the result, without those that the gateway sets', () => {
  const headers = { 'Content-Type': 'text/plain', 'X-Number': 1, 'Content-Length': 99 };
  expect(text({ statusCode: 201, headers, cookies: ['a=1; Secure', 'b=2'], body: 'created' })).toEqual({
    status: 201,
    headers: [
      ['content-type', 'text/plain'],
      ['x-number', '1'],
      ['set-cookie', 'a=1; Secure'],
      ['set-cookie', 'b=2'],
    ],
    body: 'created',
  });
});

it('decodes base64, and adds a text content type where there is none', () => {
  const headers = [['content-type', 'text/plain;charset=utf-8']];
  const answer = { statusCode: 200, body: 'aGk=', isBase64Encoded: true };
  expect(text(answer)).toEqual({ status: 200, headers, body: 'hi' });
});

it.each([
  ['a status that is not a number', { statusCode: 'fine' }],
  ['a status below 200', { statusCode: 199 }],
  ['a body that is not a string', { statusCode: 200, body: { a: 1 } }],
  ['a header that is a list', { statusCode: 200, headers: { a: ['1'] } }],
  ['a header that would begin another', { statusCode: 200, headers: { a: '1\r\nb: 2' } }],
  ['cookies that are not a list', { statusCode: 200, cookies: 'a=1' }],
])('refuses %s', (_case, answer) => {
  expect(toResponse(answer)).toBeUndefined();
});
