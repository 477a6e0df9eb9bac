// The scripts of a deployment, as processes: the build, the plan that an approval shows, the check that the stack still has the
// plan's state, and the check of the site.
import { createHash } from 'node:crypto';
import { rmSync } from 'node:fs';
import { createServer, type Server } from 'node:https';
import { join } from 'node:path';
import { beforeEach, describe, expect, test } from 'vitest';
import { readPrebuilt } from '../../infra/run/artifacts.ts';
import { previewJson } from '../cli/domains/preview.ts';
import { serverCertificate } from '../cli/domains/tls-host.ts';
import { listen } from '../cli/listen.ts';
import { type Outputs, useJob } from './scripts.ts';

const { job, write, read, pulumi, step } = useJob();

function run(name: string, args: readonly string[], outputs: Outputs = {}, env: Record<string, string> = {}) {
  pulumi(outputs);
  return step(name, args, env);
}

const failing = (why: string | RegExp) => ({ status: 1, output: expect.stringMatching(why) });

test('the build is a file, and its digest the output of the step', async () => {
  const { status, output } = await run('build.ts', ['build/function.json']);
  const [, sha256 = ''] = /^sha256=([0-9a-f]{64})\n$/.exec(read('output')) ?? [];
  expect([status, output]).toEqual([0, `build/function.json has the SHA-256 ${sha256}\n`]);
  const PETSTORE_BUILD = join(job.folder, 'build/function.json');
  expect(readPrebuilt({ PETSTORE_BUILD, PETSTORE_BUILD_SHA256: sha256 })?.code).toContain('handler');
});

