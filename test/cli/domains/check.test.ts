// `domains check`: its exit statuses, its model as JSON, what it reads of DNS and what it shows meanwhile; with --base, what a change adds,
// changes and removes, in the stack that is read and in the others.
import { join } from 'node:path';
import { beforeEach, describe, expect, test } from 'vitest';
import {
  changedFile,
  codesOf,
  commandsIn,
  deployedAs,
  fixtureForEach,
  healthyInternet,
  mixedInternet,
  outputsOf,
  productionFile,
  stagingFile,
} from './harness.ts';

const PRODUCTION = 'Pulumi.production.yaml';
const STAGING = 'Pulumi.staging.yaml';
const API = 'api.petstore.example';
const OLD = 'old.petstore.example';
const SHOP = 'shop.partner.example';
const withoutOld = productionFile.replace(`    domains:\n      - ${OLD}\n`, '');
const withShop = `${productionFile}      - ${SHOP}\n`;
const deployedShop = deployedAs('docs', 'domain', SHOP, 'ISSUED', 'd1.cloudfront.net');
const confirmed = (text: string, ...hosts: string[]) => `${text}  petstore:removals: [${hosts.join(', ')}]\n`;

const fixture = fixtureForEach({ [PRODUCTION]: productionFile, [STAGING]: stagingFile });
beforeEach(async () => {
  fixture.commit();
  await fixture.serve(healthyInternet);
});

const check = (...args: string[]) => fixture.run('check', '--base', 'base', ...args);
const checkJson = (...args: string[]) => fixture.runJson('check', '--base', 'base', ...args);
const readJson = (...args: string[]) => fixture.runJson('check', '--stack', 'production', ...args);
const changesOf = (model: { hosts: { host: string; change: string }[] }) =>
  model.hosts.map(({ host, change }) => `${change} ${host}`);

describe('the stack that is read', () => {
  test('a change of every kind, as text', async () => {
    fixture.write(PRODUCTION, changedFile);
    await fixture.serve(mixedInternet);
    const { status, out } = await check();
    expect(status).toBe(1);
    await expect(out).toMatchFileSnapshot('../../golden/domains/check.txt');
  });

  test.each([
    ['no file', 'europe', 'is new since base'],
    ['problems', 'staging', 'has problems at base'],
  ])('where it had %s at the base, every host counts as added: a note', async (_, stack, note) => {
    if (stack === 'staging') fixture.write(STAGING, 'config: [');
    fixture.commit();
    fixture.write(`Pulumi.${stack}.yaml`, stagingFile.replaceAll('staging.', `${stack}.`));
    const model = await checkJson('--stack', stack);
    expect(changesOf(model)).toHaveLength(3);
    expect(model.notes).toEqual([expect.stringContaining(`Pulumi.${stack}.yaml ${note}`)]);
  });

  test('hosts of the base keep what they use of a quota: the new one is beyond it, wherever it stands', async () => {
    const target = `primary: ${API}\n`;
    const redirect = `    redirects: [{ from: new.petstore.example, to: ${API}, status: 308 }]\n`;
    const [before, after] = productionFile.split(target);
    fixture.write(PRODUCTION, `${before}${target}${redirect}${after}  petstore:quotas: { L-24B04930: 3 }\n`);
    const { hosts } = await checkJson();
    expect(changesOf({ hosts })).toEqual(['added new.petstore.example']);
    expect(codesOf(hosts[0])).toEqual(['blocked quota']);
  });

  test('of hosts that are named, those that the change adds; none is removed, and no other stack is named', async () => {
    fixture.write(PRODUCTION, changedFile);
    fixture.write(STAGING, productionFile.replaceAll('petstore.example', 'other.example'));
    const hosts = ['--host', 'petstore.example', '--host', 'docs.petstore.dev'];
    const { status, otherStacks, ...model } = await checkJson(...hosts);
    expect([status, otherStacks, changesOf(model)]).toEqual([0, undefined, ['added docs.petstore.dev']]);
  });
});

