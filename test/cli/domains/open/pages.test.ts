// The pages as they are loaded: a sample of each, whole, and what they show where little is known. Nothing is written.
import { afterAll, beforeAll, describe, expect, onTestFinished, test, vi } from 'vitest';
import { lineDiff } from '../../../../cli/domains/open/edits/preview.ts';
import { toFix } from '../../../../cli/domains/open/pages/host.ts';
import { deployedAs, type Fixture, openFixture, outputsOf, productionFile } from '../harness.ts';
import { API, OLD, type OpenPage, OWN_ZONE, openDomains, pathOf, texts } from './harness.ts';

const SHOP = 'shop.partner.example';
const READY = 'ready.partner.example';
const GO = 'go.petstore.example';
const FILE = `${productionFile}      - ${SHOP}\n      - ${READY}
    redirects: [{ from: ${GO}, to: petstore.example, status: 302 }]
  petstore:verified: []
`;
const HOSTS = {
  [API]: deployedAs('api', 'primary', API, 'PENDING_VALIDATION', 'd-1.execute-api.example'),
  [SHOP]: deployedAs('docs', 'domain', SHOP, 'PENDING_VALIDATION', 'd1.cloudfront.example'),
  [READY]: deployedAs('docs', 'domain', READY, 'PENDING_VALIDATION', 'd1.cloudfront.example'),
  [GO]: deployedAs('docs', 'redirect', GO, 'ISSUED', 'd1.cloudfront.example'),
};
const TAKEN = 'taken.petstore.example 600 A 192.0.2.2';
const ZONES = {
  'petstore.example': { ...OWN_ZONE, records: [...OWN_ZONE.records, TAKEN] },
  'partner.example': {
    on: ['127.0.0.24'],
    records: [`${READY} CNAME d1.cloudfront.example`, `_v.${READY} CNAME _x.acm-validations.aws`],
  },
};
describe('of a stack that was read', () => {
  let fixture: Fixture;
  let page: OpenPage;
  beforeAll(async () => {
    fixture = openFixture();
    fixture.write('Pulumi.production.yaml', FILE);
    fixture.write('outputs.json', outputsOf(HOSTS));
    const { resolver } = await fixture.serve(ZONES);
    const options = { outputs: 'outputs.json', stack: 'production', resolver, timeout: 5 };
    page = await openDomains(fixture.folder, options, { now: () => new Date('2027-01-31T12:00:00Z') });
    await vi.waitFor(async () => expect((await page.send('/')).body).not.toContain('reading'), 40_000);
  });
  afterAll(async () => {
    await page.close();
    await fixture.close();
  });
  const MAIN = /<main[^>]*>|<\/main>/;
  const bodyOf = async (path: string) => withoutRun((await page.send(path)).body);
  const golden = (name: string) => `__snapshots__/${name}.html`;

  test.each([
    ['all-hosts', '/'],
    ['redirects', '/redirects'],
    ['add-redirect', '/add?stack=production&site=docs&kind=redirect&host=www.petstore.example'],
    [SHOP, pathOf(SHOP)],
    [OLD, pathOf(OLD)],
    [`remove-${OLD}`, `${pathOf(OLD)}/remove`],
    [`remove-${READY}`, `${pathOf(READY)}/remove`],
    [`remove-${GO}`, `${pathOf(GO)}/remove`],
    ['not-found', '/nowhere'],
  ])('%s', async (name, path) => {
    const [start = '', main = ''] = (await bodyOf(path)).split(MAIN);
    const [head] = /<title>.*<\/title>/.exec(start) ?? [];
    const [current] = /<a [^>]*aria-current="page">.*?<\/a>/.exec(start) ?? [];
    await expect(`${[head, current, main.trim()].join('\n')}\n`).toMatchFileSnapshot(golden(name));
  });

  test('the page of a redirect leads to its form, which has what it is now', async () => {
    const [, link = ''] = /<a href="(\/add[^"]*)">Change the redirect/.exec(await bodyOf(pathOf(GO))) ?? [];
    const form = await bodyOf(link.replaceAll('&amp;', '&'));
    expect(form).toContain('name="to" value="petstore.example"');
    expect(form).toContain('as now: 302');
  });

  test('what every page has around its content', async () => {
    const [start, , end] = (await bodyOf('/')).split(MAIN);
    await expect(`${start}<main>…</main>${end}`).toMatchFileSnapshot(golden('around'));
  });

  test('a host that is not live can be the primary, and its page says what clients would get', async () => {
    const body = await bodyOf(`${pathOf(GO)}/primary`);
    expect(body).toContain(`Its state is blocked now: no routing record at ${GO}.`);
    expect(body).toContain('>record-missing<');
  });
  const preview = async (form: Readonly<Record<string, string>>) => {
    const { body } = await page.send(`/add?${new URLSearchParams({ stack: 'production', ...form })}`);
    return withoutRun(/<div id="preview">(.*)<\/div>\n<\/main>/s.exec(body)?.[1] ?? '');
  };

  test('what an addition would do, whole', async () => {
    const taken = { host: 'taken.petstore.example', kind: 'host', site: 'docs' };
    await expect(`${await preview(taken)}\n`).toMatchFileSnapshot(golden('preview-taken'));
  });

  test.each<[string, Readonly<Record<string, string>>, heading: string, findings: readonly string[]]>([
    ['a new host', { host: 'new.petstore.example', site: 'docs' }, 'Ready: nothing conflicts', []],
    [
      'one of the other site that has records',
      { host: READY, site: 'api' },
      'declared already: this changes it from docs domain to api domain',
      ['remembered-for warning', 'target-missing warning'],
    ],
    ['one in no zone of the stack', { host: 'new.partner.example', site: 'docs' }, 'Ready', []],
    ['an underscore', { host: 'api_v2.petstore.example' }, 'It cannot be written', ['']],
  ])('%s: whether it can be added, and what is found', async (_name, form, heading, findings) => {
    const html = await preview(form);
    expect(texts(html, /<h2>(.*?)<\/h2>/g)[0]).toContain(heading);
    expect(
      texts(html, /<li class="finding [a-z]+">\s*<p>(<strong class="code">.*?)?<\/p>|<li class="finding/g),
    ).toEqual(findings);
    expect(html.includes('Write it to')).toBe(/Ready|declared already/.test(heading));
    expect(html.includes('its owner sets its records')).toBe(form.host === 'new.partner.example');
  });

  test.each([
    ...[pathOf('nowhere.example'), pathOf('%00'), `${pathOf('nowhere.example')}/remove`],
    '/stacks/none/pull-request?verb=add&host=shop.example.com',
    '/stacks/production/pull-request?verb=add&host=a_b',
  ])('%s is not a page', async (path) => {
    expect((await page.send(path)).status).toBe(404);
  });

  /** What differs from run to run: the folder, ports, and the names of the version and of the session. */
  const withoutRun = (html: string) =>
    html
      .replaceAll(fixture.folder, 'FOLDER')
      .replace(/127\.0\.0\.1:\d+/g, '127.0.0.1:PORT')
      .replace(/(name="base" value|name="token" value)="[^"]*"/g, '$1="…"');
});

