// Two that change a stack's file at once: neither change is lost.
import { spawnSync } from 'node:child_process';
import { existsSync, mkdirSync, renameSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { editStack } from '../../../cli/domains/edit-stack.ts';
import { acquireLock } from '../../../cli/lock-file.ts';
import { addHost } from '../../../infra/config/edit/edit.ts';
import type { StackText } from '../../../infra/config/stack-file.ts';
import { type DomainsFixture, openFixture, productionFile } from './harness.ts';

const NAME = 'Pulumi.production.yaml';
let fixture: DomainsFixture;
let lock: string;
beforeEach(() => {
  fixture = openFixture();
  fixture.write(NAME, productionFile);
  lock = join(fixture.folder, `${NAME}.lock`);
});
afterEach(() => fixture.close());

/** Another command holds the lock. */
function held(file = lock): { release: () => void } {
  const acquired = acquireLock(file);
  return 'release' in acquired ? acquired : expect.unreachable();
}

const place = () => ({ folder: fixture.folder, stack: 'production' });
const add = (host: string) => (file: StackText) => addHost(file, { host, site: 'docs' });

test('what an editor saves in the middle of an edit stays', async () => {
  let isSaved = false;
  await editStack(place(), (file) => {
    const edited = add('c1.petstore.example')(file);
    if (!isSaved) fixture.write(NAME, `${file.text}# saved meanwhile\n`);
    isSaved = true;
    return edited;
  });
  expect(fixture.read(NAME)).toContain('- c1.petstore.example');
  expect(fixture.read(NAME)).toContain('# saved meanwhile');
});

test('a file that changes at every attempt is left alone', async () => {
  let saved = 0;
  const edit = editStack(place(), (file) => {
    saved += 1;
    fixture.write(NAME, `${productionFile}# ${saved}\n`);
    return add('c1.petstore.example')(file);
  });
  await expect(edit).rejects.toThrow(
    `${NAME} changes all the time, so it was not changed here.\n  try again when whatever changes it has ended`,
  );
  expect(fixture.read(NAME)).toBe(`${productionFile}# ${saved}\n`);
  expect(saved).toBeLessThan(10);
  expect(existsSync(lock)).toBe(false);
});

test('an edit that changes nothing writes nothing, and says so', async () => {
  const twice = () => editStack(place(), add('c1.petstore.example'));
  expect([await twice(), await twice()]).toEqual([true, false]);
});

test('an edit waits for the command that holds the lock, and edits what that one wrote', async () => {
  const { release } = held();
  const edit = editStack(place(), add('c1.petstore.example'));
  await sleep(100);
  fixture.write(NAME, productionFile.replace('- old', '- older'));
  release();
  await edit;
  expect(fixture.read(NAME)).toMatch(/- older\.petstore\.example\n {6}- c1\.petstore\.example/);
});

test('a lock that its process never releases: the file stays, and the message names both', async () => {
  held();
  await expect(editStack(place(), add('c1.petstore.example'))).rejects.toThrow(
    new RegExp(`${NAME} \\(process ${process.pid}\\), so it was not changed here\\.\n  try again`),
  );
  expect(fixture.read(NAME)).toBe(productionFile);
});

test('the lock of a command that was killed: the next one takes it over, and leaves none', async () => {
  writeFileSync(lock, JSON.stringify({ pid: spawnSync('true').pid }));
  await editStack(place(), add('c1.petstore.example'));
  expect(fixture.read(NAME)).toContain('- c1.petstore.example');
  expect(existsSync(lock)).toBe(false);
});

test('whoever edits the file by the name of a link to it takes the same lock', async () => {
  const path = join(fixture.folder, NAME);
  mkdirSync(join(fixture.folder, 'stacks'));
  renameSync(path, join(fixture.folder, 'stacks', NAME));
  symlinkSync(join('stacks', NAME), path);
  const { release } = held(join(fixture.folder, 'stacks', `${NAME}.lock`));
  const edit = editStack(place(), add('c1.petstore.example'));
  await sleep(100);
  expect(fixture.read(NAME)).toBe(productionFile);
  release();
  expect(await edit).toBe(true);
});
