// What the domains page writes into a stack's file, and what it refuses: additions, redirects, removals, Verify.
import { setTimeout as delay } from 'node:timers/promises';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { type Checkout, type Git, systemGit } from '../../../../cli/domains/git.ts';
import { deployedAs, fixtureForEach, type Misbehaviour, outputsOf, productionFile } from '../harness.ts';
import { API, OLD, type OpenPage, OWN_ZONE, openDomains, pathOf, texts } from './harness.ts';

const SHOP = 'shop.partner.example';
const FILE = `${productionFile}      - ${SHOP}
  petstore:verified: []
`;
const OUTPUTS = {
  [API]: deployedAs('api', 'primary', API, 'PENDING_VALIDATION', 'd-1.execute-api.example'),
  [SHOP]: deployedAs('docs', 'domain', SHOP, 'PENDING_VALIDATION', 'd1.cloudfront.example'),
};
const RIGHT = [`${SHOP} CNAME d1.cloudfront.example`, `_v.${SHOP} CNAME _x.acm-validations.aws`];

const fixture = fixtureForEach({ 'Pulumi.production.yaml': FILE, 'outputs.json': outputsOf(OUTPUTS) });
let page: OpenPage;
let checkout: Partial<Checkout> | undefined;
let isDeploying = false;
beforeEach(() => {
  isDeploying = false;
  checkout = { remote: 'origin', isTracked: true };
});
afterEach(() => page.close());

/** The file is committed as it is at the start. */
const git: Git = {
  ...systemGit,
  checkout: async () => checkout && ({ ...checkout, isChanged: productionText() !== FILE } as Checkout),
};
const deploy = (hosts: object) => fixture.write('outputs.json', outputsOf(hosts));

async function open({
  partner = [] as readonly string[],
  outputs = 'outputs.json',
  stack = 'production',
  misbehave = undefined as Misbehaviour | undefined,
} = {}) {
  const partners = { on: ['127.0.0.24'], records: partner };
  const internet = { 'petstore.example': OWN_ZONE, 'partner.example': partners };
  const { resolver } = await fixture.serve(internet, misbehave);
  fixture.ready();
  // The local stack is deployed while somebody waits for it.
  const sleep = async () => {
    await delay(10);
    fixture.ready({ isRunning: isDeploying });
  };
  page = await openDomains(fixture.folder, { resolver, timeout: 0.15, outputs, stack }, { git, sleep });
}

const body = async (path: string) => (await page.send(path)).body;
const baseIn = (html: string) => /name="base" value="([^"]+)"/.exec(html)?.[1] ?? '';
const productionText = () => fixture.read('Pulumi.production.yaml');
const form = { stack: 'production', host: 'New.petstore.example.', kind: 'host', site: 'docs' };
const check = async (fields: Readonly<Record<string, string>>) =>
  (await page.send(`/add?${new URLSearchParams(fields)}`)).body;

describe('an addition', () => {
  test('shows the line, writes exactly that, and leads to the pull request', async () => {
    await open();
    const preview = await check(form);
    expect(texts(preview, /class="line added">(.*?)<span class="line same/gs)).toEqual([
      '+ added:       - new.petstore.example',
    ]);
    expect(productionText()).toBe(FILE);
    const { status, headers } = await page.send('/add', { form: { ...form, base: baseIn(preview) } });
    expect(productionText()).toBe(FILE.replace(`- ${SHOP}\n`, `- ${SHOP}\n      - new.petstore.example\n`));
    const path = '/stacks/production/pull-request?verb=add&host=new.petstore.example';
    expect([status, headers.location]).toEqual([303, path]);
    const copied = async () => texts(await body(path), /<code class="copied">(.*?)<\/code>/g);
    expect(await copied()).toContain('gh pr create --fill');
    fixture.write('Pulumi.production.yaml', FILE);
    expect(await copied()).toEqual([]);
    // Without a checkout there is nobody to ask to pull.
    checkout = undefined;
    expect(await copied()).toEqual(['pulumi up --stack production']);
  });

  test('a file that has changed since is not overwritten', async () => {
    await open();
    const base = baseIn(await check(form));
    fixture.write('Pulumi.production.yaml', `${FILE}# changed\n`);
    const { status } = await page.send('/add', { form: { ...form, base } });
    expect([status, productionText()]).toEqual([422, `${FILE}# changed\n`]);
  });

  test('a domain becomes a redirect in one change, which the list shows; one to it would be a loop', async () => {
    await open();
    const redirect = { ...form, host: OLD, kind: 'redirect', to: 'petstore.example', status: '308' };
    await page.send('/add', { form: { ...redirect, base: baseIn(await check(redirect)) } });
    expect(productionText()).toContain(`- { from: ${OLD}, to: petstore.example, status: 308 }`);
    expect(await body('/')).toContain('redirect 308 to https://petstore.example');
    const loop = await check({ ...redirect, host: 'x.petstore.example', to: OLD });
    expect(loop).not.toContain('Write it to');
  });
});

