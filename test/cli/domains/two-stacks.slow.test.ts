// A host in the files of two stacks: `check` and `report` say it, and no command makes it so.
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { proposeEdit } from '../../../cli/domains/edit-stack.ts';
import { removeMove } from '../../../infra/config/edit/edit.ts';
import { type DomainsFixture, healthyInternet, openFixture, productionFile } from './harness.ts';

const STAGING = `config:
  aws:region: eu-west-1
  petstore:plan: pro
  petstore:docs: { primary: staging.petstore.example }
`;
const BOTH = STAGING.replace('}', ', domains: [old.petstore.example] }');
const SHARED =
  /13:9 .*"old\.petstore\.example" is also in Pulumi\.staging\.yaml \(line 4, petstore:docs\.domains\[0\]\)/;

let fixture: DomainsFixture;
beforeEach(async () => {
  fixture = openFixture();
  fixture.write('Pulumi.production.yaml', productionFile);
  fixture.write('Pulumi.staging.yaml', STAGING);
  fixture.commit();
  await fixture.serve(healthyInternet);
});
afterEach(() => fixture.close());

test('check ends as with any problem of the config, also with another problem of it', async () => {
  fixture.write('Pulumi.staging.yaml', BOTH);
  const { status, err } = await fixture.run('check', '--stack', 'production');
  expect(status).toBe(2);
  expect(err).toContain('Pulumi.production.yaml has 1 problem.');
  expect(err).toMatch(SHARED);
  fixture.write('Pulumi.production.yaml', productionFile.replace('plan: pro', 'plan: pros'));
  const both = await fixture.run('check', '--stack', 'production');
  expect(both.err).toContain('has 2 problems.');
  expect(both.err.indexOf('petstore:plan')).toBeLessThan(both.err.indexOf('is also in'));
});

/** The commands of a text that remove a host, as arguments. */
const removals = (text: string) =>
  [...text.matchAll(/npm run domains -- (remove [\w. -]*)/g)].map(([, command = '']) => command.split(' '));

test('report says it of each of the two stacks, with one fix, of the stack that the change adds it to', async () => {
  fixture.write('Pulumi.staging.yaml', BOTH);
  const { status, out } = await fixture.run('report', '--base', 'base');
  expect(status).toBe(2);
  expect(out.match(/the config has 1 problem\n\nUntil it is fixed,/g)).toHaveLength(2);
  expect(out).toContain('is also in Pulumi.staging.yaml');
  expect(out).toContain('is also in Pulumi.production.yaml');
  expect(out).toContain('Fix: one of the two files gives the host up: do it once, as under staging.');
  const commands = removals(out);
  expect(commands).toEqual([['remove', 'old.petstore.example', '--stack', 'staging']]);
  for (const command of commands) expect((await fixture.run(...command)).status).toBe(0);
  expect(fixture.read('Pulumi.production.yaml')).toBe(productionFile);
  expect((await fixture.run('report', '--base', 'base')).status).toBe(0);
});

test('the same where production is the one that adds it: nothing is listed as a removal of what it never had', async () => {
  fixture.write('Pulumi.production.yaml', `${productionFile}      - staging.petstore.example\n`);
  const { out } = await fixture.run('report', '--base', 'base');
  const commands = removals(out);
  expect(commands).toEqual([['remove', 'staging.petstore.example', '--stack', 'production']]);
  const { out: removed } = await fixture.run(...(commands[0] ?? []));
  expect(removed).toContain('not listed in petstore:removals, as it was never deployed');
  expect(removed).not.toContain('links to it');
  expect(fixture.read('Pulumi.production.yaml')).toBe(productionFile);
});

test.each(['both have', 'neither has'])('%s it at the base: one fix all the same', async (who) => {
  fixture.write('Pulumi.staging.yaml', BOTH);
  if (who === 'both have') fixture.commit();
  else fixture.git('update-ref', 'refs/tags/base', fixture.git('commit-tree', '-m', 'e', EMPTY_TREE).trim());
  const { out } = await fixture.run('report', '--base', 'base');
  expect(removals(out)).toEqual([['remove', 'old.petstore.example', '--stack', 'staging']]);
  expect(out).toContain('do it once, as under production');
});

