// The output `release`: which version gets the calls after a release, and after one that went back.
import type { Alias } from '@pulumi/aws/lambda/alias.js';
import * as pulumi from '@pulumi/pulumi';
import { expect, test } from 'vitest';
import { type ReleaseOutput, releaseOutput } from '../../infra/release-output.ts';

const aliasOf = (functionVersion: pulumi.Input<string>) =>
  ({ functionName: pulumi.output('api'), functionVersion: pulumi.output(functionVersion) }) as Alias;

const after = (functionVersion: pulumi.Input<string>, previous?: ReleaseOutput, served?: string) =>
  new Promise((resolve) => releaseOutput(aliasOf(functionVersion), previous, served).apply(resolve));

const first = { function: 'api', live: '1' };
const last = { ...first, live: '2', before: '1' };
const next = { ...first, live: '3' };

type Served = string | undefined;
test.each<[string, Served, ReleaseOutput | undefined, pulumi.Input<string>, ReleaseOutput]>([
  ['the first release has no version before it', undefined, undefined, '1', first],
  ['the next one names the version that it replaced', '1', first, '2', last],
  ['a run that releases nothing leaves both', '2', last, '2', last],
  [
    'after a rollback, the version that was taken back is not before',
    '1',
    last,
    '3',
    { ...next, before: '1' },
  ],
  ['the version that was taken back is released again', '1', last, '2', last],
  ['a release that the last run did not end', '3', last, '3', { ...next, before: '2' }],
  ['what gets the calls cannot be read', undefined, last, '3', next],
  ['another function has other versions', '7', { ...last, function: 'old' }, '1', first],
])('%s', async (_, served, previous, version, expected) => {
  expect(await after(version, previous, served)).toEqual(expected);
});

test('where the release went back, the alias fails and the output stays what it was', async () => {
  expect(await after(Promise.reject(new Error('the deployment d-1 went back')), last)).toEqual(last);
});
