// What `check` and `report` say of the other stacks of a change, and of a host or a file that two states of the stacks disagree on.
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import {
  commandsIn,
  healthyInternet,
  openQuickFixture,
  productionFile,
  type QuickFixture,
  stagingFile,
} from './harness.ts';

const PRODUCTION = 'Pulumi.production.yaml';
const STAGING = 'Pulumi.staging.yaml';
const OLD = 'old.petstore.example';
const withoutOld = productionFile.replace(`    domains:\n      - ${OLD}\n`, '');

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

describe('a stack whose file is removed', () => {
  test.each(['check', 'report'])('is refused (%s)', async (command) => {
    fixture.remove(STAGING);
    const { status, out, err } = await fixture.run(command, '--base', 'base', '--stack', 'staging');
    expect(status).toBe(2);
    expect(`${out}${err}`).toContain('restore it and remove its hosts first');
  });

  test('is refused as JSON, where its file had problems too', async () => {
    fixture.write(STAGING, 'config: [');
    fixture.commit();
    fixture.remove(STAGING);
    const { status, problems } = await checkJson('--stack', 'staging');
    expect([status, problems[0].code]).toEqual([2, 'stack-file-removed']);
  });

  test('has nothing to lose where it had no host', async () => {
    fixture.write(STAGING, 'config: { aws:region: eu-west-1, petstore:plan: pro }');
    fixture.commit();
    fixture.remove(STAGING);
    expect((await checkJson('--stack', 'production')).otherStacks).toEqual([]);
    expect((await fixture.run('report', '--base', 'base')).status).toBe(0);
    expect((await check('--stack', 'staging')).err).toContain('There is no stack "staging"');
  });
});

describe('a host of two stacks', () => {
  const both = stagingFile.replace(`staging.${OLD}`, OLD);

  test('is a problem of both files', async () => {
    fixture.write(STAGING, both);
    for (const stack of ['production', 'staging']) {
      const { status, problems } = await checkJson('--stack', stack);
      expect([status, problems.map(({ code }: { code: string }) => code)]).toEqual([
        2,
        ['host-in-two-stacks'],
      ]);
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

  test('is not known where the other file cannot be read: 3, unless a host is blocked', async () => {
    fixture.write(PRODUCTION, 'config: [');
    const run = () => fixture.run('check', '--stack', 'staging', '--format', 'json');
    const { status, out } = await run();
    const note = expect.stringContaining('not compared with production');
    expect([status, JSON.parse(out).notes]).toEqual([3, [note]]);
    const records = ['staging.petstore.example A 192.0.2.1'];
    await fixture.serve({ ...healthyInternet, 'petstore.example': { on: ['127.0.0.21'], records } });
    expect((await run()).status).toBe(1);
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
  ])(
    '%s: named with what reads them, and never taken for healthy',
    async (_, change, other, unnamed, named) => {
      change();
      const { status, otherStacks } = await checkJson();
      const expected = other === undefined ? [] : [{ stack: 'staging', ...other, command: NEXT }];
      expect([status, otherStacks]).toEqual([unnamed, expected]);
      expect((await check('--stack', 'production')).status).toBe(named);
    },
  );

  test('one that is new, and the local one', async () => {
    fixture.write('Pulumi.local.yaml', productionFile);
    fixture.write('Pulumi.asia.yaml', stagingFile.replaceAll('staging.', 'asia.'));
    const { status, otherStacks } = await checkJson('--stack', 'production', '--dir', '.');
    const command = 'npm run domains -- check --stack asia --base base --dir .';
    expect([status, otherStacks]).toEqual([
      0,
      [{ stack: 'asia', change: 'added', isRefused: false, command }],
    ]);
  });

  test('whose file at the base had problems: whether it removes a host is not known, 3', async () => {
    fixture.write(STAGING, stagingFile.replace('plan: pro', 'plan: pros'));
    fixture.commit();
    fixture.write(STAGING, stagingFile);
    expect((await check('--stack', 'production')).status).toBe(3);
  });

  test('one whose removal production refuses: 1, until it is confirmed', async () => {
    fixture.write(PRODUCTION, withoutOld);
    expect((await check('--stack', 'staging')).status).toBe(1);
    fixture.write(PRODUCTION, `${withoutOld}  petstore:removals: [${OLD}]\n`);
    expect((await check('--stack', 'staging')).status).toBe(0);
  });

  test('the last line is the command that checks every stack of the change', async () => {
    changeStaging();
    const { out } = await fixture.run('check', '--base', 'a;b', '--dir', '.', '--stack', 'production');
    expect(commandsIn(out).at(-1)).toBe("report --base 'a;b' --dir .");
  });

  test.each<[string, string[], (text: string) => string[]]>([
    ['text, behind the problems', [], (text) => commandsIn(text)],
    ['Markdown', ['--format', 'markdown'], (text) => commandsIn(text)],
  ])('are named as well where the stack that is read has problems: %s', async (_, args, commands) => {
    fixture.write(PRODUCTION, productionFile.replace('plan: pro', 'plan: pros'));
    changeStaging();
    const { status, out, err } = await check(...args);
    expect([status, commands(`${out}${err}`)]).toEqual([
      2,
      ['check --stack staging --base base', 'report --base base'],
    ]);
    expect((await check('--host', 'petstore.example', ...args)).out).not.toContain('staging');
  });

  test('as JSON the problems are in place of the hosts', async () => {
    fixture.write(PRODUCTION, productionFile.replace('plan: pro', 'plan: pros'));
    changeStaging();
    const { status, ...model } = await checkJson('--stack', 'production');
    expect([status, model]).toEqual([
      2,
      {
        ...{ stack: 'production', base: 'base', otherStacks: [expect.anything()] },
        problems: [
          {
            ...{ code: 'bad-choice', path: 'petstore:plan', place: { line: 4, column: 3 } },
            ...{ what: expect.any(String), fix: expect.any(String) },
          },
        ],
      },
    ]);
  });
});
