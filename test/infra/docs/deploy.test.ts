// The site as it is deployed: what is there, in which order, and what a later deploy changes.

import { redirectTarget } from '@petstore/custom-domains';
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

describe('a host', () => {
  const attach = (certificateArn?: string) =>
    siteProgram(BASE_URL, (site, content) => {
      const attachment = siteTarget(site.origin, [...site.ready, ...content.ready]).attach(
        { host: 'docs.petstore.example', certificateArn, tags: {} },
        {},
      );
      return { target: attachment.target.domainName };
    });

  test('is attached after the content is there and may be read', async () => {
    const fixture = await docsFixture();
    const arn = fixture.certificates.issue(['docs.petstore.example'], 'us-east-1');
    const deployment = await fixture.deploy(attach(arn));
    expect(made(deployment, 'create').at(-1)).toBe('docs.petstore.example-attachment');
    fixture.names.point('docs.petstore.example', String(deployment.outputs?.target));
    expect((await fixture.https('docs.petstore.example', '/')).status).toBe(200);
  });

  test('that is external has its distribution from the start, and the alias once it is verified', async () => {
    const fixture = await docsFixture();
    const before = await fixture.deploy(attach());
    expect((await fixture.https(String(before.outputs?.target), '/')).status).toBe(200);
    fixture.names.point('docs.petstore.example', String(before.outputs?.target));
    await expect(fixture.https('docs.petstore.example', '/')).rejects.toThrow('handshake failure');
    const arn = fixture.certificates.issue(['docs.petstore.example'], 'us-east-1');
    const after = await fixture.deploy(attach(arn));
    expect(made(after, 'update')).toEqual(['docs.petstore.example-attachment']);
    expect(after.outputs?.target).toBe(before.outputs?.target);
    expect((await fixture.https('docs.petstore.example', '/')).status).toBe(200);
  });

  test('that becomes a redirect keeps its distribution, and back again', async () => {
    const fixture = await docsFixture();
    const arn = fixture.certificates.issue(['docs.petstore.example'], 'us-east-1');
    const redirecting = siteProgram(BASE_URL, () => {
      const redirect = redirectTarget({ to: 'https://petstore.example', status: 308 });
      redirect.attach({ host: 'docs.petstore.example', certificateArn: arn, tags: {} }, {});
      return {};
    });
    const { outputs } = await fixture.deploy(attach(arn));
    fixture.names.point('docs.petstore.example', String(outputs?.target));
    const changed = await fixture.deploy(redirecting);
    expect(made(changed, 'update')).toEqual(['docs.petstore.example-attachment']);
    expect((await fixture.https('docs.petstore.example', '/')).status).toBe(308);
    const back = await fixture.deploy(attach(arn));
    expect(made(back, 'delete')).toEqual(['docs.petstore.example-redirect']);
    expect((await fixture.https('docs.petstore.example', '/')).status).toBe(200);
  });
});
