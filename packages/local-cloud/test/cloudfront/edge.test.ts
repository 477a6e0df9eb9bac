// Responses of a distribution in front of a private bucket.
import { brotliDecompressSync, gunzipSync } from 'node:zlib';
import { describe, expect, test } from 'vitest';
import { Compressor } from '../../src/cloudfront/compress.ts';
import { testContext } from '../support/cloud.ts';
import { behavior, cloudFrontFixture, deploySite, siteInputs } from '../support/cloudfront.ts';

const PAGE = `<!doctype html><title>Orders</title>${'<p>A page that is worth compressing.</p>'.repeat(60)}`;

describe('reading', () => {
  test('the root is the default root object; a folder has none', async () => {
    const fixture = await cloudFrontFixture();
    const { host } = await deploySite(fixture, { 'index.html': PAGE, 'guide/index.html': PAGE });
    const root = await fixture.https(host, '/');
    expect([root.status, root.body]).toEqual([200, PAGE]);
    expect(root.headers).toMatchObject({ 'content-type': 'text/html', 'x-cache': 'Miss from cloudfront' });
    expect((await fixture.https(host, '/guide/')).status).toBe(403);
    expect((await fixture.https(host, '/guide/index.html?a=1')).body).toBe(PAGE);
  });

  test('a HEAD has the headers and no body', async () => {
    const fixture = await cloudFrontFixture();
    const { host } = await deploySite(fixture, { 'index.html': PAGE });
    const { status, body, headers } = await fixture.https(host, '/', { method: 'HEAD' });
    expect([status, body, headers['content-length']]).toEqual([200, '', String(PAGE.length)]);
  });

  test('an escaped path is decoded to a key; an invalid escape is a 400', async () => {
    const fixture = await cloudFrontFixture();
    const { host } = await deploySite(fixture, { 'a cat.html': PAGE });
    expect((await fixture.https(host, '/a%20cat.html')).status).toBe(200);
    expect((await fixture.https(host, '/a%2')).status).toBe(400);
  });

  test('a method that the behavior does not have is refused', async () => {
    const fixture = await cloudFrontFixture();
    const { host } = await deploySite(fixture, { 'index.html': PAGE });
    const { status, body } = await fixture.https(host, '/', { method: 'POST', body: 'x' });
    expect(status).toBe(403);
    expect(body).toContain('not configured to allow the HTTP request method');
  });

  test('a changed object is visible at once, and an unchanged page is a 304', async () => {
    const fixture = await cloudFrontFixture();
    const { host } = await deploySite(fixture, { 'index.html': PAGE });
    const { etag } = (await fixture.https(host, '/')).headers;
    const again = await fixture.https(host, '/', { headers: { 'if-none-match': String(etag) } });
    expect([again.status, again.body, again.headers.etag]).toEqual([304, '', etag]);
    const input = { bucket: 'site', key: 'index.html', content: 'new', contentType: 'text/html' };
    await fixture.object.update('site/index.html', input, input);
    const changed = await fixture.https(host, '/', { headers: { 'if-none-match': String(etag) } });
    expect([changed.status, changed.body]).toEqual([200, 'new']);
  });
});

describe('http', () => {
  test.each([
    ['GET', 301],
    ['HEAD', 301],
    ['POST', 307],
    ['DELETE', 307],
  ])('%s is sent to https with %i, path and query kept', async (method, expected) => {
    const fixture = await cloudFrontFixture();
    const { host } = await deploySite(fixture, { 'index.html': PAGE });
    const { status, headers } = await fixture.http(host, '/a%20b?c=%2F&c=2', { method });
    expect([status, headers.location]).toEqual([
      expected,
      `https://${host}:${fixture.ingress.httpsPort}/a%20b?c=%2F&c=2`,
    ]);
  });

  test('https-only refuses it', async () => {
    const fixture = await cloudFrontFixture();
    const { host } = await deploySite(
      fixture,
      { 'index.html': PAGE },
      { defaultCacheBehavior: behavior({ viewerProtocolPolicy: 'https-only' }) },
    );
    expect((await fixture.http(host, '/')).status).toBe(403);
  });
});

describe('errors', () => {
  const custom = {
    customErrorResponses: [{ errorCode: 403, responseCode: 404, responsePagePath: '/404.html' }],
  };

  test('an absent object is a 403, as the reader may not list', async () => {
    const fixture = await cloudFrontFixture();
    const { host } = await deploySite(fixture, { 'index.html': PAGE });
    const denied = await fixture.https(host, '/none');
    expect([denied.status, denied.headers['content-type']]).toEqual([403, 'application/xml']);
    expect(denied.body).toContain('<Code>AccessDenied</Code><Message>Access Denied</Message>');
  });

  test('a custom error page has its own status', async () => {
    const fixture = await cloudFrontFixture();
    const { host } = await deploySite(fixture, { 'index.html': PAGE, '404.html': 'not here' }, custom);
    const { status, body, headers } = await fixture.https(host, '/none');
    expect([status, body, headers['content-type']]).toEqual([404, 'not here', 'text/html']);
    expect(headers['x-cache']).toBe('Error from cloudfront');
  });

  test("without its page the viewer gets the origin's error", async () => {
    const fixture = await cloudFrontFixture();
    const { host } = await deploySite(fixture, { 'index.html': PAGE }, custom);
    expect((await fixture.https(host, '/none')).status).toBe(403);
  });

  test('a disabled distribution is a 403', async () => {
    const fixture = await cloudFrontFixture();
    const { host } = await deploySite(fixture, { 'index.html': PAGE }, { enabled: false });
    expect((await fixture.https(host, '/')).status).toBe(403);
  });
});

