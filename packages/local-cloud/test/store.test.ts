// What the store reads at its start.
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { Store } from '../src/store.ts';

test('collections that an earlier release kept apart are taken over once, and are in one file from then on', () => {
  const folder = mkdtempSync(join(tmpdir(), 'store-'));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  const [file, earlier] = [join(folder, 'cloud.json'), join(folder, 'stack.json')];
  writeFileSync(file, JSON.stringify({ things: { a: 1 } }));
  writeFileSync(earlier, JSON.stringify({ resources: { b: 2 } }));
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
