// What every deployment imports first: stack traces without source maps.
import { spawnSync } from 'node:child_process';
import { expect, test } from 'vitest';

const FILE = 'infra/run/pulumi-startup.ts';
/** Pulumi's entry installs it before it loads the program (@pulumi/pulumi/cmd/run/index.js). */
const ENTRY = `import { createRequire } from 'node:module';
const require = createRequire(process.cwd() + '/x.js');
require('source-map-support/register');`;

/** The output of a module's source, run in a process of its own. */
function run(source: string): string {
  const args = ['--input-type=module-typescript', '--eval', source];
  const { status, stdout, stderr } = spawnSync(process.execPath, args, { encoding: 'utf8', timeout: 20_000 });
  expect({ status, stderr }).toEqual({ status: 0, stderr: '' });
  return stdout;
}

test('V8 formats stack traces itself, whole', () => {
  const stack = `const { stack } = new Error('reason'); console.log(typeof Error.prepareStackTrace, stack);`;
  expect(run(`${ENTRY} ${stack}`)).toMatch(/^function Error: reason\n +at /);
  expect(run(`${ENTRY} await import('./${FILE}'); ${stack}`)).toMatch(/^undefined Error: reason\n +at /);
});