/** Of a folder of the test's own, whose files are read with the first request. */
async function openAnother() {
  const fixture = openFixture();
  const page = await openDomains(fixture.folder, { timeout: 0.15 });
  onTestFinished(() => page.close().then(fixture.close));
  return { fixture, page };
}

test('the stack that runs here is first; one that was never deployed from here is folded, and not read', async () => {
  const { fixture, page } = await openAnother();
  fixture.write('Pulumi.alpha.yaml', FILE);
  fixture.write('Pulumi.local.yaml', FILE);
  fixture.writeLocal('outputs.json', outputsOf({}));
  fixture.writeLocal('ca.pem', '');
  fixture.ready();
  const shown = async () => (await page.send('/')).body;
  await vi.waitFor(
    async () => expect(await shown()).toContain('6 hosts; what is deployed is not known here'),
    10_000,
  );
  const sections = (await shown()).split('<section ').slice(1);
  expect(sections.map((one) => [/id="(.*?)"/.exec(one)?.[1], one.includes('<details')])).toEqual([
    ['stack-local', false],
    ['stack-alpha', true],
  ]);
});

test('the pages of a stack whose file has problems say how many, and list each with its line: neither a number of hosts, nor that it has no redirect, nor that DNS is read', async () => {
  const { fixture, page } = await openAnother();
  const file = FILE.replace('petstore:plan', 'petstore:plam').replace('region: eu', 'region: xx');
  fixture.write('Pulumi.production.yaml', file);
  for (const [path, wanted] of Object.entries({ '/': 200, '/redirects': 200, [pathOf(SHOP)]: 422 })) {
    const { status, body } = await page.send(path);
    expect(status).toBe(wanted);
    expect(body).not.toMatch(/0 hosts|no redirect\.|reading DNS/);
    expect(body).toContain('<p><strong>Pulumi.production.yaml has 2 problems</strong></p>');
    const lines = texts(body, /<li class="finding blocked"><p>(.*?)<\/p>/g);
    expect(lines).toEqual(['Line 3: aws:region', 'Line 4: petstore:plam']);
  }
});

