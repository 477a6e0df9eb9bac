// The site's files: everything of the contract is on its pages, and nothing on them comes from elsewhere; and the site as it is deployed.
import { describe, expect, test } from 'vitest';
import { CONTENT_SECURITY_POLICY, siteTarget } from '../../../infra/docs/docs-site.ts';
import { siteTemplates } from '../../../infra/docs/site/build.ts';
import { html } from '../../../infra/docs/site/html.ts';
import { readApi, type Schema } from '../../../infra/docs/site/openapi.ts';
import { samples } from '../../../infra/docs/site/samples.ts';
import { docsFixture, openapi, siteProgram } from './harness.ts';

const BASE_URL = 'https://api.petstore.example/v1';
const api = readApi(openapi);
const files = siteTemplates(openapi).map(({ path, render }) => ({ path, body: render(BASE_URL) }));
const textOf = (path: string) => files.find((one) => one.path === path)?.body ?? '';
const [guide, reference] = [textOf('index.html'), textOf('reference')];

/** What the reference is to say of a schema's limits. The bounds of int64 follow from its format. */
function limitsOf({ minLength, maxLength, minimum, maximum, enum: values }: Schema): string[] {
  const upTo = (low: number | undefined, high: number) =>
    Number.isSafeInteger(low) ? `${low} to ${high}` : `at most ${high}`;
  const limits = [
    maxLength !== undefined && `${upTo(minLength, maxLength)} characters`,
    maximum !== undefined && Number.isSafeInteger(maximum) && upTo(minimum, maximum),
    values !== undefined && `one of ${values.join(' , ')}`,
  ];
  return limits.filter((text) => text !== false);
}

const ENTITIES: Record<string, string> = { lt: '<', gt: '>', quot: '"', '#39': "'", amp: '&' };

/** What a reader sees of markup. */
const visible = (markup: string) =>
  markup
    .replace(/<[^>]+>/g, ' ')
    .replace(/&([a-z]+|#39);/g, (all, name) => ENTITIES[name] ?? all)
    .replace(/\s+/g, ' ');

test.each(['reference', 'clients'])('%s is there with a final slash too', (path) => {
  expect(textOf(`${path}/`)).toBe(textOf(path));
});

test('openapi.json is the contract at the address that the site documents', () => {
  const { servers, ...rest } = JSON.parse(textOf('openapi.json')) as { servers: unknown };
  expect(servers).toEqual([{ url: BASE_URL }]);
  expect(openapi).toMatchObject(rest);
  expect(Object.keys(rest)).toContain('paths');
});

describe.each(['index.html', 'reference', 'clients', '404.html'])('%s', (path) => {
  const page = textOf(path);

  test('has no inline script or style, and loads nothing from elsewhere', () => {
    expect(page).not.toMatch(/<style|\sstyle=|\son\w+=|javascript:/i);
    expect(page).not.toMatch(/<script(?![^>]*\ssrc="\/assets\/)/);
    const loads = page.matchAll(/<(?:script|img|link)\b[^>]*\s(?:src|href)="([^"]*)"/g);
    const loaded = [...loads].map(([, url]) => url);
    expect(loaded.length).toBeGreaterThan(2);
    expect(loaded.filter((url) => !files.some((file) => `/${file.path}` === url))).toEqual([]);
  });

  test('lets its script call the API and nothing else', () => {
    const policy = 'connect-src https://api.petstore.example';
    expect(page).toContain(`<meta http-equiv="Content-Security-Policy" content="${policy}">`);
  });

  test('has no two elements of one id, and links only to what is there', () => {
    const idsOf = (markup: string) => [...markup.matchAll(/\sid="([^"]+)"/g)].map(([, id]) => id);
    expect(new Set(idsOf(page)).size).toBe(idsOf(page).length);
    for (const [, href = ''] of page.matchAll(/<a\b[^>]*\shref="([^"]*)"/g)) {
      const [target = '', fragment] = href.split('#');
      const linked = target === '' ? page : textOf(target === '/' ? 'index.html' : target.slice(1));
      if (fragment !== undefined) expect(idsOf(linked), href).toContain(fragment);
    }
  });
});

test('the guide shows how to get a key, and a first call in three languages', () => {
  expect(visible(guide)).toContain('npm run keys -- create --name <you>');
  const [first] = api.operations;
  for (const { code } of first ? samples({ baseUrl: BASE_URL }, first) : [])
    expect(visible(guide)).toContain(code.replace(/\s+/g, ' '));
});

test('the samples of a call without a key have none', () => {
  for (const operation of api.operations)
    for (const { code } of samples({ baseUrl: BASE_URL }, operation))
      expect(code.includes('PETSTORE_KEY'), code).toBe(operation.needsKey);
});

describe('the reference', () => {
  test.each(api.operations)('$id: fields, responses, examples, stability, a console', (operation) => {
    const { id, method, path, summary, 'x-stability': stability, parameters, responses } = operation;
    const section = reference.split(`id="${id}"`)[1]?.split('</section>')[0] ?? '';
    const text = visible(section);
    for (const part of [summary, `${method} ${path}`, stability]) expect(text).toContain(part);
    for (const { name } of parameters) {
      expect(section).toContain(`name="${name}" data-in=`);
      expect(text).toContain(name);
    }
    for (const { status, headers } of responses) {
      expect(section).toContain(`id="${id}-${status}"`);
      for (const { name } of headers) expect(text).toContain(name);
    }
    expect(section).toContain(`<form data-method="${method}" data-url="${BASE_URL}${path}"`);
  });

  test('every example has a caption in words', () => {
    expect(reference.match(/<figcaption>[^A-Z].*?<\/figcaption>/g)).toBeNull();
  });

  test('every field of every schema is on it, with the limits that the contract has', () => {
    for (const [name, schema] of api.schemas) {
      const section = visible(reference.split(`id="schema-${name}"`)[1]?.split('</section>')[0] ?? '');
      const fields = Object.entries(schema.properties ?? {});
      for (const text of fields.flatMap(([field, one]) => [field, ...limitsOf(one)]).concat(limitsOf(schema)))
        expect(section, name).toContain(text);
    }
  });
});

test('text in a template is text', () => {
  expect(html`<p title="${'"><script>'}">${'<b>&'}${undefined}${false}${[1, html`<i>`]}</p>`.markup).toBe(
    '<p title="&quot;&gt;&lt;script&gt;">&lt;b&gt;&amp;1<i></p>',
  );
});

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
