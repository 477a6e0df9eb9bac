// The gateway's rules: the event of payload format 2.0, by the example and the rules of the API Gateway developer guide, and the response
// for a function's result; throttling, CORS, access logs, ARNs of integrations.
import { expect, it } from 'vitest';
import { isPreflight, preflightHeaders, responseHeaders } from '../../src/apigatewayv2/cors.ts';
import { buildEvent, type EventSource } from '../../src/apigatewayv2/event.ts';
import { formatAccessLog, splitTarget } from '../../src/apigatewayv2/exchange.ts';
import { functionArnOf } from '../../src/apigatewayv2/invoke-function.ts';
import { toResponse } from '../../src/apigatewayv2/response.ts';
import { createThrottle } from '../../src/apigatewayv2/serve.ts';

const source: EventSource = {
  ...{ accountId: '123456789012', apiId: 'api-id', stage: '$default', routeKey: '$default' },
  ...{ requestId: 'id', time: Date.UTC(2020, 2, 12, 19, 3, 58, 390), method: 'POST', path: '/my/path' },
  query: 'parameter1=value1&parameter1=value2&parameter2=value',
  rawHeaders: [
    ...['Header1', 'value1', 'Header2', 'value1', 'header2', 'value2'],
    ...['Cookie', 'cookie1; cookie2', 'User-Agent', 'agent'],
  ],
  domainName: 'id.execute-api.us-east-1.amazonaws.com',
  ...{ protocol: 'HTTP/1.1', sourceIp: '192.0.2.1', port: 443, body: Buffer.from('Hello from Lambda') },
};
const build = (changes: Partial<EventSource>) =>
  buildEvent({ ...source, ...changes }) as Record<string, unknown>;

it('is the example of the guide, for the route $default', () => {
  expect(build({})).toEqual({
    ...{ version: '2.0', routeKey: '$default', rawPath: '/my/path', rawQueryString: source.query },
    cookies: ['cookie1', 'cookie2'],
    headers: expect.objectContaining({ header1: 'value1', header2: 'value1,value2' }),
    queryStringParameters: { parameter1: 'value1,value2', parameter2: 'value' },
    requestContext: {
      ...{ accountId: '123456789012', apiId: 'api-id', domainName: source.domainName, domainPrefix: 'id' },
      http: {
        ...{ method: 'POST', path: '/my/path', protocol: 'HTTP/1.1' },
        ...{ sourceIp: '192.0.2.1', userAgent: 'agent' },
      },
      ...{ requestId: 'id', routeKey: '$default', stage: '$default' },
      ...{ time: '12/Mar/2020:19:03:58 +0000', timeEpoch: 1584039838390 },
    },
    body: 'Hello from Lambda',
    isBase64Encoded: false,
  });
});

it.each([
  ['/a%20b/%C3%A9', '/a b/é'],
  ['/a%ff%zz%', '/a%ff%zz%'],
])('the path %s is decoded to %s', (path, rawPath) => {
  expect(build({ path })).toMatchObject({ rawPath, requestContext: { http: { path: rawPath } } });
});

it('the query is decoded in parameters and kept as it was sent in rawQueryString', () => {
  const query = 'a=%C3%A9+x&a=2&b&__proto__=1';
  const event = build({ query });
  expect(event.rawQueryString).toBe(query);
  expect(event.queryStringParameters).toEqual(JSON.parse('{"a":"é x,2","b":"","__proto__":"1"}'));
});

it('headers are forwarded without those of the connection, and with those of the gateway', () => {
  const rawHeaders = [
    ...['Connection', 'keep-alive', 'Transfer-Encoding', 'chunked'],
    ...['X-Forwarded-For', '10.0.0.1', 'Content-Length', '99'],
  ];
  expect(build({ rawHeaders }).headers).toEqual({
    'content-length': '17',
    'x-amzn-trace-id': expect.stringMatching(/^Root=1-[0-9a-f]{8}-[0-9a-f]{24}$/),
    'x-forwarded-for': '10.0.0.1, 192.0.2.1',
    'x-forwarded-port': '443',
    'x-forwarded-proto': 'https',
  });
});

it.each([
  ['application/json; charset=utf-8', 'Hello', false],
  ['application/problem+json', 'Hello', false],
  ['text/csv', 'Hello', false],
  ['application/x-www-form-urlencoded', 'Hello', true],
  ['application/octet-stream', 'Hello', true],
  // Not UTF-8, whatever its content type says.
  ['text/plain', Buffer.from([0xff, 0xfe]), true],
])('a body of %s, %j, is in base64: %s', (type, content, isBase64Encoded) => {
  const body = Buffer.from(content as string);
  const event = build({ rawHeaders: ['Content-Type', type], body });
  expect(event).toMatchObject({
    isBase64Encoded,
    body: body.toString(isBase64Encoded ? 'base64' : 'utf8'),
  });
});

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
