// The output `release`: which version gets the calls after a release, and after one that went back.
import type { Alias } from '@pulumi/aws/lambda/alias.js';
import * as pulumi from '@pulumi/pulumi';
import { expect, test } from 'vitest';
import { type ReleaseOutput, releaseOutput } from '../../infra/release-output.ts';

const aliasOf = (functionVersion: pulumi.Input<string>) =>
  ({ functionName: pulumi.output('api'), functionVersion: pulumi.output(functionVersion) }) as Alias;

const after = (functionVersion: pulumi.Input<string>, previous?: ReleaseOutput) =>
  new Promise((resolve) => releaseOutput(aliasOf(functionVersion), previous).apply(resolve));

const last = { function: 'api', live: '2', before: '1' };

test.each<[string, pulumi.Input<string>, ReleaseOutput | undefined, ReleaseOutput]>([
  ['the first release has no version before it', '1', undefined, { function: 'api', live: '1' }],
  ['the next one names the version that it replaced', '2', { function: 'api', live: '1' }, last],
  ['a run that releases nothing leaves both', '2', last, last],
])('%s', async (_, version, previous, expected) => {
  expect(await after(version, previous)).toEqual(expected);
});

test('where the release went back, the alias fails and the output stays what it was', async () => {
  expect(await after(Promise.reject(new Error('the deployment d-1 went back')), last)).toEqual(last);
});
