// The site as it is deployed: what is there, in which order, and what a later deploy changes.

import type { Deployment } from '@petstore/local-cloud/engine/deployment';
import * as pulumi from '@pulumi/pulumi';
import { describe, expect, test } from 'vitest';
import { CONTENT_SECURITY_POLICY } from '../../../infra/docs/docs-site.ts';
import { siteTarget } from '../../../infra/docs/site-distribution.ts';
import { docsFixture, siteProgram } from './harness.ts';

const BASE_URL = 'https://api.petstore.example/v1';

const made = ({ changes }: Deployment, action: string) =>
  changes.filter((change) => change.action === action).map(({ name }) => name);

describe('the default address', () => {
  test('serves the site, compressed, with its security headers and a page for paths that do not exist', async () => {
    const fixture = await docsFixture();
    const { outputs } = await fixture.deploy(siteProgram(BASE_URL));
    const host = String(outputs?.host);
    expect(outputs?.url).toBe(`https://${host}`);
    const { status, headers, body } = await fixture.https(host, '/');
    expect(status).toBe(200);
    expect(body).toContain(BASE_URL);
    expect(headers).toMatchObject({
      'cache-control': 'no-cache',
      'content-security-policy': CONTENT_SECURITY_POLICY,
      'content-type': 'text/html; charset=utf-8',
      'strict-transport-security': 'max-age=63072000',
      'x-content-type-options': 'nosniff',
      'x-frame-options': 'DENY',
      'referrer-policy': 'no-referrer',
      'cross-origin-opener-policy': 'same-origin',
      'permissions-policy': expect.stringContaining('camera=()'),
    });
    const compressed = await fixture.https(host, '/reference', { headers: { 'accept-encoding': 'br' } });
    expect(compressed.headers['content-encoding']).toBe('br');
    const assets = [...body.matchAll(/(?:href|src)="(\/assets\/[^"]+)"/g)].map(([, path]) => path);
    expect(new Set(assets).size).toBe(3);
    for (const asset of new Set(assets)) {
      const { status, headers } = await fixture.https(host, String(asset));
      expect([status, headers['cache-control']]).toEqual([200, 'public, max-age=31536000, immutable']);
    }
    const missing = await fixture.https(host, '/pets');
    expect([missing.status, missing.headers['content-type']]).toEqual([404, 'text/html; charset=utf-8']);
    expect(missing.body).toContain('This page does not exist');
  });

  test('an address of the API that is known only at the end changes the pages and nothing else', async () => {
    const fixture = await docsFixture();
    const first = await fixture.deploy(siteProgram(pulumi.output(Promise.resolve(BASE_URL))));
    const again = await fixture.deploy(siteProgram(BASE_URL));
    expect(made(again, 'same')).toEqual(made(first, 'create'));
    const moved = await fixture.deploy(siteProgram('https://api.petstore.dev/v1'));
    expect(made(moved, 'update')).toEqual([
      'docs-content-openapi.json',
      'docs-content-404.html',
      'docs-content-reference',
      'docs-content-index.html',
    ]);
    const { body } = await fixture.https(String(moved.outputs?.host), '/');
    expect(body).toContain('https://api.petstore.dev/v1');
    expect(body).not.toContain('petstore.example');
  });
});

test('a host is attached after the content is there and may be read', async () => {
  const fixture = await docsFixture();
  const host = 'docs.petstore.example';
  const certificateArn = fixture.certificates.issue([host], 'us-east-1');
  const deployment = await fixture.deploy(
    siteProgram(BASE_URL, (site, content) => {
      const target = siteTarget(site.origin, [...site.ready, ...content.ready]);
      return { target: target.attach({ host, certificateArn, tags: {} }, {}).target.domainName };
    }),
  );
  expect(made(deployment, 'create').at(-1)).toBe(`${host}-attachment`);
  fixture.names.point(host, String(deployment.outputs?.target));
  expect((await fixture.https(host, '/')).status).toBe(200);
});
