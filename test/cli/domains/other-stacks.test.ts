// What `check` and `report` say of the other stacks of a change, and of a host or a file that two states of the stacks disagree on.
import { beforeEach, describe, expect, test } from 'vitest';
import { fixtureForEach, healthyInternet, productionFile, stagingFile } from './harness.ts';

const PRODUCTION = 'Pulumi.production.yaml';
const STAGING = 'Pulumi.staging.yaml';
const OLD = 'old.petstore.example';
const withoutOld = productionFile.replace(`    domains:\n      - ${OLD}\n`, '');

const fixture = fixtureForEach({ [PRODUCTION]: productionFile, [STAGING]: stagingFile });
beforeEach(async () => {
  fixture.commit();
  await fixture.serve(healthyInternet);
});

const check = (...args: string[]) => fixture.run('check', '--base', 'base', ...args);
const checkJson = (...args: string[]) => fixture.runJson('check', '--base', 'base', ...args);

describe('a stack whose file is removed', () => {
  test.each(['check', 'report'])('is refused (%s)', async (command) => {
    fixture.remove(STAGING);
    const { status, out, err } = await fixture.run(command, '--base', 'base', '--stack', 'staging');
    expect(status).toBe(2);
    expect(`${out}${err}`).toContain('restore it and remove its hosts first');
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

  test('one whose removal production refuses: 1, until it is confirmed', async () => {
    fixture.write(PRODUCTION, withoutOld);
    expect((await check('--stack', 'staging')).status).toBe(1);
    fixture.write(PRODUCTION, `${withoutOld}  petstore:removals: [${OLD}]\n`);
    expect((await check('--stack', 'staging')).status).toBe(0);
  });
});
