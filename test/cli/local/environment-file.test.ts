// `.local/pulumi.env` as shells source it: while its run lasts, and after that.
import { spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { beforeEach, describe, expect, onTestFinished, test } from 'vitest';
import { environmentFile } from '../../../cli/local/environment-file.ts';

let folder: string;
let file: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), "petstore-it's-"));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  file = join(folder, 'pulumi.env');
  const environment = { PULUMI_STACK: 'local', PATH: '/nowhere' };
  writeFileSync(file, environmentFile(environment, { root: `${folder}/`, folder }));
});

/** This process is the run: the lock has its id. */
const runs = (pid = process.pid) => writeFileSync(join(folder, 'lock'), String(pid));

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
    ['a run without the engine has taken its place', () => runs(process.pid + 1)],
  ])('%s: how to start it, and the environment, so that nothing reaches an account', (_, prepare) => {
    prepare();
    const { stdout, stderr } = sourced(shell);
    expect(stdout).toBe(`1 local ${path()}`);
    expect(stderr).toBe(
      `The local cloud of ${folder} is not running.\n  start it in another terminal: npm run local -- --engine\n  then source this file again: each start has other ports\n`,
    );
  });

  test('it was killed, and its lock is left: the same', () => {
    const { pid } = spawnSync('true');
    const text = environmentFile({}, { root: folder, folder }).replaceAll(String(process.pid), String(pid));
    writeFileSync(file, text);
    runs(pid);
    expect(sourced(shell).stderr).toContain('is not running');
  });

  test('a script that stops at errors stops there', () => {
    expect(sourced(shell, 'set -e')).toMatchObject({ status: 1, stdout: '' });
  });
});