test('a folder without a stack; then the local stack without its cloud: what would change, and that DNS was not read', async () => {
  const { fixture, page } = await openAnother();
  expect((await page.send('/')).body).toContain('No stack has a file here');
  expect((await page.send('/add')).body).toContain('<select id="stack" name="stack"></select>');
  const file = 'config:\n  aws:region: eu-west-1\n  petstore:plan: pro\n';
  fixture.write('Pulumi.local.yaml', file);
  expect((await page.send('/')).body).toContain('local declares no host.');
  const { body } = await page.send('/add?host=shop.example.com&site=api');
  expect(texts(body, /<h2>(.*?)<\/h2>/g)).toEqual(['DNS was not read']);
  expect(body).toMatch(
    /Fix: start it in another terminal.*Write it to.*deploys it when it runs next\. DNS was/s,
  );
});

test('by DNS that is that from before the mistake in the zone file, nothing is ready', async () => {
  const { fixture, page } = await openAnother();
  fixture.write('Pulumi.local.yaml', FILE);
  fixture.writeLocal('outputs.json', outputsOf({}));
  const problem = { path: 'internet.zone:1', what: 'is not a record', fix: 'write one' };
  fixture.ready({ refusedInternet: [problem] });
  for (const path of ['/add?host=new.petstore.example', `/stacks/local/hosts/${OLD}/remove`])
    expect((await page.send(path)).body).toContain('that from before: internet.zone:1 is not a record');
});

test('a diff shows where it leaves lines out, so that none seems to stand below another key', () => {
  const after = ['a', 'B', 'c', 'd', 'e', 'F', ''].join('\n');
  const diff = lineDiff('a\nb\nc\nd\ne\nf\n', after);
  expect(diff).toEqual([' a', '-b', '+B', ' c', '…', ' e', '-f', '+F']);
});

test('what Verify has found is shown with the fix of the reading after it, and not where that does not find it', () => {
  const one = {
    code: 'cname-elsewhere',
    severity: 'info',
    host: OLD,
    found: 'a',
    why: 'b',
    fix: 'c',
    records: [],
  } as const;
  const [read, other] = [{ ...one, fix: 'd' }, { ...one, code: 'apex-needs-alias' } as const];
  expect([toFix([read, other], [one]), toFix([other], [one])]).toEqual([[read], []]);
  expect(toFix(undefined, [one])).toEqual([one]);
});
