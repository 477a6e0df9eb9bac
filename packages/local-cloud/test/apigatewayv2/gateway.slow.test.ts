// API Gateway end to end: a TLS client, the gateway, a function in its own process.
import { request } from 'node:https';
import { describe, expect, it } from 'vitest';
import { gatewayWithApi } from '../support/gateway.ts';

const json = (answer: { body: string }) => JSON.parse(answer.body);

it('invokes the function with the event of a request, and returns its response', async () => {
  const { get, host, apiId, ingress } = await gatewayWithApi();
  const answer = await get('/v1/orders/a%20b?limit=5&limit=6', {
    method: 'POST',
    headers: { 'content-type': 'application/json', cookie: 'a=1; b=2', 'user-agent': 'test' },
    body: '{"name":"Rex"}',
  });
  expect(answer.status).toBe(200);
  expect(answer.headers['content-type']).toBe('application/json');
  const event = json(answer);
  expect(event).toMatchObject({
    version: '2.0',
    routeKey: '$default',
    rawPath: '/v1/orders/a b',
    rawQueryString: 'limit=5&limit=6',
    queryStringParameters: { limit: '5,6' },
    cookies: ['a=1', 'b=2'],
    body: '{"name":"Rex"}',
    isBase64Encoded: false,
    headers: { 'x-forwarded-for': '127.0.0.1', 'x-forwarded-port': String(ingress.httpsPort), host },
    requestContext: {
      accountId: '123456789012',
      apiId,
      domainName: host,
      domainPrefix: apiId,
      stage: '$default',
      http: {
        method: 'POST',
        path: '/v1/orders/a b',
        protocol: 'HTTP/1.1',
        sourceIp: '127.0.0.1',
        userAgent: 'test',
      },
    },
  });
  expect(event.requestContext.requestId).toBe(answer.headers['apigw-requestid']);
  expect(event.headers).not.toHaveProperty('connection');
});

it('responds with status, headers and cookies of the function; HEAD and 204 without a body', async () => {
  const { get } = await gatewayWithApi({
    code: `exports.handler = async ({ rawPath, requestContext: { http } }) => ({
      statusCode: rawPath === '/none' ? 204 : 201,
      headers: { Location: '/x', 'X-Twice': 'a,b' }, cookies: ['a=1', 'b=2'], body: 'created' })`,
  });
  const created = await get('/');
  expect(created).toMatchObject({ status: 201, body: 'created' });
  expect(created.headers).toMatchObject({
    location: '/x',
    'x-twice': 'a,b',
    'set-cookie': ['a=1', 'b=2'],
    'content-type': 'text/plain;charset=utf-8',
    'content-length': '7',
  });
  expect(await get('/', { method: 'HEAD' })).toMatchObject({
    status: 201,
    body: '',
    headers: { 'content-length': '7' },
  });
  const none = await get('/none');
  expect([none.status, none.body, none.headers['content-length']]).toEqual([204, '', undefined]);
});

describe('failures', () => {
  it.each([
    [
      'the function throws',
      { code: 'exports.handler = async () => { throw new Error("secret") }' },
      500,
      'Internal Server Error',
    ],
    [
      'the function answers what is no response',
      { code: 'exports.handler = () => ({ statusCode: "x" })' },
      500,
      'Internal Server Error',
    ],
    [
      'the function ends its process',
      { code: 'exports.handler = () => process.exit(1)' },
      500,
      'Internal Server Error',
    ],
    ['the gateway has no permission', { permitted: false }, 500, 'Internal Server Error'],
    [
      'the function has no concurrency',
      { function: { reservedConcurrentExecutions: 0 } },
      503,
      'Service Unavailable',
    ],
    [
      'the integration takes too long',
      { code: 'exports.handler = () => new Promise(() => {})', integration: { timeoutMilliseconds: 50 } },
      503,
      'Service Unavailable',
    ],
    ['no route fits', { routeKeys: ['GET /orders'] }, 404, 'Not Found'],
    ['the stage is not deployed', { stage: { autoDeploy: false } }, 404, 'Not Found'],
    ['the default address is switched off', { api: { disableExecuteApiEndpoint: true } }, 404, 'Not Found'],
    [
      'too many requests come',
      { stage: { defaultRouteSettings: { throttlingBurstLimit: 0 } } },
      429,
      'Too Many Requests',
    ],
  ])('%s', async (_case, settings, status, message) => {
    const { get } = await gatewayWithApi(settings);
    const answer = await get('/');
    expect(answer).toMatchObject({ status, body: JSON.stringify({ message }) });
    expect(answer.headers['content-type']).toBe('application/json');
    expect(answer.headers['apigw-requestid']).toMatch(/^[\w+/]{15}=$/);
  });

  it('a body over 10 MB, or over the limit of the function, is a 413', async () => {
    const { get } = await gatewayWithApi();
    const headers = { 'content-type': 'text/plain' };
    const post = (bytes: number) => get('/', { method: 'POST', headers, body: Buffer.alloc(bytes, 'x') });
    const tooLarge = { status: 413, body: '{"message":"Request Entity Too Large"}' };
    expect(await post(10 * 1024 * 1024 + 1)).toMatchObject(tooLarge);
    expect(await post(7 * 1024 * 1024)).toMatchObject(tooLarge);
    expect(await get('/')).toMatchObject({ status: 200 });
  });

  it('headers over 10,240 bytes are a 431', async () => {
    const { get } = await gatewayWithApi();
    expect(await get('/', { headers: { big: 'x'.repeat(10_240) } })).toMatchObject({ status: 431 });
    expect(await get('/', { headers: { big: 'x'.repeat(9_000) } })).toMatchObject({ status: 200 });
  });

  it('a client that closes its connection early does not affect others', async () => {
    const { get, ingress, host, certificates } = await gatewayWithApi();
    const cut = request({
      ...{ host: '127.0.0.1', port: ingress.httpsPort, servername: host, ca: certificates.authorityPem },
      ...{ method: 'POST', headers: { host, 'content-length': 100 } },
    });
    const ended = new Promise((resolve) => cut.once('close', resolve));
    cut.on('error', () => undefined);
    cut.write('begun', () => cut.destroy());
    await ended;
    expect(await get('/')).toMatchObject({ status: 200 });
  });
});

