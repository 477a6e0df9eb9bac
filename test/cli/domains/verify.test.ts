// `domains verify`, and the one next step that every command names for a host whose owner sets the records.
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import {
  codesOf,
  commandsIn,
  openQuickFixture,
  outputsOf,
  productionFile,
  type QuickFixture,
} from './harness.ts';

const FILE = 'Pulumi.production.yaml';
const SHOP = 'shop.partner.example';
const API = 'api.partner.example';
const TARGET = 'd1.cloudfront.net';
const record = (purpose: string, name: string, value: string) => ({
  purpose,
  name,
  type: 'CNAME',
  value,
  ttl: 3600,
});
const validation = (host: string) => record('validation', `_v.${host}`, '_x.acm-validations.aws');
const seen = (host: string) => `_v.${host} CNAME _x.acm-validations.aws`;
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

let fixture: QuickFixture;
beforeEach(() => {
  fixture = openQuickFixture();
  fixture.write(FILE, file);
  deploy();
});
afterEach(() => fixture.close());

function deploy(api: object = {}): void {
  const pending = (host: string) => ({
    role: 'primary',
    url: `https://${host}`,
    certificate: 'PENDING_VALIDATION',
  });
  const routing = record('routing', SHOP, TARGET);
  const hosts = {
    [SHOP]: { ...pending(SHOP), site: 'docs', target: TARGET, records: [validation(SHOP), routing] },
    [API]: { ...pending(API), site: 'api', records: [validation(API)], ...api },
  };
  fixture.write('outputs.json', outputsOf(hosts));
}

const serve = (records: readonly string[]) =>
  fixture.serve({ 'partner.example': { on: ['127.0.0.24', '127.0.0.25'], records } });

const run = (...args: string[]) => fixture.run(...args, '--stack', 'production', '--outputs', 'outputs.json');
async function verify(host: string) {
  const { status, out, err } = await run('verify', host);
  const isWritten = fixture.read(FILE) !== file;
  return { status, err, isWritten, out, commands: commandsIn(out) };
}
/** What `check` and `status` find of a host, and their next commands, which are the same. */
async function judged(host: string) {
  const [checked, status] = [await run('check', '--host', host), await run('status', host)];
  expect(commandsIn(checked.out)).toEqual(commandsIn(status.out));
  const json = await run('status', host, '--format', 'json');
  const [{ state }] = JSON.parse(json.out).hosts;
  return { statuses: [checked.status, status.status], state, commands: commandsIn(checked.out) };
}

describe('all is right', () => {
  beforeEach(() => serve(right));

  test('it joins petstore:verified, and every other byte stays: 0, also when it is there already', async () => {
    expect(await judged(SHOP)).toEqual({
      ...{ statuses: [0, 0], state: 'awaiting-dns' },
      commands: [`verify ${SHOP} --stack production`],
    });
    const { status, isWritten, out } = await verify(SHOP);
    expect([status, isWritten, out.trimEnd().endsWith('pulumi up --stack production')]).toEqual([
      0,
      true,
      true,
    ]);
    const written = fixture.read(FILE);
    expect(written).toContain(SHOP);
    expect(written.replace(/verified:.*\n(.*- .*\n)?/, 'verified: []\n')).toBe(file);
    const again = await verify(SHOP);
    expect([again.status, again.commands]).toEqual([0, [`status ${SHOP} --stack production`]]);
    expect(fixture.read(FILE)).toBe(written);
  });

  test('on the local stack a run attaches it; without one, that run is the next step', async () => {
    fixture.write('Pulumi.local.yaml', file);
    const local = () => fixture.run('verify', SHOP, '--stack', 'local', '--outputs', 'outputs.json');
    expect((await local()).out.trimEnd().split('\n').at(-1)).toBe('  next    npm run local');
    fixture.write('Pulumi.local.yaml', file);
    const caFile = join(fixture.folder, 'outputs.json');
    fixture.writeLocal('ready.json', JSON.stringify({ hosts: {}, caFile, pid: process.pid }));
    expect(commandsIn((await local()).out)).toEqual([`status ${SHOP}`]);
  });
});

describe('something is missing: 1, and nothing changes', () => {
  const steps = [`records ${SHOP} --stack production`, `verify ${SHOP} --stack production`];

  test.each<[string, readonly string[], readonly string[]]>([
    ['nothing is set yet', [], ['record-missing', 'record-missing']],
    ['only the validation record is set', right.slice(1), ['record-missing']],
    ['only the routing record is set', right.slice(0, 1), ['record-missing']],
    ['the routing record leads elsewhere', [`${SHOP} CNAME old.test`, seen(SHOP)], ['cname-elsewhere']],
    ['the validation record differs', [right[0] ?? '', `_v.${SHOP} CNAME _y.aws`], ['record-missing']],
    ['addresses are in the way', [`${SHOP} A 192.0.2.1`, seen(SHOP)], ['conflicting-record']],
    [
      'CAA forbids Amazon',
      [...right, 'partner.example CAA 0 issue letsencrypt.org'],
      ['caa-blocks-authority'],
    ],
    [
      'the zone was typed twice',
      [`${SHOP}.partner.example CNAME ${TARGET}`, seen(SHOP)],
      ['record-missing', 'doubled-name'],
    ],
  ])('%s', async (_, records, codes) => {
    await serve(records);
    const { status, isWritten, out } = await verify(SHOP);
    expect([status, isWritten]).toEqual([1, false]);
    for (const code of codes) expect(out).toContain(code);
  });

  test('every command ends in the same next steps', async () => {
    await serve([]);
    expect((await verify(SHOP)).commands).toEqual(steps);
    expect(await judged(SHOP)).toEqual({ statuses: [0, 0], state: 'awaiting-dns', commands: steps });
  });

  test('a host that moves in: its routing record is the last step', async () => {
    await serve([`${SHOP} CNAME shops.platform.example`, seen(SHOP)]);
    expect((await verify(SHOP)).status).toBe(1);
    fixture.write(FILE, `${file}  petstore:moving: [${SHOP}]\n`);
    expect((await verify(SHOP)).status).toBe(0);
  });
});

