// The lock of Pulumi's file backend: held by a running process, left by one that was killed, absent.
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { expect, onTestFinished, test } from 'vitest';
import { StackLock } from '../../../cli/local/engine-backend.ts';

/** Larger than the id of any process: Linux has at most 4,194,304. */
const ENDED = 5_000_000;

function locked(pid: number | undefined, timestamp = new Date().toISOString()) {
  const root = mkdtempSync(join(tmpdir(), 'stack-lock-'));
  onTestFinished(() => rmSync(root, { recursive: true, force: true }));
  const folder = join(root, 'local');
  const file = join(folder, '0c9f0d6a.json');
  if (pid !== undefined) {
    mkdirSync(folder);
    writeFileSync(file, JSON.stringify({ pid, username: 'u', hostname: 'h', timestamp }));
  }
  return { folder, lock: new StackLock(folder), unlock: () => rmSync(file) };
}

test('held by a running process: reported once, and waited for', async () => {
  const { lock, unlock } = locked(process.ppid);
  const waits: number[] = [];
  let isReleased = false;
  const released = lock
    .released(AbortSignal.timeout(25_000), (holder) => waits.push(holder))
    .then(() => {
      isReleased = true;
    });
  await sleep(250);
  expect([lock.holder(), waits, isReleased]).toEqual([process.ppid, [process.ppid], false]);
  unlock();
  await released;
  expect(waits).toEqual([process.ppid]);
});

test('what is beside a lock is not one, and one that is not written to its end is looked at again', () => {
  const { lock, folder } = locked(process.ppid);
  writeFileSync(join(folder, '0c9f0d6a.json.attrs'), 'not JSON');
  expect(lock.holder()).toBe(process.ppid);
  writeFileSync(join(folder, 'next.json'), '{"pid":');
  expect(lock.holder()).toBeUndefined();
});

test('a wait ends with the signal', async () => {
  const { lock } = locked(process.ppid);
  await expect(lock.released(AbortSignal.abort(), () => undefined)).rejects.toThrow();
});

test.each([
  ['of a process that has ended', ENDED, undefined],
  ['of this process, which never runs Pulumi', process.pid, undefined],
  ['of a process that was killed, whose id a later one has', process.ppid, '2026-01-01T00:00:00.123456789Z'],
  ['of nobody', undefined, undefined],
])('the lock %s: no wait', async (_, pid, timestamp) => {
  const { lock } = locked(pid, timestamp);
  expect(lock.holder()).toBeUndefined();
  await lock.released(AbortSignal.timeout(5000), () => expect.unreachable());
});
