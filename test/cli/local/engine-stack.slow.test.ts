// The runs of the Pulumi CLI for `--engine`, with a script in its place: what is read, what is shown, what fails.
import { spawn } from 'node:child_process';
import {
  chmodSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  realpathSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Cloud } from '@petstore/local-cloud/cloud';
import { CancelledError } from '@petstore/local-cloud/engine/deployment';
import { Registry } from '@petstore/local-cloud/resources/registry';
import { afterEach, expect, onTestFinished, test, vi } from 'vitest';
import { EngineStack } from '../../../cli/local/engine-stack.ts';
import { writtenAddresses } from '../../../cli/local/environment-file.ts';
import { until } from './support.ts';

afterEach(() => void vi.unstubAllEnvs());

/** `cases`: of a shell's `case "$1 $2" in`; the arguments of each run are appended to `calls`. */
async function start(cases: string, signal = AbortSignal.timeout(60_000), interpreter = '/bin/sh') {
  const folder = mkdtempSync(join(tmpdir(), 'petstore-engine-'));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  const calls = join(folder, 'calls');
  const script = `#!${interpreter}\necho "$*" >> '${calls}'\ncase "$1 $2" in\n${cases}\nesac\n`;
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
  const waits: string[] = [];
  const stack = await EngineStack.start({
    root: folder,
    folder,
    cloud,
    region: 'eu-west-1',
    again: 'npm run local -- --engine',
    signal,
    onWait: (text) => waits.push(text),
  });
  onTestFinished(() => stack.close());
  return { stack, folder, waits, calls: () => readFileSync(calls, 'utf8').trim().split('\n') };
}

const PLAN = { region: 'eu-west-1' };
const READ = { baseUrl: 'https://api.localhost/v1', tables: {} };
const FAILED = { code: 'command-failed' };
const outputs = `'stack output') echo '{"baseUrl":"https://api.localhost/v1","tables":{}}';;`;

