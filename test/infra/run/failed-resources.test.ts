// A failed resource under --continue-on-error: one line in place of an unhandled exception with its stack.
import { spawnSync } from 'node:child_process';
import { expect, test } from 'vitest';
import { failedResourceLine } from '../../../infra/run/failed-resources.ts';

test.each([
  'resource a.example-validated [aws:acm/certificateValidation:CertificateValidation] failed to register',
  'error serializing property "content": error serializing property "outputs": resource a.example-validated [a:b:C] failed to register',
])('%s', (message) => {
  expect(failedResourceLine(new Error(message))).toMatch(/^a\.example-validated failed: /);
});

test('any other error keeps its stack', () => {
  expect(failedResourceLine(new Error('resource a failed'))).toBeUndefined();
  expect(failedResourceLine('text')).toBeUndefined();
});

test('a listener that was there first sees what Pulumi takes for a RunError, without other errors', () => {
  const program = `
    import * as pulumi from '@pulumi/pulumi';
    import { shortenFailedResources } from './infra/run/failed-resources.ts';
    process.on('unhandledRejection', (e) => console.log(pulumi.RunError.isInstance(e), e.message.split(':')[0]));
    shortenFailedResources();
    void Promise.reject(new Error('resource a [b:c:D] failed to register'));
    void Promise.reject(new Error('a mistake: of the program'));`;
  const { stdout } = spawnSync(
    process.execPath,
    ['--conditions=@petstore/source', '--input-type=module', '--eval', program],
    {
      encoding: 'utf8',
    },
  );
  expect(stdout).toBe('true a failed\nfalse a mistake\n');
});