describe('a removed host', () => {
  test.each(['check', 'report'])('that production refuses: 1, until confirmed (%s)', async (command) => {
    fixture.write(PRODUCTION, withoutOld);
    const run = () => fixture.run(command, '--base', 'base', '--stack', 'production');
    const refused = await run();
    const keep = `add ${OLD} --stack production --site docs --redirect-to petstore.example`;
    expect([refused.status, commandsIn(refused.out)]).toEqual([1, [keep]]);
    expect(refused.out).toContain(`petstore:removals: [${OLD}]`);
    fixture.write(PRODUCTION, confirmed(withoutOld, OLD));
    expect((await run()).status).toBe(0);
  });

  test('that another stack has now moves there, by steps without a gap, and its removal is to be confirmed still', async () => {
    fixture.write(PRODUCTION, withoutOld);
    fixture.write(STAGING, `${stagingFile}      - ${OLD}\n`);
    const { removed, status } = await checkJson('--stack', 'production');
    const keep = `npm run domains -- move ${OLD} --stack staging`;
    expect([status, removed]).toMatchObject([1, [{ host: OLD, to: 'staging', keepBy: 'move', keep }]]);
    expect(removed[0].confirm.text).toBe(`petstore:removals: [${OLD}]`);
  });

  test('that was never deployed is not refused', async () => {
    fixture.write(PRODUCTION, withoutOld);
    fixture.write('outputs.json', outputsOf({}));
    expect((await check('--stack', 'production', '--outputs', 'outputs.json')).status).toBe(0);
  });

  const claimable = 'CNAME old.eu-west-1.elasticbeanstalk.com';
  test.each<[string, string, number, string[]]>([
    ['its record outlives its target', 'CNAME d1.cloudfront.net', 0, ['warning target-missing']],
    ['others can claim its record', claimable, 1, ['blocked target-claimable']],
    ['its name could not be read', '', 3, ['warning target-unreadable']],
  ])('of an external zone: %s', async (_, record, status, codes) => {
    fixture.write(PRODUCTION, withShop);
    fixture.commit();
    fixture.write(PRODUCTION, confirmed(productionFile, SHOP));
    fixture.write('outputs.json', outputsOf({ [SHOP]: deployedShop }));
    await fixture.serve(
      {
        ...healthyInternet,
        'partner.example': { on: ['127.0.0.24'], records: record === '' ? [] : [`${SHOP} ${record}`] },
        'cloudfront.net': { on: ['127.0.0.25'], records: ['d1.cloudfront.net A 192.0.2.9'] },
        'elasticbeanstalk.com': { on: ['127.0.0.25'] },
      },
      record === '' ? ({ name }) => (name === SHOP ? [] : undefined) : undefined,
    );
    const args = ['--stack', 'production', '--outputs', 'outputs.json'];
    const { removed, ...model } = await checkJson(...args);
    expect([model.status, removed.map((one: { findings: [] }) => codesOf(one))]).toEqual([status, [codes]]);
    expect(removed[0]).toMatchObject({ host: SHOP, state: 'removing', keepBy: 'redirect' });
  });
});

const withoutZone = (file: string) => file.replace(/^ +petstore\.example: .*\n/m, '');

test.each([
  ['a stack whose file is removed', () => fixture.remove(STAGING), /restore it and remove its hosts first/],
  [
    'a live host whose zone is no longer declared',
    () => fixture.write(STAGING, withoutZone(stagingFile)),
    /would\s+detach/,
  ],
])('%s is refused, by check and by report', async (_, change, why) => {
  change();
  for (const command of ['check', 'report']) {
    const { status, out, err } = await fixture.run(command, '--base', 'base', '--stack', 'staging');
    expect([status, `${out}${err}`]).toEqual([2, expect.stringMatching(why)]);
  }
});

test('an external host that is attached is refused without its line in petstore:verified', async () => {
  fixture.write(PRODUCTION, withShop);
  const problemsWhere = async (attached: boolean) => {
    fixture.write('outputs.json', outputsOf({ [SHOP]: { ...deployedShop, attached } }));
    return (await checkJson('--stack', 'production', '--outputs', 'outputs.json')).problems;
  };
  expect(await problemsWhere(false)).toBeUndefined();
  expect(await problemsWhere(true)).toMatchObject([{ code: 'host-detached', path: 'petstore:verified' }]);
});

describe('a host of two stacks', () => {
  const both = stagingFile.replace(`staging.${OLD}`, OLD);

  test('is a problem of both files', async () => {
    fixture.write(STAGING, both);
    for (const stack of ['production', 'staging']) {
      const { status, problems } = await checkJson('--stack', stack);
      expect([status, problems]).toEqual([2, [expect.objectContaining({ code: 'host-in-two-stacks' })]]);
    }
    expect((await fixture.run('report', '--base', 'base')).status).toBe(2);
  });

  test('cannot be added, and not while the other file cannot be read', async () => {
    const add = () => fixture.run('add', OLD, '--site', 'docs', '--stack', 'staging');
    expect((await add()).status).toBe(2);
    fixture.write(PRODUCTION, 'config: [');
    expect((await add()).status).toBe(3);
    expect(fixture.read(STAGING)).toBe(stagingFile);
  });
});