test.each(['added', 'both have', 'neither has'])(
  'check --base gives the fixes of the report, in either stack: %s',
  async (who) => {
    fixture.write('Pulumi.staging.yaml', STAGING.replace('staging.petstore.example', 'petstore.example'));
    if (who === 'both have') fixture.commit();
    if (who === 'neither has')
      fixture.git('update-ref', 'refs/tags/base', fixture.git('commit-tree', '-m', 'e', EMPTY_TREE).trim());
    const fixes = (text: string) =>
      [...text.matchAll(/npm run domains -- ((?:remove|move) [\w. -]*)/g)].map(([, command]) => command);
    const mover = who === 'added' ? 'staging' : 'production';
    const move = `move petstore.example --stack ${mover} --site docs --write`;
    const expected = ['remove petstore.example --stack staging', move];
    expect(fixes((await fixture.run('report', '--base', 'base')).out)).toEqual(expected);
    for (const stack of ['staging', 'production']) {
      expect(fixes((await fixture.run('report', '--base', 'base', '--stack', stack)).out)).toEqual(expected);
      const { status, err } = await fixture.run('check', '--stack', stack, '--base', 'base');
      expect([status, fixes(err)]).toEqual([2, expected]);
      if (who === 'added') expect(err).toContain('and production had this one');
    }
  },
);

describe('with another problem of the file, an unconfirmed removal is told in the same run', () => {
  const changed = productionFile
    .replace(/ {4}domains:\n.*\n/, '')
    .replace('primary: api.', 'primary: shared.');
  const LINE = 'petstore:removals: [api.petstore.example, old.petstore.example]';

  test('report and check', async () => {
    fixture.write('Pulumi.production.yaml', changed);
    fixture.write('Pulumi.staging.yaml', STAGING.replace('staging.', 'shared.'));
    const { status, out } = await fixture.run('report', '--base', 'base');
    expect(status).toBe(2);
    expect(out).toContain(
      '❌ Domains of production: the config has 3 problems (**2 removals not confirmed**)',
    );
    expect(out).toContain(`production refuses to remove "old.petstore.example"`);
    expect(out).toContain(`\`${LINE}\``);
    const check = await fixture.run('check', '--stack', 'production', '--base', 'base');
    expect(check.err).toContain('Pulumi.production.yaml has 3 problems.');
    const last = `${changed}  ${LINE}`.split('\n').length;
    expect(check.err).toContain(
      `  ${last}:3  petstore:removals     production refuses to remove "old.petstore.example"`,
    );
    // As it is printed, it works.
    fixture.write('Pulumi.production.yaml', `${changed}  ${LINE}\n`);
    expect((await fixture.run('report', '--base', 'base')).out).not.toContain('not confirmed');
  });

  test('not where the outputs say that it was never deployed, nor where the problem may hide the host', async () => {
    fixture.write('Pulumi.production.yaml', changed.replace('plan: pro', 'plan: pros'));
    const check = (...args: string[]) =>
      fixture.run('check', '--stack', 'production', '--base', 'base', ...args);
    expect((await check()).err).toContain('production refuses to remove "api.petstore.example"');
    fixture.write('outputs.json', '{"hosts":{}}');
    expect((await check('--outputs', 'outputs.json')).err).not.toContain('refuses to remove');
    fixture.write('Pulumi.production.yaml', changed.replace('primary: shared.', 'primary: a_b.'));
    expect((await check()).err).not.toContain('refuses to remove "api.petstore.example"');
  });
});

test('report shows the commands of a fix as code: no backslash is pasted with one', async () => {
  const to = 'https://pets.example/a_b*c';
  const redirect = (primary: string) =>
    `{ primary: ${primary}, redirects: [{ from: r.example, to: "${to}", status: 301 }] }`;
  const file = (primary: string) => STAGING.replace(/\{.*\}/, redirect(primary));
  fixture.write('Pulumi.production.yaml', file('petstore.example'));
  fixture.write('Pulumi.staging.yaml', file('staging.petstore.example'));
  const { out } = await fixture.run('report', '--base', 'base');
  expect(out).toContain('remove it there (`npm run domains -- remove r.example --stack staging`), or');
  expect(out).toContain(
    `(\`npm run domains -- move r.example --stack production --site docs --redirect-to '${to}' --write\`)`,
  );
});

/** In every repository (git hash-object -t tree /dev/null). */
const EMPTY_TREE = '4b825dc642cb6eb9a060e54bf8d69288fbee4904';