describe('an api host, whose routing record is known when it is attached', () => {
  const TARGET_OF_API = 'd-1.execute-api.eu-west-1.amazonaws.com';
  const records = [validation(API), record('routing', API, TARGET_OF_API)];
  const attach = (more: object) => {
    deploy({ certificate: 'ISSUED', target: TARGET_OF_API, records, ...more });
    fixture.write(FILE, file.replace('verified: []', `verified: [${API}]`));
  };

  test.each<[string, readonly string[], readonly string[]]>([
    ['without a record', [], []],
    ['with its old record', [`${API} CNAME wrong.example`], ['cname-elsewhere']],
    ['with addresses', [`${API} A 192.0.2.1`], ['conflicting-record']],
  ])('before that it is verified: %s', async (_, old, codes) => {
    await serve([...old, seen(API)]);
    const { status, isWritten, out } = await verify(API);
    expect([status, isWritten]).toEqual([0, true]);
    for (const code of codes) expect(out).toContain(code);
    expect((await judged(API)).state).toBe('issuing');
  });

  test('at an apex too', async () => {
    const apex = 'partner.example';
    fixture.write(FILE, file.replace(`primary: ${API}`, `primary: ${apex}`));
    const own = { site: 'api', role: 'primary', url: `https://${apex}`, certificate: 'PENDING_VALIDATION' };
    fixture.write('outputs.json', outputsOf({ [apex]: { ...own, records: [validation(apex)] } }));
    await serve([seen(apex)]);
    const checked = await run('check', '--host', apex, '--format', 'json');
    expect(codesOf(JSON.parse(checked.out).hosts[0])).toContain('info apex-needs-alias');
    expect((await verify(apex)).status).toBe(0);
  });

  test.each([
    ['without a record', []],
    ['with its old record', [`${API} CNAME wrong.example`]],
  ])('attached, %s: its owner is waited for, which is no failure', async (_, old) => {
    await serve([...old, seen(API)]);
    attach({ routingAwaitedUntil: new Date(Date.now() + 86_400_000).toISOString() });
    const { commands, ...host } = await judged(API);
    expect(host).toEqual({ statuses: [0, 0], state: 'verified' });
    expect(commands[0]).toBe(`records ${API} --stack production`);
    const again = await verify(API);
    expect([again.status, again.commands]).toEqual([0, commands]);
  });

  test.each([
    ['a deployment has seen its record', {}],
    ['its owner has had a week', { routingAwaitedUntil: new Date(Date.now() - 1000).toISOString() }],
  ])('%s, and there is none: blocked', async (_, more) => {
    await serve([seen(API)]);
    attach(more);
    expect(await judged(API)).toMatchObject({ statuses: [1, 1], state: 'blocked' });
  });
});

test('DNS that cannot be read verifies nothing: 3', async () => {
  await fixture.serve({ 'partner.example': { on: ['127.0.0.24'], records: right } }, ({ server }) =>
    server === '127.0.0.24' ? [] : undefined,
  );
  expect(await verify(SHOP)).toMatchObject({ status: 3, isWritten: false });
});

describe('refused: 2', () => {
  test('a host in a declared zone', async () => {
    fixture.write(FILE, productionFile);
    expect(await verify('petstore.example')).toMatchObject({ status: 2, out: '' });
  });

  test('a host that is not deployed yet', async () => {
    await serve([]);
    fixture.write('outputs.json', outputsOf({}));
    expect(await verify(SHOP)).toMatchObject({ status: 2, err: expect.stringContaining('pulumi up') });
  });

  test('one that the running local cloud has left out: what prevents its deployment', async () => {
    fixture.write('Pulumi.local.yaml', file);
    fixture.writeLocal('outputs.json', outputsOf({}));
    const ready = { hosts: {}, dnsServer: '127.0.0.1:9', caFile: 'ca.pem', pid: process.pid };
    fixture.writeLocal('ready.json', JSON.stringify(ready));
    const { status, err } = await fixture.run('verify', SHOP, '--stack', 'local');
    expect([status, commandsIn(err)]).toEqual([2, [`check --stack local --host ${SHOP}`]]);
  });
});
