// What is left out of Pulumi is left out, and what it would have told is told still.
import { spawnSync } from 'node:child_process';
import { expect, it } from 'vitest';

/** A module's source, run in a process of its own after infra/run/pulumi-startup.ts. */
function run(source: string) {
  const lean = `import './infra/run/pulumi-startup.ts'; const pulumi = await import('@pulumi/pulumi');`;
  const args = ['--input-type=module-typescript', '--eval', lean + source];
  return spawnSync(process.execPath, args, { encoding: 'utf8', timeout: 20_000 });
}

it('loads neither the compiler nor the walker of dependencies', () => {
  const source = `
    const { createRequire } = await import('node:module');
    const loaded = Object.keys(createRequire(process.cwd() + '/x.js').cache).join('\\n');
    console.log(/arborist|vendor.typescript|node_modules.typescript./.test(loaded), /pulumi.runtime.closure.codePaths/.test(loaded));`;
  expect(run(source)).toMatchObject({ status: 0, stderr: '', stdout: 'false true\n' });
});

it('still names a promise that never ends, and fails', () => {
  const source = `
    const { debuggablePromise } = (await import('@pulumi/pulumi/runtime/debuggable.js')).default;
    debuggablePromise(new Promise(() => {}), 'the property that nobody set');`;
  const { status, stderr } = run(source);
  expect(status).toBe(1);
  expect(stderr).toContain('leak');
});

it('leaves the stacks of errors whole', () => {
  const { stdout } = run(
    `console.log(Error.stackTraceLimit > 0, new Error('x').stack.split('\\n').length > 1);`,
  );
  expect(stdout).toBe('true true\n');
});
