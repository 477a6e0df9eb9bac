// The git of this machine as the commands ask it, and the printed commands as a shell runs them.
import { execFileSync } from 'node:child_process';
import { chmodSync, mkdirSync, mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { systemGit } from '../../../cli/domains/git.ts';
import type { MoveFacts } from '../../../cli/domains/move/facts.ts';
import { deletedLine } from '../../../cli/domains/move/on-local-cloud.ts';
import { type DomainsFixture, openFixture, productionFile } from './harness.ts';

const FILE = 'Pulumi.production.yaml';
const HOST = 'new.petstore.dev';

let fixture: DomainsFixture;
let bare: string;
beforeEach(() => {
  fixture = openFixture();
  fixture.write(FILE, productionFile);
  bare = mkdtempSync(join(tmpdir(), 'petstore-remote-'));
});
afterEach(async () => {
  vi.unstubAllEnvs();
  await fixture.close();
  rmSync(bare, { recursive: true, force: true });
});

const shell = (script: string) =>
  execFileSync('sh', ['-ec', script], { cwd: fixture.folder, stdio: 'pipe', encoding: 'utf8' });

describe('a revision', () => {
  const assert = (revision = 'base') => systemGit.assertRevision(fixture.folder, revision);

  test('has files, also of a folder below the top of the checkout', async () => {
    mkdirSync(join(fixture.folder, 'below'));
    fixture.write('below/Pulumi.staging.yaml', 'config: {}\n');
    fixture.commit();
    await assert();
    const below = join(fixture.folder, 'below');
    expect(await systemGit.filesAt(below, 'base')).toEqual(['Pulumi.staging.yaml']);
    expect(await systemGit.fileAt(below, 'base', 'Pulumi.staging.yaml')).toBe('config: {}\n');
    expect(await systemGit.fileAt(below, 'base', FILE)).toBeUndefined();
    expect(await systemGit.filesAt(below, 'none')).toEqual([]);
  });

  test.each(['origin/main', '--output=x'])('that is not there: %s', async (revision) => {
    fixture.commit();
    await expect(assert(revision)).rejects.toThrow(`Git has no revision "${revision}" here.`);
  });

  test('outside of a repository, whatever the language of the user is', async () => {
    const german = "echo 'Schwerwiegend: Kein Git-Repository' >&2";
    const english = "echo 'fatal: not a git repository' >&2";
    await expect(assert()).rejects.toThrow('is not in a git repository');
    fixture.write('git', `#!/bin/sh\nif [ "$LC_ALL" = C ]; then ${english}; else ${german}; fi\nexit 128\n`);
    chmodSync(join(fixture.folder, 'git'), 0o755);
    vi.stubEnv('PATH', `${fixture.folder}:${process.env.PATH}`);
    vi.stubEnv('LC_ALL', 'de_DE.UTF-8');
    await expect(assert()).rejects.toThrow('is not in a git repository');
  });

  test("in another user's clone: the exception that git offers", async () => {
    fixture.commit();
    // Git's own switch for its tests of this refusal (git, t/t0033-safe-directory.sh).
    vi.stubEnv('GIT_TEST_ASSUME_DIFFERENT_OWNER', '1');
    await expect(assert()).rejects.toThrow('git config --global --add safe.directory');
  });

  test('in a repository that is damaged: where to look', async () => {
    fixture.commit();
    fixture.write('.git/config', '[core\n');
    await expect(assert()).rejects.toThrow('git status');
  });

  test('without git: how to do without', async () => {
    vi.stubEnv('PATH', '/nowhere');
    await expect(assert()).rejects.toThrow('leave --base out');
    expect(await systemGit.checkout(fixture.folder, FILE)).toBeUndefined();
  });
});

/** A repository whose default branch is `trunk`, as a clone knows it. */
function cloned(): void {
  fixture.commit();
  fixture.git('branch', '-M', 'trunk');
  fixture.git('init', '-q', '--bare', bare);
  fixture.git('remote', 'add', 'origin', bare);
  fixture.git('push', '-qu', 'origin', 'trunk');
  fixture.git('symbolic-ref', 'refs/remotes/origin/HEAD', 'refs/remotes/origin/trunk');
}

const BRANCH = ['switch', '-qc', 'shop'];
const NO_HEAD = ['remote', 'set-head', 'origin', '--delete'];
const FORK = ['remote', 'add', 'fork', '.'];

test.each<[string, string[][], object]>([
  ['a clone', [], { branch: undefined, isPushed: false, remote: 'origin', isTracked: true, hasCommit: true }],
  ['a branch of it', [BRANCH], { branch: 'shop', isPushed: false, isChanged: false }],
  [
    'a branch that was pushed',
    [BRANCH, ['push', '-qu', 'origin', 'shop']],
    { branch: 'shop', isPushed: true },
  ],
  ['no branch', [['switch', '-q', '--detach']], { branch: undefined }],
  ['a default branch of another name, which no clone recorded', [NO_HEAD], { branch: 'trunk' }],
  ['a usual one', [NO_HEAD, ['branch', '-M', 'master']], { branch: undefined }],
  ['several remotes', [FORK, BRANCH], { remote: 'origin' }],
  ['a branch with its own', [FORK, BRANCH, ['config', 'branch.shop.remote', 'fork']], { remote: 'fork' }],
  ['a remote of another name', [['remote', 'rename', 'origin', 'upstream']], { remote: 'upstream' }],
  ['a file that is not tracked', [['rm', '-q', '--cached', FILE]], { isTracked: false, isChanged: true }],
])('a checkout: %s', async (_, commands, expected) => {
  cloned();
  for (const command of commands) fixture.git(...command);
  expect(await systemGit.checkout(fixture.folder, FILE)).toMatchObject(expected);
});

test('without a clone: no checkout, one without a commit, one without a remote, one with a change', async () => {
  const read = () => systemGit.checkout(fixture.folder, FILE);
  expect(await read()).toBeUndefined();
  fixture.git('init', '-q', '-b', 'main', '.');
  expect(await read()).toMatchObject({ hasCommit: false, isTracked: false, isChanged: true });
  fixture.commit();
  expect(await read()).toMatchObject({ remote: undefined, hasCommit: true, isChanged: false });
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
  shell(lines.filter((line) => line.startsWith('git ')).join('\n'));
  const head = fixture.git('rev-parse', 'HEAD').trim();
  expect(fixture.git('ls-remote', '--heads', bare)).toContain(`${head}\trefs/heads/add-${HOST}`);
});

test('the command that deletes the line of an old record deletes no other', () => {
  const [host, zone] = ['shop.petstore.example', 'internet.zone'];
  const others = [`x${host}`, `${host}.other.example`].map(
    (name) => `${name}.  240  IN  CNAME  old.example.`,
  );
  const kept = [`; ${host} has an old record`, `${host}.  240  IN  CAA  0 issue "cname.example"`, ...others];
  fixture.write(zone, [...kept, `${host}.\t240 IN  CNAME old.example.`, ''].join('\n'));
  const old = [{ type: 'CNAME', value: 'old.example', ttl: 240 }];
  const facts = { old, plan: { host }, internetFile: zone } as unknown as MoveFacts;
  shell((deletedLine(facts, '').commands ?? []).join('\n'));
  expect(fixture.read(zone)).toBe(`${kept.join('\n')}\n`);
  expect(readdirSync(fixture.folder).sort()).toEqual([FILE, zone]);
});
