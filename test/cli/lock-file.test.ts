// The lock that every command uses, within one process: held, released, left by one that has ended, and what is not a lock.
import { createHash } from 'node:crypto';
import { mkdirSync, readdirSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test, vi } from 'vitest';
import { acquireLock } from '../../cli/lock-file.ts';
import { isRunning } from '../../cli/running-process.ts';
import { temporaryFolder } from './folder.ts';

/** Above the largest id of Linux (PID_MAX_LIMIT, 2^22). */
const ENDED = { pid: 2 ** 22 + 1 };
const newFile = () => join(temporaryFolder(), 'lock');
const left = (file: string) => readdirSync(join(file, '..'));

function expectFree(file: string): void {
  const lock = acquireLock(file);
  if (!('release' in lock)) throw new Error(`held by ${lock.heldBy}`);
  expect(acquireLock(file)).toEqual({ heldBy: process.pid });
  lock.release();
  expect(left(file)).toEqual([]);
}

test('it is held by one at a time, until it is released; whoever releases it late does not release that of another', () => {
  const file = newFile();
  expectFree(file);
  const lock = acquireLock(file);
  rmSync(file);
  expect(acquireLock(file)).toHaveProperty('release');
  if ('release' in lock) lock.release();
  expect(left(file)).toEqual(['lock']);
});

test.each([
  ['nothing', ''],
  ['no process', 'null'],
  ['the id of a group', '{"pid":-1}'],
  ['a process that has ended', JSON.stringify(ENDED)],
])('a lock that names %s is taken over', (_, text) => {
  const file = newFile();
  writeFileSync(file, text);
  expectFree(file);
});

test('a lock without a start is believed by its id', () => {
  const file = newFile();
  writeFileSync(file, JSON.stringify({ pid: process.ppid }));
  expect(acquireLock(file)).toEqual({ heldBy: process.ppid });
});

test('one that a process left while it took over another is taken over too', () => {
  const file = newFile();
  const text = JSON.stringify(ENDED);
  const name = createHash('sha256').update(text).digest('hex').slice(0, 12);
  writeFileSync(file, text);
  writeFileSync(`${file}.${name}`, JSON.stringify({ pid: process.ppid }));
  expect(acquireLock(file)).toEqual({ heldBy: process.ppid });
  writeFileSync(`${file}.${name}`, text);
  expectFree(file);
});

test('what can be neither created nor read is an error, not an endless wait, and nothing is left', () => {
  const file = newFile();
  symlinkSync(join(file, '../nowhere'), file);
  expect(() => acquireLock(file)).toThrow(expect.objectContaining({ code: 'command-failed' }));
  rmSync(file);
  mkdirSync(file);
  expect(() => acquireLock(file)).toThrow(expect.objectContaining({ code: 'EISDIR' }));
  expect(left(file)).toEqual(['lock']);
  const missing = join(file, '../missing/lock');
  expect(() => acquireLock(missing)).toThrow(expect.objectContaining({ code: 'ENOENT', syscall: 'open' }));
});

test.each([
  [process.pid, true],
  [ENDED.pid, false],
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
