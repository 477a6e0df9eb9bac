// What an edit prints as its next steps: commands that work in this checkout, in the state that it is in.
import { execFileSync } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { type DomainsFixture, openFixture, productionFile } from './harness.ts';

let fixture: DomainsFixture;
let bare: string;
beforeEach(() => {
  fixture = openFixture();
  fixture.write('Pulumi.production.yaml', productionFile);
  bare = mkdtempSync(join(tmpdir(), 'petstore-remote-'));
});
afterEach(async () => {
  vi.unstubAllEnvs();
  await fixture.close();
  rmSync(bare, { recursive: true, force: true });
});

const HOST = 'new.petstore.dev';
const CHECK = `npm run domains -- check --stack production --host ${HOST}`;
const COMMIT = `git commit -m 'Add ${HOST} (production)' -- Pulumi.production.yaml`;
const CREATE = 'gh pr create --fill';

/** A repository whose default branch is `trunk`, as a clone knows it. */
function cloned(remote = 'origin'): void {
  fixture.commit();
  fixture.git('branch', '-M', 'trunk');
  fixture.git('init', '-q', '--bare', bare);
  fixture.git('remote', 'add', remote, bare);
  fixture.git('push', '-qu', remote, 'trunk');
  fixture.git('symbolic-ref', `refs/remotes/${remote}/HEAD`, `refs/remotes/${remote}/trunk`);
}

async function next(): Promise<string[]> {
  const { status, out } = await fixture.run('add', HOST, '--site', 'docs', '--stack', 'production');
  expect(status).toBe(0);
  const [, ...lines] = out.trimEnd().split('\n');
  return lines.map((line) => line.replace(/^ {2}(next| {4}) {4}/, ''));
}

/** The branch of the remote that has the edit, once the lines were pasted. */
function pushed(lines: readonly string[]): string {
  const author = { GIT_AUTHOR_NAME: 't', GIT_AUTHOR_EMAIL: 't@example.test' };
  const committer = { GIT_COMMITTER_NAME: 't', GIT_COMMITTER_EMAIL: 't@example.test' };
  const script = lines.filter((line) => line.startsWith('git ')).join('\n');
  execFileSync('sh', ['-ec', script], {
    cwd: fixture.folder,
    env: { ...process.env, ...author, ...committer },
    stdio: 'pipe',
  });
  const [head = ''] = fixture.git('rev-parse', 'HEAD').split('\n');
  return fixture.git('ls-remote', '--heads', bare).match(`${head}\trefs/heads/(.*)`)?.[1] ?? 'none';
}

test('on the default branch: a new one', async () => {
  cloned();
  const push = `git push -u origin add-${HOST}`;
  const lines = await next();
  expect(lines).toEqual([CHECK, `git switch -c add-${HOST}`, COMMIT, push, CREATE]);
  expect(pushed(lines)).toBe(`add-${HOST}`);
});

test('on another branch: that one', async () => {
  cloned('upstream');
  fixture.git('switch', '-qc', 'shop');
  const lines = await next();
  expect(lines).toEqual([CHECK, COMMIT, 'git push -u upstream shop', CREATE]);
  expect(pushed(lines)).toBe('shop');
});

test('of several remotes: the branch has its own, else it is origin', async () => {
  cloned();
  fixture.git('remote', 'add', 'fork', bare);
  fixture.git('switch', '-qc', 'shop');
  expect(await next()).toContain('git push -u origin shop');
  fixture.git('config', 'branch.shop.remote', 'fork');
  await fixture.run('remove', HOST, '--stack', 'production');
  expect(await next()).toContain('git push -u fork shop');
});

test('on a branch that was pushed, which may have a pull request', async () => {
  cloned();
  fixture.git('switch', '-qc', 'shop');
  fixture.git('push', '-qu', 'origin', 'shop');
  const lines = await next();
  expect(lines).toEqual([CHECK, COMMIT, 'git push', `gh pr view || ${CREATE}`]);
  expect(pushed(lines)).toBe('shop');
});

test('on no branch: a new one', async () => {
  cloned();
  fixture.git('switch', '-q', '--detach');
  expect(pushed(await next())).toBe(`add-${HOST}`);
});

test('a default branch that no clone recorded has a usual name', async () => {
  cloned();
  fixture.git('remote', 'set-head', 'origin', '--delete');
  expect(await next()).not.toContain(`git switch -c add-${HOST}`);
  fixture.git('branch', '-M', 'master');
  await fixture.run('remove', HOST, '--stack', 'production');
  expect(await next()).toContain(`git switch -c add-${HOST}`);
});

test('what was never committed is taken back: there is nothing to commit', async () => {
  cloned();
  await next();
  const remove = async () =>
    (await fixture.run('remove', HOST, '--stack', 'production')).out.split('\n').at(-2);
  expect(await remove()).toBe(
    '  Pulumi.production.yaml is as the last commit has it: there is nothing to commit',
  );
  fixture.git('remote', 'remove', 'origin');
  await next();
  expect(await remove()).toBe('  next    pulumi up --stack production');
});

test('an edit that is taken back leaves nothing to check either', async () => {
  fixture.write('Pulumi.production.yaml', `${productionFile}      - ${HOST}\n`);
  cloned();
  await fixture.run('remove', HOST, '--stack', 'production');
  expect(await next()).toEqual([
    '  also taken from petstore:removals',
    '  Pulumi.production.yaml is as the last commit has it: there is nothing to commit',
  ]);
});

test('a repository without a remote has no pull request', async () => {
  fixture.commit();
  expect(await next()).toEqual([CHECK, COMMIT, 'pulumi up --stack production']);
});

test('in front of the first commit there is nothing to compare with', async () => {
  fixture.git('init', '-q', '-b', 'main', '.');
  fixture.git('add', 'Pulumi.production.yaml');
  const { status, out } = await fixture.run('remove', 'old.petstore.example', '--stack', 'production');
  const next = out.slice(out.indexOf('  next ')).trimEnd().split('\n');
  expect([status, next]).toEqual([
    0,
    [
      '  next    npm run domains -- check --stack production',
      "          git commit -m 'Remove old.petstore.example (production)' -- Pulumi.production.yaml",
      '          pulumi up --stack production',
    ],
  ]);
});

test('a file that git does not have yet', async () => {
  cloned();
  fixture.git('rm', '-q', '--cached', 'Pulumi.production.yaml');
  const lines = await next();
  expect(lines).toContain('git add -- Pulumi.production.yaml');
  expect(pushed(lines)).toBe(`add-${HOST}`);
});

test.each(['outside of a repository', 'without git'])('%s', async (where) => {
  if (where === 'without git') {
    cloned();
    vi.stubEnv('PATH', '/nowhere');
  }
  expect(await next()).toEqual([CHECK, 'pulumi up --stack production']);
});
