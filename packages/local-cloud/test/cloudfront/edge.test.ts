// Responses of distributions in front of a private bucket, and viewer functions in runtime 2.0 of CloudFront Functions, without
// Node's API.
import { expect, test } from 'vitest';
import { runViewerFunction } from '../../src/cloudfront/function-runtime.ts';
import { http2Answer } from '../support/client.ts';
import {
  behavior,
  cloudFrontFixture,
  deploySite,
  functionInputs,
  siteInputs,
} from '../support/cloudfront.ts';

const PAGE = '<!doctype html><title>Orders</title>';

async function site(
  files: Readonly<Record<string, string>> = { 'index.html': PAGE },
  overrides: object = {},
) {
  const fixture = await cloudFrontFixture();
  const deployed = await deploySite(fixture, files, overrides);
  const get = (path: string, headers: Readonly<Record<string, string>> = {}, method = 'GET') =>
    fixture.https(deployed.host, path, { headers, method });
  return { ...fixture, ...deployed, get };
}

test('the path is a key: the default root object at the root only, escapes decoded', async () => {
  const { get } = await site({ 'index.html': PAGE, 'guide/index.html': PAGE, 'a cat.html': PAGE });
  const root = await get('/');
  expect([root.status, root.body]).toEqual([200, PAGE]);
  expect(root.headers).toMatchObject({ 'content-type': 'text/html', 'x-cache': 'Miss from cloudfront' });
  expect((await get('/guide/')).status).toBe(403);
  expect((await get('/guide/index.html?a=1')).body).toBe(PAGE);
  expect((await get('/a%20cat.html')).status).toBe(200);
  expect((await get('/a%2')).status).toBe(400);
});

test('a HEAD has the headers and no body; a method that the behavior does not have is refused', async () => {
  const { get } = await site();
  const { status, body, headers } = await get('/', {}, 'HEAD');
  expect([status, body, headers['content-length']]).toEqual([200, '', String(PAGE.length)]);
  expect((await get('/', {}, 'POST')).status).toBe(403);
});

test.each([
  ['http2', true],
  ['http2and3', true],
  ['http1.1', false],
])('with the httpVersion %s, HTTP/2 is spoken: %s', async (httpVersion, isSpoken) => {
  const fixture = await site({ 'index.html': PAGE }, { httpVersion });
  const answer = http2Answer(fixture, fixture.host, '/');
  if (!isSpoken) return expect(answer).rejects.toThrow();
  const { etag } = (await answer).headers;
  expect(await answer).toMatchObject({ status: 200, body: PAGE });
  const headers = { 'if-none-match': etag };
  expect(await http2Answer(fixture, fixture.host, '/', { headers })).toMatchObject({ status: 304, body: '' });
});

test('a changed object is visible at once, and an unchanged page is a 304', async () => {
  const { get, object } = await site();
  const { etag } = (await get('/')).headers;
  const again = await get('/', { 'if-none-match': `"x", W/${etag}` });
  expect([again.status, again.body, again.headers.etag]).toEqual([304, '', etag]);
  const input = { bucket: 'site', key: 'index.html', content: 'new', contentType: 'text/html' };
  await object.update('site/index.html', input, input);
  const changed = await get('/', { 'if-none-match': String(etag) });
  expect([changed.status, changed.body]).toEqual([200, 'new']);
});

test('http is redirected to https, path and query kept, unless only https is served', async () => {
  const { http, host, ingress } = await site();
  const location = `https://${host}:${ingress.httpsPort}/a%20b?c=%2F&c=2`;
  for (const [method, expected] of [['GET', 301] as const, ['HEAD', 301] as const, ['POST', 307] as const]) {
    const { status, headers } = await http(host, '/a%20b?c=%2F&c=2', { method });
    expect([status, headers.location]).toEqual([expected, location]);
  }
  const httpsOnly = behavior({ viewerProtocolPolicy: 'https-only' });
  const other = await site({}, { defaultCacheBehavior: httpsOnly });
  expect((await other.http(other.host, '/')).status).toBe(403);
});

test("a custom error page has its own status; without its page the viewer gets the origin's error", async () => {
  const page = { errorCode: 403, responseCode: 404, responsePagePath: '/404.html' };
  const { get, object } = await site({ '404.html': 'not here' }, { customErrorResponses: [page] });
  const { status, body, headers } = await get('/none');
  expect([status, body, headers['content-type']]).toEqual([404, 'not here', 'text/html']);
  expect(headers['x-cache']).toBe('Error from cloudfront');
  await object.delete('site/404.html', { bucket: 'site', key: '404.html', content: '' });
  expect((await get('/none')).status).toBe(403);
});

test('a disabled distribution is a 403, and so is an origin without access control', async () => {
  const { get, distribution, id, inputs } = await site();
  const origins = [{ originId: 'site', domainName: 'site.s3.eu-west-1.amazonaws.com' }];
  await distribution.update(id, siteInputs({ origins }), inputs);
  expect((await get('/')).status).toBe(403);
  await distribution.update(id, { ...inputs, enabled: false }, inputs);
  expect((await get('/')).status).toBe(403);
});

