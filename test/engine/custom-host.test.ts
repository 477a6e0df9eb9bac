// The example of another team's program: the commands of its README for the local cloud, as they are written.
import { execFile } from 'node:child_process';
import { cpSync, mkdtempSync, readFileSync, rmSync, symlinkSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { copyProject, type LocalRun, removeProject, startLocal } from '../cli/local/support.ts';
import { logSkipReason, pulumi } from './pulumi.ts';

logSkipReason();
const ROOT = join(import.meta.dirname, '../..');
const EXAMPLE = join(ROOT, 'examples/custom-host');

/** The commands for the second terminal. `--yes` stands for the user's answer on a terminal. */
function commands(): string {
  const readme = readFileSync(join(EXAMPLE, 'README.md'), 'utf8');
  const [, block] = /^In a second one,.*?```sh\n(.*?)```/ms.exec(readme) ?? [];
  if (block === undefined) throw new Error('the README has no commands for the second terminal');
  return block.replace(/^pulumi up$/m, 'pulumi up --yes');
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

  const shell = (script: string) =>
    promisify(execFile)('bash', ['-euc', script], { cwd: program, env: environment, timeout: 100_000 });

  test('each command succeeds, the host answers, and destroy deletes it', async () => {
    const { stdout } = await shell(commands());
    expect(stdout).toMatch(/^\{"message":"Not Found"\}$/m);
    const destroyed = await shell('source ../petstore/.local/pulumi.env; pulumi destroy --yes');
    expect(destroyed.stdout).toMatch(/Resources:\s+- 10 deleted/);
  });
});
