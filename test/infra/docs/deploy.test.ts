// The site as it is deployed: what is there, and in which order.

import { expect, test } from 'vitest';
import { CONTENT_SECURITY_POLICY, siteTarget } from '../../../infra/docs/docs-site.ts';
import { docsFixture, siteProgram } from './harness.ts';

const BASE_URL = 'https://api.petstore.example/v1';
const OWN = 'docs.petstore.example';

test('the site is served with its security headers and a page for paths that do not exist', async () => {
  const fixture = await docsFixture();
  const certificateArn = fixture.certificates.issue(OWN, 'us-east-1');
  const { outputs, changes } = await fixture.deploy(
    siteProgram(BASE_URL, (site, content) => {
      const target = siteTarget(site, [...site.ready, ...content]);
      return { target: target.attach({ host: OWN, certificateArn, tags: {} }, {}).target.domainName };
    }),
  );
  // A host of its own is attached after the content is there and may be read.
  expect(changes.at(-1)?.name).toBe(`${OWN}-attachment`);
  fixture.names.point(OWN, String(outputs?.target));
  expect((await fixture.https(OWN, '/')).status).toBe(200);
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
