// A failed resource under --continue-on-error: one line in place of an unhandled exception with its stack.
import { spawnSync } from 'node:child_process';
import { expect, test } from 'vitest';

/** What a listener that was there first, as the runtime's own is, sees of each rejection. */
function seen(program: string): string[] {
  const script = `
    import * as pulumi from '@pulumi/pulumi';
    process.on('unhandledRejection', (e) => console.log(pulumi.RunError.isInstance(e), e.stack.split(': ')[0]));
    const reject = (name) => void Promise.reject(new Error('resource ' + name + ' [b:c:D] failed to register'));
    ${program}`;
  const args = ['--conditions=@petstore/source', '--input-type=module', '--eval', script];
  const { stdout, stderr } = spawnSync(process.execPath, args, { encoding: 'utf8' });
  expect(stderr).toBe('');
  return stdout.trim().split('\n');
}

test('a program that asks for it: a RunError for each failed resource, and no other error', () => {
  const program = `
    const { shortenFailedResources } = await import('@petstore/custom-domains/many-hosts');
    shortenFailedResources();
    reject('a');
    void Promise.reject(new Error('a mistake: of the program'));`;
  expect(seen(program)).toEqual(['true a failed', 'false Error']);
});
