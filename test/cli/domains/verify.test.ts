// `domains verify`, and the one next step that every command names for a host whose owner sets the records.
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { beforeEach, expect, test } from 'vitest';
import type { Misbehaviour } from '../../../packages/custom-domains/test/preflight/dns-server.ts';
import { commandsIn, fixtureForEach, outputsOf, productionFile } from './harness.ts';
import { cname, deployedAs } from './preview.ts';

const FILE = 'Pulumi.production.yaml';
const SHOP = 'shop.partner.example';
const API = 'api.partner.example';
const TARGET = 'd1.cloudfront.net';
const validation = (host: string) => cname('validation', `_v.${host}`, '_x.acm-validations.aws');
const seen = (host: string) => `_v.${host} CNAME _x.acm-validations.aws`;
const ATTACHED = deployedAs('docs', 'primary', SHOP, 'ISSUED', TARGET);
const CAA = 'partner.example CAA 0 issue letsencrypt.org';
const right = [`${SHOP} CNAME ${TARGET}`, seen(SHOP)];

const file = `# Hosts of a partner.
config:
  aws:region: eu-west-1
  petstore:plan: pro
  petstore:api:
    primary: ${API} # its owner sets its records
  petstore:docs:
    primary: ${SHOP}

  # Those that are right.
  petstore:verified: []
`;

const fixture = fixtureForEach({ [FILE]: file });
beforeEach(() => {
  const pending = deployedAs('docs', 'primary', SHOP, 'PENDING_VALIDATION', TARGET);
  const gateway = deployedAs('api', 'primary', API, 'PENDING_VALIDATION', TARGET);
  const api = { ...gateway, target: undefined, records: [validation(API)] };
  fixture.write('outputs.json', outputsOf({ [SHOP]: pending, [API]: api }));
});

const serve = (records: readonly string[], misbehave?: Misbehaviour) =>
  fixture.serve({ 'partner.example': { on: ['127.0.0.24', '127.0.0.25'], records } }, misbehave);

const ARGS = ['--stack', 'production', '--outputs', 'outputs.json'];
const CODES = ['record-missing', 'cname-elsewhere', 'conflicting-record', 'caa-blocks-authority'];
const codesIn = (text: string) => CODES.filter((code) => text.includes(code));
async function verify(host: string) {
  const before = fixture.read(FILE);
  const { status, out, err } = await fixture.run('verify', host, ...ARGS);
  const isWritten = fixture.read(FILE) !== before;
  return { status, err, isWritten, codes: codesIn(out), commands: commandsIn(out) };
}

const VERIFY = [['verify', SHOP, ...ARGS].join(' ')];
const STEPS = [['records', SHOP, ...ARGS].join(' '), ...VERIFY];

type Texts = readonly string[];
test.each<[what: string, records: Texts, codes: Texts, status: number, steps: Texts]>([
  ['all is right', right, [], 0, VERIFY],
  ['nothing is set yet', [], ['record-missing'], 1, STEPS],
  ['CAA forbids Amazon', [...right, CAA], ['caa-blocks-authority'], 1, VERIFY],
])('%s: check and status name the next steps of verify', async (_, records, codes, status, steps) => {
  await serve(records);
  const blocked = codes.includes('caa-blocks-authority') ? 1 : 0;
  for (const command of [`check --host ${SHOP}`, `status ${SHOP}`]) {
    const { status, out } = await fixture.run(...command.split(' '), ...ARGS);
    expect([status, commandsIn(out)]).toEqual([blocked, steps]);
  }
  const verified = await verify(SHOP);
  expect(verified).toMatchObject({ status, codes, isWritten: status === 0 });
  if (status === 1) expect(verified.commands).toEqual(steps);
});

test('it joins petstore:verified, and every other byte stays; again it is there already: 0', async () => {
  await serve(right);
  await verify(SHOP);
  const written = fixture.read(FILE);
  expect(written).toContain(SHOP);
  expect(written.replace(/verified:.*\n(.*- .*\n)?/, 'verified: []\n')).toBe(file);
  expect(await verify(SHOP)).toMatchObject({ status: 0, isWritten: false, commands: [] });
});

test.each<[string, readonly string[], readonly string[]]>([
  ['without a record', [], []],
  ['with its old record', [`${API} CNAME wrong.example`], ['cname-elsewhere']],
])('an api host, whose routing record is known when attached, is verified %s', async (_, old, codes) => {
  await serve([...old, seen(API)]);
  expect(await verify(API)).toMatchObject({ status: 0, isWritten: true, codes });
  const { status, hosts } = await fixture.runJson('status', API, ...ARGS);
  expect([status, hosts[0].state]).toEqual([0, 'issuing']);
});

