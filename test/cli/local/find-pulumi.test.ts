// Which `pulumi` is run, and which `node` the shell runs.
import { mkdirSync, writeFileSync } from 'node:fs';
import { delimiter, join } from 'node:path';
import { beforeEach, expect, test } from 'vitest';
import { findCommand, findPulumi } from '../../../cli/executables.ts';
import { temporaryFolder } from '../folder.ts';

let folder: string;
beforeEach(() => {
  folder = temporaryFolder();
});
/** The folder `name` with that command in it. */
const put = (name: string, mode: number, command = 'pulumi') => {
  mkdirSync(join(folder, name), { recursive: true });
  writeFileSync(join(folder, name, command), '', { mode });
  return join(folder, name);
};

test('the first pulumi on the path that runs, and that is not of the npm package', () => {
  const path = [put('node_modules/.bin', 0o755), put('text', 0o644), '', put('a', 0o755), put('b', 0o755)];
  expect(findPulumi(path.join(delimiter))).toBe(join(folder, 'a/pulumi'));
  expect(findPulumi(path.slice(0, 3).join(delimiter))).toBeUndefined();
});

test("the project's node where the shell has it on its path, not where npm puts it in front", () => {
  const own = put('node_modules/.bin', 0o755, 'node');
  const system = put('a', 0o755, 'node');
  const ofNpm = [own, join(folder, 'node_modules/npm/node-gyp-bin')];
  const found = (...shell: string[]) => findCommand('node', [...ofNpm, ...shell].join(delimiter));
  expect(found(system)).toBe(join(system, 'node'));
  // As after `source .local/pulumi.env`.
  expect(found(own, system)).toBe(join(own, 'node'));
});
