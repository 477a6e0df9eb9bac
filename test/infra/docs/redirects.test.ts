// Redirects, deployed and requested over https and http.

import { type Redirect, Redirects } from '@petstore/custom-domains';
import { expect, test } from 'vitest';
import { docsFixture } from './harness.ts';

const HOST = 'www.petstore.example';

async function redirecting(redirect: Redirect) {
  const fixture = await docsFixture();
  const certificateArn = fixture.certificates.issue(HOST, 'us-east-1');
  const deploy = (to: Redirect) =>
    fixture.deploy(async () => {
      const { target } = new Redirects('redirects')
        .target(to)
        .attach({ host: HOST, certificateArn, tags: {} }, {});
      return { target: target.domainName };
    });
  const { outputs } = await deploy(redirect);
  fixture.names.point(HOST, String(outputs?.target));
  return { ...fixture, deploy };
}

test.each([
  [301, 'max-age=3600'],
  [302, 'no-store'],
  [307, 'no-store'],
  [308, 'max-age=3600'],
] as const)('%i keeps path, query, escapes, for every method, on https and http', async (status, cached) => {
  const { http, https } = await redirecting({ to: 'petstore.example', status });
  for (const request of [https, http]) {
    for (const path of ['/', '/a%20b/%C3%A9?x=1&y=%2F%3F&x=2&flag', '/p?', '//twice//?q=?', '/%2e%2e/x']) {
      const { status: answered, headers } = await request(HOST, path);
      expect([answered, headers.location]).toEqual([status, `https://petstore.example${path}`]);
      // The browser uses https from then on.
      const expected = { 'cache-control': cached, 'strict-transport-security': 'max-age=63072000' };
      expect(headers).toMatchObject(expected);
    }
    for (const method of ['POST', 'DELETE', 'HEAD']) {
      const { status: answered, headers } = await request(HOST, '/v1/pets?a=1', { method });
      expect([answered, headers.location]).toEqual([status, 'https://petstore.example/v1/pets?a=1']);
    }
  }
});

test('a path in the target is in front of that of the request; a changed target is seen at once', async () => {
  const { deploy, https } = await redirecting({ to: 'https://old.example', status: 301 });
  for (const [to, path, location] of [
    ['https://petstore.example/', '/a', 'https://petstore.example/a'],
    ['https://other.example/docs', '/a?b', 'https://other.example/docs/a?b'],
    ['https://other.example/docs/', '/', 'https://other.example/docs/'],
    ['https://petstore.localhost:8443', '/a', 'https://petstore.localhost:8443/a'],
  ] as const) {
    const { changes } = await deploy({ to, status: 302 });
    expect(changes.filter(({ action }) => action !== 'same' && action !== 'update')).toEqual([]);
    expect((await https(HOST, path)).headers.location).toBe(location);
  }
});
