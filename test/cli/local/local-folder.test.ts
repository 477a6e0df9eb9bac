// `.local/`: the rights of others are taken from what was there before, and one run has it at a time.
// The lock itself: ../lock-file.slow.test.ts.
import {
  chmodSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  rmSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { LOCK_FILE, lockFolder, makePrivate } from '../../../cli/local/local-folder.ts';

const rights = (path: string) => (statSync(path).mode & 0o7777).toString(8);

test("others lose their rights to all that is in it; the owner's stay, and so does what a link leads to", () => {
  const root = mkdtempSync(join(tmpdir(), 'petstore-private-'));
  onTestFinished(() => rmSync(root, { recursive: true }));
  const put = (name: string, mode: number, isFolder = false) => {
    const path = join(root, name);
    if (isFolder) mkdirSync(path);
    else writeFileSync(path, '');
    chmodSync(path, mode);
    return path;
  };
  const outside = put('outside', 0o666);
  const folder = put('.local', 0o755, true);
  const below = put('.local/engine', 0o777, true);
  const file = put('.local/engine/key', 0o644);
  const script = put('.local/script', 0o4751);
  const own = put('.local/own', 0o400);
  symlinkSync(outside, join(folder, 'link'));
  makePrivate(folder);
  expect([folder, below, file, script, own, outside].map(rights)).toEqual([
    ...['700', '700', '600', '4700', '400', '666'],
  ]);
});

test('what another program has just removed is nothing to do', () => {
  expect(() => makePrivate(join(tmpdir(), 'petstore-private-none'))).not.toThrow();
});

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
