// What pages show where little is known: no stack, no host, DNS that could not be read.
import { afterAll, beforeAll, expect, test } from 'vitest';
import { foundRecords } from '../../../../cli/domains/open/pages/records.ts';
import type { HostStatus } from '../../../../cli/domains/status/host-status.ts';
import { type DomainsFixture, openFixture } from '../harness.ts';
import { type OpenPage, openDomains } from './harness.ts';

const HOST = 'shop.example.com';
const LOCAL = 'config:\n  aws:region: eu-west-1\n  petstore:plan: pro\n';

test('what each name server said: records of the name, nothing, no response, and a referral', () => {
  const record = (name: string, type: string, value: string) => ({ name, type, ttl: 60, value });
  const answers = {
    found: {
      kind: 'found',
      chain: [record(HOST, 'CNAME', 'cdn.example.net')],
      records: [record('cdn.example.net', 'A', '192.0.2.1')],
    },
    empty: { kind: 'empty', chain: [] },
    failed: { kind: 'failed', detail: 'no response within 5 s' },
    referral: { kind: 'referral', zone: 'shop.example.com' },
  };
  const view = (name: keyof typeof answers) => ({ server: `ns-${name}`, answers: { A: answers[name] } });
  const views = [view('found'), view('empty'), view('failed'), view('referral')];
  const status = (observation: object) =>
    ({ checked: { plan: { host: HOST }, observation } }) as unknown as HostStatus;
  const cells = foundRecords(status({ views })).markup.match(
    /<td>(?!<code>shop\.example\.com<\/code>).*?<\/td>/g,
  );
  expect(cells).toEqual([
    '<td><code>60 CNAME cdn.example.net</code></td>',
    '<td>nothing</td>',
    '<td><code>not read: no response within 5 s</code></td>',
    '<td><code>refers to the servers of shop.example.com</code></td>',
  ]);
  expect(foundRecords(status({ views: [] })).markup).toBe('<p>No name server responded about this name.</p>');
});

let fixture: DomainsFixture;
let page: OpenPage;
beforeAll(async () => {
  fixture = openFixture();
  page = await openDomains(fixture.folder);
});
afterAll(async () => {
  await page.close();
  await fixture.close();
});
const read = async (path: string, form?: Readonly<Record<string, string>>) => page.send(path, { form });

test('a folder without a stack', async () => {
  const { body } = await read('/');
  expect(body).toContain('<p>No stack has a file here (Pulumi.&lt;stack&gt;.yaml).</p>');
  const { status, body: add } = await read('/add');
  expect(status).toBe(200);
  expect(add).toContain('<select id="stack" name="stack"></select>');
});

test('the local stack without its cloud: what would change, and that DNS was not read', async () => {
  fixture.write('Pulumi.local.yaml', LOCAL);
  expect((await read('/')).body).toContain('local declares no host. <a href="/add">Add one</a>.');
  const form = { stack: 'local', host: HOST, kind: 'host', site: 'api', to: '', status: '' };
  const { status, body } = await read('/add/check', form);
  expect(status).toBe(200);
  expect(body).toContain('<h2>DNS was not read</h2>');
  expect(body).toContain('npm run local');
  expect(body).toContain(HOST);
  expect(body).toContain('<button>Write it to Pulumi.local.yaml</button>');
  expect(body).toContain('npm run local deploys it at once.');
  expect(fixture.read('Pulumi.local.yaml')).toBe(LOCAL);
});

test('a form without a host is the form again, and nothing is judged', async () => {
  fixture.write('Pulumi.local.yaml', LOCAL);
  const { body } = await read('/add/check', { stack: 'local', host: '', kind: 'host', site: 'docs' });
  expect(body).toContain('<input type="radio" name="site" value="docs" checked>');
  expect(body).toContain('<div id="preview"></div>');
});

test.each([
  ['/stacks/none/pull-request?verb=add&host=shop.example.com'],
  ['/stacks/local/pull-request?verb=delete&host=shop.example.com'],
  ['/stacks/local/pull-request?verb=add&host=a_b'],
  ['/stacks/local/hosts/shop.example.com'],
  ['/stacks/local/hosts/shop.example.com/remove'],
])('%s is no page', async (path) => {
  fixture.write('Pulumi.local.yaml', LOCAL);
  expect((await read(path)).status).toBe(404);
});

test('a form for a stack that is not there is no page', async () => {
  expect((await read('/add/check', { stack: 'none', host: HOST })).status).toBe(404);
  expect((await read('/stacks/local/hosts/none.example.com/remove', { confirm: 'x', base: '' })).status).toBe(
    404,
  );
});
