// The runs of the Pulumi CLI for `--engine`, with a script in its place: what is read, what is shown, what fails; and `.local/pulumi.env` as
// shells source it, while its run lasts and after that.

import { spawnSync } from 'node:child_process';
import { readFileSync, realpathSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Cloud } from '@petstore/local-cloud/cloud';
import { Registry } from '@petstore/local-cloud/resources/registry';
import { beforeEach, describe, expect, onTestFinished, test, vi } from 'vitest';
import { environmentFile, writtenAddresses } from '../../../cli/local/engine-environment.ts';
import { startEngineStack } from '../../../cli/local/engine-stack.ts';
import { temporaryFolder } from '../folder.ts';

/** `cases`: of a shell's `case "$1 $2" in`; the arguments of each run are appended to `calls`. */
async function start(cases: string, interpreter = '/bin/sh') {
  const folder = temporaryFolder({ 'path/': '' });
  const calls = join(folder, 'calls');
  const path = join(folder, 'path');
  const script = `#!${interpreter}\necho "$*" >> '${calls}'\ncase "$1 $2" in\n${cases}\nesac\n`;
  writeFileSync(join(path, 'pulumi'), script, { mode: 0o755 });
  vi.stubEnv('PATH', `${path}:${process.env.PATH}`);
  const lines: string[] = [];
  const begin = async () => {
    const stack = await startEngineStack({
      ...{ root: folder, folder, region: 'eu-west-1' },
      cloud: { registry: new Registry([]), dnsServer: '', authorityFile: '' } as unknown as Cloud,
      signal: AbortSignal.timeout(60_000),
      onRefused: () => undefined,
      onCreated: (text) => lines.push(`created: ${text}`),
      onLine: (text) => lines.push(text),
    });
    onTestFinished(() => stack.close());
    return stack;
  };
  const stack = await begin();
  return { stack, begin, folder, lines, calls: () => readFileSync(calls, 'utf8').trim().split('\n') };
}

const PLAN = { region: 'eu-west-1' };
const READ = { baseUrl: 'https://api.localhost/v1', tables: {} };
const FAILED = { code: 'command-failed' };
const outputs = `'stack output') echo '{"baseUrl":"https://api.localhost/v1","tables":{}}';;`;

test('the stack is selected and deployed, with a line of each resource at its end, without its time, and its outputs are read', async () => {
  const printed = [
    ' +  aws:s3:Bucket docs creating (0s) ',
    ' +  aws:s3:Bucket docs created (0.02s) ',
    ' ~  aws:lambda:Function api-function updated (0.10s) [diff: ~code]',
    '    pulumi:pulumi:Stack petstore-local running warning: no',
    'Diagnostics:',
    '    warning: no',
  ].join('\\n');
  const { stack, calls, lines } = await start(`${outputs}\n'up --yes') printf '${printed}';;`);
  const expected = { outputs: READ, changes: [], failures: [], error: undefined };
  expect(await stack.deploy(PLAN)).toEqual(expected);
  expect(lines).toEqual([
    expect.stringContaining('half a minute'),
    'created:  +  aws:s3:Bucket docs created',
    ' ~  aws:lambda:Function api-function updated [diff: ~code]',
    'Diagnostics:',
    '    warning: no',
  ]);
  expect(calls()).toEqual([
    expect.stringMatching(/^stack select local --create /),
    expect.stringMatching(/^up --yes /),
    'stack output --json',
  ]);
});

test('the engine runs in the project, with the local cloud in its environment, in a process group of its own', async () => {
  const told = `{"tables":{},"cwd":"'"$PWD"'","backend":"'"$PULUMI_BACKEND_URL"'","home":"'"$HOME"'"`;
  const group = `"group":'"$(($(ps -o pgid= -p $$)))"',"pid":'"$$"'}`;
  const { stack, folder } = await start(`'stack output') echo '${told},${group}';;`);
  const { outputs: read } = await stack.deploy(PLAN);
  const { pid, group: leader, ...rest } = read as { readonly pid: number; readonly group: number };
  expect(rest).toEqual({
    ...{ tables: {}, cwd: realpathSync(folder), home: process.env.HOME ?? '' },
    backend: `file://${join(folder, 'pulumi')}`,
  });
  expect(leader).toBe(pid);
});

