// Who may use the domains page: nobody but a browser that opened the printed address, from the page itself.
import { connect } from 'node:net';
import { networkInterfaces } from 'node:os';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { type DomainsFixture, openFixture, productionFile } from '../harness.ts';
import { type OpenPage, openDomains } from './harness.ts';

let fixture: DomainsFixture;
let page: OpenPage;
beforeEach(async () => {
  fixture = openFixture();
  fixture.write('Pulumi.production.yaml', productionFile);
  const dns = await fixture.serve({ 'petstore.example': { on: ['127.0.0.21'] } });
  page = await openDomains(fixture.folder, { resolver: dns.resolver, timeout: 0.1 });
});
afterEach(async () => {
  await page.close();
  await fixture.close();
});

const HOST = '/stacks/production/hosts/petstore.example';
const PATHS = ['/', '/add', '/redirects', '/events', HOST, `${HOST}/remove`, '/assets/page.js'];
const FORMS = ['/add/check', '/add', `${HOST}/verify`, `${HOST}/remove`];
const added = { stack: 'production', host: 'new.petstore.example', kind: 'host', site: 'docs' };

describe('the session', () => {
  test('the token of the printed address becomes a cookie, and leaves the address', async () => {
    const { status, headers } = await page.raw(page.url.pathname + page.url.search);
    expect({ status, location: headers.location }).toEqual({ status: 303, location: '/' });
    expect(headers['set-cookie']).toEqual([`${page.cookie}; Path=/; HttpOnly; SameSite=Strict`]);
    expect((await page.raw('/', { headers: { cookie: page.cookie } })).status).toBe(200);
  });

  test.each([...PATHS, ...FORMS])(
    '%s: without it, another user of the machine gets nothing',
    async (path) => {
      const form = FORMS.includes(path) ? added : undefined;
      const { status, body } = await page.raw(path, { form, headers: { origin: page.url.origin } });
      expect(status).toBe(401);
      expect(body).not.toContain('petstore.example');
      expect(body).toContain('Open the address that the command printed, with its token.');
    },
  );

  test.each([
    ['/?token=', 401],
    ['/?token=0123456789012345678901234567890123456789012', 401],
    ['/add?token=TOKEN', 401],
  ])('a wrong token, or one in another place, opens nothing: %s', async (path, status) => {
    const token = page.url.searchParams.get('token') ?? '';
    expect((await page.raw(path.replace('TOKEN', token))).status).toBe(status);
  });

  test('each run has a name and a token of its own', async () => {
    const other = await openDomains(fixture.folder);
    expect(other.url.hostname).not.toBe(page.url.hostname);
    expect((await other.raw('/', { headers: { cookie: page.cookie } })).status).toBe(401);
    expect(page.url.hostname).toMatch(/^domains-[0-9a-f]{12}\.localhost$/);
    // 32 bytes in base64url.
    expect(page.url.searchParams.get('token')).toMatch(/^[\w-]{43}$/);
    await other.close();
  });
});

describe('a page of another origin', () => {
  const before = () => fixture.read('Pulumi.production.yaml');

  test.each([
    ['another site', { origin: 'https://evil.example', 'sec-fetch-site': 'cross-site' }],
    ['a sandboxed frame', { origin: 'null', 'sec-fetch-site': 'cross-site' }],
    ['another port of this machine', { origin: 'http://localhost:9999' }],
    ['a browser that says only where from', { 'sec-fetch-site': 'same-site' }],
    ['no origin at all', {}],
  ])('no form is taken from %s, even with the cookie', async (_from, headers) => {
    for (const path of FORMS) {
      const { status, body } = await page.raw(path, {
        form: added,
        headers: { cookie: page.cookie, ...headers },
      });
      expect(status, path).toBe(403);
      expect(body).toContain('Another page sent this request.');
      expect(body).toContain('Open the address that the command printed.');
    }
    expect(before()).toBe(productionFile);
  });

  test.each(['evil.example', '127.0.0.1', 'localhost'])(
    'the name %s is not served (DNS rebinding)',
    async (name) => {
      const host = `${name}:${page.url.port}`;
      const headers = { host, cookie: page.cookie, origin: `http://${host}` };
      for (const path of PATHS) expect((await page.raw(path, { headers })).status, path).toBe(421);
      expect((await page.raw('/add', { headers, form: added })).status).toBe(421);
    },
  );

  test('it can load no part of the page', async () => {
    const headers = { cookie: page.cookie, 'sec-fetch-site': 'cross-site' };
    for (const path of PATHS) expect((await page.raw(path, { headers })).status, path).toBe(403);
  });
});

