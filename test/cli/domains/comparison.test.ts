// `check --base`: what a change adds, changes and removes, in the stack that is read and in the others.
import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import {
  changedFile,
  codesOf,
  commandsIn,
  healthyInternet,
  mixedInternet,
  movedFile,
  openQuickFixture,
  outputsOf,
  productionFile,
  type QuickFixture,
  stagingFile,
} from './harness.ts';

const PRODUCTION = 'Pulumi.production.yaml';
const STAGING = 'Pulumi.staging.yaml';
const OLD = 'old.petstore.example';
const SHOP = 'shop.partner.example';
const withoutOld = productionFile.replace(`    domains:\n      - ${OLD}\n`, '');
const confirmed = (text: string, ...hosts: string[]) => `${text}  petstore:removals: [${hosts.join(', ')}]\n`;

let fixture: QuickFixture;
beforeEach(async () => {
  fixture = openQuickFixture();
  fixture.write(PRODUCTION, productionFile);
  fixture.write(STAGING, stagingFile);
  fixture.commit();
  await fixture.serve(healthyInternet);
});
afterEach(() => fixture.close());

const check = (...args: string[]) => fixture.run('check', '--base', 'base', ...args);
async function checkJson(...args: string[]) {
  const { status, out } = await check(...args, '--format', 'json');
  return { status, ...JSON.parse(out) };
}
const changesOf = ({
  hosts,
  removed,
}: {
  hosts: { host: string; change: string }[];
  removed: { host: string }[];
}) => [
  ...hosts.map(({ host, change }) => `${change} ${host}`),
  ...removed.map(({ host }) => `removed ${host}`),
];

describe('the stack that is read', () => {
  test('a change of every kind, as text', async () => {
    fixture.write(PRODUCTION, changedFile);
    await fixture.serve(mixedInternet);
    const { status, out } = await check();
    expect(status).toBe(1);
    await expect(out).toMatchFileSnapshot('../../golden/domains/check.txt');
  });

  test('nothing is changed: 0', async () => {
    const { status, ...model } = await checkJson('--stack', 'production');
    expect([status, changesOf(model)]).toEqual([0, []]);
  });

  test.each<[string, string, string, string[]]>([
    ['no file', 'europe', 'Pulumi.europe.yaml', ['is new since base']],
    ['problems', 'staging', STAGING, ['has problems at base']],
  ])(
    'where it had %s at the base, every host counts as added, which is a note',
    async (_, stack, name, notes) => {
      if (stack === 'staging') fixture.write(STAGING, 'config: [');
      fixture.commit();
      fixture.write(name, stagingFile.replaceAll('staging.', `${stack}.`));
      const model = await checkJson('--stack', stack);
      expect(changesOf(model)).toHaveLength(3);
      expect(model.notes).toEqual(notes.map((note) => expect.stringContaining(`${name} ${note}`)));
    },
  );

  test('the defaults of the project count at the base as well', async () => {
    const project = 'name: petstore\nconfig:\n  petstore:ttl: { default: { default: 300 } }\n';
    fixture.write('Pulumi.yaml', project);
    fixture.commit();
    expect(changesOf(await checkJson('--stack', 'production'))).toEqual([]);
    fixture.write('Pulumi.yaml', project.replace('300', '600'));
    expect(changesOf(await checkJson('--stack', 'production'))).toHaveLength(3);
  });

  test('in a folder below the top of the checkout', async () => {
    mkdirSync(join(fixture.folder, 'below'));
    fixture.write('below/Pulumi.production.yaml', productionFile);
    fixture.commit();
    fixture.write('below/Pulumi.production.yaml', changedFile);
    expect(changesOf(await checkJson('--dir', 'below', '--stack', 'production'))).toHaveLength(5);
  });

  test('of hosts that are named, those that the change adds; none is removed, and no other stack is named', async () => {
    fixture.write(PRODUCTION, changedFile);
    fixture.write(STAGING, productionFile.replaceAll('petstore.example', 'other.example'));
    const hosts = ['--host', 'petstore.example', '--host', 'docs.petstore.dev'];
    const { status, otherStacks, ...model } = await checkJson(...hosts);
    expect([status, otherStacks, changesOf(model)]).toEqual([0, undefined, ['added docs.petstore.dev']]);
    expect((await check(...hosts, '--format', 'markdown')).out).toContain('2 other hosts unchanged.');
  });

  test('a host that moves between the sites: for how long its old record is remembered', async () => {
    const target = 'd1.cloudfront.net';
    fixture.write(PRODUCTION, movedFile);
    const records = [{ purpose: 'routing', name: OLD, type: 'CNAME', value: target, ttl: 3600 }];
    const own = { site: 'docs', role: 'domain', certificate: 'ISSUED', target, records };
    fixture.write('outputs.json', outputsOf({ [OLD]: own }));
    await fixture.serve({
      ...healthyInternet,
      'petstore.example': { on: ['127.0.0.21'], records: [`${OLD} 1200 CNAME ${target}`] },
      'cloudfront.net': { on: ['127.0.0.25'], records: [`${target} A 192.0.2.9`] },
    });
    const { status, hosts } = await checkJson('--outputs', 'outputs.json', '--stack', 'production');
    expect([status, codesOf(hosts[0])]).toEqual([0, ['info already-configured', 'info remembered-for']]);
  });

  test('only the hosts that it is about are read', async () => {
    const [kept, gone] = ['kept.partner.example', 'gone.partner.example'];
    const file = `${productionFile}      - ${kept}\n`;
    fixture.write(PRODUCTION, `${file}      - ${gone}\n`);
    fixture.commit();
    fixture.write(PRODUCTION, file);
    const own = (name: string) => ({
      ...{ site: 'docs', role: 'domain', certificate: 'ISSUED' },
      records: [{ purpose: 'routing', name, type: 'CNAME', value: 'd.test', ttl: 60 }],
    });
    fixture.write('outputs.json', outputsOf({ [kept]: own(kept), [gone]: own(gone) }));
    const dns = await fixture.serve(healthyInternet);
    await check('--stack', 'production', '--outputs', 'outputs.json');
    const names = new Set(dns.queries.map(({ name }) => name));
    expect([names.has(gone), names.has(kept), names.has('petstore.example')]).toEqual([true, false, false]);
  });
});