test('a change that moves the host from one file to the other is no problem', async () => {
  fixture.write('Pulumi.staging.yaml', BOTH);
  fixture.write('Pulumi.production.yaml', productionFile.replace(/ {4}domains:\n.*\n/, ''));
  expect((await fixture.run('report', '--base', 'base')).out).not.toContain('is also in');
});

test('add refuses a host of another stack, and the printed command frees it', async () => {
  const add = ['add', 'old.petstore.example', '--site', 'docs', '--stack', 'staging'];
  const { status, err } = await fixture.run(...add);
  expect(status).toBe(2);
  expect(fixture.read('Pulumi.staging.yaml')).toBe(STAGING);
  const remove = /npm run domains -- (remove [^)]*)\)/.exec(err)?.[1]?.split(' ') ?? [];
  expect((await fixture.run(...remove)).status).toBe(0);
  expect((await fixture.run(...add)).status).toBe(0);
});

test('move takes it over while the other stack has it, without a problem', async () => {
  const records = ['old.petstore.example CNAME shops.platform.example'];
  await fixture.serve({ 'petstore.example': { on: ['127.0.0.21'], records } });
  const add = await fixture.run('add', 'old.petstore.example', '--site', 'docs', '--stack', 'staging');
  const move = /npm run domains -- (move [^)]*)\)/.exec(add.err)?.[1]?.split(' ') ?? [];
  await fixture.run(...move);
  expect(fixture.read('Pulumi.staging.yaml')).toContain('petstore:moving: [old.petstore.example]');
  expect((await fixture.run('check', '--stack', 'staging')).err).not.toContain('is also in');
});

test('a file that has such a host can still be edited', async () => {
  fixture.write('Pulumi.staging.yaml', BOTH);
  const args = ['add', 'new.petstore.example', '--site', 'docs', '--stack', 'staging'];
  expect((await fixture.run(...args)).status).toBe(0);
});

test('the printed commands free a primary, one after the other as they are pasted', async () => {
  fixture.write('Pulumi.staging.yaml', STAGING.replace('staging.petstore.example', 'petstore.example'));
  const { status, err } = await fixture.run('check', '--stack', 'staging');
  expect(status).toBe(2);
  const [, line = ''] = /then remove it \(([^)]*)\)/.exec(err.replace(/\s+/g, ' ')) ?? [];
  const commands = line.split(' && ').map((one) => one.replace('npm run domains -- ', '').split(' '));
  expect(commands.map(([verb]) => verb)).toEqual(['primary', 'remove']);
  for (const command of commands) expect((await fixture.run(...command)).status).toBe(0);
  expect((await fixture.run('check', '--stack', 'staging')).err).not.toContain('is also in');
});

test('the printed move of a primary says what it needs, and works with it', async () => {
  const records = ['petstore.example A 192.0.2.1'];
  await fixture.serve({ 'petstore.example': { on: ['127.0.0.21'], records } });
  fixture.write('Pulumi.staging.yaml', STAGING.replace('staging.petstore.example', 'petstore.example'));
  const { err } = await fixture.run('check', '--stack', 'staging');
  const text = err.replace(/\s+/g, ' ');
  expect(text).toContain('which needs live DNS and, where staging declares the host, its outputs');
  const move = /npm run domains -- (move [^)]*)\)/.exec(text)?.[1]?.split(' ') ?? [];
  fixture.write('outputs.json', '{"hosts":{}}');
  expect((await fixture.run(...move, '--outputs', 'outputs.json')).status).toBe(1);
  expect(fixture.read('Pulumi.staging.yaml')).toContain('petstore:moving: [petstore.example]');
  expect((await fixture.run('check', '--stack', 'staging')).err).not.toContain('is also in');
});

test('a redirect of another stack moves here as one', async () => {
  const staging = STAGING.replace(
    '}',
    ', redirects: [{ from: old.petstore.example, to: staging.petstore.example, status: 301 }] }',
  );
  fixture.write('Pulumi.staging.yaml', staging);
  const records = ['old.petstore.example CNAME shops.platform.example'];
  await fixture.serve({ 'petstore.example': { on: ['127.0.0.21'], records } });
  fixture.write('Pulumi.production.yaml', productionFile.replace(/ {4}domains:\n.*\n/, ''));
  const args = ['old.petstore.example', '--site', 'docs', '--redirect-to', 'petstore.example'];
  const { err } = await fixture.run('add', ...args, '--stack', 'production');
  const move = /npm run domains -- (move [^)]*)\)/.exec(err.replace(/\s+/g, ' '))?.[1]?.split(' ') ?? [];
  await fixture.run(...move);
  expect(fixture.read('Pulumi.production.yaml')).toMatch(
    /from: old\.petstore\.example, to: petstore\.example/,
  );
});