test('a pulumi that cannot be started, and a run that nobody sees: the reason', async () => {
  const missing = start(outputs, '/nowhere/sh');
  await expect(missing).rejects.toThrow(/path\/pulumi cannot be started \(spawn .* ENOENT\)/);
  const failing = start(`'stack select') echo 'error: wrong passphrase' >&2; exit 1;;`);
  await expect(failing).rejects.toThrow(/^pulumi stack select local .*: error: wrong passphrase$/);
});

test.each<[string, string, object]>([
  ['failed in part has outputs', `${outputs}\n'up --yes') exit 255;;`, { outputs: READ, error: FAILED }],
  ['a signal ended was not done', `${outputs}\n'up --yes') kill -9 $$;;`, { error: FAILED }],
  ['left no outputs was not one', `'stack output') echo '{}';;`, { outputs: undefined, error: undefined }],
])('a deployment that %s', async (_, cases, expected) => {
  expect(await (await start(cases)).stack.deploy(PLAN)).toMatchObject(expected);
});

test('the providers have the ports of the run before, and others where those are taken', async () => {
  const { stack, begin, folder } = await start(outputs);
  const first = writtenAddresses(folder);
  const beside = await begin();
  const second = writtenAddresses(folder);
  expect(second).toMatch(/^aws:\d+,cloudflare:\d+$/);
  for (const address of second.split(',')) expect(first.split(',')).not.toContain(address);
  await Promise.all([stack.close(), beside.close()]);
  await begin();
  expect(writtenAddresses(folder)).toBe(second);
});

const STOPPED = 'The local cloud of FOLDER with the Pulumi engine is not running.';

describe.each(['sh', 'bash'])('.local/pulumi.env in %s', (shell) => {
  let folder: string;
  let file: string;
  beforeEach(() => {
    folder = join(temporaryFolder({ "it's/": '' }), "it's");
    file = join(folder, 'pulumi.env');
    const environment = { PULUMI_STACK: 'local', PATH: '/nowhere' };
    writeFileSync(file, environmentFile(environment, `${folder}/`));
  });

  /** As the file would be of a process that has ended. */
  function ended(): void {
    const { pid } = spawnSync('true');
    writeFileSync(file, readFileSync(file, 'utf8').replaceAll(String(process.pid), String(pid)));
  }

  /** `said`: the first line of the standard error. */
  function sourced(before: string) {
    const script = `${before}\n. "$1"\necho "$? $PULUMI_STACK $PATH"`;
    // No pipe as standard input (test/run-process.ts).
    const { status, stdout, stderr } = spawnSync(shell, ['-c', script, shell, file], {
      encoding: 'utf8',
      stdio: ['ignore', 'pipe', 'pipe'],
    });
    const [said = ''] = stderr.replaceAll(folder, 'FOLDER').split('\n');
    return { status, stdout: stdout.trim(), said, stderr };
  }

  /** The environment is set whatever the run does, so that nothing reaches an account. */
  const printed = (status: number) => `${status} local ${folder}/node_modules/.bin:${process.env.PATH}`;

  test.each<[string, number, string, () => void]>([
    ['it runs', 0, '', () => undefined],
    ['it has ended', 1, STOPPED, ended],
  ])('%s: status %d', (_, status, said, prepare) => {
    prepare();
    expect(sourced('set -u')).toMatchObject({ stdout: printed(status), said });
  });

  test('a script that stops at errors stops there, with how to start it', () => {
    ended();
    const { status, stdout, stderr } = sourced('set -e');
    expect({ status, stdout }).toEqual({ status: 1, stdout: '' });
    expect(stderr).toContain(': npm run local -- --engine\n');
  });
});