describe('stages and routes', () => {
  it('serves a named stage below its name', async () => {
    const { get } = await gatewayWithApi({
      stage: { name: 'beta', stageVariables: { colour: 'blue' } },
      routeKeys: ['GET /orders/{id}'],
    });
    const answer = await get('/beta/orders/7%2F8');
    expect(json(answer)).toMatchObject({
      routeKey: 'GET /orders/{id}',
      rawPath: '/beta/orders/7/8',
      pathParameters: { id: '7/8' },
      stageVariables: { colour: 'blue' },
      requestContext: { stage: 'beta' },
    });
    expect(await get('/orders/7')).toMatchObject({ status: 404 });
  });

  it('throttles above the burst, and follows a change of the stage at once', async () => {
    const settings = { throttlingBurstLimit: 2, throttlingRateLimit: 0 };
    const { get, stage, created } = await gatewayWithApi({ stage: { defaultRouteSettings: settings } });
    const statuses = [await get('/'), await get('/'), await get('/')].map(({ status }) => status);
    expect(statuses).toEqual([200, 200, 429]);
    const { defaultRouteSettings: _, ...open } = created.stage.inputs as Record<string, unknown>;
    await stage.update('$default', open, created.stage.inputs);
    await expect.poll(async () => (await get('/')).status).toBe(200);
  });

  it('logs each request in the format of the stage', async () => {
    const format = JSON.stringify({
      requestId: '$context.requestId',
      route: '$context.routeKey',
      path: '$context.path',
      status: '$context.status',
      host: '$context.domainName',
      bytes: '$context.responseLength',
      integrationMs: '$context.integrationLatency',
      error: '$context.integrationErrorMessage',
    });
    const destinationArn = 'arn:aws:logs:eu-west-1:123456789012:log-group:access';
    const { get, host, context } = await gatewayWithApi({
      code: 'exports.handler = async ({ rawPath }) => { if (rawPath === "/bad") throw new Error("no"); return "ok" }',
      stage: { accessLogSettings: { destinationArn, format } },
    });
    const good = await get('/a%20b?q');
    await get('/bad');
    const access = context.lines
      .filter((line) => line.startsWith('access: '))
      .map((line) => JSON.parse(line.slice(8)));
    expect(access).toEqual([
      {
        requestId: good.headers['apigw-requestid'],
        ...{ route: '$default', path: '/a%20b', status: '200', host, bytes: '2', error: '-' },
        integrationMs: expect.stringMatching(/^\d+$/),
      },
      expect.objectContaining({ status: '500', error: expect.stringContaining('no') }),
    ]);
  });
});

describe('CORS', () => {
  const corsConfiguration = {
    allowOrigins: ['https://docs.localhost'],
    allowMethods: ['GET'],
    exposeHeaders: ['link'],
  };
  const origin = 'https://docs.localhost';

  it("responds to a preflight itself, and replaces the function's CORS headers by its own", async () => {
    const code = `exports.handler = async () => ({ statusCode: 200, headers: { 'Access-Control-Allow-Origin': '*' } })`;
    const { get, context } = await gatewayWithApi({ code, api: { corsConfiguration } });
    const preflight = await get('/', {
      method: 'OPTIONS',
      headers: { origin, 'access-control-request-method': 'GET' },
    });
    expect(preflight).toMatchObject({ status: 204, headers: { 'access-control-allow-origin': origin } });
    expect(context.lines).toEqual([]);
    const cross = await get('/', { headers: { origin } });
    expect(cross.headers).toMatchObject({
      'access-control-allow-origin': origin,
      'access-control-expose-headers': 'link',
    });
    expect((await get('/')).headers).not.toHaveProperty('access-control-allow-origin');
  });
});
