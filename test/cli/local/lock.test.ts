// The lock of a folder: held by one process, released, taken over from one that has ended.
import { spawnSync } from 'node:child_process';
import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, expect, onTestFinished, test, vi } from 'vitest';
import { LOCK_FILE, lockFolder } from '../../../cli/local/lock.ts';

afterEach(() => void vi.restoreAllMocks());

/** With a lock of that process, where one is given. */
function folder(holder?: number | string): string {
  const path = mkdtempSync(join(tmpdir(), 'petstore-lock-'));
  onTestFinished(() => rmSync(path, { recursive: true }));
  if (holder !== undefined) writeFileSync(join(path, LOCK_FILE), String(holder));
  return path;
}

function killFails(code: string): void {
  vi.spyOn(process, 'kill').mockImplementation(() => {
    throw Object.assign(new Error(code), { code });
  });
}

test('a free folder is created and locked with the id of the process, until it is released', () => {
  const path = join(folder(), 'new');
  const { release } = lockFolder(path);
  expect(readFileSync(join(path, LOCK_FILE), 'utf8')).toBe(String(process.pid));
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
  expect(readFileSync(join(path, LOCK_FILE), 'utf8')).toBe(String(process.ppid));
});

test("another user's process, which cannot be signalled, runs too", () => {
  killFails('EPERM');
  expect(() => lockFolder(folder(4242))).toThrow('process 4242');
});

test.each([
  ['has ended', spawnSync('true').pid],
  ['had the id of this one', process.pid],
  ['wrote no id', 'x'],
  ['wrote the id of a group', '-1'],
])('a lock is taken over from a process that %s', (_, holder) => {
  const path = folder(holder);
  const { release } = lockFolder(path);
  expect(readFileSync(join(path, LOCK_FILE), 'utf8')).toBe(String(process.pid));
  release();
});
