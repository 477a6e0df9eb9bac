// What the Pulumi CLI is started with: which `pulumi` and which `node`; the region of a stack; and the lock of its file backend: held by a
// running process, left by one that was killed, absent.
import { mkdirSync, writeFileSync } from 'node:fs';
import { delimiter, dirname, join } from 'node:path';
import { expect, test } from 'vitest';
import { findCommand, findPulumi } from '../../../cli/executables.ts';
import { checkpointFile, deployedRegion, isLocked, lockHolder } from '../../../cli/local/engine-stack.ts';
import { requireSameRegion } from '../../../cli/local/local-stack.ts';
import { temporaryFolder } from '../folder.ts';

/** A folder that ends so, with that command in it. */
function put(name: string, mode = 0o755, command = 'pulumi'): string {
  const folder = join(temporaryFolder({ [`${name}/`]: '' }), name);
  writeFileSync(join(folder, command), '', { mode });
  return folder;
}

test('the first pulumi on the path that runs, and that is not of the npm package', () => {
  const path = [put('node_modules/.bin'), put('text', 0o644), '', put('a'), put('b')];
  expect(findPulumi(path.join(delimiter))).toBe(join(path[3] ?? '', 'pulumi'));
  expect(findPulumi(path.slice(0, 3).join(delimiter))).toBeUndefined();
});

test("the project's node where the shell has it on its path, not where npm puts it in front", () => {
  const own = put('node_modules/.bin', 0o755, 'node');
  const system = put('a', 0o755, 'node');
  const ofNpm = [own, join(own, '../npm/node-gyp-bin')];
  const found = (...shell: string[]) => findCommand('node', [...ofNpm, ...shell].join(delimiter));
  expect(found(system)).toBe(join(system, 'node'));
  // As after `source .local/pulumi.env`.
  expect(found(own, system)).toBe(join(own, 'node'));
});

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
  expect(lockHolder(temporaryFolder())).toBeUndefined();
  const file = 'pulumi/.pulumi/locks/organization/petstore/local/0c9f0d6a.json';
  // What is beside a lock is not one.
  const folder = temporaryFolder({ [`${file}.attrs`]: 'not JSON' });
  expect([lockHolder(folder), isLocked(folder)]).toEqual([undefined, false]);
  writeFileSync(join(folder, file), lock);
  expect([lockHolder(folder), isLocked(folder)]).toEqual([expected, true]);
});

test('a stack whose file has another region than its tables is refused', () => {
  const assertIn = (deployed?: string) => () => requireSameRegion('eu-central-1', deployed, '--fresh');
  for (const deployed of [undefined, 'eu-central-1']) expect(assertIn(deployed)).not.toThrow();
  const problems = [expect.objectContaining({ code: 'region-changed' })];
  expect(assertIn('eu-west-1')).toThrow(expect.objectContaining({ problems }));
});