describe('access control', () => {
  test('an origin without access control sends unsigned requests, and is refused', async () => {
    const fixture = await cloudFrontFixture();
    const { id, inputs, host } = await deploySite(fixture, { 'index.html': PAGE });
    const open = siteInputs(undefined, {
      origins: [{ originId: 'site', domainName: 'site.s3.eu-west-1.amazonaws.com' }],
    });
    await fixture.distribution.update(id, open, inputs);
    expect((await fixture.https(host, '/')).status).toBe(403);
  });
});

describe('compression', () => {
  const page = { 'index.html': PAGE, 'small.css': 'a{}', 'photo.png': PAGE };

  test.each([
    ['gzip, deflate, br', 'br'],
    ['gzip', 'gzip'],
    ['br;q=0, gzip', 'gzip'],
    ['*', 'br'],
    ['identity', undefined],
    [undefined, undefined],
  ])('%s gives %s', async (accepted, encoding) => {
    const fixture = await cloudFrontFixture();
    const { host } = await deploySite(fixture, page);
    const headers = accepted === undefined ? {} : { 'accept-encoding': accepted };
    const answer = await fixture.https(host, '/', { headers });
    expect(answer.headers['content-encoding']).toBe(encoding);
    expect(answer.headers.vary).toBe('Accept-Encoding');
    expect(String(answer.headers.etag).startsWith('W/')).toBe(encoding !== undefined);
    const { status } = await fixture.https(host, '/', {
      headers: { ...headers, 'if-none-match': String(answer.headers.etag) },
    });
    expect(status).toBe(304);
  });

  test('a compressed body decompresses to the object, and is compressed once', async () => {
    const compressor = new Compressor();
    const compress = (encoding: 'br' | 'gzip') => compressor.compress('"a"', Buffer.from(PAGE), encoding);
    expect(brotliDecompressSync(await compress('br')).toString()).toBe(PAGE);
    expect(gunzipSync(await compress('gzip')).toString()).toBe(PAGE);
    expect(await compress('br')).toBe(await compress('br'));
  });

  test.each(['/small.css', '/photo.png'])('%s is not compressed', async (path) => {
    const fixture = await cloudFrontFixture();
    const { host } = await deploySite(fixture, page);
    const { headers } = await fixture.https(host, path, { headers: { 'accept-encoding': 'br' } });
    expect(headers['content-encoding']).toBeUndefined();
  });
});

describe('headers', () => {
  const policy = {
    name: 'headers',
    securityHeadersConfig: {
      contentSecurityPolicy: { contentSecurityPolicy: "default-src 'none'", override: true },
      contentTypeOptions: { override: true },
      frameOptions: { frameOption: 'DENY', override: true },
      referrerPolicy: { referrerPolicy: 'no-referrer', override: true },
      strictTransportSecurity: { accessControlMaxAgeSec: 60, includeSubdomains: true, override: true },
    },
    customHeadersConfig: {
      items: [
        { header: 'Permissions-Policy', value: 'camera=()', override: true },
        { header: 'Content-Type', value: 'text/plain', override: false },
      ],
    },
  };

  test("every response has them, an error and a 304 too; without override the origin's remain", async () => {
    const fixture = await cloudFrontFixture();
    const { id } = await fixture.headersPolicy.create(policy);
    const { host } = await deploySite(
      fixture,
      { 'index.html': PAGE },
      { defaultCacheBehavior: behavior({ responseHeadersPolicyId: id }) },
    );
    const expected = {
      'content-security-policy': "default-src 'none'",
      'x-content-type-options': 'nosniff',
      'x-frame-options': 'DENY',
      'referrer-policy': 'no-referrer',
      'strict-transport-security': 'max-age=60; includeSubDomains',
      'permissions-policy': 'camera=()',
    };
    const page = await fixture.https(host, '/');
    expect(page.headers).toMatchObject({ ...expected, 'content-type': 'text/html' });
    expect((await fixture.https(host, '/none')).headers).toMatchObject(expected);
    const seen = await fixture.https(host, '/', { headers: { 'if-none-match': String(page.headers.etag) } });
    expect(seen.headers).toMatchObject(expected);
  });
});

test('a distribution is served again after a restart', async () => {
  const context = testContext();
  const first = await cloudFrontFixture(context);
  const arn = first.certificates.issue(['docs.example'], 'us-east-1');
  const { host } = await deploySite(
    first,
    { 'index.html': PAGE },
    {
      aliases: ['docs.example'],
      viewerCertificate: { acmCertificateArn: arn, sslSupportMethod: 'sni-only' },
    },
  );
  await first.cloudFront.close();
  await expect(first.https(host, '/')).rejects.toThrow('unrecognized name');
  // The second world's certificates do not have the alias's: it stays down, and the rest does not.
  const second = await cloudFrontFixture(context);
  expect((await second.https(host, '/')).body).toBe(PAGE);
  second.names.point('docs.example', host);
  await expect(second.https('docs.example', '/')).rejects.toThrow('handshake failure');
  expect(context.lines.join('\n')).toContain('docs.example not served: InvalidViewerCertificate');
});
