// `.local/pulumi.env` as shells source it: while its run lasts, and after that.
import { spawnSync } from 'node:child_process';
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { beforeEach, describe, expect, onTestFinished, test } from 'vitest';
import { environmentFile } from '../../../cli/local/environment-file.ts';
import { lockFolder } from '../../../cli/local/local-folder.ts';
import { processStart } from '../../../cli/running-process.ts';
import { temporaryFolder } from '../folder.ts';

const AGAIN = 'npm run local -- --engine --port 9443';
const STOPPED = 'The local cloud of FOLDER with the Pulumi engine is not running.';

let folder: string;
let file: string;
beforeEach(() => {
  folder = join(temporaryFolder(), "it's");
  mkdirSync(folder);
  file = join(folder, 'pulumi.env');
  const environment = { PULUMI_STACK: 'local', PATH: '/nowhere' };
  writeFileSync(file, environmentFile(environment, { root: `${folder}/`, folder, again: AGAIN }));
});

/** This process is the run: it has the lock. */
function runs(): void {
  const { release } = lockFolder(folder);
  onTestFinished(release);
}

/** Another process has the lock. */
function otherRun(): void {
  const { started } = processStart(process.ppid);
  writeFileSync(join(folder, 'lock'), `${JSON.stringify({ pid: process.ppid, started, lock: 'its own' })}\n`);
}

/** As the file and the lock would be of a process that was killed. */
function killed(): void {
  runs();
  const { pid } = spawnSync('true');
  for (const path of [file, join(folder, 'lock')])
    writeFileSync(path, readFileSync(path, 'utf8').replaceAll(String(process.pid), String(pid)));
}

/** `said`: the first line of the standard error. */
function sourced(shell: string, before = '') {
  const script = `${before}\n. "$1"\necho "$? $PULUMI_STACK $PATH"`;
  // No pipe as standard input: bash takes Node's, a socket, for a remote shell and reads the user's ~/.bashrc.
  const { status, stdout, stderr } = spawnSync(shell, ['-c', script, shell, file], {
    encoding: 'utf8',
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  const [said = ''] = stderr.replaceAll(folder, 'FOLDER').split('\n');
  return { status, stdout: stdout.trim(), said, stderr };
}

/** The environment is set whatever the run does, so that nothing reaches an account. */
const printed = (status: number) => `${status} local ${folder}/node_modules/.bin:${process.env.PATH}`;

describe.each(['sh', 'bash'])('%s', (shell) => {
  test.each<[string, number, string, () => void]>([
    ['it runs', 0, '', runs],
    ['it has ended', 1, STOPPED, () => undefined],
    ['it was killed, and its lock is left', 1, STOPPED, killed],
    ['another run has taken its place', 1, STOPPED, otherRun],
  ])('%s: status %d', (_, status, said, prepare) => {
    prepare();
    expect(sourced(shell, 'set -u')).toMatchObject({ stdout: printed(status), said });
  });

  test('a script that stops at errors stops there, with how to start it', () => {
    const { status, stdout, stderr } = sourced(shell, 'set -e');
    expect({ status, stdout }).toEqual({ status: 1, stdout: '' });
    expect(stderr).toContain(`: ${AGAIN}\n`);
  });
});
