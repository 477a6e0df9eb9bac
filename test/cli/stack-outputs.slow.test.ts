// The outputs of a deployed stack where `pulumi` fails: every command reports why, and says what to do.
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { delimiter, join } from 'node:path';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { requireOutputs } from '../../cli/domains/deployed-hosts.ts';
import { stackKeys } from '../../cli/keys/stack-keys.ts';
import { stackRelease } from '../../cli/release/stack-release.ts';
import { stackOutputs } from '../../cli/stack-outputs.ts';

let folder: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'petstore-outputs-'));
  vi.stubEnv('PATH', `${folder}${delimiter}${process.env.PATH}`);
  writeFileSync(join(folder, 'Pulumi.staging.yaml'), 'config: {}\n');
});
afterEach(() => {
  vi.unstubAllEnvs();
  rmSync(folder, { recursive: true });
});

/** A `pulumi` on the path. */
const pulumi = (script: string) =>
  writeFileSync(join(folder, 'pulumi'), `#!/bin/sh\n${script}\n`, { mode: 0o755 });

const COMMAND = 'pulumi stack output --json --stack staging';
const hosts = (signal = new AbortController().signal) => requireOutputs({ folder, stack: 'staging' }, signal);

test('the reason is the last line that pulumi printed', async () => {
  pulumi('echo "warning: old" >&2; echo "error: no credentials" >&2; exit 255');
  const why = `is not known (${COMMAND}: error: no credentials)`;
  await expect(hosts()).rejects.toMatchObject({
    code: 'usage',
    message: expect.stringContaining(
      `What stack staging has deployed ${why}.\n  give it with --outputs FILE`,
    ),
  });
  await expect(stackKeys({ stack: 'staging' })).rejects.toThrow(`The keys table of staging ${why}.\n  give`);
  await expect(stackRelease('staging')).rejects.toThrow(`The function of staging ${why}`);
});

test('it runs in the folder of the project that is named', async () => {
  pulumi('echo "{\\"hosts\\":{\\"$(basename "$PWD")\\":{\\"blocked\\":[]}}}"; test -f Pulumi.staging.yaml');
  expect(await hosts()).toEqual(new Map());
});

test('a pulumi that fails without a word, and outputs that are not JSON: what the system says', async () => {
  pulumi('exit 255');
  const outputs = () => stackOutputs({ stack: 'staging', what: 'What is deployed', folder });
  await expect(outputs()).rejects.toMatchObject({
    code: 'command-failed',
    message: `What is deployed is not known (${COMMAND}: Command failed: ${COMMAND})`,
  });
  pulumi('echo "{"');
  await expect(outputs()).rejects.toThrow(/ is not known \(pulumi .*: .*JSON.*\)$/);
});

test('of a qualified name, the stack is its last part', async () => {
  pulumi('echo "error: no credentials" >&2; exit 255');
  const outputs = (stack: string) => stackOutputs({ stack, what: 'What is deployed', folder });
  await expect(outputs('acme/petstore/staging')).rejects.toThrow(
    'What is deployed is not known (pulumi stack',
  );
  await expect(outputs('acme/staging/other')).rejects.toThrow(/other/);
  await expect(outputs('acme/staging/other')).rejects.toMatchObject({ code: 'usage' });
});

test.each([
  ['{}', /project's stack: it has no "hosts"$/m],
  ['{\\"hosts\\": 1}', /project's stack: .*expected record.* at hosts/],
])('outputs of another program: %s', async (text, why) => {
  pulumi(`echo "${text}"`);
  const refused = hosts();
  await expect(refused).rejects.toThrow(/^stack staging does not have the outputs of this /);
  await expect(refused).rejects.toThrow(why);
});

test('a pulumi that the system cannot start, and none at all', async () => {
  const docs = 'see https://www.pulumi.com/docs/install/';
  vi.stubEnv('PATH', folder);
  await expect(hosts()).rejects.toThrow(`: there is no pulumi on the path, ${docs})`);
  writeFileSync(join(folder, 'pulumi'), '#!/nowhere/sh\n', { mode: 0o755 });
  await expect(hosts()).rejects.toThrow(`: ${join(folder, 'pulumi')} cannot be started, ${docs})`);
});

test('it ends with the command', async () => {
  pulumi('exec sleep 20');
  await expect(hosts(AbortSignal.timeout(100))).rejects.toThrow('What stack staging has deployed');
});
