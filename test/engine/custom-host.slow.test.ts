// The example of another team's program: the commands of its README for the local cloud, as they are written.
import { execFile } from 'node:child_process';
import { cpSync, mkdtempSync, readFileSync, rmSync, symlinkSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { copyProject, type LocalRun, removeProject, startLocal } from '../cli/local/support.ts';
import { pulumi } from './pulumi.ts';

const ROOT = join(import.meta.dirname, '../..');
const EXAMPLE = join(ROOT, 'examples/custom-host');

/** The blocks for the second terminal. `--yes` stands for the user's answer on a terminal. */
function blocks(): readonly string[] {
  const readme = readFileSync(join(EXAMPLE, 'README.md'), 'utf8');
  const [, second = ''] = readme.split(/^In a second one/m);
  const found = [...second.matchAll(/```sh\n(.*?)```/gs)].map(([, block = '']) => block);
  return found.map((block) => block.replace(/^pulumi (up|destroy)$/m, 'pulumi $1 --yes'));
}

describe.skipIf(pulumi === undefined)('examples/custom-host on the local cloud', { timeout: 120_000 }, () => {
  const parent = mkdtempSync(join(tmpdir(), 'petstore-teams-'));
  const program = join(parent, 'program');
  const environment = {
    ...process.env,
    PULUMI_HOME: join(parent, 'pulumi-home'),
    // The package is the checkout's own, in place of the archive that `npm install` unpacks.
    NODE_OPTIONS: '--conditions=@petstore/source',
  };
  let project: string;
  let local: LocalRun;
  beforeAll(async () => {
    project = copyProject();
    symlinkSync(project, join(parent, 'petstore'));
    cpSync(EXAMPLE, program, { recursive: true });
    symlinkSync(join(ROOT, 'node_modules'), join(program, 'node_modules'));
    local = await startLocal(project, ['--engine'], environment);
  }, 120_000);
  afterAll(async () => {
    await local?.stop();
    rmSync(parent, { recursive: true, force: true });
    removeProject(project);
  });

  /** Pulumi prints what failed on standard output. */
  const shell = (script: string) =>
    promisify(execFile)('bash', ['-euc', script], { cwd: program, env: environment, timeout: 100_000 }).catch(
      (error) => {
        throw new Error(`${error.message}${error.stdout}`, { cause: error });
      },
    );

  test('each block succeeds in a shell of its own: the host answers, and destroy deletes it', async () => {
    const [deploy = '', request = '', destroy = '', ...more] = blocks();
    expect(more).toEqual([]);
    await shell(deploy);
    expect((await shell(request)).stdout).toBe('{"message":"Not Found"}');
    expect((await shell(destroy)).stdout).toMatch(/Resources:\s+- 10 deleted/);
  });
});
