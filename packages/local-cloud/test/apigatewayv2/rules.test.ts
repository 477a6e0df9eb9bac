// The gateway's smaller rules: throttling, CORS, access logs, ARNs of integrations.
import { expect, it } from 'vitest';
import { isPreflight, preflightHeaders, responseHeaders } from '../../src/apigatewayv2/cors.ts';
import { formatAccessLog, splitTarget } from '../../src/apigatewayv2/exchange.ts';
import { functionArnOf } from '../../src/apigatewayv2/invoke-function.ts';
import { createThrottle } from '../../src/apigatewayv2/serve.ts';

it('throttling allows a burst, then the rate, and nothing where both are 0', () => {
  const pass = createThrottle();
  const at = (ms: number) => pass({ throttlingRateLimit: 2, throttlingBurstLimit: 3 }, 1_000_000 + ms);
  expect([at(0), at(0), at(0), at(0)]).toEqual([true, true, true, false]);
  expect([at(499), at(500), at(501)]).toEqual([false, true, false]);
  expect([at(60_000), at(60_000), at(60_000), at(60_000)]).toEqual([true, true, true, false]);
  expect(createThrottle()({ throttlingRateLimit: 0, throttlingBurstLimit: 0 }, 1)).toBe(false);
});

const config = {
  ...{ allowOrigins: ['https://docs.localhost', 'http://*'], allowMethods: ['GET', 'POST'], maxAge: 60 },
  ...{ allowHeaders: ['authorization'], exposeHeaders: ['link'] },
};
const preflight = (origin: string, method = 'GET') => ({ origin, 'access-control-request-method': method });

it('CORS allows an origin that is listed, or whose scheme is, or every one, and adds no headers for others', () => {
  expect(preflightHeaders(config, preflight('https://docs.localhost'))).toEqual({
    'access-control-allow-origin': 'https://docs.localhost',
    'access-control-allow-methods': 'GET,POST',
    'access-control-allow-headers': 'authorization',
    'access-control-max-age': '60',
  });
  expect(responseHeaders(config, 'http://any.example')).toEqual({
    'access-control-allow-origin': 'http://any.example',
    'access-control-expose-headers': 'link',
  });
  const every = { 'access-control-allow-origin': '*' };
  expect(responseHeaders({ allowOrigins: ['*'] }, 'https://x')).toEqual(every);
  // Another origin, another method, no origin.
  expect(preflightHeaders(config, preflight('https://docs.localhost.example'))).toEqual({});
  expect(preflightHeaders(config, preflight('https://docs.localhost', 'DELETE'))).toEqual({});
  expect(responseHeaders(config, undefined)).toEqual({});
  // Only OPTIONS with an origin and a method is a preflight.
  expect(isPreflight('OPTIONS', preflight('https://x'))).toBe(true);
  expect(isPreflight('OPTIONS', { origin: 'https://x' })).toBe(false);
  expect(isPreflight('GET', preflight('https://x'))).toBe(false);
});

it('an access log format stays valid JSON, with - for absent values', () => {
  const format =
    '{"ip":"$context.identity.sourceIp","ua":"$context.identity.userAgent","n":"$context.nothing."}';
  const line = formatAccessLog(format, { 'identity.sourceIp': '127.0.0.1', 'identity.userAgent': 'a "b"' });
  expect(JSON.parse(line)).toEqual({ ip: '127.0.0.1', ua: 'a "b"', n: '-.' });
});

it('both forms of an integration URI name the function', () => {
  const arn = 'arn:aws:lambda:eu-west-1:123456789012:function:orders';
  const wrapped = (of: string) =>
    `arn:aws:apigateway:eu-west-1:lambda:path/2015-03-31/functions/${of}/invocations`;
  expect(functionArnOf(arn)).toBe(arn);
  expect(functionArnOf(wrapped(`${arn}:$LATEST`))).toBe(arn);
  expect(functionArnOf(wrapped(`${arn}:live`))).toBe(`${arn}:live`);
  expect(functionArnOf('https://example.com')).toBeUndefined();
});

it.each([
  ['/a?b=c?d', { path: '/a', query: 'b=c?d' }],
  ['https://host:1/a?b', { path: '/a', query: 'b' }],
  ['http://host', { path: '/', query: '' }],
  ['*', undefined],
])('the request target %s', (target, parts) => {
  expect(splitTarget(target)).toEqual(parts);
});
