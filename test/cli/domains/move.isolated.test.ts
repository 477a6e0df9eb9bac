// `domains move`: from a host that is live elsewhere to one that is live here, each step read from what is there.
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { type Holder, startCloudFrontApi } from './cloudfront-api.ts';
import {
  codesOf,
  commandsIn,
  healthyInternet,
  openQuickFixture,
  outputsOf,
  productionFile,
  type QuickFixture,
} from './harness.ts';

const FILE = 'Pulumi.production.yaml';
const HOST = 'shop.petstore.example';
const OLD = 'shops.platform.example';
const TARGET = 'd111111abcdef8.cloudfront.net';
const elsewhere = [`${HOST} 300 CNAME ${OLD}`];
const asDocs = `${productionFile}      - ${HOST}\n`;
const asRedirect = `${productionFile}    redirects:\n      - { from: ${HOST}, to: petstore.example, status: 301 }\n`;
const moving = `  petstore:moving: [${HOST}]\n`;

let fixture: QuickFixture;
beforeEach(() => {
  fixture = openQuickFixture();
  fixture.write(FILE, productionFile);
  fixture.write('outputs.json', outputsOf({}));
  vi.stubEnv('AWS_ACCESS_KEY_ID', 'AKIAEXAMPLE');
  vi.stubEnv('AWS_SECRET_ACCESS_KEY', 'example');
});
afterEach(async () => {
  vi.unstubAllEnvs();
  await fixture.close();
});

const serve = (records: readonly string[]) =>
  fixture.serve({
    ...healthyInternet,
    'petstore.example': { on: ['127.0.0.21', '127.0.0.22'], records },
    'platform.example': { on: ['127.0.0.25'], records: [`${OLD} A 192.0.2.7`] },
    'cloudfront.net': { on: ['127.0.0.25'], records: [`${TARGET} A 127.0.0.25`] },
  });

/** The stack's outputs with the host, as a deployment that waits leaves them. */
function deploy(aliasWaits = false): void {
  const record = (purpose: string, name: string, value: string) => ({
    purpose,
    name,
    type: 'CNAME',
    value,
    ttl: 3600,
  });
  const host = {
    ...{ site: 'docs', role: 'domain', target: TARGET, url: `https://${HOST}:1`, certificate: 'ISSUED' },
    records: [
      record('validation', `_abc.${HOST}`, '_def.acm-validations.aws'),
      record('routing', HOST, TARGET),
    ],
    waiting: { old: [{ type: 'CNAME', value: OLD }], isByHand: false, aliasWaits },
  };
  fixture.write('outputs.json', outputsOf({ [HOST]: host }));
}

const run = (...args: string[]) =>
  fixture.run('move', HOST, ...args, '--stack', 'production', '--outputs', 'outputs.json');

async function steps(...args: string[]) {
  const { status, out } = await run(...args, '--format', 'json');
  const { next, steps: all } = JSON.parse(out) as {
    next: string;
    steps: { id: string; state: string; what: string; commands: string[] }[];
  };
  const { what, commands } = all.find(({ id }) => id === next) ?? {};
  return { status, next, states: all.map(({ state }) => state).join(' '), what, commands };
}

test('--write makes the change of the first step, and prints the plan of the file that it has written', async () => {
  await serve(elsewhere);
  fixture.commit();
  expect(await steps('--site', 'docs')).toMatchObject({
    ...{ status: 1, next: 'declare', states: 'next later later later later later' },
    commands: [`npm run domains -- move ${HOST} --stack production --site docs --write`],
  });
  expect(fixture.read(FILE)).toBe(productionFile);
  const { status, out, err } = await run('--site', 'docs', '--write');
  expect([status, err.includes('declare')]).toEqual([1, true]);
  expect(fixture.read(FILE)).toBe(asDocs + moving);
  expect(out).toContain(`git commit -m 'Move ${HOST} (production)' -- ${FILE}`);
  expect(await steps()).toMatchObject({
    ...{ status: 1, next: 'certificate', states: 'done next later later later later' },
    commands: ['pulumi up --stack production'],
  });
});

test('--write leaves the file where the next step is not in it, and says so', async () => {
  await serve(elsewhere);
  fixture.write(FILE, asDocs + moving);
  const { status, err } = await run('--write');
  expect([status, err.includes('was not changed'), fixture.read(FILE)]).toEqual([1, true, asDocs + moving]);
});

test('every command leads to it while the host moves', async () => {
  await serve(elsewhere);
  fixture.write(FILE, asDocs + moving);
  const move = `move ${HOST} --stack production`;
  const onStack = ['--stack', 'production', '--outputs', 'outputs.json'];
  const checked = await fixture.run('check', '--host', HOST, ...onStack, '--format', 'json');
  const [host] = JSON.parse(checked.out).hosts;
  expect([checked.status, codesOf(host)]).toEqual([0, ['info moving-in']]);
  expect(host.findings[0].fix).toContain(move);
  deploy();
  const { out } = await fixture.run('status', HOST, ...onStack);
  expect(commandsIn(out.replace(/\s+/g, ' '))[0]).toMatch(new RegExp(`^${move}`));
});

test.each<[string, readonly string[], string | undefined]>([
  ['TXT alone', ['TXT v=spf1'], undefined],
  ['CAA alone', ['CAA 0 issue "amazon.com"'], undefined],
  ['nothing', [], undefined],
  ['a TXT beside its address', ['A 192.0.2.1', 'TXT v=spf1'], '--write'],
])('of a host that has %s: whether it moves, or is only added', async (_, records, end) => {
  await serve(records.map((record) => `${HOST} 300 ${record}`));
  const { next, commands } = await steps('--site', 'docs');
  const verb = end === undefined ? 'add' : 'move';
  expect([next, commands]).toEqual([
    'declare',
    [['npm run domains --', verb, HOST, '--stack production --site docs', end].filter(Boolean).join(' ')],
  ]);
});

