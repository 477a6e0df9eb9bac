// The gateway's smaller rules: throttling, CORS, access logs, ARNs of integrations.
import { describe, expect, it } from 'vitest';
import { formatAccessLog } from '../../src/apigatewayv2/access-log.ts';
import { isPreflight, preflightHeaders, responseHeaders } from '../../src/apigatewayv2/cors.ts';
import { functionArnOf, sourceArnOf } from '../../src/apigatewayv2/invoke-function.ts';
import type { Target } from '../../src/apigatewayv2/target.ts';
import { createThrottle } from '../../src/apigatewayv2/throttle.ts';

describe('throttling', () => {
  it('allows a burst, then the rate', () => {
    const throttle = createThrottle();
    const limits = { rate: 2, burst: 3 };
    const at = (ms: number) => throttle.pass(limits, 1_000_000 + ms);
    expect([at(0), at(0), at(0), at(0)]).toEqual([true, true, true, false]);
    expect([at(499), at(500), at(501)]).toEqual([false, true, false]);
    expect([at(60_000), at(60_000), at(60_000), at(60_000)]).toEqual([true, true, true, false]);
  });

  it('allows nothing at a rate and burst of 0', () => {
    expect(createThrottle().pass({ rate: 0, burst: 0 }, 1)).toBe(false);
  });
});

describe('CORS', () => {
  const config = {
    allowOrigins: ['https://docs.localhost', 'http://*'],
    allowMethods: ['GET', 'POST'],
    allowHeaders: ['authorization'],
    exposeHeaders: ['link'],
    maxAge: 60,
  };
  const preflight = (origin: string, method = 'GET') => ({ origin, 'access-control-request-method': method });

  it('allows an origin that is listed, or whose scheme is', () => {
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
  });

  it('adds no headers for another origin, for another method, or without an origin', () => {
    expect(preflightHeaders(config, preflight('https://docs.localhost.example'))).toEqual({});
    expect(preflightHeaders(config, preflight('https://docs.localhost', 'DELETE'))).toEqual({});
    expect(responseHeaders(config, undefined)).toEqual({});
  });

  it('allows every origin with the wildcard where that is configured', () => {
    expect(responseHeaders({ allowOrigins: ['*'] }, 'https://x')).toEqual({
      'access-control-allow-origin': '*',
    });
  });

  it('treats only OPTIONS with an origin and a method as a preflight', () => {
    expect(isPreflight('OPTIONS', preflight('https://x'))).toBe(true);
    expect(isPreflight('OPTIONS', { origin: 'https://x' })).toBe(false);
    expect(isPreflight('GET', preflight('https://x'))).toBe(false);
  });
});

it('fills an access log format, keeps it valid JSON, and writes - for absent values', () => {
  const format =
    '{"id":"$context.requestId","ip":"$context.identity.sourceIp","ua":"$context.identity.userAgent","n":"$context.nothing."}';
  const line = formatAccessLog(format, {
    requestId: 'a=',
    'identity.sourceIp': '127.0.0.1',
    'identity.userAgent': 'a "b"',
  });
  expect(JSON.parse(line)).toEqual({ id: 'a=', ip: '127.0.0.1', ua: 'a "b"', n: '-.' });
});

it('finds the function of both forms of an integration URI', () => {
  const arn = 'arn:aws:lambda:eu-west-1:123456789012:function:orders';
  expect(functionArnOf(arn)).toBe(arn);
  expect(
    functionArnOf(`arn:aws:apigateway:eu-west-1:lambda:path/2015-03-31/functions/${arn}:$LATEST/invocations`),
  ).toBe(arn);
  expect(functionArnOf(`${arn}:live`)).toBe(`${arn}:live`);
  expect(functionArnOf('https://example.com')).toBeUndefined();
});

it('has the source ARN that Lambda documents for a permission', () => {
  const target = { api: { id: 'abc', region: 'eu-west-1' }, stage: { name: '$default' } } as Target;
  const arn = 'arn:aws:execute-api:eu-west-1:1:abc/$default';
  expect(sourceArnOf('1', target, '$default')).toBe(`${arn}/$default`);
  expect(sourceArnOf('1', target, 'GET /orders/{id}')).toBe(`${arn}/GET/orders/{id}`);
  expect(sourceArnOf('1', target, 'ANY /orders')).toBe(`${arn}/*/orders`);
});
