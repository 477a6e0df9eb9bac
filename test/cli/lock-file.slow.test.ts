// The lock that every command uses, between real processes: held, released, and left by one that was killed.
import { type ChildProcess, spawn, spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { once } from 'node:events';
import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { delimiter, join } from 'node:path';
import { afterEach, beforeEach, describe, expect, onTestFinished, test, vi } from 'vitest';
import { acquireLock } from '../../cli/lock-file.ts';
import { isRunning, processStart, startCommand, thisProcess } from '../../cli/running-process.ts';
import { until } from './local/support.ts';

let folder: string;
let file: string;
let log: string;
afterEach(() => void vi.restoreAllMocks());
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'petstore-lock-'));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  file = join(folder, 'lock');
  log = join(folder, 'log');
  writeFileSync(log, '');
});

const lines = () => readFileSync(log, 'utf8').split('\n').slice(0, -1);
const left = () => readdirSync(folder).filter((name) => name.startsWith('lock'));

function worker(...args: string[]): ChildProcess {
  const script = join(import.meta.dirname, 'lock-worker.ts');
  const options = { stdio: 'inherit' } as const;
  const conditions = '--conditions=@petstore/source';
  const child = spawn(process.execPath, [conditions, script, ...args], options);
  onTestFinished(() => void child.kill('SIGKILL'));
  return child;
}

async function holder(): Promise<ChildProcess> {
  const child = worker('hold', file, log);
  await until(() => lines().length === 1);
  return child;
}

async function killed(child: ChildProcess): Promise<void> {
  child.kill('SIGKILL');
  await once(child, 'close');
}

function expectFree(): void {
  const lock = acquireLock(file);
  if (!('release' in lock)) throw new Error(`held by ${lock.heldBy}`);
  expect(acquireLock(file)).toEqual({ heldBy: process.pid });
  lock.release();
  expect(left()).toEqual([]);
}

test('it is held by one at a time, until it is released', () => expectFree());

test('a running process keeps it, and one that was killed does not', async () => {
  const child = await holder();
  expect(acquireLock(file)).toEqual({ heldBy: child.pid });
  await killed(child);
  expect(existsSync(file)).toBe(true);
  expectFree();
});

test('whoever releases it late does not release that of another', () => {
  const lock = acquireLock(file);
  rmSync(file);
  const other = acquireLock(file);
  if ('release' in lock) lock.release();
  expect(left()).toEqual(['lock']);
  expect(other).toHaveProperty('release');
});

test('one that a process left while it took over another is taken over too', async () => {
  await killed(await holder());
  const text = readFileSync(file, 'utf8');
  const name = createHash('sha256').update(text).digest('hex').slice(0, 12);
  writeFileSync(`${file}.${name}`, JSON.stringify(thisProcess()));
  expect(acquireLock(file)).toEqual({ heldBy: process.pid });
  writeFileSync(`${file}.${name}`, text);
  expectFree();
});

test.each([
  ['nothing', ''],
  ['no process', 'null'],
  ['the id of a group', '{"pid":-1}'],
  ['an id that another process has now', JSON.stringify({ pid: process.ppid, started: '1' })],
  ['the id of this process, in its earlier use', JSON.stringify({ pid: process.pid, started: '1' })],
])('a lock that names %s is taken over', (_, text) => {
  writeFileSync(file, text);
  expectFree();
});

test('a lock without a start is believed by its id', () => {
  writeFileSync(file, JSON.stringify({ pid: process.ppid }));
  expect(acquireLock(file)).toEqual({ heldBy: process.ppid });
});

test('what can be neither created nor read is an error, not an endless wait, and nothing is left', () => {
  symlinkSync(join(folder, 'nowhere'), file);
  expect(() => acquireLock(file)).toThrow(expect.objectContaining({ code: 'command-failed' }));
  rmSync(file);
  mkdirSync(file);
  expect(() => acquireLock(file)).toThrow(expect.objectContaining({ code: 'EISDIR' }));
  expect(left()).toEqual(['lock']);
  const missing = join(folder, 'missing', 'lock');
  expect(() => acquireLock(missing)).toThrow(expect.objectContaining({ code: 'ENOENT', syscall: 'open' }));
});

test('a lock that was left, many at once, and each is killed with it in the end: one at a time holds it', async () => {
  await killed(await holder());
  writeFileSync(log, '');
  const [count, turns] = [8, 20];
  const workers = Array.from({ length: count }, () => worker('turns', file, log, String(turns)));
  const ended = Promise.all(workers.map((child) => once(child, 'close')));
  await until(() => lines().length === count);
  writeFileSync(`${log}.go`, '');
  expect((await ended).map(([, signal]) => signal)).toEqual(workers.map(() => 'SIGKILL'));
  const turnsOf = lines().slice(count);
  expect(turnsOf).toHaveLength(2 * count * (turns + 1));
  for (let index = 0; index < turnsOf.length; index += 2)
    expect(turnsOf[index + 1]).toBe(turnsOf[index]?.replace('holds', 'ends'));
  expectFree();
});

