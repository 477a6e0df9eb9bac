// The local cloud does not run, because it was stopped or because it was killed: every command says so, in the same words.
import { execFile, spawnSync } from 'node:child_process';
import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { LOCAL_FILES, removeFile, writeJson, writePrivate } from '../../cli/local-files.ts';
import { lastStart, lastStartWithEngine, saveStart, servedCloud } from '../../cli/served-cloud.ts';
import { nodeArguments } from '../npm-script.ts';
import { copyProject, removeProject } from './local/support.ts';

let folder: string;
let local: string;
beforeAll(() => {
  folder = copyProject();
  local = join(folder, '.local');
  mkdirSync(local, { recursive: true });
});
afterAll(() => removeProject(folder));

/** Of a process that has ended. */
const endedPid = () => spawnSync(process.execPath, ['--version']).pid;

/** What a run leaves that is killed: everything. */
function kill(): void {
  const dnsServer = '127.0.0.1:9';
  writeJson(local, LOCAL_FILES.ready, {
    hosts: {},
    caFile: join(local, 'ca.pem'),
    dnsServer,
    pid: endedPid(),
  });
  writeJson(local, LOCAL_FILES.outputs, { hosts: {} });
  writeJson(local, LOCAL_FILES.api, {});
  writeJson(local, LOCAL_FILES.environment, {});
}

function run(script: Parameters<typeof nodeArguments>[0], args: readonly string[]) {
  const options = { env: { ...process.env, NO_COLOR: '1' }, cwd: folder, timeout: 30_000 };
  return new Promise((resolve) => {
    const child = execFile(
      process.execPath,
      [...nodeArguments(script, folder), ...args],
      options,
      (_, out, err) => resolve({ status: child.exitCode, out, err }),
    );
  });
}

describe.each([
  ['stopped', () => removeFile(local, LOCAL_FILES.ready)],
  ['killed', kill],
])('it was %s', (_, leave) => {
  beforeAll(leave);

  test.each([
    ['keys', ['list']],
    ['keys', ['create', '--name', 'ci']],
    ['release', ['status']],
    ['domains', ['status', '--stack', 'local']],
    ['domains', ['check', '--stack', 'local']],
  ] as const)('%s %j', async (script, args) => {
    expect(await run(script, args)).toEqual({
      status: 2,
      out: '',
      err: '✗ The local cloud is not running here.\n  start it in another terminal: npm run local\n',
    });
  });

  test('local drift names the option that it needs', async () => {
    expect(await run('local', ['drift'])).toMatchObject({
      status: 2,
      err: expect.stringContaining('npm run local -- --engine'),
    });
  });
});

test('the run that asks is a run that serves', () => {
  kill();
  expect(servedCloud(local)).toBeUndefined();
  writeJson(local, LOCAL_FILES.ready, { pid: process.pid });
  expect(servedCloud(local)).toEqual({ pid: process.pid });
  // A later process has the id of the run that was killed.
  writeJson(local, LOCAL_FILES.ready, { pid: process.pid, started: '1' });
  expect(servedCloud(local)).toBeUndefined();
});

test.each(['null', '{', ''])('a file that no run has written, %j, names no run', (text) => {
  writePrivate(local, LOCAL_FILES.ready, text);
  expect(servedCloud(local)).toBeUndefined();
});

test('every command names the way in which it was last started', async () => {
  saveStart(local, ['--engine', '--fresh', '--internet', 'my zone']);
  const start = "npm run local -- --engine --internet 'my zone'";
  for (const [script, ...args] of [
    ['keys', 'list'],
    ['release', 'status'],
    ['local', '--metrics'],
    ['domains', 'status', '--stack', 'local'],
    ['domains', 'check', '--stack', 'local'],
  ] as const)
    expect(await run(script, args)).toMatchObject({
      status: 2,
      err: expect.stringContaining(`  start it in another terminal: ${start}\n`),
    });
  expect(lastStartWithEngine(local)).toBe(start);
  saveStart(local, ['--fresh']);
  expect(lastStart(local)).toBe('npm run local');
  expect(lastStartWithEngine(local)).toBe('npm run local -- --engine');
});
