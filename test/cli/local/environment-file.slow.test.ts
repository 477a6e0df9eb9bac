// `.local/pulumi.env` as shells source it: while its run lasts, and after that.
import { spawnSync } from 'node:child_process';
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { beforeEach, describe, expect, test } from 'vitest';
import { environmentFile } from '../../../cli/local/engine-environment.ts';
import { temporaryFolder } from '../folder.ts';

const STOPPED = 'The local cloud of FOLDER with the Pulumi engine is not running.';

let folder: string;
let file: string;
beforeEach(() => {
  folder = join(temporaryFolder(), "it's");
  mkdirSync(folder);
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
function sourced(shell: string, before = '') {
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

describe.each(['sh', 'bash'])('%s', (shell) => {
  test.each<[string, number, string, () => void]>([
    ['it runs', 0, '', () => undefined],
    ['it has ended', 1, STOPPED, ended],
  ])('%s: status %d', (_, status, said, prepare) => {
    prepare();
    expect(sourced(shell, 'set -u')).toMatchObject({ stdout: printed(status), said });
  });

  test('a script that stops at errors stops there, with how to start it', () => {
    ended();
    const { status, stdout, stderr } = sourced(shell, 'set -e');
    expect({ status, stdout }).toEqual({ status: 1, stdout: '' });
    expect(stderr).toContain(': npm run local -- --engine\n');
  });
});
