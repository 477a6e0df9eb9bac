// API Gateway with a real ingress: requests and responses; its resources' outputs, custom domain names, and refusals.
import { expect, it, vi } from 'vitest';
import { http2Answer } from '../support/client.ts';
import { type ApiSettings, domainInputs, FUNCTION, gateway, gatewayWithApi, type Invoke } from './gateway.ts';

const json = (answer: { body: string }) => JSON.parse(answer.body);

const returning =
  (value: unknown): Invoke =>
  () => ({ kind: 'answer', value });

const failing =
  (errorType: string): Invoke =>
  () => ({ kind: 'failed', errorType, errorMessage: 'no' });

it('invokes the function with the event of a request, and returns its response', async () => {
  const asked: unknown[] = [];
  const { get, host, apiId, ingress } = await gatewayWithApi({
    permits: (...call) => asked.push(call) === 1,
  });
  const answer = await get('/v1/orders/a%20b?limit=5', {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: '{"name":"Rex"}',
  });
  expect(answer).toMatchObject({ status: 200, headers: { 'content-type': 'application/json' } });
  const event = json(answer);
  expect(event).toMatchObject({
    ...{ rawPath: '/v1/orders/a b', rawQueryString: 'limit=5', body: '{"name":"Rex"}' },
    headers: { 'x-forwarded-for': '127.0.0.1', 'x-forwarded-port': String(ingress.httpsPort), host },
    requestContext: { accountId: '123456789012', apiId, domainName: host, domainPrefix: apiId },
  });
  expect(event.requestContext.requestId).toBe(answer.headers['apigw-requestid']);
  const source = `arn:aws:execute-api:eu-west-1:123456789012:${apiId}/$default/$default`;
  expect(asked).toEqual([[FUNCTION, 'apigateway.amazonaws.com', source]]);
});

it('speaks HTTP/2, and the event is the one of HTTP/1.1', async () => {
  const cloud = await gatewayWithApi();
  const path = '/v1/orders/a%20b?limit=5';
  const headers = { 'content-type': 'application/json', 'x-a': ['1', '2'], cookie: ['a=1', 'b=2'] };
  const ask = { method: 'POST', headers, body: '{"name":"Rex"}' };
  const { get, host } = cloud;
  const eventOf = (answer: { body: string }) => {
    const { requestContext, headers, ...event } = json(answer);
    const { requestId, time, timeEpoch, ...context } = requestContext;
    return { ...event, ...context, headers: { ...headers, 'x-amzn-trace-id': '', connection: '' } };
  };
  const answer = await http2Answer(cloud, host, path, ask);
  expect(answer.status).toBe(200);
  expect(eventOf(answer)).toEqual(eventOf(await get(path, ask)));
  const head = await http2Answer(cloud, host, '/', { method: 'HEAD' });
  expect([head.body, Number(head.headers['content-length']) > 9]).toEqual(['', true]);
});

it('responds with status, headers and cookies of the function; HEAD and 204 without a body', async () => {
  const given = { headers: { Location: '/x' }, cookies: ['a=1', 'b=2'], body: 'created' };
  const { get } = await gatewayWithApi({
    invoke: (event) => returning({ statusCode: event.rawPath === '/none' ? 204 : 201, ...given })(event),
  });
  const headers = { location: '/x', 'set-cookie': ['a=1', 'b=2'], 'content-length': '7' };
  expect(await get('/')).toMatchObject({ status: 201, body: 'created', headers });
  expect(await get('/', { method: 'HEAD' })).toMatchObject({ status: 201, body: '', headers });
  const none = await get('/none');
  expect([none.status, none.body, none.headers['content-length']]).toEqual([204, '', undefined]);
});

const NEVER = { invoke: () => new Promise<never>(() => {}), integration: { timeoutMilliseconds: 50 } };

