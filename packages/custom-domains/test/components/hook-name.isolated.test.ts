// Names of hooks: the engine refuses the second hook of one name in a run.
import * as pulumi from '@pulumi/pulumi';
import { expect, test } from 'vitest';
import { hookName } from '../../src/components/failures.ts';

test('the first of a program has the name, the others a number; names do not count together', () => {
  expect(['a', 'a', 'b', 'a'].map(hookName)).toEqual(['a', 'a-2', 'b', 'a-3']);
});

test('another program of the process begins anew', async () => {
  pulumi.runtime.setMocks({ newResource: ({ name }) => ({ id: name, state: {} }), call: () => ({}) });
  const program = () =>
    pulumi.runtime.runInPulumiStack(async () => ({ names: [hookName('a'), hookName('a')] }));
  for (let run = 0; run < 2; run++) expect(await program()).toMatchObject({ names: ['a', 'a-2'] });
});
