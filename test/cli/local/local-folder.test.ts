// `.local/`: the rights of others are taken from what was there before, and one run has it at a time.
import { chmodSync, existsSync, mkdirSync, statSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { deleteEarlier, LOCK_FILE, lockFolder, makePrivate } from '../../../cli/local/run.ts';
import { temporaryFolder } from '../folder.ts';

test("others lose their rights to all that is in it; the owner's stay, and so does what a link leads to", () => {
  const root = temporaryFolder();
  for (const name of ['.local', '.local/engine']) mkdirSync(join(root, name));
  const modes: readonly [string, number, number][] = [
    ['outside', 0o666, 0o666],
    ['.local/engine/key', 0o644, 0o600],
    ['.local/engine', 0o777, 0o700],
    ['.local/script', 0o4751, 0o4700],
    ['.local/own', 0o400, 0o400],
    ['.local', 0o755, 0o700],
  ];
  for (const [name, mode] of modes) {
    if (!existsSync(join(root, name))) writeFileSync(join(root, name), '');
    chmodSync(join(root, name), mode);
  }
  symlinkSync(join(root, 'outside'), join(root, '.local/link'));
  makePrivate(join(root, '.local'));
  for (const [name, , mode] of modes)
    expect([name, statSync(join(root, name)).mode & 0o7777]).toEqual([name, mode]);
  // What another program has just removed is nothing to do.
  expect(() => makePrivate(join(root, 'none'))).not.toThrow();
});

test('a free folder is created and locked until it is released; of another running process the message names it', () => {
  const folder = join(temporaryFolder(), 'new');
  const file = join(folder, LOCK_FILE);
  const { release } = lockFolder(folder);
  expect(existsSync(file)).toBe(true);
  release();
  expect(existsSync(file)).toBe(false);
  writeFileSync(join(folder, `lock.${process.ppid}.`), '');
  expect(() => lockFolder(folder)).toThrow(`(process ${process.ppid})`);
});

test('a fresh start deletes what runs of its own engine left, and keeps that of the other one', () => {
  const folder = temporaryFolder();
  for (const name of ['dynamodb', 'engine', 'pulumi']) mkdirSync(join(folder, name));
  for (const name of ['api-key', 'pulumi.env', LOCK_FILE]) writeFileSync(join(folder, name), '');
  expect(deleteEarlier(folder, true).sort()).toEqual(['engine', 'pulumi', 'pulumi.env']);
  mkdirSync(join(folder, 'engine'));
  expect(deleteEarlier(folder, false).sort()).toEqual(['api-key', 'dynamodb']);
  expect([LOCK_FILE, 'engine'].filter((name) => existsSync(join(folder, name)))).toEqual([
    LOCK_FILE,
    'engine',
  ]);
});
