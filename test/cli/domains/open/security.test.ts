// Who may use the domains page: nobody but a browser that opened the printed address, from the page itself.
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import { type Fixture, openFixture, productionFile } from '../harness.ts';
import { type OpenPage, openDomains } from './harness.ts';

const TXT = '<script>alert(1)</script>\u001b]8;;x';
let fixture: Fixture;
let page: OpenPage;
beforeAll(async () => {
  fixture = openFixture();
  fixture.write('Pulumi.production.yaml', productionFile);
  const { resolver } = await fixture.serve({
    'petstore.example': { on: ['127.0.0.21'], records: [`txt.petstore.example TXT ${TXT}`] },
  });
  page = await openDomains(fixture.folder, { resolver, timeout: 0.1 });
});
afterEach(() => expect(fixture.read('Pulumi.production.yaml')).toBe(productionFile));
afterAll(async () => {
  await page.close();
  await fixture.close();
});

const HOST = '/stacks/production/hosts/petstore.example';
const PAGES = ['/', '/add', '/redirects', HOST, `${HOST}/remove`];
const PATHS = [...PAGES, '/assets/page.js'];
const FORMS = ['/add', `${HOST}/verify`, `${HOST}/remove`];
const added = { stack: 'production', host: 'new.petstore.example', kind: 'host', site: 'docs' };

describe('the session', () => {
  test('the token of the printed address becomes a cookie, and leaves the address', async () => {
    const { status, headers } = await page.raw(page.url.pathname + page.url.search);
    expect({ status, location: headers.location }).toEqual({ status: 303, location: '/' });
    expect(headers['set-cookie']).toEqual([`${page.cookie}; Path=/; HttpOnly; SameSite=Strict`]);
    expect((await page.raw('/', { headers: { cookie: page.cookie } })).status).toBe(200);
  });

  const ALL = [...PAGES, ...FORMS, '/assets', '//assets/page.js', '/assets/../add'];
  test.each(ALL)('%s: without it, another user of the machine gets nothing', async (path) => {
    const form = FORMS.includes(path) ? added : undefined;
    const { status, headers, body } = await page.raw(path, { form, headers: { origin: page.url.origin } });
    expect(status).toBe(401);
    expect(body).not.toContain('petstore.example');
    expect(headers['content-security-policy']).toContain("frame-ancestors 'none'");
  });

  test('what is shown without it has its style, and no link', async () => {
    const { body } = await page.raw('/');
    expect(body.match(/(?:src|href)="[^"]*"/g)).toEqual(['href="/assets/styles.css"']);
    expect((await page.raw('/assets/styles.css')).status).toBe(200);
    expect((await page.raw('/assets/nothing')).status).toBe(404);
  });

  test('a wrong token, or one in another place, opens nothing', async () => {
    const token = page.url.searchParams.get('token') ?? '';
    for (const path of ['/?token=', `/?token=${'0'.repeat(token.length)}`, `/add?token=${token}`])
      expect((await page.raw(path)).status, path).toBe(401);
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
  test.each([
    ['another site', { origin: 'https://evil.example', 'sec-fetch-site': 'cross-site' }],
    ['a sandboxed frame', { origin: 'null', 'sec-fetch-site': 'cross-site' }],
    ['another port of this machine', { origin: 'http://localhost:9999' }],
    ['a browser that says only where from', { 'sec-fetch-site': 'same-site' }],
    ['no origin at all', {}],
  ])('no form is taken from %s, even with the cookie', async (_from, given) => {
    const headers = { cookie: page.cookie, ...given };
    for (const path of FORMS) expect((await page.raw(path, { form: added, headers })).status, path).toBe(403);
  });

  const NAMES = ['evil.example', '127.0.0.1', 'localhost'];
  test.each(NAMES)('the name %s is not served (DNS rebinding)', async (name) => {
    const host = `${name}:${page.url.port}`;
    const headers = { host, cookie: page.cookie, origin: `http://${host}` };
    for (const path of PATHS) expect((await page.raw(path, { headers })).status, path).toBe(421);
    expect((await page.raw('/add', { headers, form: added })).status).toBe(421);
  });

  test('it can load no part of the page', async () => {
    const headers = { cookie: page.cookie, 'sec-fetch-site': 'cross-site' };
    for (const path of PATHS) expect((await page.raw(path, { headers })).status, path).toBe(403);
  });
});

describe('what a request changes', () => {
  test.each(FORMS)('a GET of %s: nothing', async (path) => {
    const query = new URLSearchParams({ ...added, base: 'x', confirm: 'petstore.example' });
    expect([200, 404]).toContain((await page.send(`${path}?${query}`)).status);
  });

  test('a POST with a body that is too long is refused', async () => {
    expect((await page.send('/add', { form: { ...added, host: 'x'.repeat(20_000) } })).status).toBe(413);
  });

  test('no other stack and no other file can be named', async () => {
    for (const stack of ['../other', 'staging', '']) {
      expect((await page.send('/add', { form: { ...added, stack } })).status, stack).toBe(404);
      const path = `/stacks/${encodeURIComponent(stack)}/pull-request?verb=add&host=x.petstore.example`;
      expect((await page.send(path)).status, stack).toBe(404);
    }
    for (const name of ['..%2fserver%2fapp.ts', 'constructor'])
      expect((await page.send(`/assets/${name}`)).status).toBe(404);
  });
});

const HEADERS = {
  'content-security-policy':
    "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self'; connect-src 'self'; form-action 'self'; base-uri 'none'; frame-ancestors 'none'",
  'referrer-policy': 'same-origin',
  'cross-origin-resource-policy': 'same-origin',
  'x-content-type-options': 'nosniff',
  'cache-control': 'no-store',
};

test('nothing inline, nothing from elsewhere, no frame, no cache', async () => {
  for (const path of ['/', '/nowhere', '/assets/page.css']) {
    const { headers, body } = await page.send(path);
    expect(headers, path).toMatchObject(HEADERS);
    expect(body, path).not.toMatch(/<script(?! src=)|<style|\sstyle=|\son\w+=|https?:\/\/(?!www\.w3)/);
  }
});

test('what others control is text: a record with markup and control characters, a name that reverses the text', async () => {
  const checked = async (host: string) =>
    (await page.send(`/add?${new URLSearchParams({ ...added, host })}`)).body;
  const body = await checked('txt.petstore.example');
  expect(body).toContain('&lt;script&gt;alert(1)&lt;/script&gt;');
  for (const raw of ['<script>', '\u001b']) expect(body).not.toContain(raw);
  const reversed = await checked('a\u202eb.example');
  expect(reversed).toContain('value="a\\u202eb.example"');
  expect(reversed).not.toContain('\u202e');
});
