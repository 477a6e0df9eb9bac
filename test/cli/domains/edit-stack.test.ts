// Two that change a stack's file at once: neither change is lost.
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { beforeEach, expect, test } from 'vitest';
import { editStack } from '../../../cli/domains/edit-stack.ts';
import { acquireLock, ownLock } from '../../../cli/lock-file.ts';
import { addHost } from '../../../infra/config/edit/edit.ts';
import type { StackText } from '../../../infra/config/stack-file.ts';
import { fixtureForEach, productionFile } from './harness.ts';

const NAME = 'Pulumi.production.yaml';
const fixture = fixtureForEach({ [NAME]: productionFile });
let lock: string;
beforeEach(() => {
  lock = join(fixture.folder, `${NAME}.lock`);
});

const add = (file: StackText) => addHost(file, { host: 'c1.petstore.example', site: 'docs' });
const edit = (change = add) => editStack({ folder: fixture.folder, stack: 'production' }, change);

test('what an editor saves in the middle of an edit stays, and the edit is refused', async () => {
  const edited = edit((file) => {
    fixture.write(NAME, `${file.text}# saved meanwhile\n`);
    return add(file);
  });
  await expect(edited).rejects.toThrow(`Another program is changing ${join(fixture.folder, NAME)}`);
  expect([fixture.read(NAME), existsSync(ownLock(lock))]).toEqual([
    `${productionFile}# saved meanwhile\n`,
    false,
  ]);
});

test('while another command holds the lock, an edit is refused, and names its process', async () => {
  const held = acquireLock(lock);
  await expect(edit()).rejects.toThrow(`process ${process.pid}`);
  expect(fixture.read(NAME)).toBe(productionFile);
  if ('release' in held) held.release();
  expect(await edit()).toBe(true);
});
