// Which `pulumi` is run.
import { mkdirSync, writeFileSync } from 'node:fs';
import { delimiter, join } from 'node:path';
import { expect, test } from 'vitest';
import { findPulumi } from '../../../cli/local/engine-environment.ts';
import { temporaryFolder } from '../folder.ts';

test('the first pulumi on the path that runs, and that is not of the npm package', () => {
  const folder = temporaryFolder();
  const put = (name: string, mode: number) => {
    mkdirSync(join(folder, name), { recursive: true });
    writeFileSync(join(folder, name, 'pulumi'), '', { mode });
    return join(folder, name);
  };
  const path = [put('node_modules/.bin', 0o755), put('text', 0o644), '', put('a', 0o755), put('b', 0o755)];
  expect(findPulumi(path.join(delimiter))).toBe(join(folder, 'a/pulumi'));
  expect(findPulumi(path.slice(0, 3).join(delimiter))).toBeUndefined();
});