const TAB = BOTH.replace('  petstore:docs', '\tpetstore:docs');
const NOTE = /not compared with staging: Pulumi\.staging\.yaml cannot be read \(line 4: Tabs are not allowed/;

test('check: a file that cannot be read is named, and nothing is called certain', async () => {
  fixture.write('Pulumi.staging.yaml', TAB);
  const { status, out } = await fixture.run('check', '--stack', 'production');
  expect(status).toBe(3);
  expect(out.replace(/\s+/g, ' ')).toMatch(NOTE);
  expect(out).toContain('Whether a host is in two stacks is not known');
  const json = await fixture.run('check', '--stack', 'production', '--format', 'json');
  expect(JSON.parse(json.out).notes).toEqual([expect.stringMatching(NOTE)]);
  const markdown = await fixture.run('check', '--stack', 'production', '--format', 'markdown');
  expect(markdown.out).toContain('> not compared with staging');
});

test('check: a host that is blocked is known, whatever the other file has', async () => {
  fixture.write('Pulumi.staging.yaml', TAB);
  const records = ['old.petstore.example A 192.0.2.1'];
  await fixture.serve({ ...healthyInternet, 'petstore.example': { on: ['127.0.0.21'], records } });
  expect((await fixture.run('check', '--stack', 'production')).status).toBe(1);
});

test('report: the note is beside the problem of the other file', async () => {
  fixture.write('Pulumi.staging.yaml', TAB);
  const { status, out } = await fixture.run('report', '--base', 'base');
  expect(status).toBe(2);
  expect(out).toContain('> not compared with staging');
  const one = await fixture.run('report', '--base', 'base', '--stack', 'production');
  expect(one.status).toBe(3);
});

test('add writes nothing while a file that may have the host cannot be read', async () => {
  fixture.write('Pulumi.staging.yaml', TAB);
  const args = ['add', 'new.petstore.example', '--site', 'docs', '--stack', 'production'];
  const { status, out, err } = await fixture.run(...args);
  expect([status, out]).toEqual([3, '']);
  expect(err).toContain(
    'Pulumi.production.yaml was not changed: another stack may have new.petstore.example',
  );
  expect(err.replace(/\s+/g, ' ')).toMatch(NOTE);
  expect(err).toContain('\n  correct that file first, then repeat this\n');
  expect(fixture.read('Pulumi.production.yaml')).toBe(productionFile);
});

test('the end of a move: from then on the host is of one stack, and its old one cannot be read', () => {
  fixture.write('Pulumi.staging.yaml', TAB);
  fixture.write('Pulumi.production.yaml', `${productionFile}  petstore:moving: [old.petstore.example]\n`);
  const edit = () =>
    proposeEdit({ folder: fixture.folder, stack: 'production' }, (file) =>
      removeMove(file, 'old.petstore.example'),
    );
  expect(edit).toThrow('another stack may have old.petstore.example too');
  fixture.write('Pulumi.staging.yaml', STAGING);
  expect(edit().text).toBe(productionFile);
});

test('what adds no host is not refused for it: a redirect in place of a host, a removal, a host that moves in', async () => {
  fixture.write('Pulumi.staging.yaml', TAB);
  const edit = (line: string) => fixture.run(...line.split(' '), '--stack', 'production');
  const lines = [
    'add old.petstore.example --site docs --redirect-to petstore.example',
    'primary old.petstore.example',
    'remove petstore.example',
  ];
  for (const line of lines) expect([line, (await edit(line)).status]).toEqual([line, 0]);
  await fixture.serve({
    'petstore.example': {
      on: ['127.0.0.21'],
      records: ['new.petstore.example CNAME shops.platform.example'],
    },
  });
  await edit('move new.petstore.example --site docs --write');
  expect(fixture.read('Pulumi.production.yaml')).toContain('petstore:moving: [new.petstore.example]');
});

test('a local file that cannot be read changes nothing', async () => {
  fixture.write('Pulumi.local.yaml', TAB);
  const { status, out } = await fixture.run('check', '--stack', 'production');
  expect([status, out]).toEqual([0, expect.not.stringContaining('not compared')]);
});
