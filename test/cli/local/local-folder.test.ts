// `.local/`: its files, for their owner alone; stamps that tell what was deployed; one run that has it at a time, and how long its end takes.
import {
  chmodSync,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { expect, test, vi } from 'vitest';
import { deleteEarlier, endInTime, LOCK_FILE, lockFolder, makePrivate } from '../../../cli/local/run.ts';
import { LOCAL_FILES, removeFile, stampOf, writeJson, writePrivate } from '../../../cli/local-files.ts';
import { servedCloud } from '../../../cli/served-cloud.ts';
import { temporaryFolder } from '../folder.ts';

const folder = () => join(temporaryFolder(), '.local');

test('a file is for its owner alone, is replaced whole, and is removed', () => {
  const path = folder();
  const file = writePrivate(path, 'pulumi.env', 'text\n');
  expect([file, readFileSync(file, 'utf8')]).toEqual([join(path, 'pulumi.env'), 'text\n']);
  expect(statSync(file).mode & 0o777).toBe(0o600);
  expect(readFileSync(writeJson(path, 'pulumi.env', { port: 2 }), 'utf8')).toBe('{\n  "port": 2\n}\n');
  expect(readdirSync(path)).toEqual(['pulumi.env']);
  removeFile(path, 'pulumi.env');
  removeFile(path, 'pulumi.env');
  expect(existsSync(file)).toBe(false);
});

test.each([
  ['this process', JSON.stringify({ pid: process.pid }), true],
  // Above the largest id of Linux (PID_MAX_LIMIT, 2^22).
  ['a process that has ended', JSON.stringify({ pid: 2 ** 22 + 1 }), false],
  ['nothing', 'null', false],
  ['what is not JSON', '{', false],
  ['an empty file', '', false],
])('the cloud of %s is served: %s %s', (_name, text, isServed) => {
  const path = folder();
  expect(servedCloud(path)).toBeUndefined();
  writePrivate(path, LOCAL_FILES.ready, text);
  expect(servedCloud(path)).toEqual(isServed ? JSON.parse(text) : undefined);
});

test('a file and a folder have another stamp after each change, also where it is replaced; a missing one has none', async () => {
  const path = temporaryFolder({ 'stack.yaml': '1' });
  const [file, service] = [join(path, 'stack.yaml'), join(path, 'service')];
  const code = join(service, 'pets/store.ts');
  const write = (name: string, text: string) => () => writeFileSync(name, text);
  const replaced = () => {
    write(join(path, 'new.tmp'), '3')();
    renameSync(join(path, 'new.tmp'), file);
  };
  const created = () => mkdirSync(join(service, 'pets'), { recursive: true });
  const steps: readonly (() => unknown)[] = [
    ...[write(file, '2'), replaced, replaced, created, write(code, '1'), write(code, '2')],
    ...[() => renameSync(code, join(service, 'store.ts')), () => rmSync(service, { recursive: true })],
  ];
  const present = () => `${stampOf(file)}\n${stampOf(service)}`;
  expect(stampOf(service)).toBe('');
  const seen = [present()];
  for (const step of steps) {
    // The time of a file is that of the system's last tick.
    await sleep(10);
    step();
    seen.push(present());
    expect(present()).toBe(seen.at(-1));
  }
  expect(seen.filter((one, index) => one === seen[index - 1])).toEqual([]);
  expect(stampOf(service)).toBe('');
});

test("others lose their rights to all that is in it; the owner's stay, and so does what a link leads to", () => {
  const root = temporaryFolder({ '.local/engine/': '' });
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
  const names = ['dynamodb/', 'engine/', 'pulumi/', 'api-key', 'pulumi.env', LOCK_FILE];
  const folder = temporaryFolder(Object.fromEntries(names.map((name) => [name, ''])));
  expect(deleteEarlier(folder, true).sort()).toEqual(['engine', 'pulumi', 'pulumi.env']);
  mkdirSync(join(folder, 'engine'));
  expect(deleteEarlier(folder, false).sort()).toEqual(['api-key', 'dynamodb']);
  expect(readdirSync(folder).sort()).toEqual(['engine', LOCK_FILE]);
});

test('a stop that takes longer than the longest request is ended, with status 1; one that ends in time leaves nothing', async () => {
  const exit = vi.spyOn(process, 'exit').mockReturnValue(undefined as never);
  vi.useFakeTimers();
  await endInTime(Promise.resolve());
  expect(vi.getTimerCount()).toBe(0);
  void endInTime(new Promise(() => undefined));
  await vi.advanceTimersByTimeAsync(39_999);
  expect(exit).not.toHaveBeenCalled();
  await vi.advanceTimersByTimeAsync(1);
  expect(exit.mock.calls).toEqual([[1]]);
});
