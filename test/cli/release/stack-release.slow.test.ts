// The function that a release command is about, from the outputs of a deployed stack.
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, expect, onTestFinished, test, vi } from 'vitest';
import { stackRelease } from '../../../cli/release/stack-release.ts';

afterEach(() => vi.unstubAllEnvs());

/** A Pulumi CLI that has these outputs of the stack staging. */
function deployed(outputs: object): void {
  const folder = mkdtempSync(join(tmpdir(), 'petstore-pulumi-'));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  const script = `#!/bin/sh\n[ "$*" = 'stack output --json --stack staging' ] && echo '${JSON.stringify(outputs)}'\n`;
  writeFileSync(join(folder, 'pulumi'), script, { mode: 0o755 });
  vi.stubEnv('PATH', `${folder}:${process.env.PATH}`);
}

test('the function, what was before, its deployment group and its region', async () => {
  deployed({ release: { function: 'api-1', before: '3' }, region: 'eu-central-1' });
  const { released, clients } = await stackRelease('staging');
  expect(released).toEqual({
    ...{ functionName: 'api-1', knownBefore: '3' },
    group: { application: 'petstore-staging-api-release', group: 'live' },
  });
  const { lambda, codeDeploy, pollMs } = clients;
  expect([await lambda.config.region(), await codeDeploy.config.region(), pollMs]).toEqual([
    'eu-central-1',
    'eu-central-1',
    5_000,
  ]);
});

test.each([{}, { release: {} }, { region: 'eu-west-1' }, { release: { function: 'api-1' } }])(
  'outputs without a function, or without its region: %j',
  async (outputs) => {
    deployed(outputs);
    await expect(stackRelease('staging')).rejects.toMatchObject({
      name: 'CommandError',
      message: 'staging has no function yet: pulumi up --stack staging first',
    });
  },
);

test('outputs that cannot be read: what to check', async () => {
  vi.stubEnv('PATH', '/nowhere');
  await expect(stackRelease('staging')).rejects.toThrow(
    /\n {2}install the Pulumi CLI, log in where the stack's state is \(pulumi login\), and check: pulumi stack output --stack staging$/,
  );
});
