// The lock of a folder: held by one process, released, taken over from one that has ended. The lock itself: ../lock-file.test.ts.
import { spawnSync } from 'node:child_process';
import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { LOCK_FILE, lockFolder } from '../../../cli/local/lock.ts';

/** With a lock of that process, where one is given. */
function folder(pid?: number): string {
  const path = mkdtempSync(join(tmpdir(), 'petstore-lock-'));
  onTestFinished(() => rmSync(path, { recursive: true }));
  if (pid !== undefined) writeFileSync(join(path, LOCK_FILE), JSON.stringify({ pid }));
  return path;
}

const holderIn = (path: string) => JSON.parse(readFileSync(join(path, LOCK_FILE), 'utf8')).pid;

test('a free folder is created and locked with the id of the process, until it is released', () => {
  const path = join(folder(), 'new');
  const { release } = lockFolder(path);
  expect(holderIn(path)).toBe(process.pid);
  release();
  expect(existsSync(join(path, LOCK_FILE))).toBe(false);
  release();
});

test('a running process keeps its lock, and the message says which it is', () => {
  const path = folder(process.ppid);
  expect(() => lockFolder(path)).toThrow(
    expect.objectContaining({
      code: 'command-failed',
      message: `another "npm run local" of this folder is running (process ${process.ppid}): stop it with Ctrl-C there, or kill ${process.ppid}`,
    }),
  );
  expect(holderIn(path)).toBe(process.ppid);
});

test('a lock is taken over from a process that has ended', () => {
  const path = folder(spawnSync('true').pid);
  const { release } = lockFolder(path);
  expect(holderIn(path)).toBe(process.pid);
  release();
});
