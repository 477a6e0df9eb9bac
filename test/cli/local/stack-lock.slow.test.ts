// The lock of Pulumi's file backend: held by a running process, left by one that was killed, absent.
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { expect, onTestFinished, test } from 'vitest';
import { StackLock } from '../../../cli/local/stack-lock.ts';

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

/** A process that runs until the test ends. */
function running() {
  const child = spawn(process.execPath, ['-e', 'setTimeout(() => {}, 30_000)']);
  onTestFinished(() => void child.kill());
  return child;
}

test('held by a running process: reported once, and waited for', async () => {
  const { pid } = running();
  const { lock, unlock } = locked(pid);
  const waits: number[] = [];
  let isReleased = false;
  const released = lock
    .released(AbortSignal.timeout(10_000), (holder) => waits.push(holder))
    .then(() => {
      isReleased = true;
    });
  await sleep(450);
  expect([lock.holder(), waits, isReleased]).toEqual([pid, [pid], false]);
  unlock();
  await released;
  expect(waits).toEqual([pid]);
});

test('what is beside a lock is not one, and one that is not written to its end is looked at again', () => {
  const { pid } = running();
  const { lock, folder } = locked(pid);
  writeFileSync(join(folder, '0c9f0d6a.json.attrs'), 'not JSON');
  expect(lock.holder()).toBe(pid);
  writeFileSync(join(folder, 'next.json'), '{"pid":');
  expect(lock.holder()).toBeUndefined();
});

test('a wait ends with the signal', async () => {
  const { lock } = locked(running().pid);
  await expect(lock.released(AbortSignal.timeout(50), () => undefined)).rejects.toThrow();
});

test('the lock of a process that was killed, and no lock: no wait', async () => {
  const child = running();
  child.kill();
  await once(child, 'close');
  for (const pid of [child.pid, undefined]) {
    const { lock } = locked(pid);
    expect(lock.holder()).toBeUndefined();
    await lock.released(AbortSignal.timeout(5000), () => expect.unreachable());
  }
});

test('the lock of a process that was killed, whose id another process has now: no wait', () => {
  const { pid } = running();
  expect(locked(pid, '2026-01-01T00:00:00.123456789Z').lock.holder()).toBeUndefined();
  expect(locked(pid).lock.holder()).toBe(pid);
});