test('the stack is selected, deployed, and its outputs are read', async () => {
  const { stack, calls } = await start(outputs);
  const expected = { outputs: READ, changes: [], failures: [], error: undefined };
  expect(await stack.deploy(PLAN)).toEqual(expected);
  expect(calls()).toEqual([
    'stack select local --create --non-interactive',
    'up --yes --skip-preview --non-interactive --color auto',
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
  expect(existsSync(join(folder, 'pulumi'))).toBe(true);
});

test('a run that is stopped interrupts the engine, and reads nothing more', async () => {
  const stop = new AbortController();
  const up = `'up --yes') trap 'echo interrupted >> "$0.log"; exit 1' INT; touch "$0.up"; while :; do sleep 0.05; done;;`;
  const { stack, folder, calls } = await start(`${outputs}\n${up}`, stop.signal);
  const listeners = process.listenerCount('exit');
  const deployment = stack.deploy(PLAN);
  await until(() => existsSync(join(folder, 'path/pulumi.up')));
  expect(process.listenerCount('exit')).toBe(listeners + 1);
  stop.abort();
  expect(await deployment).toEqual({
    ...{ outputs: undefined, changes: [], failures: [], error: expect.any(CancelledError) },
  });
  expect(readFileSync(join(folder, 'path/pulumi.log'), 'utf8')).toBe('interrupted\n');
  expect(calls().at(-1)).toMatch(/^up /);
  expect(process.listenerCount('exit')).toBe(listeners);
});

test('no pulumi on the path, and one that cannot be started: what to do', async () => {
  await expect(start(outputs, undefined, '/nowhere/sh')).rejects.toMatchObject({
    code: 'command-failed',
    message: expect.stringMatching(/^\/.*\/path\/pulumi cannot be started \(spawn .* ENOENT\)/),
  });
  vi.stubEnv('PATH', '/nowhere');
  await expect(EngineStack.start({} as never)).rejects.toMatchObject({
    code: 'command-failed',
    message: expect.stringMatching(/^--engine needs the Pulumi CLI/),
  });
});

test.each<[string, string, object]>([
  [
    'failed in part keeps its outputs',
    `${outputs}\n'up --yes') exit 255;;`,
    { outputs: READ, error: FAILED },
  ],
  ['a signal ended was not done', `${outputs}\n'up --yes') kill -9 $$;;`, { error: FAILED }],
  ['left no outputs was not one', `'stack output') echo '{}';;`, { outputs: undefined, error: undefined }],
])('a deployment that %s', async (_, cases, expected) => {
  expect(await (await start(cases)).stack.deploy(PLAN)).toMatchObject(expected);
});

test('a run that nobody sees throws with what it printed', async () => {
  await expect(start(`'stack select') echo 'error: wrong passphrase' >&2; exit 1;;`)).rejects.toMatchObject({
    code: 'command-failed',
    message: 'pulumi stack select local --create --non-interactive: error: wrong passphrase',
  });
});

/** As the engine has written its state. */
function writeState(folder: string, checkpoint: object): void {
  const state = join(folder, 'pulumi/.pulumi/stacks/petstore');
  mkdirSync(state, { recursive: true });
  writeFileSync(join(state, 'local.json'), JSON.stringify({ version: 3, checkpoint }));
}

test('another region than the one of its tables is refused, and the engine is not run; without a table any is right', async () => {
  const { stack, folder, calls } = await start(outputs);
  const [own, arn] = [
    { type: 'pulumi:pulumi:Stack', outputs: { region: 'eu-central-1' } },
    'arn:aws:dynamodb:eu-west-1:123456789012:table/pets',
  ];
  writeState(folder, {
    latest: { resources: [own, { type: 'aws:dynamodb/table:Table', outputs: { arn } }] },
  });
  const elsewhere = () => stack.deploy({ region: 'eu-central-1' });
  await expect(elsewhere()).rejects.toThrow(/deployed in eu-west-1.*\n.*npm run local -- --engine --fresh$/);
  expect(calls()).toHaveLength(1);
  expect((await stack.deploy(PLAN)).error).toBeUndefined();
  for (const checkpoint of [{}, { latest: {} }, { latest: { resources: [own] } }]) {
    writeState(folder, checkpoint);
    expect((await elsewhere()).error).toBeUndefined();
  }
});

test('the providers have the ports of the run before, and others where those are taken', async () => {
  const { stack, folder } = await start(outputs);
  const first = writtenAddresses(folder);
  const again = 'npm run local -- --engine';
  const options = { root: folder, folder, region: 'eu-west-1', again, signal: AbortSignal.timeout(60_000) };
  const cloud = { registry: new Registry([]), authorityFile: '', dnsServer: '' } as unknown as Cloud;
  const restart = () => EngineStack.start({ ...options, cloud, onWait: () => {} });
  const beside = await restart();
  const second = writtenAddresses(folder);
  expect(second).toMatch(/^aws:\d+,cloudflare:\d+$/);
  for (const address of second.split(',')) expect(first.split(',')).not.toContain(address);
  await Promise.all([stack.close(), beside.close()]);
  const last = await restart();
  expect(writtenAddresses(folder)).toBe(second);
  await last.close();
});

/** Another run, which lives: `takes` is what a script does to end with the lock held by it, for so many seconds. */
function otherRun() {
  const other = spawn('sleep', ['30']);
  onTestFinished(() => void other.kill());
  const folder = mkdtempSync(join(tmpdir(), 'petstore-lock-'));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  const state = join(folder, 'locks');
  const held = JSON.stringify({ pid: other.pid, timestamp: new Date().toISOString() });
  const takes = (
    seconds: number,
  ) => `mkdir -p "$(cat '${state}')"; echo '${held}' > "$(cat '${state}')/a.json"
    (sleep ${seconds}; rm "$(cat '${state}')/a.json") > /dev/null 2>&1 &
    exit 255`;
  /** Where the stack of that folder has its locks. */
  const locksOf = (local: string) => {
    const locks = join(local, 'pulumi/.pulumi/locks/organization/petstore/local');
    writeFileSync(state, locks);
    return locks;
  };
  const isFree = `[ ! -e "$(cat '${state}')/a.json" ]`;
  return { pid: other.pid, once: join(folder, 'once'), takes, isFree, locksOf };
}

test('the outputs for other programs are read when no run changes them', async () => {
  const { pid, locksOf } = otherRun();
  const { stack, folder, calls, waits } = await start(outputs);
  const locks = locksOf(folder);
  mkdirSync(locks, { recursive: true });
  writeFileSync(join(locks, 'a.json'), JSON.stringify({ pid, timestamp: new Date().toISOString() }));
  const read = stack.shared.outputs();
  await sleep(300);
  expect(calls()).toHaveLength(1);
  rmSync(join(locks, 'a.json'));
  expect(await read).toEqual(READ);
  expect(waits).toEqual([]);
});

const ups = (calls: readonly string[]) => calls.filter((call) => call.startsWith('up')).length;

test('another run takes the lock first: what the engine says of it is put right, and the run is repeated', async () => {
  const { pid, once, takes, isFree, locksOf } = otherRun();
  // The first run finds the lock, which is held for another second; the second run deploys, once the lock is free.
  const up = `'up --yes') if [ -e '${once}' ]; then ${isFree}; exit; fi; touch '${once}'; ${takes(1)};;`;
  const { stack, calls, waits, folder } = await start(`${up}\n${outputs}`);
  locksOf(folder);
  expect(await stack.deploy(PLAN)).toMatchObject({ error: undefined });
  expect(ups(calls())).toBe(2);
  expect(waits).toEqual([expect.stringMatching(`process ${pid}.* took the stack's lock first`)]);
});

test('another run takes the lock each time: the third run is the last', async () => {
  const { takes, locksOf } = otherRun();
  const { stack, calls, waits, folder } = await start(`'up --yes') ${takes(0.5)};;\n${outputs}`);
  locksOf(folder);
  expect((await stack.deploy(PLAN)).error).toMatchObject(FAILED);
  expect([ups(calls()), waits.length]).toEqual([3, 2]);
});