it.each<[string, ApiSettings, number, string]>([
  ['the function throws', { invoke: failing('Error') }, 500, 'Internal Server Error'],
  ['the response is malformed', { invoke: returning({ statusCode: 'x' }) }, 500, 'Internal Server Error'],
  ['too large an event', { invoke: failing('RequestTooLargeException') }, 413, 'Request Entity Too Large'],
  ['the gateway has no permission', { permits: () => false }, 500, 'Internal Server Error'],
  ['the function has no concurrency', { invoke: () => ({ kind: 'throttled' }) }, 503, 'Service Unavailable'],
  ['the integration takes too long', NEVER, 503, 'Service Unavailable'],
  ['there is no route', { routed: false }, 404, 'Not Found'],
  ['the stage is not deployed', { stage: { autoDeploy: false } }, 404, 'Not Found'],
  ['too many', { stage: { defaultRouteSettings: { throttlingBurstLimit: 0 } } }, 429, 'Too Many Requests'],
])('where %s, the response is its own', async (_case, settings, status, message) => {
  const { get } = await gatewayWithApi(settings);
  const answer = await get('/');
  expect(answer).toMatchObject({ status, body: JSON.stringify({ message }) });
  expect(answer.headers['content-type']).toBe('application/json');
  expect(answer.headers['apigw-requestid']).toMatch(/^[\w+/]{15}=$/);
});

it('a body over 10 MB is a 413, and headers over 10,240 bytes are a 431', async () => {
  const { get } = await gatewayWithApi({ invoke: returning('ok') });
  const post = (bytes: number) => get('/', { method: 'POST', body: Buffer.alloc(bytes, 'x') });
  expect(await post(10 * 1024 * 1024 + 1)).toMatchObject({ status: 413 });
  expect(await post(10 * 1024 * 1024)).toMatchObject({ status: 200 });
  expect(await get('/', { headers: { big: 'x'.repeat(10_240) } })).toMatchObject({ status: 431 });
  expect(await get('/', { headers: { big: 'x'.repeat(9_000) } })).toMatchObject({ status: 200 });
});

it('logs each request in the format of the stage', async () => {
  const format = JSON.stringify({
    ...{ requestId: '$context.requestId', route: '$context.routeKey', path: '$context.path' },
    ...{ status: '$context.status', host: '$context.domainName', bytes: '$context.responseLength' },
    ...{ integrationMs: '$context.integrationLatency', error: '$context.integrationErrorMessage' },
  });
  const destinationArn = 'arn:aws:logs:eu-west-1:123456789012:log-group:access';
  const { get, host, context } = await gatewayWithApi({
    invoke: (event) => (event.rawPath === '/bad' ? failing('Error') : returning('ok'))(event),
    stage: { accessLogSettings: { destinationArn, format } },
  });
  const good = await get('/a%20b?q');
  await get('/bad');
  expect(context.lines.map((line) => JSON.parse(line.replace(/^access: /, '')))).toEqual([
    {
      requestId: good.headers['apigw-requestid'],
      ...{ route: '$default', path: '/a%20b', status: '200', host, bytes: '2', error: '-' },
      integrationMs: expect.stringMatching(/^\d+$/),
    },
    expect.objectContaining({ status: '500', error: expect.stringContaining('no') }),
  ]);
});

it("responds to a preflight itself, and replaces the function's CORS headers by its own", async () => {
  const origin = 'https://docs.localhost';
  const corsConfiguration = { allowOrigins: [origin], allowMethods: ['GET'], exposeHeaders: ['link'] };
  const headers = { 'Access-Control-Allow-Origin': '*' };
  const invoke = vi.fn(returning({ statusCode: 200, headers }));
  const { get } = await gatewayWithApi({ invoke, api: { corsConfiguration } });
  const preflight = { origin, 'access-control-request-method': 'GET' };
  expect(await get('/', { method: 'OPTIONS', headers: preflight })).toMatchObject({
    status: 204,
    headers: { 'access-control-allow-origin': origin },
  });
  expect(invoke).not.toHaveBeenCalled();
  expect((await get('/', { headers: { origin } })).headers).toMatchObject({
    'access-control-allow-origin': origin,
    'access-control-expose-headers': 'link',
  });
  expect((await get('/')).headers).not.toHaveProperty('access-control-allow-origin');
});

const DOMAIN = 'api.shop.localhost';
const OTHER = 'b.localhost';

