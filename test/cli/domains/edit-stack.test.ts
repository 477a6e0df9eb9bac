// Two that change a stack's file at once: neither change is lost.
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { editStack } from '../../../cli/domains/edit-stack.ts';
import { acquireLock } from '../../../cli/lock-file.ts';
import { addHost } from '../../../infra/config/edit/edit.ts';
import type { StackText } from '../../../infra/config/stack-file.ts';
import { fixtureForEach, productionFile } from './harness.ts';

const NAME = 'Pulumi.production.yaml';
const ADDED = '- c1.petstore.example';
const fixture = fixtureForEach({ [NAME]: productionFile });
let lock: string;
beforeEach(() => {
  lock = join(fixture.folder, `${NAME}.lock`);
});
afterEach(async () => {
  vi.restoreAllMocks();
});

/** Another command holds the lock. */
function held(file = lock): { release: () => void } {
  const acquired = acquireLock(file);
  return 'release' in acquired ? acquired : expect.unreachable();
}

const add = (file: StackText) => addHost(file, { host: 'c1.petstore.example', site: 'docs' });
const edit = (change = add) => editStack({ folder: fixture.folder, stack: 'production' }, change);

test('what an editor saves in the middle of an edit stays', async () => {
  let isSaved = false;
  await edit((file) => {
    if (!isSaved) fixture.write(NAME, `${file.text}# saved meanwhile\n`);
    isSaved = true;
    return add(file);
  });
  expect(fixture.read(NAME)).toContain(ADDED);
  expect(fixture.read(NAME)).toContain('# saved meanwhile');
});

test('a file that changes at every attempt is left alone', async () => {
  let saved = 0;
  const edited = edit((file) => {
    saved += 1;
    fixture.write(NAME, `${productionFile}# ${saved}\n`);
    return add(file);
  });
  await expect(edited).rejects.toThrow(`${NAME} changes all the time`);
  expect([fixture.read(NAME), saved, existsSync(lock)]).toEqual([`${productionFile}# 5\n`, 5, false]);
});

test('an edit waits for the command that holds the lock, and edits what that one wrote', async () => {
  const { release } = held();
  const edited = edit();
  await sleep(1);
  expect(fixture.read(NAME)).toBe(productionFile);
  fixture.write(NAME, productionFile.replace('- old', '- older'));
  release();
  await edited;
  expect(fixture.read(NAME)).toMatch(/- older\.petstore\.example\n {6}- c1\.petstore\.example/);
});

test('a lock that its process never releases: the file stays, and the message names both', async () => {
  held();
  const started = Date.now();
  const clock = vi.spyOn(Date, 'now').mockReturnValue(started);
  const edited = edit();
  clock.mockReturnValue(started + 3_001);
  await expect(edited).rejects.toThrow(new RegExp(`${NAME} \\(process ${process.pid}\\)`));
  expect(fixture.read(NAME)).toBe(productionFile);
});
