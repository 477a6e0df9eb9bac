// Production's deployment depends on staging's site, and on none of its custom hosts.
import { readFileSync, rmSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:https';
import type { AddressInfo } from 'node:net';
import { delimiter, join } from 'node:path';
import { failedResource } from '@petstore/custom-domains/many-hosts';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { siteProblems } from '../../.github/scripts/site-problems.ts';
import { serverCertificate } from '../cli/domains/tls-host.ts';
import { fakePulumi, newProject } from './fake-pulumi.ts';
import { runScript } from './scripts.ts';

const urn = (type: string, name: string) => `urn:pulumi:staging::petstore::${type}::${name}`;
const validated = 'aws:acm/certificateValidation:CertificateValidation';
const host = urn(`petstore:domains:CustomHost$${validated}`, 'shop.test-validated');
const api = urn('petstore:api:PetsApi$aws:lambda/function:Function', 'api-function');
const summary = { summaryEvent: { isPreview: false, result: 'failed' } };
const failed = (of: string) => ({ resOpFailedEvent: { metadata: { urn: of, op: 'create' } } });
const error = (message: string, of?: string) => ({
  diagnosticEvent: { urn: of, message, severity: 'error', prefix: 'error: ' },
});
/** The Node.js runtime's report of a promise of a failed resource. */
const rejected = error(
  `Running program 'main.js' failed with an unhandled exception:\nError: resource shop.test-validated [${validated}] failed to register\n`,
);
const log = (...events: object[]) => events.map((event) => `${JSON.stringify(event)}\n`).join('');

describe('the events of an update', () => {
  test.each([
    [log(summary), []],
    [log(failed(host), error('CAA_ERROR', host), rejected, summary), []],
    [log(failed(host), error('CAA_ERROR', host), error(failedResource('shop.test-validated')), summary), []],
    [log(failed(host), error(failedResource('api-function')), summary), [failedResource('api-function')]],
    [log({ diagnosticEvent: { message: 'old', severity: 'warning' } }, summary), []],
    [log(failed(api), error('too big', api), summary), ['api-function failed', 'too big']],
    [log(failed(host), error('no zone\n  at x.ts'), summary), ['no zone']],
    [log(failed(host)), ['the update did not reach its end']],
    [log({ summaryEvent: { isPreview: true } }), ['the update did not reach its end']],
    ['', ['the update did not reach its end']],
  ])('%j', (events, problems) => {
    expect(siteProblems(events)).toEqual(problems);
  });
});

describe('the site', () => {
  let folder: string;
  let close: () => void;
  let port: number;
  /** Pages by path. */
  let pages: Record<string, { type: string; body: string }>;

  beforeEach(async () => {
    folder = newProject();
    const { key, cert, authorityPem } = serverCertificate(['localhost']);
    writeFileSync(join(folder, 'ca.pem'), authorityPem);
    pages = {
      '/v1/openapi.json': { type: 'application/json', body: '{"openapi":"3.1.0"}' },
      '/': { type: 'text/html; charset=utf-8', body: '<!doctype html>' },
    };
    const server = createServer({ key, cert }, ({ url = '' }, response) => {
      const page = pages[url];
      response
        .writeHead(page === undefined ? 503 : 200, { 'content-type': page?.type ?? '' })
        .end(page?.body);
    });
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    port = (server.address() as AddressInfo).port;
    close = () => {
      server.close();
      server.closeAllConnections();
    };
    writeFileSync(join(folder, 'events.jsonl'), log(failed(host), summary));
    writeFileSync(join(folder, 'output'), '');
  });
  afterEach(() => {
    close();
    rmSync(folder, { recursive: true });
  });

  const state = (...resources: object[]) => JSON.stringify({ deployment: { resources } });
  const distribution = 'aws:cloudfront/distribution:Distribution';
  const deployed = () =>
    state(
      // A custom host's, which is broken: it comes first, and is not requested.
      {
        type: distribution,
        urn: urn(`petstore:domains:CustomHost$${distribution}`, 'shop.test-attachment'),
        outputs: { domainName: 'localhost:1' },
      },
      {
        type: distribution,
        urn: urn(`petstore:docs:DocsSite$${distribution}`, 'docs'),
        outputs: { domainName: `localhost:${port}` },
      },
      {
        type: 'aws:apigatewayv2/api:Api',
        urn: urn('petstore:api:PetsApi$petstore:api:Gateway$aws:apigatewayv2/api:Api', 'api-gateway'),
        outputs: { apiEndpoint: `https://localhost:${port}` },
      },
    );

  async function run(out = deployed()) {
    fakePulumi(folder, { 'stack export --non-interactive --stack staging': { out } });
    const result = await runScript('site.ts', ['staging', 'events.jsonl', '0'], folder, {
      PATH: [join(folder, 'bin'), process.env.PATH].join(delimiter),
      NODE_EXTRA_CA_CERTS: join(folder, 'ca.pem'),
      GITHUB_OUTPUT: join(folder, 'output'),
    });
    return { ...result, site: readFileSync(join(folder, 'output'), 'utf8') };
  }

  test('is served, although a custom host failed', async () => {
    expect(await run()).toMatchObject({ status: 0, site: 'site=ok\n' });
  });

  test.each([
    ['/v1/openapi.json', undefined, /openapi\.json responds 503/],
    ['/v1/openapi.json', { type: 'application/json', body: '{}' }, /with something else/],
    ['/', undefined, /\/ responds 503/],
    ['/', { type: 'text/plain', body: 'x' }, /with something else/],
  ])('%j', async (path, page, message) => {
    if (page === undefined) delete pages[path];
    else pages[path] = page;
    const { status, output, site } = await run();
    expect([status, site]).toEqual([1, '']);
    expect(output).toMatch(message);
  });

  test('no server listens, or nothing is deployed', async () => {
    close();
    expect(await run()).toMatchObject({
      status: 1,
      site: '',
      output: expect.stringMatching(/does not respond/),
    });
    expect(await run(state())).toMatchObject({ status: 1, site: '' });
  });

  test('a resource of the site failed', async () => {
    writeFileSync(join(folder, 'events.jsonl'), log(failed(api), summary));
    const { status, output, site } = await run();
    expect([status, site]).toEqual([1, '']);
    expect(output).toContain('::error::The site of staging is not deployed: api-function failed');
  });
});