describe('a removed host', () => {
  const withShop = `${productionFile}      - ${SHOP}\n`;
  const routing = { purpose: 'routing', name: SHOP, type: 'CNAME', value: 'd1.cloudfront.net', ttl: 3600 };
  const internet = (record: string) => ({
    ...healthyInternet,
    'partner.example': { on: ['127.0.0.24'], records: [`${SHOP} ${record}`] },
    'cloudfront.net': { on: ['127.0.0.25'], records: ['d1.cloudfront.net A 192.0.2.9'] },
    'elasticbeanstalk.com': { on: ['127.0.0.25'] },
  });

  test.each(['check', 'report'])(
    'that production refuses: 1, until it is confirmed (%s)',
    async (command) => {
      fixture.write(PRODUCTION, withoutOld);
      const run = () => fixture.run(command, '--base', 'base', '--stack', 'production');
      const refused = await run();
      expect([refused.status, commandsIn(refused.out)]).toEqual([
        1,
        [`add ${OLD} --stack production --site docs --redirect-to petstore.example`],
      ]);
      expect(refused.out).toContain(`petstore:removals: [${OLD}]`);
      fixture.write(PRODUCTION, confirmed(withoutOld, OLD));
      expect((await run()).status).toBe(0);
    },
  );

  test('that was never deployed is not refused', async () => {
    fixture.write(PRODUCTION, withoutOld);
    fixture.write('outputs.json', outputsOf({}));
    expect((await check('--stack', 'production', '--outputs', 'outputs.json')).status).toBe(0);
  });

  test.each<[string, string, number, string[]]>([
    ['its record outlives its target', 'CNAME d1.cloudfront.net', 0, ['warning target-missing']],
    [
      'others can claim its record',
      'CNAME old.eu-west-1.elasticbeanstalk.com',
      1,
      ['blocked target-claimable'],
    ],
  ])('of an external zone: %s', async (_, record, status, codes) => {
    fixture.write(PRODUCTION, withShop);
    fixture.commit();
    fixture.write(PRODUCTION, confirmed(productionFile, SHOP));
    const own = { site: 'docs', role: 'domain', certificate: 'ISSUED', records: [routing] };
    fixture.write('outputs.json', outputsOf({ [SHOP]: own }));
    await fixture.serve(internet(record));
    const args = ['--stack', 'production', '--outputs', 'outputs.json'];
    const { removed, ...model } = await checkJson(...args);
    expect(model.status).toBe(status);
    expect(removed.map((one: { findings: [] }) => codesOf(one))).toEqual([codes]);
    expect(removed[0]).toMatchObject({ host: SHOP, state: 'removing', keepBy: 'redirect' });
    // The owner's task and the finding have the record once.
    const { out } = await check(...args);
    expect(out.match(/remove {2}\S+ .*CNAME {2}d1\.cloudfront\.net/g) ?? []).toHaveLength(1 - status);
  });

  test('of a declared zone has its record deleted with it', async () => {
    fixture.write(PRODUCTION, confirmed(withoutOld, OLD));
    fixture.write(
      'outputs.json',
      outputsOf({
        [OLD]: { site: 'docs', role: 'domain', certificate: 'ISSUED', records: [{ ...routing, name: OLD }] },
      }),
    );
    await fixture.serve({
      ...internet('A 192.0.2.1'),
      'petstore.example': { on: ['127.0.0.21'], records: [`${OLD} CNAME d1.cloudfront.net`] },
    });
    const { status, removed } = await checkJson('--stack', 'production', '--outputs', 'outputs.json');
    expect([status, removed[0].findings]).toEqual([0, []]);
  });

  test('whose name could not be read: 3', async () => {
    fixture.write(PRODUCTION, withShop);
    fixture.commit();
    fixture.write(PRODUCTION, confirmed(productionFile, SHOP));
    await fixture.serve(internet('A 192.0.2.1'), ({ name }) => (name === SHOP ? [] : undefined));
    const { status, removed } = await checkJson('--stack', 'production');
    expect([status, codesOf(removed[0])]).toEqual([3, ['warning target-unreadable']]);
  });
});
