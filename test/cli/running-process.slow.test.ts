// Whether the process that a file names still runs: by its id and its start.
import { spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { expect, onTestFinished, test } from 'vitest';
import { processStart } from '../../cli/process-start.ts';
import { isRunning, startedAfter, thisProcess } from '../../cli/running-process.ts';

const HAS_STARTS = ['linux', 'darwin'].includes(process.platform);
/** Above the largest id of Linux (PID_MAX_LIMIT, 2^22). */
const NO_PID = 2 ** 22 + 1;

test('this process runs', () => {
  expect(thisProcess().pid).toBe(process.pid);
  expect(thisProcess().started).toBe(processStart(process.pid).started);
  expect(isRunning(thisProcess())).toBe(true);
  expect(isRunning({ pid: process.pid })).toBe(true);
});

test('an id that no process has', () => {
  for (const pid of [NO_PID, 0, -1, 1.5, Number.NaN]) expect(isRunning({ pid })).toBe(false);
});

test.runIf(HAS_STARTS)('another start: a later process of the same id', () => {
  expect(isRunning({ pid: process.pid, started: 'another' })).toBe(false);
});

test.runIf(process.platform === 'linux')(
  'one that has ended, before its parent took note of it',
  async () => {
    // The shell becomes `sleep`, which never asks for the status of its child; the shell itself may, so the child outlives it.
    const child = "sh -c 'while grep -qx sh /proc/$PPID/comm; do sleep 0.01; done'";
    const parent = spawn('sh', ['-c', `${child} & echo $!; exec sleep 30`], {
      stdio: ['ignore', 'pipe', 'ignore'],
    });
    onTestFinished(() => void parent.kill('SIGKILL'));
    const [printed] = await once(parent.stdout, 'data');
    const pid = Number(printed);
    await expect.poll(() => processStart(pid).isZombie).toBe(true);
    expect(isRunning({ pid })).toBe(false);
  },
);

/** User ids that no user of a system has. */
const [OTHER_UID, ANOTHER_UID] = [65_533, 65_532];

test.runIf(process.platform === 'linux')('one of another user, who may not be sent a signal', () => {
  const isRoot = process.getuid?.() === 0;
  const other = isRoot ? spawn('sleep', ['30'], { uid: OTHER_UID }) : undefined;
  onTestFinished(() => void other?.kill('SIGKILL'));
  const module = new URL('../../cli/running-process.ts', import.meta.url).href;
  // The administrator may send a signal to everybody: another process gives that right up.
  const asked = `
    const { isRunning } = await import(${JSON.stringify(module)});
    if (${isRoot}) process.seteuid(${ANOTHER_UID});
    console.log(isRunning({ pid: ${other?.pid ?? 1} }));`;
  const args = ['--conditions=@petstore/source', '--input-type=module', '--eval', asked];
  expect(spawnSync(process.execPath, args, { encoding: 'utf8' }).stdout).toBe('true\n');
});

test.runIf(HAS_STARTS)('whether a process started after a time, by a margin for the clock', () => {
  const start = Date.now() - process.uptime() * 1000;
  expect(startedAfter(process.pid, start - 60_000)).toBe(true);
  expect(startedAfter(process.pid, start - 1_000)).toBe(false);
  expect(startedAfter(process.pid, start + 60_000)).toBe(false);
  expect(startedAfter(NO_PID, 0)).toBe(false);
});