describe('CloudFront is asked who has the name', () => {
  const own = { id: 'E2OWN', domainName: TARGET, aliases: [HOST], certificate: [HOST] };
  const others: Holder = {
    id: 'E2OTHER',
    domainName: 'd2.cloudfront.net',
    aliases: ['*.petstore.example'],
    account: '210987654321',
  };
  beforeEach(async () => {
    await serve(elsewhere);
    fixture.write(FILE, asDocs + moving);
    deploy();
  });

  async function asked(distributions: readonly Holder[]) {
    const api = await startCloudFrontApi(distributions);
    vi.stubEnv('AWS_ENDPOINT_URL_CLOUDFRONT', api.url);
    const found = await steps();
    api.close();
    return found;
  }

  test('the stack has it', async () => {
    expect(await asked([own])).toMatchObject({
      status: 1,
      next: 'name',
      commands: ['pulumi up --stack production'],
    });
  });

  test('another account has it: the command that moves it', async () => {
    const { status, next, commands } = await asked([own, others]);
    expect([status, next]).toEqual([1, 'name']);
    expect(commands?.[0]).toContain(`--domain ${HOST} --target-resource DistributionId=E2OWN`);
  });

  test.each<[string, readonly Holder[]]>([
    ['the account has no such distribution', []],
    ['its certificate does not cover the name', [{ ...own, certificate: [] }]],
  ])('it is not known: %s', async (_, distributions) => {
    expect(await asked(distributions)).toMatchObject({
      ...{ status: 3, next: 'name', states: 'done done done unknown later later' },
    });
  });
});

describe('an option that contradicts what is declared is refused', () => {
  test.each<[string, string, readonly string[], string]>([
    ['before the first step', asDocs, ['--site', 'api'], '--site api'],
    ['in the middle', asDocs + moving, ['--site', 'api'], '--site api'],
    [
      'by --redirect-to',
      asDocs,
      ['--redirect-to', 'petstore.example'],
      '--site docs --redirect-to petstore.example',
    ],
    ['by a site for a redirect', asRedirect, ['--site', 'docs'], '--site docs'],
    [
      'by a target that the config refuses',
      asDocs,
      ['--redirect-to', 'http://a.dev'],
      '--site docs --redirect-to http://a.dev',
    ],
    [
      'by another target',
      asRedirect,
      ['--redirect-to', 'https://petstore.example/a'],
      '--site docs --redirect-to https://petstore.example/a',
    ],
  ])('%s', async (_, file, options, change) => {
    fixture.write(FILE, file);
    for (const write of [[], ['--write']]) {
      const { status, out, err } = await run(...options, ...write);
      expect([status, out, commandsIn(err)]).toEqual([
        ...[2, ''],
        [`move ${HOST} --stack production`, `add ${HOST} --stack production ${change}`],
      ]);
    }
    expect(fixture.read(FILE)).toBe(file);
  });

  test('a primary is changed in the file', async () => {
    const args = ['move', 'petstore.example', '--site', 'api', '--stack', 'production'];
    const { status, err } = await fixture.run(...args);
    expect([status, commandsIn(err)]).toEqual([2, ['move petstore.example --stack production']]);
  });

  test.each([
    [asDocs, ['--site', 'docs']],
    [asRedirect, ['--site', 'docs', '--redirect-to', 'https://PETSTORE.example/']],
    [asRedirect, ['--redirect-to', 'petstore.example']],
  ])('and one that says the same is taken', async (file, options) => {
    await serve(elsewhere);
    fixture.write(FILE, file);
    expect(await run(...options)).toMatchObject({ status: 1, err: '' });
  });
});

test.each<[string, readonly string[], number, string]>([
  ['a host that is not declared', [HOST], 2, `move ${HOST} --stack production --site docs`],
  ['what is not a host', ['shop_1.example'], 2, 'shop_1.example'],
  ['outputs that are not there', ['old.petstore.example', '--outputs', 'none.json'], 3, 'none.json'],
  ['outputs of something else', ['old.petstore.example', '--outputs', 'other.json'], 3, 'it has no "hosts"'],
])('says what is wrong with %s', async (_, args, status, message) => {
  await serve([]);
  fixture.write('other.json', '{}');
  const ran = await fixture.run('move', ...args, '--stack', 'production');
  expect(ran.status).toBe(status);
  expect((ran.out + ran.err).replace(/\s+/g, ' ')).toContain(message);
  expect(fixture.read(FILE)).toBe(productionFile);
});

test('on the local stack, --write at the last step leaves nothing to do', async () => {
  const { resolver: dnsServer } = await serve([`${HOST} 3600 CNAME ${TARGET}`]);
  const caFile = join(fixture.folder, 'ca.pem');
  const internetFile = join(fixture.folder, 'internet.zone');
  fixture.writeLocal(
    'ready.json',
    JSON.stringify({ hosts: {}, caFile, dnsServer, internetFile, pid: process.pid }),
  );
  const routing = { purpose: 'routing', name: HOST, type: 'CNAME', value: TARGET, ttl: 3600 };
  const host = { site: 'docs', role: 'domain', target: TARGET, certificate: 'ISSUED', records: [routing] };
  fixture.writeLocal('outputs.json', outputsOf({ [HOST]: host }));
  fixture.write('Pulumi.local.yaml', asDocs + moving);
  const { status, out } = await fixture.run('move', HOST, '--stack', 'local', '--write');
  expect([status, out.includes('→'), fixture.read('Pulumi.local.yaml')]).toEqual([0, false, asDocs]);
});