describe('a process', () => {
  test('that runs, one that has ended, what is not an id, and a later process of the same id', () => {
    expect(thisProcess()).toEqual({ pid: process.pid, started: processStart(process.pid).started });
    expect([isRunning(thisProcess()), isRunning({ pid: process.pid })]).toEqual([true, true]);
    for (const pid of [spawnSync('true').pid, 2 ** 22 + 1, 0, -1, 1.5, Number.NaN])
      expect(isRunning({ pid }), String(pid)).toBe(false);
    expect(isRunning({ pid: process.pid, started: 'another' })).toBe(
      processStart(process.pid).started === undefined,
    );
  });

  test.runIf(process.platform === 'linux')('of another user, who may not be sent a signal', () => {
    const isRoot = process.getuid?.() === 0;
    // Ids that no user of a system has.
    const other = isRoot ? spawn('sleep', ['30'], { uid: 65_533 }) : undefined;
    onTestFinished(() => void other?.kill('SIGKILL'));
    const module = new URL('../../cli/running-process.ts', import.meta.url).href;
    // The administrator may send a signal to everybody: another process gives that right up.
    const asked = `
      const { isRunning } = await import(${JSON.stringify(module)});
      if (${isRoot}) process.seteuid(65532);
      console.log(isRunning({ pid: ${other?.pid ?? 1} }));`;
    const args = ['--conditions=@petstore/source', '--input-type=module', '--eval', asked];
    expect(spawnSync(process.execPath, args, { encoding: 'utf8' }).stdout).toBe('true\n');
  });

  test.runIf(process.platform === 'linux')('that was killed, with a parent that never asks', async () => {
    const parent = spawn('sh', ['-c', 'sleep 60 & echo $!; exec sleep 60']);
    onTestFinished(() => void parent.kill('SIGKILL'));
    const pid = Number(String((await once(parent.stdout, 'data'))[0]));
    const identity = { pid, started: processStart(pid).started };
    expect(isRunning(identity)).toBe(true);
    // Until then the parent is a shell, which may ask.
    await until(() => readFileSync(`/proc/${parent.pid}/comm`, 'utf8') === 'sleep\n');
    process.kill(pid, 'SIGKILL');
    await until(() => processStart(pid).isZombie);
    expect(isRunning(identity)).toBe(false);
  });

  test('its start on darwin is asked for in one zone and one language', () => {
    writeFileSync(join(folder, 'ps'), '#!/bin/sh\necho "$TZ $LC_ALL $*"\n', { mode: 0o755 });
    vi.stubEnv('PATH', `${folder}${delimiter}${process.env.PATH}`);
    vi.stubEnv('LC_ALL', 'de_DE.UTF-8');
    onTestFinished(() => void vi.unstubAllEnvs());
    vi.spyOn(process, 'platform', 'get').mockReturnValue('darwin');
    const asked = 'UTC0 C -o lstart= -p 71';
    expect(processStart(71)).toEqual({ started: asked, isZombie: false });
    expect(spawnSync('sh', ['-c', startCommand(71) ?? ''], { encoding: 'utf8' }).stdout).toBe(`${asked}\n`);
  });

  test.each(['linux', 'darwin', 'win32'])('its start on %s: a shell reads the same text', (platform) => {
    if (!isPresent(platform)) return;
    vi.spyOn(process, 'platform', 'get').mockReturnValue(platform as NodeJS.Platform);
    const { started } = processStart(process.pid);
    const command = startCommand(process.pid);
    if (platform === 'win32') return expect([started, command]).toEqual([undefined, undefined]);
    const { stdout } = spawnSync('sh', ['-c', `printf %s "$(${command})"`], { encoding: 'utf8' });
    expect(stdout).toBe(started);
    vi.stubEnv('TZ', 'Asia/Tokyo');
    onTestFinished(() => void vi.unstubAllEnvs());
    expect(processStart(process.pid).started).toBe(started);
  });
});

/** The file or the program that tells it: ps is part of most systems, and has these options on Linux too. */
function isPresent(platform: string): boolean {
  if (platform === 'linux') return existsSync('/proc/self/stat');
  return platform === 'win32' || spawnSync('ps', ['-o', 'lstart=', '-p', String(process.pid)]).status === 0;
}
