// `domains move`: from a host that is live elsewhere to one that is live here, each step read from what is there.
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { startCloudFrontApi } from './cloudfront-api.ts';
import { type DomainsFixture, healthyInternet, openFixture, productionFile } from './harness.ts';

const FILE = 'Pulumi.production.yaml';
const HOST = 'shop.petstore.example';
const OLD = 'shops.platform.example';
const TARGET = 'd111111abcdef8.cloudfront.net';
const VALIDATION = { name: `_abc.${HOST}`, type: 'CNAME', value: '_def.acm-validations.aws', ttl: 3600 };

let fixture: DomainsFixture;
beforeEach(() => {
  fixture = openFixture();
  fixture.write(FILE, productionFile);
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

interface Waiting {
  readonly old: readonly { readonly type: string; readonly value: string }[];
  readonly isByHand: boolean;
  readonly aliasWaits: boolean;
}

/** The stack's outputs with the host, as a deployment that waits leaves them. */
function deploy(waiting?: Waiting, certificate = 'ISSUED'): void {
  const routing = { purpose: 'routing', name: HOST, type: 'CNAME', value: TARGET, ttl: 3600 };
  const records = [{ purpose: 'validation', ...VALIDATION }, routing];
  const host = {
    site: 'docs',
    role: 'domain',
    target: TARGET,
    url: `https://${HOST}:1`,
    certificate,
    records,
    waiting,
  };
  fixture.write('outputs.json', JSON.stringify({ hosts: { [HOST]: host } }));
}

const run = (...args: string[]) =>
  fixture.run('move', HOST, ...args, '--stack', 'production', '--outputs', 'outputs.json');

interface Step {
  readonly id: string;
  readonly state: string;
  readonly what: string;
  readonly commands: readonly string[];
}

async function steps(...args: string[]) {
  const { status, out } = await run(...args, '--format', 'json');
  const { next, steps: all } = JSON.parse(out) as { next: string; steps: Step[] };
  const step = all.find(({ id }) => id === next);
  return { status, next, states: all.map(({ state }) => state).join(' '), ...step };
}

describe('the steps of a move', () => {
  test.each(['TXT v=spf1', 'CAA 0 issue "amazon.com"'])(
    'of a host that has %s alone: no record leads elsewhere, so that nothing moves',
    async (record) => {
      await serve([`${HOST} 300 ${record}`]);
      fixture.write('outputs.json', '{"hosts":{}}');
      expect(await steps('--site', 'docs')).toMatchObject({
        what: expect.stringContaining('nothing moves'),
        commands: [`npm run domains -- add ${HOST} --stack production --site docs`],
      });
    },
  );

  test('of a host that has a TXT beside its address: it moves', async () => {
    await serve([`${HOST} 300 A 192.0.2.1`, `${HOST} 60 TXT v=spf1`]);
    fixture.write('outputs.json', '{"hosts":{}}');
    const { next, what } = await steps('--site', 'docs');
    expect({ next, what }).toMatchObject({
      next: 'declare',
      what: expect.stringContaining('list it in petstore:moving'),
    });
  });

  test('begin with the file, which --write changes', async () => {
    await serve([`${HOST} 300 CNAME ${OLD}`]);
    fixture.write('outputs.json', '{"hosts":{}}');
    expect(await steps('--site', 'docs')).toMatchObject({
      ...{ status: 1, next: 'declare', states: 'next later later later later later' },
      commands: [`npm run domains -- move ${HOST} --stack production --site docs --write`],
    });
    expect(fixture.read(FILE)).toBe(productionFile);
    expect(await steps('--site', 'docs', '--write')).toMatchObject({
      ...{ status: 1, next: 'certificate', states: 'done next later later later later' },
    });
    expect(fixture.read(FILE)).toContain(`      - ${HOST}\n`);
    expect(fixture.read(FILE)).toContain(`petstore:moving: [${HOST}]\n`);
    expect(await steps()).toMatchObject({
      ...{ status: 1, next: 'certificate', commands: ['pulumi up --stack production'] },
      states: 'done next later later later later',
    });
    const check = await fixture.run('check', '--stack', 'production', '--host', HOST, '--format', 'json');
    const fix = `npm run domains -- move ${HOST} --stack production shows the next step`;
    expect(JSON.parse(check.out).hosts[0].findings).toMatchObject([
      { code: 'moving-in', severity: 'info', fix },
    ]);
    deploy({ old: [{ type: 'CNAME', value: OLD }], isByHand: false, aliasWaits: false });
    const status = await fixture.run('status', HOST, '--stack', 'production', '--outputs', 'outputs.json');
    const text = status.out.replace(/\s+/g, ' ');
    expect(text).toContain(`old place: npm run domains -- move ${HOST} --stack production `);
  });

  test('ask CloudFront where the new place does not answer', async () => {
    await serve([`${HOST} 300 CNAME ${OLD}`]);
    fixture.write('outputs.json', '{"hosts":{}}');
    await run('--site', 'docs', '--write');
    deploy({ old: [{ type: 'CNAME', value: OLD }], isByHand: false, aliasWaits: false });
    // The name of the example's distribution answers nowhere, and its account is not ours.
    expect(await steps()).toMatchObject({
      status: 3,
      next: 'name',
      states: 'done done done unknown later later',
    });
    const api = await startCloudFrontApi([
      { id: 'E2OWN', domainName: TARGET, aliases: [HOST], certificate: [HOST] },
    ]);
    vi.stubEnv('AWS_ENDPOINT_URL_CLOUDFRONT', api.url);
    expect(await steps()).toMatchObject({
      status: 1,
      next: 'name',
      commands: ['pulumi up --stack production'],
    });
    api.close();
  });
});

describe('a name that another distribution has', () => {
  const waiting = { old: [{ type: 'CNAME', value: OLD }], isByHand: false, aliasWaits: true };
  beforeEach(async () => {
    await serve([`${HOST} 300 CNAME ${OLD}`]);
    fixture.write('outputs.json', '{"hosts":{}}');
    await run('--site', 'docs', '--write');
    deploy(waiting);
  });

  test('is found in another account, with the command that moves it', async () => {
    const api = await startCloudFrontApi([
      { id: 'E2OWN', domainName: TARGET, aliases: [], certificate: [HOST] },
      {
        id: 'E2OTHER',
        domainName: 'd2.cloudfront.net',
        aliases: ['*.petstore.example'],
        account: '210987654321',
      },
    ]);
    vi.stubEnv('AWS_ENDPOINT_URL_CLOUDFRONT', api.url);
    const { status, next, what, commands } = await steps();
    api.close();
    expect({ status, next }).toEqual({ status: 1, next: 'name' });
    expect(what).toContain('E2OTHER in account 210987654321 (*.petstore.example)');
    expect(commands?.[0]).toContain(
      `aws cloudfront update-domain-association --domain ${HOST} --target-resource DistributionId=E2OWN`,
    );
  });

  test.each([
    ['the account has no such distribution', [], 'has no distribution'],
    [
      'its certificate does not cover the name',
      [{ id: 'E2OWN', domainName: TARGET, aliases: [] }],
      'does not cover the domain',
    ],
  ])('is not known where %s', async (_name, distributions, why) => {
    const api = await startCloudFrontApi(distributions);
    vi.stubEnv('AWS_ENDPOINT_URL_CLOUDFRONT', api.url);
    const { status, next, what } = await steps();
    api.close();
    expect({ status, next, what }).toEqual({ status: 3, next: 'name', what: expect.stringContaining(why) });
  });
});

describe('--write', () => {
  const certificate = '  → certificate  next     a certificate is requested';
  beforeEach(() => serve([`${HOST} 300 CNAME ${OLD}`]));

  test('prints the plan of the file that it has written, and how the file is deployed', async () => {
    fixture.write('outputs.json', '{"hosts":{}}');
    fixture.commit();
    const { status, out, err } = await run('--site', 'docs', '--write');
    expect({ status, err }).toEqual({ status: 1, err: `${FILE} has the change of the step declare\n` });
    expect(out).toContain(`  ✓ declare      done     ${HOST} is declared (${FILE})\n${certificate}`);
    expect(out).toContain(`  next    git commit -m 'Move ${HOST} (production)' -- ${FILE}\n`);
    expect((await run()).out).toBe(out.slice(0, out.indexOf('\n\n  next ') + 1));
  });

  test('leaves the file where the next step is not in it, and says so', async () => {
    fixture.write('outputs.json', '{"hosts":{}}');
    await run('--site', 'docs', '--write');
    const written = fixture.read(FILE);
    const { status, out, err } = await run('--write');
    expect({ status, err }).toEqual({
      ...{
        status: 1,
        err: `${FILE} was not changed: --write makes no change for the next step, certificate\n`,
      },
    });
    expect(out).toBe((await run()).out);
    expect(fixture.read(FILE)).toBe(written);
  });
});

describe('an option that contradicts what is declared is refused', () => {
  const redirect = `      - { from: ${HOST}, to: petstore.example, status: 301 }`;
  const asDocs = `${productionFile}      - ${HOST}\n`;
  const asRedirect = `${productionFile}    redirects:\n${redirect}\n`;
  const moving = `  petstore:moving: [${HOST}]\n`;
  const change = (options: string) => `npm run domains -- add ${HOST} --stack production ${options}`;
  beforeEach(() => deploy());

  test.each<[string, string, readonly string[], string]>([
    ['before the first step', asDocs, ['--site', 'api'], '--site api'],
    ['in the middle', asDocs + moving, ['--site', 'api'], '--site api'],
    [
      'by --redirect-to',
      asDocs + moving,
      ['--redirect-to', 'petstore.example'],
      '--site docs --redirect-to petstore.example',
    ],
    ['by a site for a redirect', asRedirect, ['--site', 'docs'], '--site docs'],
    [
      'by a target that the config refuses',
      asDocs,
      ['--redirect-to', 'http://petstore.example'],
      '--site docs --redirect-to http://petstore.example',
    ],
    [
      'by another target',
      asRedirect + moving,
      ['--site', 'docs', '--redirect-to', 'https://petstore.example/shop'],
      '--site docs --redirect-to https://petstore.example/shop',
    ],
  ])('%s', async (_name, file, options, command) => {
    fixture.write(FILE, file);
    for (const write of [[], ['--write']]) {
      const { status, out, err } = await run(...options, ...write);
      expect({ status, out }).toEqual({ status: 2, out: '' });
      expect(err).toContain(`is declared in ${FILE}`);
      expect(err).toContain(`, and not with ${options.join(' ')}.\n`);
      expect(err).toContain(`npm run domains -- move ${HOST} --stack production\n`);
      expect(err).toContain(change(command));
    }
    expect(fixture.read(FILE)).toBe(file);
  });

  test('and one that says the same is taken', async () => {
    await serve([`${HOST} 300 CNAME ${OLD}`]);
    fixture.write(FILE, asDocs);
    expect((await run('--site', 'docs')).err).toBe('');
    fixture.write(FILE, asRedirect);
    expect((await run('--site', 'docs', '--redirect-to', 'https://PETSTORE.example/')).err).toBe('');
    expect((await run('--redirect-to', 'petstore.example')).err).toBe('');
  });

  test('of a primary: it is changed in the file', async () => {
    const { status, err } = await fixture.run(
      'move',
      'petstore.example',
      '--site',
      'api',
      '--stack',
      'production',
    );
    expect(status).toBe(2);
    expect(err).toContain('as a host of docs, and not with --site api.');
    expect(err).not.toContain('domains -- add');
  });
});

test.each<[string, readonly string[], number, string]>([
  ['a host that is not declared', [HOST], 2, `move ${HOST} --stack production --site docs`],
  ['what is not a host', ['shop_1.example'], 2, 'shop_1.example'],
  ['a host in a zone of nobody', ['shop.unknown.example', '--site', 'docs'], 1, 'nothing moves'],
  ['a host without an old place', [HOST, '--site', 'docs'], 1, `domains -- add ${HOST}`],
  [
    'a host whose deployment is not known',
    ['old.petstore.example', '--outputs', 'none.json'],
    3,
    'none.json',
  ],
])('says what is wrong with %s', async (_name, args, status, message) => {
  await serve([]);
  fixture.write('outputs.json', '{"hosts":{}}');
  const outputs = args.includes('--outputs') ? [] : ['--outputs', 'outputs.json'];
  const ran = await fixture.run('move', ...args, ...outputs, '--stack', 'production');
  expect(ran.status, ran.out + ran.err).toBe(status);
  expect((ran.out + ran.err).replace(/\s+/g, ' ')).toContain(message);
  expect(fixture.read(FILE)).toBe(productionFile);
});

test('what could not be read is said in sentences', async () => {
  fixture.write(FILE, productionFile.replace('old.petstore.example', HOST));
  fixture.write('outputs.json', '{}');
  await serve([]);
  const { status, out } = await run();
  expect(status).toBe(3);
  expect(out.replace(/\s+/g, ' ')).toContain('stack: it has no "hosts". Give the output of');
});
