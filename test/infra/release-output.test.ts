// The output `release`: which version gets the calls after a release, and after one that went back.
import type { Alias } from '@pulumi/aws/lambda/alias.js';
import * as pulumi from '@pulumi/pulumi';
import { expect, test } from 'vitest';
import { type ReleaseOutput, releaseOutput } from '../../infra/release-output.ts';

const aliasOf = (functionVersion: pulumi.Input<string>) =>
  ({ functionName: pulumi.output('api'), functionVersion: pulumi.output(functionVersion) }) as Alias;

const after = (functionVersion: pulumi.Input<string>, previous?: ReleaseOutput) =>
  new Promise((resolve) => releaseOutput(aliasOf(functionVersion), previous).apply(resolve));

test('the first release has no version before it', async () => {
  expect(await after('1')).toEqual({ function: 'api', live: '1' });
});

test('the next one names the version that it replaced', async () => {
  expect(await after('2', { function: 'api', live: '1' })).toEqual({
    function: 'api',
    live: '2',
    before: '1',
  });
});

test('a run that releases nothing leaves both', async () => {
  const last = { function: 'api', live: '2', before: '1' };
  expect(await after('2', last)).toEqual(last);
});

test('where the release went back, the alias fails and the output stays what it was', async () => {
  const last = { function: 'api', live: '2', before: '1' };
  const failed = Promise.reject(new Error('the deployment d-1 went back'));
  expect(await after(failed, last)).toEqual(last);
});