/** The text of the page that is written for the owner of the host. */
async function ownersPage(): Promise<string> {
  await fixture.run('open', SHOP, ...ARGS, '--export', 'pages');
  const html = readFileSync(join(fixture.folder, 'pages', `${SHOP}.html`), 'utf8');
  const main = html.slice(html.indexOf('<main'));
  return main.replaceAll(/<[^>]+>/g, '').replaceAll(/\s+/g, ' ');
}

test('another place serves it: status and verify name the move, and from then on the move goes forward', async () => {
  const distribution = 'd9.cloudfront.net';
  const internet = {
    'partner.example': { on: ['127.0.0.24'], records: [`${SHOP} CNAME ${distribution}`, seen(SHOP)] },
    'cloudfront.net': { on: ['127.0.0.25'], records: [`${distribution} A 192.0.2.9`] },
  };
  await fixture.serve(internet);
  const move = `move ${SHOP} --stack production`;
  for (const command of ['status', 'verify']) {
    const { out } = await fixture.run(command, SHOP, ...ARGS);
    expect(out.replaceAll(/\s+/g, ' ')).toContain(`move the host in instead: npm run domains -- ${move}`);
  }
  // Its owner has no such command.
  expect(await ownersPage()).toMatch(/Fix: ask whoever (?!.*npm run)/);
  const { status } = await fixture.run('move', SHOP, '--write', ...ARGS);
  expect([status, fixture.read(FILE)]).toEqual([0, expect.stringContaining(`moving:\n    - ${SHOP}\n`)]);
  expect(commandsIn((await fixture.run('status', SHOP, ...ARGS)).out)).toContain(VERIFY[0]);
  // That another distribution has the name does not prevent it: the move goes on to where that one gives it up.
  expect(await verify(SHOP)).toMatchObject({ status: 0, isWritten: true });
});

test('in petstore:moving, only its validation record is given, until the new place has its name; a lost old record is reported', async () => {
  const moving = `${file}  petstore:moving: [${SHOP}]\n`;
  fixture.write(FILE, moving);
  await serve([`${SHOP} CNAME old.example`, seen(SHOP)]);
  const given = async () => {
    const records = await fixture.runJson('records', SHOP, ...ARGS);
    const { out } = await fixture.run('status', SHOP, ...ARGS);
    const types = records[SHOP].map((one: { purpose: string }) => one.purpose);
    return { types, page: await ownersPage(), status: out.replaceAll(/\s+/g, ' ') };
  };
  const first = await given();
  expect(first).toMatchObject({ types: ['validation'], status: expect.stringContaining(`verify ${SHOP}`) });
  expect(first.page).toContain('Leave the record that leads visitors to the old place');
  expect(first.page).not.toContain(TARGET);
  const lost = `no record leads ${SHOP} anywhere now`;
  expect(`${first.status} ${first.page}`).not.toMatch(new RegExp(lost, 'i'));
  await serve([seen(SHOP)]);
  const gone = await given();
  expect(gone.status).toContain(lost);
  expect(gone.page).toMatch(/No record leads .* anywhere now/);
  // One of its servers does not respond: what it has is not known.
  await serve([seen(SHOP)], ({ server }) => (server === '127.0.0.25' ? [] : undefined));
  expect((await given()).status).not.toContain(lost);
  await serve([`${SHOP} CNAME old.example`, seen(SHOP)]);
  expect(await verify(SHOP)).toMatchObject({ status: 0, isWritten: true, codes: [] });
  fixture.write('outputs.json', outputsOf({ [SHOP]: ATTACHED }));
  const last = await given();
  expect(last.types).toEqual(['validation', 'routing']);
  expect(last.page).toMatch(/remove shop.*CNAME old\.example/);
  expect(last.status).toContain('replaces CNAME old.example with its routing record');
});

test('DNS that cannot be read verifies nothing: 3', async () => {
  await serve(right, ({ server }) => (server.startsWith('127.0.0.2') ? [] : undefined));
  expect(await verify(SHOP)).toMatchObject({ status: 3, isWritten: false });
});

test('refused: a host that was attached in a zone that is not declared any more: 2', async () => {
  await serve(right);
  const zone = { provider: 'route53', zone: 'partner.example' };
  fixture.write('outputs.json', outputsOf({ [SHOP]: { ...ATTACHED, ...zone } }));
  const err = expect.stringMatching(/would\s+detach/);
  expect(await verify(SHOP)).toMatchObject({ status: 2, isWritten: false, err });
});

test('refused: a host in a declared zone, and one that is not deployed yet: 2', async () => {
  await serve([]);
  fixture.write('outputs.json', outputsOf({}));
  expect(await verify(SHOP)).toMatchObject({ status: 2, err: expect.stringContaining('pulumi up') });
  fixture.write(FILE, productionFile);
  expect(await verify('petstore.example')).toMatchObject({ status: 2, isWritten: false });
});