test('what is written to the local stack is said until it is deployed and read, on the page of the host and in the list', async () => {
  fixture.write('Pulumi.local.yaml', FILE);
  fixture.writeLocal('ca.pem', '');
  await open({ stack: 'local' });
  isDeploying = true;
  fixture.ready({ isRunning: true });
  const local = { ...form, stack: 'local' };
  const { headers } = await page.send('/add', { form: { ...local, base: baseIn(await check(local)) } });
  const written =
    'Pulumi.local.yaml is written: npm run local deploys it now, unless its terminal says what is wrong; a host that is blocked is left out.';
  const path = headers.location ?? '';
  expect(path).toContain('new.petstore.example');
  for (const one of [path, '/']) expect(await body(one)).toContain(written);
  isDeploying = false;
  await vi.waitFor(async () => expect(await body(path)).not.toContain(written), 10_000);
  expect(await body('/')).not.toContain('is written');
});

test('a removal from production needs the typed name, and adds it to petstore:removals', async () => {
  const path = `${pathOf(OLD)}/remove`;
  deploy({ [OLD]: deployedAs('docs', 'domain', OLD, 'ISSUED', 'd1.cloudfront.example') });
  await open();
  const base = baseIn(await body(path));
  for (const confirm of ['', 'petstore.example']) {
    const refused = await page.send(path, { form: { base, confirm } });
    expect([refused.status, refused.body]).toEqual([422, expect.stringContaining('nothing was written')]);
  }
  expect(productionText()).toBe(FILE);
  const { status, headers } = await page.send(path, { form: { base, confirm: ` ${OLD} ` } });
  expect(status).toBe(303);
  expect(headers.location).toBe(`/stacks/production/pull-request?verb=remove&host=${OLD}`);
  expect(productionText()).toMatch(/removals:\n {4}- old\.petstore\.example\n/);
  expect(productionText()).not.toContain(`      - ${OLD}`);
});

