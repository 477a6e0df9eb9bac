// `check --base` reads one stack: what the change does to the files of the others is named, and never passes for healthy.
import { rmSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { READ_ALL } from '../../../cli/domains/formats/text.ts';
import {
  type DomainsFixture,
  healthyInternet,
  openCommitted,
  productionFile,
  stagingFile,
} from './harness.ts';

let fixture: DomainsFixture;
beforeEach(async () => {
  fixture = openCommitted();
  await fixture.serve(healthyInternet);
});
afterEach(() => fixture.close());

const remove = (stack: string) => rmSync(join(fixture.folder, `Pulumi.${stack}.yaml`));
const check = (...args: string[]) => fixture.run('check', '--base', 'base', ...args);
const changeStaging = () =>
  fixture.write('Pulumi.staging.yaml', stagingFile.replace(/old\.[\w.]+/, 'new.staging.petstore.example'));
const NEXT = 'npm run domains -- check --stack staging --base base';

test('a changed one: its command is named, and 3 where no stack was', async () => {
  changeStaging();
  const { status, out } = await check();
  expect(status).toBe(3);
  expect(out).toContain(`Pulumi.staging.yaml is changed too, and was not looked at: ${NEXT}\n`);
  const named = await check('--stack', 'production');
  expect([named.status, named.out]).toEqual([0, expect.stringContaining(NEXT)]);
  const json = JSON.parse((await check('--format', 'json')).out) as { otherStacks: object[] };
  expect(json.otherStacks).toEqual([
    { stack: 'staging', change: 'changed', isRefused: false, command: NEXT },
  ]);
  expect((await check('--format', 'markdown')).out).toContain(`not looked at: \`${NEXT}\``);
});

test('one that is new, or has problems, is named as well', async () => {
  fixture.write('Pulumi.europe.yaml', stagingFile.replaceAll('staging.', 'europe.'));
  fixture.write('Pulumi.staging.yaml', stagingFile.replace('plan: pro', 'plan: pros'));
  const { status, out } = await check();
  expect(status).toBe(3);
  expect(out).toContain('Pulumi.europe.yaml is added too, and was not looked at: ');
  expect(out).toContain(
    'Pulumi.staging.yaml is changed too, was not looked at, and whether it removes a host is not known: ',
  );
});

test('what the files do not tell is not told as false, and is 3 also where another stack is named', async () => {
  fixture.write('Pulumi.europe.yaml', 'config: [');
  fixture.write('Pulumi.staging.yaml', 'config: [');
  const { status, out } = await check('--stack', 'production', '--format', 'json');
  const refused = (JSON.parse(out) as { otherStacks: { stack: string; isRefused?: boolean }[] }).otherStacks;
  expect(status).toBe(3);
  expect(refused.map(({ stack, isRefused }) => [stack, isRefused])).toEqual([
    ['europe', false],
    ['staging', undefined],
  ]);
  rmSync(join(fixture.folder, 'Pulumi.europe.yaml'));
  fixture.write('Pulumi.staging.yaml', stagingFile);
  expect((await check('--stack', 'production')).status).toBe(0);
});

describe('where the stack that is read has problems itself', () => {
  const broken = (text: string) => text.replace('plan: pro', 'plan: pros');
  const NOT_READ = `Pulumi.staging.yaml is changed too, was not looked at, and whether it removes a host is not known: ${NEXT}\n`;
  beforeEach(() => {
    fixture.write('Pulumi.production.yaml', broken(productionFile));
    fixture.write('Pulumi.staging.yaml', broken(stagingFile));
  });

  test('text: the others and the command for all are named behind the problems, on standard error', async () => {
    const { status, out, err } = await check();
    expect([status, out]).toEqual([2, '']);
    expect(err).toContain('✗ Pulumi.production.yaml has 1 problem.');
    expect(err.endsWith(`${NOT_READ}${READ_ALL}: npm run domains -- report --base base\n`)).toBe(true);
    expect((await check('--host', 'petstore.example')).err).not.toContain('not looked at');
  });

  test('JSON: the problems are on standard output, in place of the hosts', async () => {
    const { status, out, err } = await check('--format', 'json', '--stack', 'production');
    expect([status, err]).toEqual([2, '']);
    expect(JSON.parse(out)).toEqual({
      stack: 'production',
      base: 'base',
      problems: [
        {
          code: 'bad-choice',
          path: 'petstore:plan',
          place: { line: 4, column: 3 },
          what: '"pros" is not allowed',
          fix: expect.stringContaining('pro'),
        },
      ],
      otherStacks: [{ stack: 'staging', change: 'changed', command: NEXT }],
    });
    const alone = await fixture.run('check', '--format', 'json', '--stack', 'production');
    expect([alone.status, Object.keys(JSON.parse(alone.out))]).toEqual([2, ['stack', 'problems']]);
  });

  test('Markdown: as the report has them, on standard output', async () => {
    const { status, out, err } = await check('--format', 'markdown', '--stack', 'production');
    expect([status, err]).toEqual([2, '']);
    expect(out).toContain('### ❌ Domains of production: the config has 1 problem\n');
    expect(out).toContain('- line 4, column 3: `petstore:plan` "pros"');
    expect(out).toContain(`whether it removes a host is not known: \`${NEXT}\``);
    expect(out).toContain('To check all stacks of the change: `npm run domains -- report --base base`');
  });
});

test('a removed one has the status that report gives production, and 3 else, also where a stack is named', async () => {
  remove('production');
  const production = await check('--stack', 'staging');
  expect(production.status).toBe(1);
  expect(production.out).toContain('Pulumi.production.yaml is removed too, and production refuses a removal');
  expect((await fixture.run('report', '--base', 'base')).status).toBe(1);
  fixture.write('Pulumi.production.yaml', productionFile);
  remove('staging');
  expect((await check('--stack', 'production')).status).toBe(3);
});

test('a removal that production refuses is 1, also where another stack is named', async () => {
  const less = productionFile.replace('    domains:\n      - old.petstore.example\n', '');
  fixture.write('Pulumi.production.yaml', less);
  expect((await check('--stack', 'staging')).status).toBe(1);
  fixture.write('Pulumi.production.yaml', `${less}  petstore:removals: [old.petstore.example]\n`);
  expect((await check('--stack', 'staging')).status).toBe(0);
});

test('none where the others declare what they did, where hosts are named, and of the local stack', async () => {
  fixture.write('Pulumi.staging.yaml', `# a comment\n${stagingFile}`);
  fixture.write('Pulumi.local.yaml', productionFile);
  const { status, out } = await check();
  expect([status, out]).toEqual([0, expect.not.stringContaining('not looked at')]);
  changeStaging();
  const host = await check('--host', 'petstore.example');
  expect([host.status, host.out]).toEqual([0, expect.not.stringContaining('not looked at')]);
});

test('the last line is the command that checks every stack of the change', async () => {
  fixture.git('tag', 'a;b');
  changeStaging();
  const { out } = await fixture.run('check', '--base', 'a;b', '--dir', '.', '--stack', 'production');
  expect(out.split('\n').at(-2)).toBe(
    "To check all stacks of the change: npm run domains -- report --base 'a;b' --dir .",
  );
  const report = await fixture.run('report', '--base', 'a;b', '--dir', '.');
  expect([report.status, report.out]).toEqual([0, expect.stringContaining('new.staging.petstore.example')]);
});

test('the printed command works from where it was printed', async () => {
  changeStaging();
  const { out } = await check();
  const [, ...args] = /domains -- (check .*)/.exec(out)?.[1]?.split(' ') ?? [];
  const { out: staging } = await fixture.run('check', ...args);
  expect(staging).toContain('staging: ');
  expect(staging).toContain('new.staging.petstore.example');
});