/** The regional domain name of a custom domain name, which its routing record points to. */
const targetOf = ({ outputs }: { outputs: Record<string, unknown> }) =>
  (outputs.domainNameConfiguration as { targetDomainName: string }).targetDomainName;

/** An API, and the custom domain name with its certificate. */
async function withDomain() {
  const cloud = await gatewayWithApi();
  const first = cloud.certificates.issue(DOMAIN);
  const domain = await cloud.domainName.create(domainInputs(DOMAIN, first));
  const mapping = { apiId: cloud.apiId, domainName: DOMAIN, stage: '$default' };
  cloud.names.point(DOMAIN, targetOf(domain));
  return { ...cloud, domain, first, mapping };
}

it('an API has the outputs of the provider, and its default endpoint in DNS while it exists', async () => {
  const { created, apiId, host, names, api } = await gatewayWithApi();
  expect(apiId).toMatch(/^[a-z0-9]{10}$/);
  const executionArn = `arn:aws:execute-api:eu-west-1:123456789012:${apiId}`;
  expect(created.api.outputs).toMatchObject({
    apiEndpoint: `https://${apiId}.execute-api.eu-west-1.localhost`,
    arn: `arn:aws:apigateway:eu-west-1::/apis/${apiId}`,
    executionArn,
  });
  expect(created.stage.outputs).toMatchObject({
    executionArn: `${executionArn}/$default`,
    invokeUrl: `https://${host}/`,
  });
  expect(names.published.has(host)).toBe(true);
  await api.delete(apiId, created.api.inputs);
  expect(names.published.has(host)).toBe(false);
  expect(await api.read(apiId)).toBeUndefined();
});

it('the parts of an API refuse what is repeated, malformed, in use or not of this API', async () => {
  const { apiId, route, stage, integration, api, created } = await gatewayWithApi();
  const target = `integrations/${created.integration.id}`;
  const other = await api.create({ name: 'other', protocolType: 'HTTP' });
  const logs = (destinationArn: string, format: string) =>
    stage.create({ apiId, name: 'x', accessLogSettings: { destinationArn, format } });
  const group = 'arn:aws:logs:eu-west-1:123456789012:log-group:access';
  const own = created.integration;
  const refusals: [() => Promise<unknown>, string][] = [
    [() => route.create({ apiId, routeKey: '$default', target }), 'ConflictException: Route with key'],
    [() => route.create({ apiId: other.id, routeKey: '$default', target }), 'Invalid target'],
    [() => route.create({ apiId: 'none', routeKey: '$default' }), 'NotFoundException:'],
    [() => stage.create({ apiId, name: '$default' }), 'ConflictException: Stage already exists'],
    [() => stage.create({ apiId: 'none', name: 'x' }), 'NotFoundException: Invalid API identifier'],
    [() => logs(group, '$context.status'), 'BadRequestException: Access Log format must contain'],
    [() => logs('arn:aws:s3:::logs', '$context.requestId'), 'BadRequestException: Invalid ARN specified'],
    [() => integration.update('x', { ...own.inputs, integrationUri: 'x' }, own.inputs), 'Invalid lambda'],
    [() => integration.delete(own.id, own.inputs), 'ConflictException: Cannot delete Integration'],
  ];
  for (const [refused, message] of refusals) await expect(refused()).rejects.toThrow(message);
});

it('a custom domain name serves the mapped stage with its own certificate, at its regional domain name', async () => {
  const { domain, mapping, apiMapping, names, ask, apiId } = await withDomain();
  const target = targetOf(domain);
  expect(domain.id).toBe(DOMAIN);
  expect(target).toMatch(/^d-[a-z0-9]{10}\.execute-api\.eu-west-1\.localhost$/);
  expect(domain.outputs.domainNameConfiguration).toMatchObject({ hostedZoneId: 'ZLY8HYME6SFDD' });
  expect(names.published.get(target)).toBe('ZLY8HYME6SFDD');
  expect(await ask(DOMAIN, '/')).toMatchObject({ status: 404, body: '{"message":"Not Found"}' });
  await apiMapping.create(mapping);
  const foreign = await ask(DOMAIN, '/', { headers: { host: 'other.localhost' } });
  expect(foreign).toMatchObject({ status: 403, headers: { 'x-amzn-errortype': 'ForbiddenException' } });
  const { body } = await ask(DOMAIN, '/v1/orders');
  expect(JSON.parse(body)).toMatchObject({
    rawPath: '/v1/orders',
    requestContext: { domainName: DOMAIN, domainPrefix: 'api', apiId },
  });
});

