// The lock that every command uses, within one process: held, released, left by one that has ended, and what is not a lock.
import { readdirSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test, vi } from 'vitest';
import { acquireLock, isRunning, ownLock, processStart } from '../../cli/lock-file.ts';
import { temporaryFolder } from './folder.ts';

/** Above the largest id of Linux (PID_MAX_LIMIT, 2^22). */
const ENDED = 2 ** 22 + 1;
const newFile = () => join(temporaryFolder(), 'lock');
const left = (file: string) => readdirSync(join(file, '..'));

test('it is held by one at a time, until it is released', () => {
  const file = newFile();
  // What begins with its name and is not a lock stays.
  for (const name of ['2', 'new.1']) writeFileSync(`${file}.${name}`, '');
  const lock = acquireLock(file);
  expect(acquireLock(file)).toEqual({ heldBy: process.pid });
  if ('release' in lock) lock.release();
  expect(left(file).sort()).toEqual(['lock.2', 'lock.new.1']);
  expect(acquireLock(file)).toHaveProperty('release');
  rmSync(ownLock(file));
  expect(acquireLock(file)).toHaveProperty('release');
});

test.each([
  ['one that has ended', `${ENDED}.71`, undefined],
  ['an earlier one with the id of this', `${process.pid}.1`, undefined],
  ['an earlier one with the id of another', `${process.ppid}.1`, undefined],
  ['one that runs', `${process.ppid}.${processStart(process.ppid)}`, process.ppid],
  ['one that runs, without its start', `${process.ppid}.`, process.ppid],
])('the lock of a process: %s', (_, holder, heldBy) => {
  const file = newFile();
  writeFileSync(`${file}.${holder}`, '');
  if (heldBy === undefined) expect(acquireLock(file)).toHaveProperty('release');
  else expect(acquireLock(file)).toEqual({ heldBy });
  expect(left(file)).toEqual([heldBy === undefined ? ownLock('lock') : `lock.${holder}`]);
});

test.each([
  [process.pid, true],
  [ENDED, false],
  [0, false],
  [-1, false],
  [1.5, false],
  [Number.NaN, false],
])('the process %d runs: %s', (pid, expected) => {
  expect(isRunning({ pid })).toBe(expected);
});

test('a process of another user, who may not be sent a signal, runs', () => {
  const kill = vi.spyOn(process, 'kill').mockImplementation(() => {
    throw Object.assign(new Error('kill EPERM'), { code: 'EPERM' });
  });
  expect(isRunning({ pid: process.ppid })).toBe(true);
  kill.mockRestore();
});