describe('the other stacks', () => {
  const NEXT = 'npm run domains -- check --stack staging --base base';
  const changeStaging = () => fixture.write(STAGING, stagingFile.replace(/old\.[\w.]+/, 'new.petstore.dev'));

  test.each<[string, () => void, object | undefined, number, number]>([
    ['changed', changeStaging, { change: 'changed', isRefused: false }, 3, 0],
    ['as they were', () => fixture.write(STAGING, `# a comment\n${stagingFile}`), undefined, 0, 0],
    ['with problems', () => fixture.write(STAGING, 'config: ['), { change: 'changed' }, 3, 3],
    ['removed', () => fixture.remove(STAGING), { change: 'removed', isRefused: true }, 1, 1],
  ])('%s: named with what reads them, never healthy', async (_, change, other, unnamed, named) => {
    change();
    const { status, otherStacks } = await checkJson();
    const expected = other === undefined ? [] : [{ stack: 'staging', ...other, command: NEXT }];
    expect([status, otherStacks]).toEqual([unnamed, expected]);
    expect((await check('--stack', 'production')).status).toBe(named);
    const report = await fixture.run('report', '--base', 'base', '--stack', 'production');
    expect([report.status, report.out.includes(NEXT)]).toEqual([named, other !== undefined]);
  });

  test('an unchanged one of a change that is refused: 1', async () => {
    fixture.write(PRODUCTION, withoutZone(productionFile));
    expect((await check('--stack', 'staging')).status).toBe(1);
  });

  test('what reads them has the options that hold for them too, as has what is run after the next deployment', async () => {
    fixture.write(PRODUCTION, withShop);
    changeStaging();
    fixture.write('outputs.json', outputsOf({}));
    const [dir, { resolver }] = [fixture.folder, await fixture.serve(healthyInternet)];
    const given = ['--dir', dir, '--resolver', resolver, '--timeout', '3'];
    const { otherStacks, hosts } = await checkJson(
      ...['--stack', 'production', '--outputs', 'outputs.json', ...given],
    );
    expect(otherStacks[0].command).toBe([NEXT, ...given].join(' '));
    const command = `npm run domains -- records ${SHOP} --stack production ${given.join(' ')}`;
    expect(hosts[0].next[0].command).toBe(command);
  });
});

test('the resolver is silent: 3, and no host is called ready', async () => {
  await fixture.serve(healthyInternet, ({ server }) => (server === '127.0.0.1' ? [] : undefined));
  const { status, hosts } = await readJson('--host', API);
  expect([status, codesOf(hosts[0])]).toEqual([3, ['blocked dns-unreadable']]);
});

test('what a move has left is a note, of all hosts or of the one that is named', async () => {
  const kept = { target: 'gateway', until: '2020-01-01T00:00:00Z' };
  const host = { site: 'docs', role: 'domain', certificate: 'ISSUED', records: [], kept };
  fixture.write('outputs.json', outputsOf({ [API]: host, [OLD]: host }));
  const of = (name: string) => expect.stringMatching(`^${name}:`);
  expect((await readJson('--outputs', 'outputs.json')).notes).toEqual([of(API), of(OLD)]);
  const { notes } = await readJson('--outputs', 'outputs.json', '--host', 'Old.Petstore.example');
  expect(notes).toEqual([of(OLD)]);
});

test("the zones' own servers are not queried with --resolver-only, which is a note", async () => {
  const dns = await fixture.serve(healthyInternet);
  const { status, notes } = await readJson('--resolver-only');
  expect([status, notes.length]).toEqual([0, 1]);
  expect(new Set(dns.queries.map(({ server }) => server))).toEqual(new Set(['127.0.0.1']));
});

test('--root-keys: with the keys of another root, a zone whose signatures have expired does not validate', async () => {
  const [on, signed] = [['127.0.0.21'], {}];
  const expired = { inception: -9e6, expiration: -1e6 };
  const zones = { '': { on, signed }, example: { on, signed } };
  const { anchors } = await fixture.serve({ ...zones, 'petstore.example': { on, signed: expired } });
  const keys = anchors.flatMap((one) => (one.type === 'DS' ? [one.data] : []));
  const lines = keys.map((one) => `. IN DS ${one.keyTag} ${one.algorithm} 2 ${one.digest.toString('hex')}\n`);
  fixture.write('keys', lines.join(''));
  const { status, hosts } = await readJson('--host', OLD, '--root-keys', join(fixture.folder, 'keys'));
  expect([status, codesOf(hosts[0])]).toEqual([1, expect.arrayContaining(['blocked dnssec-bogus'])]);
});

test('progress is shown on a terminal, and is gone at the end', async () => {
  const progress: string[] = [];
  fixture.setIo({ isTerminal: true, progress: (text) => void progress.push(String(text)) });
  await fixture.run('check', '--stack', 'production', '--format', 'json');
  expect(progress).toEqual(['reading DNS', '']);
});
