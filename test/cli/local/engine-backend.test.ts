// Pulumi's file backend: the region of a stack; its lock, held by a running process, left by one that was killed, absent.
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { checkpointFile, deployedRegion, StackLock } from '../../../cli/local/engine-backend.ts';

test('a stack is deployed where its tables are; without one, nowhere', () => {
  const folder = mkdtempSync(join(tmpdir(), 'stack-region-'));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  mkdirSync(dirname(checkpointFile(folder)), { recursive: true });
  const regionOf = (...resources: object[]) => {
    writeFileSync(checkpointFile(folder), JSON.stringify({ checkpoint: { latest: { resources } } }));
    return deployedRegion(folder);
  };
  expect(deployedRegion(folder)).toBeUndefined();
  const own = { type: 'pulumi:pulumi:Stack', outputs: { region: 'eu-central-1' } };
  const arn = 'arn:aws:dynamodb:eu-west-1:123456789012:table/pets';
  expect(regionOf(own)).toBeUndefined();
  expect(regionOf(own, { type: 'aws:dynamodb/table:Table', outputs: { arn } })).toBe('eu-west-1');
});

function locked(pid: number, timestamp = new Date().toISOString()) {
  const root = mkdtempSync(join(tmpdir(), 'stack-lock-'));
  onTestFinished(() => rmSync(root, { recursive: true, force: true }));
  const folder = join(root, 'local');
  const file = join(folder, '0c9f0d6a.json');
  mkdirSync(folder);
  writeFileSync(file, JSON.stringify({ pid, timestamp }));
  return { folder, lock: new StackLock(folder), unlock: () => rmSync(file) };
}

test('held by a running process: reported once, and waited for, until the signal at the latest', async () => {
  const { lock, folder, unlock } = locked(process.ppid);
  // What is beside a lock is not one.
  writeFileSync(join(folder, '0c9f0d6a.json.attrs'), 'not JSON');
  await expect(lock.released(AbortSignal.abort(), () => undefined)).rejects.toThrow();
  const events: (number | string)[] = [];
  const released = lock.released(AbortSignal.timeout(25_000), (holder) => events.push(holder));
  const ended = released.then(() => events.push('released'));
  await new Promise(setImmediate);
  events.push('unlocked');
  unlock();
  await ended;
  expect(events).toEqual([process.ppid, 'unlocked', 'released']);
});

test.each<[string, number, string | undefined]>([
  // Linux has ids up to 4,194,304.
  ['of a process that has ended', 5_000_000, undefined],
  ['of this process, which never runs Pulumi', process.pid, undefined],
  ['of a process that was killed, whose id a later one has', process.ppid, '2026-01-01T00:00:00.123456789Z'],
])('a lock %s: no wait', async (_, pid, timestamp) => {
  const { lock } = locked(pid, timestamp);
  await lock.released(AbortSignal.timeout(5000), () => expect.unreachable());
});

test('a lock that is not written to its end, and none at all: no wait', () => {
  const { lock, folder, unlock } = locked(process.ppid);
  writeFileSync(join(folder, 'next.json'), '{"pid":');
  expect(lock.holder()).toBeUndefined();
  unlock();
  rmSync(folder, { recursive: true });
  expect(lock.holder()).toBeUndefined();
});
