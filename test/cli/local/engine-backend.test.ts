// Pulumi's file backend: the region of a stack; its lock, held by a running process, left by one that was killed, absent.
import { mkdirSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { expect, test } from 'vitest';
import { checkpointFile, deployedRegion, isLocked, lockHolder } from '../../../cli/local/engine-stack.ts';
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

test.each([
  ['a running process', JSON.stringify({ pid: process.ppid }), process.ppid],
  ['a killed run that had the id of this process', JSON.stringify({ pid: process.pid }), undefined],
  // Linux has ids up to 4,194,304.
  ['a process that has ended', '{"pid":5000000}', undefined],
  ['a run that has not written it to its end', '{"pid":', undefined],
])('the stack with a lock of %s, %s, is held by %s', (_, lock, expected) => {
  const folder = temporaryFolder();
  const locks = join(folder, 'pulumi/.pulumi/locks/organization/petstore/local');
  expect(lockHolder(folder)).toBeUndefined();
  mkdirSync(locks, { recursive: true });
  // What is beside a lock is not one.
  writeFileSync(join(locks, '0c9f0d6a.json.attrs'), 'not JSON');
  expect([lockHolder(folder), isLocked(folder)]).toEqual([undefined, false]);
  writeFileSync(join(locks, '0c9f0d6a.json'), lock);
  expect(isLocked(folder)).toBe(true);
  expect(lockHolder(folder)).toBe(expected);
});
