// Redirects, deployed and requested over https and http.

import { type Redirect, type RedirectStatus, redirectTarget } from '@petstore/custom-domains';
import { describe, expect, test } from 'vitest';
import { docsFixture } from './harness.ts';

const STATUSES: RedirectStatus[] = [301, 302, 307, 308];
const HOST = 'www.petstore.example';

async function redirecting(redirect: Redirect) {
  const fixture = await docsFixture();
  const certificateArn = fixture.certificates.issue([HOST], 'us-east-1');
  const { outputs } = await fixture.deploy(async () => {
    const { target } = redirectTarget(redirect).attach({ host: HOST, certificateArn, tags: {} }, {});
    return { target: target.domainName };
  });
  fixture.names.point(HOST, String(outputs?.target));
  return fixture;
}

describe.each(STATUSES)('%i', (status) => {
  test('keeps path, query and escapes, for every method, on https and http, and may be cached for its time', async () => {
    const fixture = await redirecting({ to: 'petstore.example', status });
    const asked = ['/', '/a%20b/%C3%A9?x=1&y=%2F%3F&x=2&flag', '/p?', '//twice//?q=?', '/%2e%2e/x'];
    for (const ask of [fixture.https, fixture.http]) {
      for (const path of asked) {
        const { status: answered, headers } = await ask(HOST, path);
        expect([answered, headers.location]).toEqual([status, `https://petstore.example${path}`]);
        expect(headers).toMatchObject({
          'x-cache': 'FunctionGeneratedResponse from cloudfront',
          'cache-control': status === 301 || status === 308 ? 'max-age=3600' : 'no-store',
          // The browser uses https from then on.
          'strict-transport-security': 'max-age=63072000',
        });
      }
      for (const method of ['POST', 'PUT', 'DELETE', 'HEAD']) {
        const { status: answered, headers } = await ask(HOST, '/v1/pets?a=1', {
          method,
          body: method === 'POST' || method === 'PUT' ? '{"name":"Rex"}' : undefined,
        });
        expect([answered, headers.location]).toEqual([status, 'https://petstore.example/v1/pets?a=1']);
      }
    }
  });
});

describe('to', () => {
  test.each([
    ['petstore.example', '/a?b', 'https://petstore.example/a?b'],
    ['https://petstore.example', '/', 'https://petstore.example/'],
    ['https://petstore.example/', '/a', 'https://petstore.example/a'],
    ['https://other.example/docs', '/a?b', 'https://other.example/docs/a?b'],
    ['https://other.example/docs/', '/', 'https://other.example/docs/'],
    ['https://petstore.localhost:8443', '/a', 'https://petstore.localhost:8443/a'],
  ])('%s', async (to, path, location) => {
    const fixture = await redirecting({ to, status: 302 });
    expect((await fixture.https(HOST, path)).headers.location).toBe(location);
  });

  test('a changed one is seen at once', async () => {
    const fixture = await redirecting({ to: 'old.example', status: 301 });
    const certificateArn = fixture.certificates.issue([HOST], 'us-east-1');
    const { changes } = await fixture.deploy(async () => {
      redirectTarget({ to: 'new.example', status: 308 }).attach({ host: HOST, certificateArn, tags: {} }, {});
      return {};
    });
    expect(changes.map(({ action }) => action)).toEqual(['update', 'update']);
    const { status, headers } = await fixture.https(HOST, '/');
    expect([status, headers.location]).toEqual([308, 'https://new.example/']);
  });
});
