// One run for each folder: who holds the lock. The lock itself: ../lock-file.slow.test.ts.
import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { LOCK_FILE, lockFolder } from '../../../cli/local/lock.ts';

test('a free folder is created and locked until it is released; of another running process the message names it', () => {
  const parent = mkdtempSync(join(tmpdir(), 'petstore-lock-'));
  onTestFinished(() => rmSync(parent, { recursive: true }));
  const folder = join(parent, 'new');
  const file = join(folder, LOCK_FILE);
  const { release } = lockFolder(folder);
  expect(JSON.parse(readFileSync(file, 'utf8')).pid).toBe(process.pid);
  release();
  expect(existsSync(file)).toBe(false);
  writeFileSync(file, JSON.stringify({ pid: process.ppid }));
  expect(() => lockFolder(folder)).toThrow(
    expect.objectContaining({
      code: 'command-failed',
      message: expect.stringContaining(`(process ${process.ppid})`),
    }),
  );
});
