// What a start is refused with, where the stack's file is not there.
import { execFileSync } from 'node:child_process';
import { copyFileSync, mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { planStart } from '../../../cli/local/start-plan.ts';

const NAME = 'Pulumi.local.yaml';
const ZONE = 'cli/local/internet.zone';
let root: string;
beforeEach(() => {
  root = mkdtempSync(join(tmpdir(), 'petstore-start-'));
  mkdirSync(join(root, 'cli/local'), { recursive: true });
  for (const name of [NAME, ZONE]) copyFileSync(name, join(root, name));
});
afterEach(() => rmSync(root, { recursive: true, force: true }));

const git = (...args: string[]) =>
  execFileSync('git', ['-c', 'user.name=t', '-c', 'user.email=t@example.test', ...args], { cwd: root });
const start = () =>
  planStart(
    root,
    join(root, '.local'),
    { port: 0, httpPort: 0, dnsPort: 0, internet: join(root, ZONE), fresh: false, engine: false },
    [],
  );

test('a file that git has: the command that brings it back, and it does', async () => {
  git('init', '-q', '.');
  git('add', '-A');
  git('commit', '-qm', 'all');
  // Staged too, so that the index does not have it.
  git('rm', '-q', NAME);
  const restore = ['checkout', 'HEAD', '--', NAME];
  await expect(start()).rejects.toThrow(
    `there is no such file\n  ${' '.repeat(NAME.length + 2)}restore it: git ${restore.join(' ')}`,
  );
  git(...restore);
  await expect(start()).resolves.toMatchObject({ plan: { stack: 'local' } });
});

test('a file that git does not have: the stacks that are here', async () => {
  rmSync(join(root, NAME));
  copyFileSync('Pulumi.staging.yaml', join(root, 'Pulumi.staging.yaml'));
  await expect(start()).rejects.toThrow(/no such file\s+stacks here: staging/);
});
