// What the store reads at its start.
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { temporaryFolder } from '../../../test/cli/folder.ts';
import { Store } from '../src/store.ts';

test('collections that an earlier release kept apart are taken over once, and are in one file from then on', () => {
  const folder = temporaryFolder({
    'cloud.json': JSON.stringify({ things: { a: 1 } }),
    'stack.json': JSON.stringify({ resources: { b: 2 } }),
  });
  const [file, earlier] = [join(folder, 'cloud.json'), join(folder, 'stack.json')];
  const open = () => new Store(file, earlier);
  const first = open();
  expect([...first.collection('things').entries(), ...first.collection('resources').entries()]).toEqual([
    ['a', 1],
    ['b', 2],
  ]);
  first.collection('resources').delete('b');
  first.flush();
  expect(open().collection('resources').values()).toEqual([]);
});