describe('Verify', () => {
  const press = async (host = SHOP, stack = 'production') => {
    const { status, headers, ...sent } = await page.send(`/stacks/${stack}/hosts/${host}/verify`, {
      form: {},
    });
    return { status, to: headers.location ?? '', text: sent.body };
  };

  test('an external host whose records are right joins petstore:verified, once, and a pull request follows', async () => {
    await open({ partner: RIGHT });
    expect(await body(pathOf(SHOP))).toContain('it writes petstore:verified to Pulumi.production.yaml');
    const path = `/stacks/production/pull-request?verb=verify&host=${SHOP}`;
    expect(await press()).toMatchObject({ status: 303, to: path });
    expect(productionText()).toMatch(/verified:\n {4}- shop\.partner\.example\n/);
    expect(await press()).toMatchObject({ status: 303, to: pathOf(SHOP) });
    expect(await body(pathOf(SHOP))).toMatch(/>Re-verify<.*<div class="result ok" /s);
  });

  test('on the local stack, there is no pull request: the page of the host has what deploys it', async () => {
    fixture.write('Pulumi.local.yaml', FILE);
    fixture.writeLocal('ca.pem', '');
    await open({ partner: RIGHT, stack: 'local' });
    const { to } = await press(SHOP, 'local');
    expect(await body(to)).toMatch(/to attach it: <code[^>]*>npm run local</);
    expect(await body(`/stacks/local/hosts/${OLD}/remove`)).toContain(
      '>npm run local deploys it now, unless its terminal says what is wrong.<',
    );
  });

  test('outputs that cannot be read: why, and nothing is written', async () => {
    await open({ outputs: 'nowhere.json' });
    expect(await press()).toMatchObject({ status: 422, text: expect.stringContaining('nowhere.json') });
    expect(productionText()).toBe(FILE);
  });

  const INFO = '<div class="result info" role="status"><p>';
  const misbehave: Misbehaviour = ({ server }) => (OWN_ZONE.on.includes(server) ? [] : undefined);
  test.each([
    ['a host in a zone of ours', OLD, {}, `${INFO}DNS was read again`],
    ['a record that is missing', SHOP, { partner: RIGHT.slice(0, 1) }, `${INFO}${SHOP} is not verified yet`],
    ['DNS that cannot be read', OLD, { misbehave }, 'dns-unreadable'],
  ])('%s: DNS is read again, and nothing is written', async (_name, host, given, found) => {
    await open(given);
    expect(await press(host)).toMatchObject({ status: 303, to: pathOf(host) });
    expect(await body(pathOf(host))).toContain(found);
    expect(productionText()).toBe(FILE);
  });
});

test('of a permanent redirect that becomes the primary, the loop of visitors who remember it is shown', async () => {
  const go = 'go.petstore.example';
  const redirects = `    redirects: [{ from: ${go}, to: petstore.example, status: 301 }]\n`;
  fixture.write('Pulumi.production.yaml', FILE.replace('  petstore:verified', `${redirects}$&`));
  deploy({ ...OUTPUTS, [go]: deployedAs('docs', 'redirect', go, 'ISSUED', 'd2.cloudfront.example') });
  await open();
  expect(await body(`${pathOf(go)}/primary`)).toMatch(/>remembered-for<.*the two are a loop/s);
});

test('of a host in petstore:moving, the list and its page show its next step', async () => {
  fixture.write('Pulumi.production.yaml', `${FILE}  petstore:moving: [${OLD}]\n`);
  await open();
  const move = `npm run domains -- move ${OLD} --stack production`;
  const text = async (path: string) => (await body(path)).replace(/<[^>]*>/g, '');
  const inList = new RegExp(`in petstore:moving[^]*Next: it moves in[^]*${move}`);
  await vi.waitFor(async () => expect(await text('/')).toMatch(inList), 10_000);
  expect(await text(pathOf(OLD))).toMatch(new RegExp(`in petstore:moving[^]*${move} Copy`));
});

test('a primary gives its place to a deployed host of its site, and cannot be removed before', async () => {
  deploy({ ...OUTPUTS, [OLD]: deployedAs('docs', 'domain', OLD, 'ISSUED', 'd2.cloudfront.example') });
  await open();
  expect(await body(pathOf('petstore.example'))).toContain('first make another host of docs the primary');
  const refused = await body(`${pathOf('petstore.example')}/remove`);
  expect(refused).toContain('It cannot be written');
  expect(refused).not.toMatch(/What ends|<form/);
  const path = `${pathOf(OLD)}/primary`;
  const form = { base: baseIn(await body(path)) };
  expect((await page.send(path, { form })).headers.location).toContain('verb=primary');
  expect(productionText()).toContain(`primary: ${OLD}`);
  const again = await body(path);
  expect(again).toContain('It is the primary already');
  expect(again).not.toMatch(/<form|It becomes the address/);
  expect((await page.send(`${pathOf(SHOP)}/primary`)).status).toBe(422);
});
