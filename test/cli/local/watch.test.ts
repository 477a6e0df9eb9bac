// Watched files: a burst of changes is one call, and changes during a call are another one after it.
import { mkdirSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { expect, onTestFinished, test } from 'vitest';
import { watchFiles } from '../../../cli/local/watch.ts';
import { temporaryFolder } from '../folder.ts';
import { until } from './support.ts';

/** Longer than a burst: what has not been called by then is not called. */
const LATER_MS = 400;

async function start(onCall: () => Promise<void> = async () => {}) {
  const folder = temporaryFolder();
  mkdirSync(join(folder, 'service/pets'), { recursive: true });
  const write = (name: string, text = '1') => writeFileSync(join(folder, name), text);
  write('stack.yaml');
  // The events of what was written before can arrive late.
  await sleep(50);
  const calls: string[][] = [];
  const files = [
    { path: join(folder, 'stack.yaml'), label: 'stack' },
    { path: join(folder, 'service'), label: 'service' },
  ];
  const watcher = watchFiles(files, async (labels) => {
    calls.push([...labels].sort());
    await onCall();
  });
  onTestFinished(() => watcher.close());
  return { folder, write, calls, watcher };
}

test('a burst is one call; a file that an editor replaces is still watched, and one beside it is not', async () => {
  const { folder, write, calls, watcher } = await start();
  write('other.yaml');
  await sleep(LATER_MS);
  expect(calls).toEqual([]);
  watcher.changed('earlier');
  write('stack.yaml', '2');
  write('service/pets/store.ts', '2');
  await until(() => calls.length > 0);
  for (const times of [2, 3]) {
    write('new.tmp', `${times}`);
    renameSync(join(folder, 'new.tmp'), join(folder, 'stack.yaml'));
    await until(() => calls.length === times);
  }
  expect(calls).toEqual([['earlier', 'service', 'stack'], ['stack'], ['stack']]);
});

test('code that is replaced, checked out, moved and written later is noticed each time', async () => {
  const { folder, write, calls } = await start();
  const file = 'service/pets/store.ts';
  const replaced = () => {
    write('service/pets/sed1234', '2');
    renameSync(join(folder, 'service/pets/sed1234'), join(folder, file));
  };
  /** As `git checkout` of another branch and back does, which deletes folders that are empty then. */
  const checkedOut = () => {
    rmSync(join(folder, 'service'), { recursive: true });
    mkdirSync(join(folder, 'service/pets/new'), { recursive: true });
    write(file);
  };
  const steps = [
    ...[() => write(file), replaced, replaced, () => write(file, '3'), checkedOut, () => write(file, '4')],
    ...[() => write('service/pets/new/a.ts'), () => write('service/pets/new/a.ts', '2')],
  ];
  for (const [index, step] of steps.entries()) {
    step();
    await until(() => calls.length > index, 2000);
  }
  expect(calls).toEqual(steps.map(() => ['service']));
});

test('changes during a call wait for its end; nothing is called once it is closed', async () => {
  const under = Promise.withResolvers<void>();
  const { write, calls, watcher } = await start(() => under.promise);
  write('stack.yaml', '2');
  await until(() => calls.length === 1);
  write('service/app.ts', '2');
  await sleep(LATER_MS);
  expect(calls).toEqual([['stack']]);
  under.resolve();
  await until(() => calls.length === 2);
  expect(calls).toEqual([['stack'], ['service']]);
  watcher.changed('stack');
  watcher.close();
  write('service/app.ts', '3');
  await sleep(LATER_MS);
  expect(calls).toHaveLength(2);
});
