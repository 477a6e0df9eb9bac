// `.local/pulumi.env` as shells source it: while its run lasts, and after that.
import { spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { beforeEach, describe, expect, onTestFinished, test, vi } from 'vitest';
import { environmentFile } from '../../../cli/local/environment-file.ts';
import { lockFolder } from '../../../cli/local/lock.ts';
import { type ProcessIdentity, processStart, thisProcess } from '../../../cli/running-process.ts';
import { until } from './support.ts';

const AGAIN = 'npm run local -- --engine --port 9443';

let folder: string;
let file: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), "petstore-it's-"));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  file = join(folder, 'pulumi.env');
  const environment = { PULUMI_STACK: 'local', PATH: '/nowhere' };
  writeFileSync(file, environmentFile(environment, { root: `${folder}/`, folder, again: AGAIN }));
});

/** `platform`: of a system that reports no starts, when the file is written. */
function writtenOn(platform: NodeJS.Platform): void {
  const mocked = vi.spyOn(process, 'platform', 'get').mockReturnValue(platform);
  writeFileSync(file, environmentFile({ PULUMI_STACK: 'local' }, { root: folder, folder, again: AGAIN }));
  mocked.mockRestore();
}

/** This process is the run: it has the lock. */
function runs(): void {
  const { release } = lockFolder(folder);
  onTestFinished(release);
}

/** Another process has the lock. */
function otherRun(identity: ProcessIdentity): void {
  writeFileSync(join(folder, 'lock'), `${JSON.stringify({ ...identity, lock: 'its own' })}\n`);
}

/** As the file and the lock would be of a process that is not this one. */
function runOf(identity: ProcessIdentity): void {
  runs();
  const { pid, started = '' } = thisProcess();
  for (const path of [file, join(folder, 'lock')]) {
    const text = readFileSync(path, 'utf8').replaceAll(String(pid), String(identity.pid));
    writeFileSync(path, text.replaceAll(started, identity.started ?? started));
  }
}

function sourced(shell: string, before = ''): { status: number | null; stdout: string; stderr: string } {
  const script = `${before}\n. "$1"\necho "$? $PULUMI_STACK $PATH"`;
  // No pipe as standard input: bash takes Node's, a socket, for a remote shell and reads the user's ~/.bashrc.
  const { status, stdout, stderr } = spawnSync(shell, ['-c', script, shell, file], {
    encoding: 'utf8',
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  return { status, stdout: stdout.trim(), stderr };
}

const path = () => `${folder}/node_modules/.bin:${process.env.PATH}`;

describe.each(['sh', 'bash'])('%s', (shell) => {
  test('while the run lasts: the environment, without a word', () => {
    runs();
    expect(sourced(shell, 'set -eu')).toEqual({ status: 0, stdout: `0 local ${path()}`, stderr: '' });
  });

  test.each([
    ['it has ended', () => undefined],
    ['another run of the folder was killed too', () => otherRun({ pid: process.ppid, started: '1' })],
    ['it was killed, and its lock is left', () => runOf({ pid: spawnSync('true').pid })],
    ['it was killed, and another process has its id', () => runOf({ pid: process.pid, started: '1' })],
  ])('%s: how to start it, and the environment, so that nothing reaches an account', (_, prepare) => {
    prepare();
    const { stdout, stderr } = sourced(shell);
    expect(stdout).toBe(`1 local ${path()}`);
    expect(stderr).toBe(
      `The local cloud of ${folder} is not running.\n  start it in another terminal: ${AGAIN}\n  then source this file again: a start may have other ports\n`,
    );
  });

  test('a run without the engine has taken its place: that it is to be stopped', () => {
    otherRun({ pid: process.ppid, started: processStart(process.ppid).started });
    const { stdout, stderr } = sourced(shell, 'set -u');
    expect(stdout).toBe(`1 local ${path()}`);
    expect(stderr).toBe(
      `The local cloud of ${folder} with the Pulumi engine is not running: another "npm run local" of that folder is.\n  where that has --engine, wait until it is ready; else stop it with Ctrl-C, and start: ${AGAIN}\n  then source this file again: a start may have other ports\n`,
    );
  });

  test.runIf(process.platform === 'linux')('it was killed, and its parent never asks: the same', async () => {
    const parent = spawn('sh', ['-c', 'sleep 60 & echo $!; exec sleep 60']);
    onTestFinished(() => void parent.kill('SIGKILL'));
    const pid = Number(String((await once(parent.stdout, 'data'))[0]));
    runOf({ pid, started: processStart(pid).started });
    expect(sourced(shell)).toMatchObject({ stdout: `0 local ${path()}`, stderr: '' });
    process.kill(pid, 'SIGKILL');
    await until(() => processStart(pid).isZombie);
    expect(sourced(shell).stderr).toContain('is not running');
  });

  test.each<[string, () => void, string]>([
    ['it runs', runs, ''],
    [
      'it has ended',
      () => runOf({ pid: spawnSync('true').pid }),
      `The local cloud of FOLDER is not running.`,
    ],
    [
      'another run has taken its place',
      () => otherRun({ pid: process.ppid }),
      'The local cloud of FOLDER with the Pulumi engine is not running: another "npm run local" of that folder is.',
    ],
  ])('on a system that reports ids of processes only: %s', (_, prepare, said) => {
    writtenOn('freebsd');
    prepare();
    expect(sourced(shell).stderr.split('\n')[0]).toBe(said.replace('FOLDER', folder));
  });

  test('a script that stops at errors stops there', () => {
    expect(sourced(shell, 'set -e')).toMatchObject({ status: 1, stdout: '' });
  });
});