test("an error and a 304 have the policy's headers too; without override the origin's remain", async () => {
  const fixture = await cloudFrontFixture();
  const { id } = await fixture.headersPolicy.create({
    name: 'headers',
    securityHeadersConfig: { strictTransportSecurity: { accessControlMaxAgeSec: 60, override: true } },
    customHeadersConfig: { items: [{ header: 'Content-Type', value: 'text/plain', override: false }] },
  });
  const withHeaders = { defaultCacheBehavior: behavior({ responseHeadersPolicyId: id }) };
  const { host } = await deploySite(fixture, { 'index.html': PAGE }, withHeaders);
  const expected = { 'strict-transport-security': 'max-age=60' };
  const page = await fixture.https(host, '/');
  expect(page.headers).toMatchObject({ ...expected, 'content-type': 'text/html' });
  expect((await fixture.https(host, '/none')).headers).toMatchObject(expected);
  const seen = await fixture.https(host, '/', { headers: { 'if-none-match': String(page.headers.etag) } });
  expect(seen.headers).toMatchObject(expected);
});

const EVENT = { request: { method: 'GET', uri: '/a%20b' } };
const answering = (answer: string) => `function handler(event) { return { statusCode: 200, ${answer} }; }`;
const QUERY = answering('body: String(event.request.rawQueryString())');
const READS = `import cf from 'cloudfront';
async function handler() {
  const { port } = await cf.kvs().get('a', { format: 'json' });
  return { statusCode: 200, body: port + (await cf.kvs().get('b')) };
}`;
const failed = (reason: string) => ({ status: 503, reason: expect.stringContaining(reason) });

test.each<[string, string, object, query?: string, pairs?: Record<string, string>]>([
  [
    'a response',
    answering("headers: { 'x-a': { value: '1' } }, body: { encoding: 'text', data: 'hi' }"),
    { response: { statusCode: 200, headers: { 'x-a': { value: '1' } }, body: { data: 'hi' } } },
  ],
  [
    'the request, changed, from an async function that logs',
    "async function handler(event) { await null; console.log('seen', event.request.uri); event.request.uri = '/b'; return event.request; }",
    { kind: 'request', uri: '/b', lines: ['seen /a%20b'] },
  ],
  ['the raw query', QUERY, { response: { body: 'a=1&a=%2F&b' } }, 'a=1&a=%2F&b'],
  ['no query', QUERY, { response: { body: 'undefined' } }],
  ['JSON and text of a store', READS, { response: { body: '80' } }, '', { a: '{"port":"8"}', b: '0' }],
  ['a key that is absent', READS, failed('KeyNotFound'), '', { a: '{}' }],
  ['no store', READS, failed('no key value store')],
])('results: %s', (_case, code, outcome, query, pairs) => {
  expect(runViewerFunction(code, EVENT, query, pairs)).toMatchObject(outcome);
});

test.each([
  ['throws', "function handler() { throw new Error('no'); }", 503, 'Error: no'],
  ['does not parse', 'function handler( {', 503, 'SyntaxError'],
  ['has no handler', 'var a = 1;', 503, 'handler is not defined'],
  ['runs for ever', 'function handler() { for (;;); }', 503, 'timed out'],
  ['loops in promises', 'async function handler() { for (;;) await null; }', 503, 'timed out'],
  ['makes code', "function handler() { return eval('1'); }", 503, 'EvalError'],
  ['uses Node', "function handler() { return this.constructor.constructor('process')(); }", 503, 'EvalError'],
  ['answers nothing', 'function handler() {}', 502, ''],
])('fails: %s', (_case, code, status, reason) => {
  const outcome = { kind: 'failed', status, reason: expect.stringContaining(reason) };
  expect(runViewerFunction(code, EVENT, undefined)).toMatchObject(outcome);
});

test("at the edge, the event has headers, path and viewer in CloudFront's form", async () => {
  const { distribution, viewerFunction, https } = await cloudFrontFixture();
  const code = answering('body: JSON.stringify(event)');
  const { outputs } = await viewerFunction.create({ name: 'f', runtime: 'cloudfront-js-2.0', code });
  const { id: distributionId, outputs: deployed } = await distribution.create(
    functionInputs(String(outputs.arn)),
  );
  const host = String(deployed.domainName);
  const headers = { 'X-Thing': 'one', cookie: 'a=1; b=2' };
  const { body } = await https(host, '/a%20b?x=1', { method: 'POST', headers, body: 'ignored' });
  const event = JSON.parse(body);
  expect(event).toMatchObject({
    context: { distributionId, distributionDomainName: host },
    request: { method: 'POST', uri: '/a%20b', headers: { 'x-thing': { value: 'one' } } },
  });
  expect(event.request.headers).not.toHaveProperty('cookie');
});

test('at the edge, the origin gets the changed path; a failing function is a 503 and a line in the log', async () => {
  const fixture = await cloudFrontFixture();
  const code = "function handler(event) { event.request.uri = '/b.html'; return event.request; }";
  const input = { name: 'rewrite', runtime: 'cloudfront-js-2.0', code };
  const { outputs } = await fixture.viewerFunction.create(input);
  const functionAssociations = [{ eventType: 'viewer-request', functionArn: outputs.arn }];
  const associated = { defaultCacheBehavior: behavior({ functionAssociations }) };
  const { host } = await deploySite(fixture, { 'b.html': 'b' }, associated);
  expect((await fixture.https(host, '/a.html')).body).toBe('b');
  await fixture.viewerFunction.update('rewrite', { ...input, code: 'function handler() { throw 1 }' }, input);
  const { status, headers } = await fixture.https(host, '/a.html');
  expect([status, headers['x-cache']]).toEqual([503, 'FunctionExecutionError from cloudfront']);
  expect(fixture.context.lines.join('\n')).toMatch(/cloudfront function: .*rewrite failed: 1/);
});
