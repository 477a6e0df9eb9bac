// Viewer functions in runtime 2.0 of CloudFront Functions, without Node's API.
import { expect, test } from 'vitest';
import { runViewerFunction } from '../../src/cloudfront/function-runtime.ts';
import { behavior, cloudFrontFixture, deploySite, functionInputs } from '../support/cloudfront.ts';

const EVENT = { request: { method: 'GET', uri: '/a%20b' } };
const run = (code: string, query?: string, pairs?: Record<string, string>) =>
  runViewerFunction(code, EVENT, query, pairs);

const QUERY =
  'function handler(event) { return { statusCode: 200, body: String(event.request.rawQueryString()) }; }';

test.each<[string, string, string | undefined, object]>([
  [
    'a response',
    "function handler() { return { statusCode: 200, headers: { 'x-a': { value: '1' } }, body: { encoding: 'text', data: 'hi' } }; }",
    undefined,
    { response: { statusCode: 200, headers: { 'x-a': { value: '1' } }, body: { data: 'hi' } } },
  ],
  [
    'the request, changed, from an async function that logs',
    "async function handler(event) { await null; console.log('seen', event.request.uri); event.request.uri = '/b'; return event.request; }",
    undefined,
    { kind: 'request', uri: '/b', lines: ['seen /a%20b'] },
  ],
  ['the raw query', QUERY, 'a=1&a=%2F&b', { response: { body: 'a=1&a=%2F&b' } }],
  ['no query', QUERY, undefined, { response: { body: 'undefined' } }],
])('results: %s', (_case, code, query, outcome) => {
  expect(run(code, query)).toMatchObject(outcome);
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
  const outcome = run(code);
  expect(outcome).toMatchObject({ kind: 'failed', status });
  expect(outcome.kind === 'failed' && outcome.reason).toContain(reason);
});

const READS = `import cf from 'cloudfront';
async function handler() {
  const { port } = await cf.kvs().get('a', { format: 'json' });
  return { statusCode: 200, body: port + (await cf.kvs().get('b')) };
}`;

test.each<[string, Record<string, string> | undefined, object]>([
  ['as JSON and as text', { a: '{"port":"8"}', b: '0' }, { response: { body: '80' } }],
  ['a key that is absent', { a: '{}' }, { status: 503, reason: expect.stringContaining('KeyNotFound') }],
  ['no store', undefined, { status: 503, reason: expect.stringContaining('no key value store') }],
])('reads its key value store: %s', (_case, pairs, outcome) => {
  expect(run(READS, undefined, pairs)).toMatchObject(outcome);
});

test("at the edge, the event has headers, path and viewer in CloudFront's form", async () => {
  const { distribution, host, https } = await withFunction(
    'function handler(event) { return { statusCode: 200, body: JSON.stringify(event) }; }',
  );
  const headers = { 'X-Thing': 'one', cookie: 'a=1; b=2' };
  const { body } = await https(host, '/a%20b?x=1', { method: 'POST', headers, body: 'ignored' });
  const event = JSON.parse(body);
  const distributionId = distribution.id;
  expect(event.context).toMatchObject({ distributionId, distributionDomainName: host });
  const request = { method: 'POST', uri: '/a%20b', headers: { 'x-thing': { value: 'one' } } };
  expect(event.request).toMatchObject(request);
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

/** A distribution whose function runs first. */
async function withFunction(code: string) {
  const fixture = await cloudFrontFixture();
  const { outputs } = await fixture.viewerFunction.create({ name: 'f', runtime: 'cloudfront-js-2.0', code });
  const distribution = await fixture.distribution.create(functionInputs(String(outputs.arn)));
  return { https: fixture.https, distribution, host: String(distribution.outputs.domainName) };
}
