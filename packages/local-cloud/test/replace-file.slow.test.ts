// A file is replaced as a whole, or stays as it was: by a process that the system lets write a part of it, as on a disk that is nearly full.
import { spawnSync } from 'node:child_process';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { temporaryFolder } from '../../../test/cli/folder.ts';

const MODULE = new URL('../src/replace-file.ts', import.meta.url).href;

test('of what is written in part, nothing is kept, and the former file is', () => {
  const folder = temporaryFolder({ 'cloud.json': 'former' });
  const file = join(folder, 'cloud.json');
  const program = `import { replaceFile } from '${MODULE}'; replaceFile(process.argv[1], 'x'.repeat(100_000));`;
  const line = [process.execPath, '--input-type=module', '--eval', program, file];
  // In blocks of 512 bytes or of 1,024: less than the data has.
  const { status } = spawnSync('sh', ['-c', 'ulimit -f 16; exec "$@"', 'sh', ...line]);
  expect([status, readFileSync(file, 'utf8'), readdirSync(folder)]).toEqual([1, 'former', ['cloud.json']]);
});
