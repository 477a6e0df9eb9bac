// A command of the Pulumi CLI in a drill, with a script in its place: what it prints, and what a failure says.
import { chmodSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { engineCommand } from '../../../cli/drill/engine-command.ts';

function script(text: string) {
  const folder = mkdtempSync(join(tmpdir(), 'petstore-drill-'));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  const file = join(folder, 'pulumi');
  writeFileSync(file, `#!/bin/sh\n${text}\n`);
  chmodSync(file, 0o755);
  return { file, folder };
}

const thrown = (promise: Promise<unknown>) =>
  promise.then(
    () => 'nothing',
    (error: Error) => `${error.name}: ${error.message}`,
  );

test('the standard output, of a run in the folder with the environment', async () => {
  const { file, folder } = script('echo "$1 $2 $STACK $PWD"; echo noise >&2');
  const engine = engineCommand(file, { cwd: folder, env: { STACK: 'local' } });
  expect(await engine('stack', 'select')).toBe(`stack select local ${folder}\n`);
});

test('an output of megabytes, as the exported state of a large stack has', async () => {
  const { file, folder } = script(`head -c 3000000 /dev/zero | tr '\\0' x`);
  const engine = engineCommand(file, { cwd: folder, env: process.env });
  expect((await engine('stack', 'export')).length).toBe(3_000_000);
});

test('a failure: the command, and the last 20 lines of both outputs', async () => {
  const { file, folder } = script(
    'for i in 1 2 3 4 5 6 7 8 9 10 11 12 13 14 15 16 17 18 19; do echo "line $i"; done; echo why >&2; echo twice >&2; exit 1',
  );
  const engine = engineCommand(file, { cwd: folder, env: {} });
  const lines = Array.from({ length: 18 }, (_, index) => `line ${index + 2}`);
  expect(await thrown(engine('up', '--yes'))).toBe(
    `DrillError: pulumi up --yes: ${[...lines, 'why', 'twice'].join('\n')}`,
  );
});

test('a failure without a word, and a file that does not run: what the system says', async () => {
  const { file, folder } = script('exit 3');
  const where = { cwd: folder, env: {} };
  expect(await thrown(engineCommand(file, where)('up'))).toBe(
    `DrillError: pulumi up: Command failed: ${file} up`,
  );
  const missing = join(folder, 'missing');
  expect(await thrown(engineCommand(missing, where)('up'))).toBe(
    `DrillError: pulumi up: spawn ${missing} ENOENT`,
  );
});
