// `npm run release` as a process, against the cloud of a stack with gradual releases.
import type { SpawnOptions } from 'node:child_process';
import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { localAccess } from '../../../cli/local/local-access.ts';
import { LOCAL_FILES, writeJson } from '../../../cli/local-files.ts';
import { releaseClients } from '../../../infra/release/access.ts';
import { readAlias } from '../../../infra/release/deployments.ts';
import { failures, outputsOf, type ReleaseStack, releaseStack } from '../../infra/release/release-stack.ts';
import { nodeArguments } from '../../npm-script.ts';
import { startProcess } from '../../run-process.ts';
import { copyProject, removeProject } from '../local/support.ts';

let stack: ReleaseStack;
let folder: string;
let functionName: string;

beforeAll(async () => {
  folder = copyProject();
  stack = await releaseStack();
  const first = await stack.deploy();
  functionName = outputsOf(first).release.function;
  const local = join(folder, '.local');
  mkdirSync(local);
  writeJson(local, LOCAL_FILES.ready, { pid: process.pid });
  writeJson(local, LOCAL_FILES.outputs, outputsOf(first));
  writeJson(local, LOCAL_FILES.api, localAccess(stack.cloud));
});
afterAll(async () => {
  await stack?.close();
  removeProject(folder);
});

/** The command looks whether a terminal is there, and reads lines as of any other input. */
const AT_TERMINAL = ['--import', 'data:text/javascript,process.stdin.isTTY = true'];

function start(args: readonly string[], more: SpawnOptions = {}) {
  const options = { env: { ...process.env, NO_COLOR: '1' }, cwd: folder, timeout: 30_000, ...more };
  return startProcess(process.execPath, args, options);
}

const run = (...args: string[]) => start([...nodeArguments('release', folder), ...args]).ended;

/** The same by a person at a terminal who answers the question, and does not close the terminal: the command ends without that. */
function runAnswered(answer: string, ...args: string[]) {
  const command = [...AT_TERMINAL, ...nodeArguments('release', folder), ...args];
  const { child, ended } = start(command, { stdio: 'pipe' });
  child.stdin?.write(`${answer}\n`);
  return ended;
}

const clients = () => releaseClients({ region: 'eu-west-1', ...localAccess(stack.cloud) });
const alias = async () => readAlias(await clients(), functionName);

describe('after a release', () => {
  beforeAll(async () => {
    const second = await stack.deploy({ before: '// second' });
    expect(failures(second)).toEqual([]);
  }, 60_000);

  test('status has the live version, the one before and the release, though the outputs are older', async () => {
    const { status, out } = await run('status');
    expect(status).toBe(0);
    const versions = /^live {8}version 2, every call\nbefore {6}version 1\nd-\w{9} version 1 to 2 Succeeded/m;
    expect(out).toMatch(versions);
    expect(JSON.parse((await run('status', '--format', 'json')).out)).toMatchObject({
      ...{ function: functionName, live: '2', before: '1' },
      releases: [{ from: '1', to: '2', status: 'Succeeded' }],
    });
  });

  test('rollback asks, and without a terminal needs --yes; anything but a yes changes nothing', async () => {
    const err = '✗ There is no terminal to confirm on.\n  confirm with --yes\n';
    expect(await run('rollback')).toMatchObject({ status: 2, out: '', err });
    for (const answer of ['', 'n', 'yesterday']) {
      const { status, out, err } = await runAnswered(answer, 'rollback');
      expect({ status, out }).toEqual({ status: 1, out: '' });
      expect(err).toMatch(/Continue\? \[y\/N\] ✗ nothing was changed\n$/);
    }
    expect((await alias()).version).toBe('2');
  });

  test('rollback gives every call to the version before, and the next run does not release it again', async () => {
    const { status, err } = await run('rollback', '--yes');
    expect({ status, err }).toMatchObject({ status: 0, err: expect.stringContaining('goes to version 1') });
    expect(await alias()).toMatchObject({ version: '1', takenBack: { version: '2' } });
    expect((await run('status')).out).toMatch(/^taken back {2}version 2 at 2/m);
    const { changes } = await stack.deploy({ before: '// second' });
    expect(changes.filter(({ action }) => action !== 'same')).toEqual([]);
  });

  test('rollback ends a release that is under way, and up fails with the reason', async () => {
    const running = stack.deploy({ before: '// third' });
    while ((await alias()).canary === undefined) await pause(50);
    expect((await run('status')).out).toContain('release     version 3, 10 % of the calls');
    const { status, err } = await runAnswered(' Y ', 'rollback');
    expect({ status, err }).toMatchObject({ status: 0, err: expect.stringContaining('goes to version 1') });
    expect(failures(await running)[0]).toMatch(
      /version 3 was not released \(d-\w+, stopped by a person\); version 1 gets every call again/,
    );
    expect(await alias()).toMatchObject({ version: '1', takenBack: { version: '3' } });
    expect((await run('status')).out).toContain('version 1 to 3 stopped by a person, 2');
  });

  test('a version that was taken back is released again only after retry', async () => {
    const refused = await stack.deploy({ before: '// third' });
    expect(failures(refused)[0]).toMatch(/api-release-live: version 3 was taken back by a person at 2/);
    expect((await run('retry')).err).toContain('Version 3 may be released again');
    expect((await run('retry')).err).toBe('No version of local was taken back.\n');
    const released = await stack.deploy({ before: '// third' });
    expect(failures(released)).toEqual([]);
    expect((await alias()).version).toBe('3');
    // 2 was taken back.
    expect(outputsOf(released).release).toMatchObject({ live: '3', before: '1' });
  });
});
