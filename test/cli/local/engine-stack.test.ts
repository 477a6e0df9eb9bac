// The runs of the Pulumi CLI for `--engine`, with a script in its place: what is read, what is shown, what fails.
import { chmodSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Cloud } from '@petstore/local-cloud/cloud';
import { Registry } from '@petstore/local-cloud/resources/registry';
import { afterEach, expect, onTestFinished, test, vi } from 'vitest';
import { EngineStack } from '../../../cli/local/engine-stack.ts';

afterEach(() => void vi.unstubAllEnvs());

/** `cases`: of a shell's `case "$1 $2" in`; the arguments of each run are appended to `calls`. */
async function start(cases: string) {
  const folder = mkdtempSync(join(tmpdir(), 'petstore-engine-'));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  const calls = join(folder, 'calls');
  const script = `#!/bin/sh\necho "$*" >> '${calls}'\ncase "$1 $2" in\n${cases}\nesac\n`;
  const path = join(folder, 'path');
  mkdirSync(path);
  writeFileSync(join(path, 'pulumi'), script);
  chmodSync(join(path, 'pulumi'), 0o755);
  vi.stubEnv('PATH', `${path}:${process.env.PATH}`);
  const cloud = {
    registry: new Registry([]),
    httpsPort: 8443,
    dnsServer: '127.0.0.1:5354',
    authorityFile: join(folder, 'ca.pem'),
  } as unknown as Cloud;
  const signal = AbortSignal.timeout(10_000);
  const stack = await EngineStack.start({
    root: folder,
    folder,
    cloud,
    region: 'eu-west-1',
    signal,
    onWait: () => {},
  });
  onTestFinished(() => stack.close());
  return { stack, calls: () => readFileSync(calls, 'utf8').trim().split('\n') };
}

const outputs = `'stack output') echo '{"baseUrl":"https://api.localhost/v1","tables":{}}';;`;

test('the stack is selected, deployed, and its outputs are read', async () => {
  const { stack, calls } = await start(outputs);
  expect(await stack.deploy()).toEqual({
    ...{
      outputs: { baseUrl: 'https://api.localhost/v1', tables: {} },
      changes: [],
      failures: [],
      error: undefined,
    },
  });
  expect(calls()).toEqual([
    'stack select local --create --non-interactive',
    'up --yes --skip-preview --non-interactive --color auto',
    'stack output --json',
  ]);
});

test('a deployment that failed in part keeps its outputs, and says that it failed', async () => {
  const { stack } = await start(`${outputs}\n'up --yes') exit 255;;`);
  const { outputs: read, error } = await stack.deploy();
  expect(read).toEqual({ baseUrl: 'https://api.localhost/v1', tables: {} });
  expect(error).toMatchObject({ code: 'command-failed', message: expect.stringContaining('see above') });
});

test('a stack without outputs was not deployed', async () => {
  const { stack } = await start(`'stack output') echo '{}';;`);
  expect((await stack.deploy()).outputs).toBeUndefined();
});

test('a run that nobody sees throws with what it printed', async () => {
  await expect(start(`'stack select') echo 'error: wrong passphrase' >&2; exit 1;;`)).rejects.toMatchObject({
    code: 'command-failed',
    message: 'pulumi stack select local --create --non-interactive: error: wrong passphrase',
  });
});
