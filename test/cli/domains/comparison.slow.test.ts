// What a comparison with a revision says where one of the two sides is unusual: no file, problems, the project's defaults.
import { mkdirSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import {
  changedFile,
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
afterEach(async () => {
  vi.unstubAllEnvs();
  await fixture.close();
});

const PRODUCTION = 'Pulumi.production.yaml';
const STAGING = 'Pulumi.staging.yaml';
const remove = (name: string) => rmSync(join(fixture.folder, name));
const check = (...args: string[]) => fixture.run('check', '--base', 'base', ...args);
const checkJson = async (...args: string[]) => JSON.parse((await check(...args, '--format', 'json')).out);

describe('hosts that are named', () => {
  beforeEach(() => fixture.write(PRODUCTION, changedFile));

  test('of them, those that the change adds', async () => {
    const hosts = ['--host', 'petstore.example', '--host', 'docs.petstore.dev'];
    const named = await check('--stack', 'production', ...hosts);
    expect(named.out).toContain('production: 1 host added\n');
    expect(named.out).toContain('docs.petstore.dev');
    expect(named.out).not.toContain('old.petstore.example');
    const { out } = await check('--stack', 'production', ...hosts, '--format', 'markdown');
    expect(out).toContain('2 other hosts unchanged.');
  });

  test('none is removed, although the change removes others', async () => {
    const { removed } = await checkJson('--stack', 'production', '--host', 'docs.petstore.dev');
    expect(removed).toEqual([]);
  });
});

test('every host of a file that had problems counts as added, which is noted', async () => {
  fixture.write(STAGING, 'config: [');
  fixture.commit();
  fixture.write(STAGING, stagingFile);
  const { out } = await check('--stack', 'staging');
  expect(out).toMatch(
    /^staging: 3 hosts added\nnote: Pulumi\.staging\.yaml has problems at base: all hosts count as added\n/,
  );
});

test('the defaults of the project count at the base as well', async () => {
  const project = 'name: petstore\nconfig:\n  petstore:ttl: { default: { default: 300 } }\n';
  fixture.write('Pulumi.yaml', project);
  fixture.commit();
  expect((await check('--stack', 'production')).out).toContain(
    'no host added, changed or removed since base',
  );
  fixture.write('Pulumi.yaml', project.replace('300', '600'));
  expect((await check('--stack', 'production')).out).toContain('production: 3 hosts changed\n');
});

test('stack files in a folder below the top of the checkout are compared there', async () => {
  mkdirSync(join(fixture.folder, 'below'));
  fixture.write('below/Pulumi.production.yaml', productionFile);
  fixture.commit();
  fixture.write('below/Pulumi.production.yaml', changedFile);
  const { out } = await check('--stack', 'production', '--dir', 'below');
  expect(out).toMatch(/^production: 4 hosts added, 1 removed\n/);
});

describe('another stack whose file at the base had problems', () => {
  beforeEach(() => {
    fixture.write(STAGING, stagingFile.replace('plan: pro', 'plan: pros'));
    fixture.commit();
  });

  test.each<[string, () => void, string]>([
    ['that are corrected', () => fixture.write(STAGING, stagingFile), 'changed'],
    ['and that is removed', () => remove(STAGING), 'removed'],
  ])('%s: whether it removes a host is not known, which is 3', async (_, change, said) => {
    change();
    const { status, out } = await check('--stack', 'production');
    expect(status).toBe(3);
    expect(out).toContain(
      `Pulumi.staging.yaml is ${said} too, was not looked at, and whether it removes a host is not known: `,
    );
  });
});

test('every other stack is named, by name, each with the folder that was given', async () => {
  fixture.write('Pulumi.zoo.yaml', stagingFile.replaceAll('staging.', 'zoo.'));
  fixture.write('Pulumi.asia.yaml', stagingFile.replaceAll('staging.', 'asia.'));
  remove(STAGING);
  const { otherStacks } = await checkJson('--stack', 'production', '--dir', '.');
  const command = (stack: string) => `npm run domains -- check --stack ${stack} --base base --dir .`;
  expect(otherStacks).toEqual([
    { stack: 'asia', change: 'added', isRefused: false, command: command('asia') },
    { stack: 'staging', change: 'removed', isRefused: false, command: command('staging') },
    { stack: 'zoo', change: 'added', isRefused: false, command: command('zoo') },
  ]);
});

test('a file whose hosts two new stacks have is renamed to the one that has most of them', async () => {
  const names = (stack: string) => stagingFile.replaceAll('staging.', `${stack}.`);
  fixture.write('Pulumi.asia.yaml', names('asia').replace('asia.old.', 'staging.old.'));
  const both = names('europe').replaceAll('primary: europe.', 'primary: staging.');
  fixture.write('Pulumi.europe.yaml', both);
  remove(STAGING);
  const { renamed } = await checkJson('--stack', 'staging');
  expect(renamed).toMatchObject({ from: 'staging', to: 'europe' });
  const [, , line] = renamed.steps as { command: string }[];
  expect(line?.command).toBe('petstore:moving: [staging.api.petstore.example, staging.petstore.example]');
});

test('a new stack beside one that is removed, whose file had problems, is no rename', async () => {
  fixture.write(STAGING, 'config: [');
  fixture.commit();
  remove(STAGING);
  fixture.write('Pulumi.europe.yaml', stagingFile);
  const { out } = await check('--stack', 'europe');
  expect(out).toMatch(/^europe: 3 hosts added\nnote: Pulumi\.europe\.yaml is new since base\n\n/);
});

test('a new stack whose file has problems is no rename either', async () => {
  fixture.write('Pulumi.europe.yaml', stagingFile.replace('plan: pro', 'plan: pros'));
  remove(STAGING);
  const { out } = await check('--stack', 'staging');
  expect(out).toContain('note: Pulumi.staging.yaml is removed since base.');
});

describe('what git cannot do', () => {
  test('there is no git: what it is needed for, and how to do without', async () => {
    vi.stubEnv('PATH', '/nowhere');
    expect(await check('--stack', 'production')).toEqual({
      status: 2,
      out: '',
      err: '✗ --base needs git, which is not on the path.\n  install it, or leave --base out\n',
    });
  });

  test('a repository that is damaged: in its own words, and where to look', async () => {
    fixture.write('.git/config', '[core\n');
    const { status, err } = await check('--stack', 'production');
    expect(status).toBe(2);
    expect(err.replace(/\s+/g, ' ')).toMatch(
      /^✗ Git reads nothing in \S+: bad config line 1 in file \S+config\. see what git says of it: git status/,
    );
  });
});

test('a host that no file can have is refused before anything is read, with what is wrong with it', async () => {
  const { status, out, err } = await fixture.run('check', '--stack', 'production', '--host', 'a b.example');
  expect([status, out]).toEqual([2, '']);
  expect(err).toMatch(/^✗ "a b\.example" /);
});

test('of a stack that declares nothing: none', async () => {
  fixture.write(STAGING, 'config:\n  aws:region: eu-west-1\n  petstore:plan: pro\n');
  const { err } = await fixture.run('check', '--stack', 'staging', '--host', 'x.petstore.example');
  expect(err).toBe('✗ x.petstore.example is not declared in Pulumi.staging.yaml.\n  declared hosts: none\n');
});
