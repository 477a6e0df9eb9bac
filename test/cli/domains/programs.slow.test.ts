// What other programs make of the commands: the git of this machine as they ask it, the printed commands as a shell runs them, the zone file as BIND
// reads it where it is installed, a reader that goes away, and signals.
import { execFileSync, spawnSync } from 'node:child_process';
import { readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { beforeEach, describe, expect, test, vi } from 'vitest';
import { systemGit } from '../../../cli/domains/git.ts';
import { nodeArguments } from '../../npm-script.ts';
import { startProcess } from '../../run-process.ts';
import { temporaryFolder } from '../folder.ts';
import { fixtureForEach, productionFile } from './harness.ts';

const FILE = 'Pulumi.production.yaml';
const HOST = 'new.petstore.dev';

const fixture = fixtureForEach();
let bare: string;
beforeEach(() => {
  fixture.setIo({ git: systemGit });
  fixture.write(FILE, productionFile);
  bare = temporaryFolder();
});

const git = (...args: string[]) =>
  execFileSync('git', ['-c', 'user.name=t', '-c', 'user.email=t@example.test', ...args], {
    ...{ cwd: fixture.folder, stdio: 'pipe', encoding: 'utf8' },
  });

function commit(): void {
  git('init', '-q', '-b', 'main', '.');
  git('add', '-A');
  git('commit', '-qm', 'base');
  git('tag', '-f', 'base');
}

describe('a revision', () => {
  const baseOf = (revision = 'base') => systemGit.baseOf(fixture.folder, revision);

  test('has files, also of a folder below the top of the checkout', async () => {
    fixture.write('below/Pulumi.staging.yaml', 'config: {}\n');
    commit();
    expect(await baseOf()).toBe(git('rev-parse', 'base').trim());
    const below = join(fixture.folder, 'below');
    expect(await systemGit.filesAt(below, 'base')).toEqual(['Pulumi.staging.yaml']);
    expect(await systemGit.fileAt(below, 'base', 'Pulumi.staging.yaml')).toBe('config: {}\n');
    expect(await systemGit.fileAt(below, 'base', FILE)).toBeUndefined();
  });

  test('whose files git does not have, as in a partial clone without its remote, is refused: each removal would be missed', async () => {
    commit();
    const fileAt = () => systemGit.fileAt(fixture.folder, 'base', FILE);
    for (const [lost, what] of [
      [`base:${FILE}`, `${FILE} at base`],
      ['base^{tree}', fixture.folder],
    ] as const) {
      const id = git('rev-parse', lost).trim();
      rmSync(join(fixture.folder, '.git/objects', id.slice(0, 2), id.slice(2)));
      await expect(fileAt()).rejects.toThrow(`Git cannot read ${what}: `);
    }
  });

  test('that is ahead of the branch counts as it was when the branch left it; without a common commit, as it is', async () => {
    commit();
    git('switch', '-qc', 'shop');
    git('commit', '-q', '--allow-empty', '-m', 'of the branch');
    git('switch', '-q', 'main');
    git('commit', '-q', '--allow-empty', '-m', 'of a colleague');
    git('switch', '-q', 'shop');
    const left = git('rev-parse', 'base').trim();
    expect(await baseOf('main')).toBe(left);
    git('switch', '-q', '--orphan', 'unrelated');
    git('commit', '-q', '--allow-empty', '-m', 'unrelated');
    expect(await baseOf('main')).toBe(git('rev-parse', 'main').trim());
  });

  test.each<[string, string, () => void, string?]>([
    ['that is not there', 'Git has no revision "--output=x" here.', commit, '--output=x'],
    ['outside of a repository', 'not a git repository', () => undefined],
    ['in a repository that is damaged', 'bad config line', damaged],
    ['without git', 'leave --base out', () => vi.stubEnv('PATH', '/nowhere')],
  ])('%s is refused with what to do', async (_, message, prepare, revision) => {
    prepare();
    await expect(baseOf(revision)).rejects.toThrow(message);
  });
});

function damaged(): void {
  commit();
  fixture.write('.git/config', '[core\n');
}

/** A repository whose default branch is `trunk`, as a clone knows it. */
function cloned(): void {
  commit();
  git('branch', '-M', 'trunk');
  git('init', '-q', '--bare', bare);
  git('remote', 'add', 'origin', bare);
  git('push', '-qu', 'origin', 'trunk');
  git('symbolic-ref', 'refs/remotes/origin/HEAD', 'refs/remotes/origin/trunk');
}

const BRANCH = ['switch', '-qc', 'shop'];
const NO_HEAD = ['remote', 'set-head', 'origin', '--delete'];
const FORK = ['remote', 'add', 'fork', '.'];

test.each<[string, string[][], object]>([
  ['a clone', [], { branch: undefined, remote: 'origin', isTracked: true }],
  ['a branch of it', [BRANCH], { branch: 'shop', isChanged: false }],
  ['a default branch of another name, which no clone recorded', [NO_HEAD], { branch: 'trunk' }],
  ['a branch with its own', [FORK, BRANCH, ['config', 'branch.shop.remote', 'fork']], { remote: 'fork' }],
])('a checkout: %s', async (_, commands, expected) => {
  cloned();
  for (const command of commands) git(...command);
  expect(await systemGit.checkout(fixture.folder, FILE)).toMatchObject(expected);
});

test('without a clone: no checkout, one without a commit, one without a remote, one with a change', async () => {
  const read = () => systemGit.checkout(fixture.folder, FILE);
  expect(await read()).toBeUndefined();
  git('init', '-q', '-b', 'main', '.');
  expect(await read()).toMatchObject({ isTracked: false, isChanged: true });
  commit();
  expect(await read()).toMatchObject({ remote: undefined, isTracked: true, isChanged: false });
  fixture.write(FILE, 'x');
  expect(await read()).toMatchObject({ isTracked: true, isChanged: true });
});

test('the commands that an edit prints bring it to the remote', async () => {
  cloned();
  for (const who of ['AUTHOR', 'COMMITTER']) {
    vi.stubEnv(`GIT_${who}_NAME`, 't');
    vi.stubEnv(`GIT_${who}_EMAIL`, 't@example.test');
  }
  const { out } = await fixture.run('add', HOST, '--site', 'docs', '--stack', 'production');
  const lines = out.split('\n').map((line) => line.replace(/^ {2}(next| {4}) {4}/, ''));
  const script = lines.filter((line) => line.startsWith('git ')).join('\n');
  execFileSync('sh', ['-ec', script], { cwd: fixture.folder, stdio: 'pipe' });
  const head = git('rev-parse', 'HEAD').trim();
  expect(git('ls-remote', '--heads', bare)).toContain(`${head}\trefs/heads/add-${HOST}`);
});

// Debian: bind9-utils.
test.skipIf(spawnSync('named-checkzone', ['-v']).status !== 0)('named-checkzone loads it', () => {
  const sample = join(import.meta.dirname, '../../golden/domains/records-zone.txt');
  const soa = '@ 3600 IN SOA ns.partner.example. admin.partner.example. 1 7200 900 1209600 300';
  const zone = `${soa}\n@ 3600 IN NS ns.elsewhere.example.\n${readFileSync(sample, 'utf8')}`;
  const args = ['-D', '-i', 'none', 'partner.example', join(temporaryFolder({ zone }), 'zone')];
  const { status, stdout } = spawnSync('named-checkzone', args, { encoding: 'utf8' });
  expect([status, stdout.match(/IN (CNAME|HTTPS)\s/g)?.length]).toEqual([0, 5]);
});

const start = (args: readonly string[], cwd: string) =>
  startProcess(process.execPath, [...nodeArguments('domains'), ...args], {
    cwd,
    env: { ...process.env, NO_COLOR: '1' },
  });

test('a reader that closes the pipe is not an error', async () => {
  const { child, ended } = start(['check', '--help'], '.');
  child.stdout?.destroy();
  expect(await ended).toMatchObject({ status: 0, err: '' });
});

test.each(['SIGINT', 'SIGTERM'] as const)('%s ends the domains page, with 0', async (signal) => {
  const { child, ended } = start(['open'], fixture.folder);
  child.stdout?.once('data', () => child.kill(signal));
  expect(await ended).toMatchObject({ status: 0, out: expect.stringContaining('http:'), err: '' });
});