describe('a plan', () => {
  const existing = { 'stack ls': { out: '[{"name":"organization/petstore/production"}]' } };
  const exported = (out: string) => ({ 'stack export --non-interactive --stack production': { out } });
  const table = { op: 'create', type: 'aws:dynamodb/table:Table', name: 'pets' };
  const previewed = (given: object, status = 0) => ({
    'preview --json --refresh --non-interactive --stack production --save-plan plan/update.json': {
      status,
      out: previewJson({ stack: 'production', hosts: {}, steps: [table], ...given }),
    },
  });
  const plan = (outputs: Outputs) => run('plan.ts', ['production'], outputs);
  const holds = (outputs: Outputs) =>
    run('plan-holds.ts', ['production'], outputs, { ...job.api.environment, GITHUB_RUN_NUMBER: '7' });

  test('is shown in the summary, with the digest of the state that it started from', async () => {
    const lost = { op: 'delete', type: 'aws:s3/bucket:Bucket', name: 'docs' };
    const planned = previewed({ steps: [table, lost] });
    const done = { status: 0, output: '' };
    expect(await plan({ ...existing, ...exported('{"v":1}'), ...planned })).toEqual(done);
    expect(read('plan/state.sha256')).toBe(createHash('sha256').update('{"v":1}').digest('hex'));
    expect(read('summary.md')).toMatch(/^### The changes of production that an approval deploys\n\n/);
    expect(read('summary.md')).toContain('#### Resources of production: 1 to create, 1 to delete');
    expect(read('summary.md')).toMatch(/Replaced or deleted:\n\n- delete `s3\.Bucket` `docs`/);
  });

  const keyless = { ...exported('{}'), ...previewed({ errors: ['error: no such key'] }, 255) };
  test.each<[string, Outputs, string]>([
    ['the preview failed', keyless, 'There is no plan of production: error: no such key'],
    ['the state cannot be read', previewed({}), 'The state of stack production could not be read'],
  ])('does not exist where %s', async (_, outputs, message) => {
    expect(await plan({ ...existing, ...outputs })).toEqual(failing(`::error::${message}`));
  });

  test('does not exist where the stack does not, which is no failure', async () => {
    const output = expect.stringContaining('::notice::There is no stack "production" yet');
    expect(await plan({ 'stack ls': { out: '[]' } })).toEqual({ status: 0, output });
  });

  test('is valid while the stack has the state that it started from, and the file that names it', async () => {
    await plan({ ...existing, ...exported('{"v":1}'), ...previewed({}) });
    expect((await holds(exported('{"v":1}'))).status).toBe(0);
    const why = '::error::Stack production was deployed after this plan was created; nothing was';
    expect(await holds(exported('{"v":2}'))).toEqual(failing(why));
    expect((await holds({})).status).toBe(1);
    rmSync(join(job.folder, 'plan/state.sha256'));
    expect((await holds(exported('{"v":1}'))).status).toBe(1);
  });

  test('is not deployed while a newer run waits, or where that is not known', async () => {
    const state = exported('{"v":1}');
    await plan({ ...existing, ...state, ...previewed({}) });
    job.api.waiting.push(7, 6);
    expect((await holds(state)).status).toBe(0);
    job.api.waiting.unshift(9);
    expect(await holds(state)).toEqual(
      failing(/^::error::Run 9 .* approve that one, and reject this one\. Nothing was changed/),
    );
    job.api.refusal = { status: 403, message: 'Resource not accessible by integration' };
    expect((await holds(state)).status).toBe(1);
  });
});

describe('the site', () => {
  const OPENAPI = '/v1/openapi.json';
  const distribution = 'aws:cloudfront/distribution:Distribution';
  const resource = (name: string, type: string, outputs: object) => ({
    ...{ type, urn: `urn:pulumi:staging::petstore::${name}$${type}::${name}`, outputs },
  });
  let server: Server;
  let deployed: object[];
  /** Pages by path. */
  let pages: Record<string, { type: string; body: string } | undefined>;

  beforeEach(async () => {
    const { key, cert, authorityPem } = serverCertificate(['localhost']);
    write('ca.pem', authorityPem);
    pages = {
      [OPENAPI]: { type: 'application/json', body: '{"openapi":"3.1.0"}' },
      '/': { type: 'text/html; charset=utf-8', body: '<!doctype html>' },
    };
    server = createServer({ key, cert }, ({ url = '' }, response) => {
      const page = pages[url];
      response.writeHead(page ? 200 : 503, { 'content-type': page?.type ?? '' }).end(page?.body);
    });
    const address = `localhost:${await listen(server)}`;
    deployed = [
      // A custom host's, which is broken: it comes first, and is not requested.
      resource('petstore:domains:CustomHost', distribution, { domainName: 'localhost:1' }),
      resource('petstore:docs:DocsSite', distribution, { domainName: address }),
      resource('petstore:api:PetsApi', 'aws:apigatewayv2/api:Api', { apiEndpoint: `https://${address}` }),
    ];
    write('events.jsonl', '{"summaryEvent":{"isPreview":false}}\n');
    write('output', '');
  });

  async function site(resources: readonly object[] = deployed) {
    const out = JSON.stringify({ deployment: { resources } });
    const exported = { 'stack export --non-interactive --stack staging': { out } };
    const { status, output } = await run('site.ts', ['staging', 'events.jsonl', '0'], exported, {
      NODE_EXTRA_CA_CERTS: join(job.folder, 'ca.pem'),
    });
    expect(read('output')).toBe(status === 0 ? 'site=ok\n' : '');
    return { status, output };
  }

  test('is served, whatever a custom host does', async () => {
    expect(await site()).toMatchObject({ status: 0 });
  });

  test.each([
    [OPENAPI, undefined, /openapi\.json responds 503/],
    [OPENAPI, { type: 'application/json', body: '{}' }, /with something else/],
    ['/', undefined, /\/ responds 503/],
    ['/', { type: 'text/plain', body: 'x' }, /with something else/],
  ])('%s is %j', async (path, page, message) => {
    pages[path] = page;
    expect(await site()).toEqual(failing(message));
  });

  test('no server listens, nothing is deployed, or the update did not end', async () => {
    server.close();
    expect(await site()).toEqual(failing(/does not respond/));
    expect((await site([])).status).toBe(1);
    write('events.jsonl', '');
    const why = '::error::The site of staging is not deployed: the update did not reach its end';
    expect((await site()).output).toContain(why);
  });
});