it('a custom domain name is not served at the address of an API or of another domain name, which have other certificates', async () => {
  const { certificates, domainName, apiMapping, mapping, names, ask, host } = await withDomain();
  await apiMapping.create(mapping);
  const other = await domainName.create(domainInputs(OTHER, certificates.issue(OTHER)));
  for (const target of [host, targetOf(other)]) {
    names.point(DOMAIN, target);
    const alone = { agent: false, ca: certificates.authorityPem };
    await expect(ask(DOMAIN, '/', alone)).rejects.toThrow("is not in the cert's altnames");
    const trusting = await ask(DOMAIN, '/', { rejectUnauthorized: false, agent: false });
    expect(trusting).toMatchObject({ status: 403, body: '{"message":"Forbidden"}' });
  }
});

it('a custom domain name needs a certificate that is issued, in its region, for its name', async () => {
  const { certificates, domainName } = await gateway();
  const elsewhere = certificates.issue(DOMAIN, 'us-east-1');
  const pending = 'arn:aws:acm:eu-west-1:123456789012:certificate/pending';
  const refusals: [string, string][] = [
    [elsewhere, `Invalid certificate ARN: ${elsewhere}. Certificate must be in 'eu-west-1'.`],
    [pending, 'does not exist or is not issued'],
    ...['shop.localhost', '*.api.shop.localhost', '*.localhost'].map((name): [string, string] => [
      certificates.issue(name),
      `does not cover the domain name ${DOMAIN}`,
    ]),
  ];
  for (const [arn, message] of refusals)
    await expect(domainName.create(domainInputs(DOMAIN, arn))).rejects.toThrow(message);
  await domainName.create(domainInputs(DOMAIN, certificates.issue(`*.shop.localhost`)));
});

it('a custom domain name uses its certificate, changes it in place, and releases it when it is deleted', async () => {
  const { certificates, domainName, domain, first, ask, names, api, apiId, created } = await withDomain();
  const second = certificates.issue(DOMAIN);
  const updated = await domainName.update(DOMAIN, domainInputs(DOMAIN, second), domain.inputs);
  expect([first, second].map(certificates.inUse)).toEqual([false, true]);
  expect(updated).toMatchObject({ domainNameConfiguration: { targetDomainName: targetOf(domain) } });
  expect(await ask(DOMAIN, '/')).toMatchObject({ status: 404 });
  await domainName.delete(DOMAIN, domainInputs(DOMAIN, second));
  await api.delete(apiId, created.api.inputs);
  expect([certificates.inUse(second), names.published.size]).toEqual([false, 0]);
  await expect(ask(DOMAIN, '/', { agent: false })).rejects.toThrow('unrecognized name');
});

it('a repeated domain name, invalid and repeated mappings, and the deletion of a mapped API are refused', async () => {
  const { domainName, domain, apiMapping, mapping, api, apiId, created } = await withDomain();
  const { id, inputs } = await apiMapping.create(mapping);
  const elsewhere = { ...mapping, domainName: OTHER };
  const refusals: [() => Promise<unknown>, string][] = [
    [() => domainName.create(domain.inputs), 'ConflictException: The domain name you provided already'],
    [() => apiMapping.create(elsewhere), 'NotFoundException: Invalid domain name identifier'],
    [() => apiMapping.create({ ...mapping, stage: 'none' }), 'Invalid stage identifier specified'],
    [() => apiMapping.create(mapping), 'ConflictException: ApiMapping key already exists'],
    [() => api.delete(apiId, created.api.inputs), 'Please remove all API mappings'],
  ];
  for (const [refused, message] of refusals) await expect(refused()).rejects.toThrow(message);
  await apiMapping.delete(id, inputs);
  await api.delete(apiId, created.api.inputs);
});
