// Pulumi's file backend: the region of a stack; its lock, held by a running process, left by one that was killed, absent.
import { mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { expect, test } from 'vitest';
import { checkpointFile, deployedRegion, lockReleased } from '../../../cli/local/engine-backend.ts';
import { temporaryFolder } from '../folder.ts';

test('a stack is deployed where its tables are; without one, nowhere', () => {
  const folder = temporaryFolder();
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

/** A lock of a run with that id, in the folder of an own stack. */
function locked(pid: number) {
  const folder = temporaryFolder();
  const locks = join(folder, 'pulumi/.pulumi/locks/organization/petstore/local');
  const file = join(locks, '0c9f0d6a.json');
  mkdirSync(locks, { recursive: true });
  writeFileSync(file, JSON.stringify({ pid }));
  return { folder, locks, unlock: () => rmSync(file) };
}
const free = (folder: string) =>
  lockReleased(folder, AbortSignal.timeout(5000), () => expect.unreachable('a wait'));

test('held by a running process: reported once, and waited for, until the signal at the latest', async () => {
  const { folder, locks, unlock } = locked(process.ppid);
  // What is beside a lock is not one.
  writeFileSync(join(locks, '0c9f0d6a.json.attrs'), 'not JSON');
  await expect(lockReleased(folder, AbortSignal.abort(), () => undefined)).rejects.toThrow();
  const events: (number | string)[] = [];
  const released = lockReleased(folder, AbortSignal.timeout(25_000), (holder) => events.push(holder));
  const ended = released.then(() => events.push('released'));
  await new Promise(setImmediate);
  events.push('unlocked');
  unlock();
  await ended;
  expect(events).toEqual([process.ppid, 'unlocked', 'released']);
});

test.each([
  // Linux has ids up to 4,194,304.
  ['a process that has ended', 5_000_000],
  ['this process, which never runs Pulumi', process.pid],
])('a lock of %s is refused, with the command that removes it', async (_, pid) => {
  await expect(free(locked(pid).folder)).rejects.toThrow(`${pid}): nothing was deployed\n  end that  source`);
});

test('a lock that is not written to its end, and none at all: no wait', async () => {
  const { folder, locks } = locked(process.ppid);
  writeFileSync(join(locks, 'next.json'), '{"pid":');
  await free(folder);
  rmSync(locks, { recursive: true });
  await free(folder);
});
