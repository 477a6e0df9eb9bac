// The event of payload format 2.0, by the example and the rules of the API Gateway developer guide.
import { expect, it } from 'vitest';
import { buildEvent, type EventSource } from '../../src/apigatewayv2/event.ts';

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
