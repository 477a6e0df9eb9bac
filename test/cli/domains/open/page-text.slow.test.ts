// Every page of a stack that was read, whole: a text that changes is seen here.
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { type DomainsFixture, openFixture, productionFile } from '../harness.ts';
import { cname } from '../preview.ts';
import { type OpenPage, openDomains } from './harness.ts';

const SHOP = 'shop.partner.example';
const READY = 'ready.partner.example';
const GO = 'go.petstore.example';
const FILE = `${productionFile}      - ${SHOP}\n      - ${READY}
    redirects: [{ from: ${GO}, to: petstore.example, status: 302 }]
  petstore:verified: []
`;
const HOSTS = ['api.petstore.example', 'petstore.example', 'old.petstore.example', SHOP, READY, GO];
const deployedAs = (site: string, role: string, host: string, certificate: string, target: string) => ({
  ...{ site, role, url: `https://${host}`, certificate, target },
  records: [cname('validation', `_v.${host}`, '_x.acm-validations.aws'), cname('routing', host, target)],
});
const OUTPUTS = {
  hosts: {
    [HOSTS[0] as string]: deployedAs(
      ...(['api', 'primary', HOSTS[0] as string, 'PENDING_VALIDATION', 'd-1.execute-api.example'] as const),
    ),
    [SHOP]: deployedAs('docs', 'domain', SHOP, 'PENDING_VALIDATION', 'd1.cloudfront.example'),
    [READY]: deployedAs('docs', 'domain', READY, 'PENDING_VALIDATION', 'd1.cloudfront.example'),
  },
};

let fixture: DomainsFixture;
let page: OpenPage;
const now = () => new Date('2027-01-31T12:00:00Z');

beforeAll(async () => {
  fixture = openFixture();
  fixture.write('Pulumi.production.yaml', FILE);
  fixture.write('outputs.json', JSON.stringify(OUTPUTS));
  const dns = await fixture.serve({
    'petstore.example': {
      on: ['127.0.0.21', '127.0.0.22'],
      records: [
        'api.petstore.example CNAME d-1.execute-api.example',
        '_v.api.petstore.example CNAME _x.acm-validations.aws',
        'old.petstore.example 600 A 192.0.2.1',
        'taken.petstore.example 600 A 192.0.2.2',
        'here.petstore.example CNAME api.petstore.example',
      ],
    },
    'partner.example': {
      on: ['127.0.0.24'],
      records: [`${READY} CNAME d1.cloudfront.example`, `_v.${READY} CNAME _x.acm-validations.aws`],
    },
  });
  const options = { resolver: dns.resolver, timeout: 5, outputs: 'outputs.json', stack: 'production' };
  page = await openDomains(fixture.folder, options, now);
  await vi.waitFor(async () => expect((await page.send('/')).body).not.toContain('reading'), 10_000);
}, 30_000);

afterAll(async () => {
  await page.close();
  await fixture.close();
});

const PAGES: Readonly<Record<string, string>> = {
  'all-hosts': '/',
  redirects: '/redirects',
  add: '/add',
  'add-redirect': '/add?stack=production&site=docs&kind=redirect&host=www.petstore.example',
  ...Object.fromEntries(HOSTS.map((host) => [host, `/stacks/production/hosts/${host}`])),
  ...Object.fromEntries(HOSTS.map((host) => [`remove-${host}`, `/stacks/production/hosts/${host}/remove`])),
  'not-found': '/nowhere',
};

test.each(Object.entries(PAGES))('%s', async (name, path) => {
  const [start = '', main = ''] = (await bodyOf(path)).split(MAIN);
  const [head] = /<title>.*<\/title>/.exec(start) ?? [];
  const [current] = /<a [^>]*aria-current="page">.*?<\/a>/.exec(start) ?? [];
  await expect(`${[head, current, main.trim()].join('\n')}\n`).toMatchFileSnapshot(
    `__snapshots__/${name}.html`,
  );
});

const FORMS: Readonly<Record<string, Readonly<Record<string, string>>>> = {
  new: { host: 'new.petstore.example', kind: 'host', site: 'docs' },
  'in-another-zone': { host: 'new.partner.example', kind: 'host', site: 'api' },
  taken: { host: 'taken.petstore.example', kind: 'host', site: 'docs' },
  'leads-here': { host: 'here.petstore.example', kind: 'host', site: 'api' },
  'from-docs-to-api': { host: SHOP, kind: 'host', site: 'api' },
  'a-host-with-records-from-docs-to-api': { host: READY, kind: 'host', site: 'api' },
  'a-host-becomes-a-redirect': { host: READY, kind: 'redirect', site: 'docs', to: 'petstore.example' },
  'to-nowhere': { host: 'x.petstore.example', kind: 'redirect', site: 'docs', to: 'nowhere.example' },
  'there-already': { host: READY, kind: 'host', site: 'docs' },
};

test.each(Object.entries(FORMS))('what an addition would do: %s', async (name, form) => {
  const { body } = await page.send('/add/check', { form: { stack: 'production', ...form } });
  const [, preview = ''] = /<div id="preview">(.*)<\/div>\n<\/main>/s.exec(body) ?? [];
  expect(preview).not.toBe('');
  await expect(`${withoutRun(preview)}\n`).toMatchFileSnapshot(`__snapshots__/preview-${name}.html`);
});

test('what every page has around its content', async () => {
  const [start, , end] = (await bodyOf('/')).split(MAIN);
  await expect(`${start}<main>…</main>${end}`).toMatchFileSnapshot('__snapshots__/around.html');
});

const MAIN = /<main[^>]*>|<\/main>/;
const bodyOf = async (path: string) => withoutRun((await page.send(path)).body);

/** What differs from run to run: the folder, ports, and the names of the version and of the session. */
function withoutRun(html: string): string {
  return html
    .replaceAll(fixture.folder, 'FOLDER')
    .replace(/127\.0\.0\.1:\d+/g, '127.0.0.1:PORT')
    .replace(/(data-version|name="base" value|name="token" value)="[^"]*"/g, '$1="…"');
}