describe('what a request changes', () => {
  test.each(['/add', '/add/check', `${HOST}/remove`, `${HOST}/verify`])(
    'a GET of %s: nothing',
    async (path) => {
      const query = new URLSearchParams({ ...added, base: 'x', confirm: 'petstore.example' });
      const { status } = await page.send(`${path}?${query}`);
      expect([200, 404]).toContain(status);
      expect(fixture.read('Pulumi.production.yaml')).toBe(productionFile);
    },
  );

  test('a POST with a body that is too long is refused', async () => {
    const { status } = await page.send('/add', { form: { ...added, host: 'x'.repeat(20_000) } });
    expect(status).toBe(413);
  });

  test('no other stack and no other file can be named', async () => {
    for (const stack of ['../other', 'staging', '']) {
      expect((await page.send('/add', { form: { ...added, stack } })).status, stack).toBe(404);
      const path = `/stacks/${encodeURIComponent(stack)}/pull-request?verb=add&host=x.petstore.example`;
      expect((await page.send(path)).status, stack).toBe(404);
    }
    expect((await page.send('/assets/..%2fserver%2fapp.ts')).status).toBe(404);
    expect((await page.send('/assets/constructor')).status).toBe(404);
  });
});

describe('every response', () => {
  test.each(['/', '/nowhere', '/assets/page.css'])(
    '%s: nothing inline, nothing from elsewhere, no frame, no cache',
    async (path) => {
      const { headers, body } = await page.send(path);
      expect(headers).toMatchObject({
        'content-security-policy':
          "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self'; connect-src 'self'; form-action 'self'; base-uri 'none'; frame-ancestors 'none'",
        'referrer-policy': 'same-origin',
        'cross-origin-resource-policy': 'same-origin',
        'x-content-type-options': 'nosniff',
        'cache-control': 'no-store',
      });
      expect(body).not.toMatch(/<script(?! src=)|<style|\sstyle=|\son\w+=|https?:\/\/(?!www\.w3)/);
    },
  );

  test('refusals have the same headers', async () => {
    const { status, headers } = await page.raw('/');
    expect(status).toBe(401);
    expect(headers['content-security-policy']).toContain("frame-ancestors 'none'");
  });
});

test('what others control is text: a record with markup and control characters', async () => {
  const txt = '<script>alert(1)</script>\u001b]8;;x';
  const dns = await fixture.serve({
    'petstore.example': { on: ['127.0.0.21'], records: [`new.petstore.example TXT ${txt}`] },
  });
  const other = await openDomains(fixture.folder, { resolver: dns.resolver, timeout: 0.1 });
  const { body } = await other.send('/add/check', { form: added });
  expect(body).toContain('&lt;script&gt;alert(1)&lt;/script&gt;');
  expect(body).not.toContain('<script>');
  expect(body).not.toContain('\u001b');
  await other.close();
});

test('a typed name that would reverse the text is shown as its code', async () => {
  const { body } = await page.send('/add/check', { form: { ...added, host: 'a\u202eb.example' } });
  expect(body).toContain('value="a\\u202eb.example"');
  expect(body).not.toContain('\u202e');
});

test('it listens on the loopback alone, on both of its addresses where the machine has them', async () => {
  const port = Number(page.url.port);
  const hasIpv6 = Object.values(networkInterfaces()).some((all) =>
    all?.some(({ address }) => address === '::1'),
  );
  const reached = await Promise.all(['127.0.0.1', '::1', '127.0.0.2'].map((host) => isOpen(host, port)));
  expect(reached).toEqual([true, hasIpv6, false]);
});

function isOpen(host: string, port: number): Promise<boolean> {
  return new Promise((resolve) => {
    const socket = connect({ host, port }, () => {
      socket.destroy();
      resolve(true);
    });
    socket.on('error', () => resolve(false));
  });
}
