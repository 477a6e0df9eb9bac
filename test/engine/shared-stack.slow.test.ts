// `npm run local -- --engine` and `pulumi` in another shell on the same stack: each command follows its present outputs.
import { execFile } from 'node:child_process';
import { mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { ask } from '../cli/local/clients.ts';
import {
  copyProject,
  type LocalRun,
  removeProject,
  runKeys,
  startLocal,
  until,
} from '../cli/local/support.ts';
import { nodeArguments } from '../npm-script.ts';
import { LAST_HOST, logSkipReason, pulumi, STACK_FILE } from './pulumi.ts';

logSkipReason();
const run = promisify(execFile);

describe.skipIf(pulumi === undefined)('two shells', { timeout: 120_000 }, () => {
  let folder: string;
  let local: LocalRun;
  beforeAll(async () => {
    folder = copyProject();
    const environment = { ...process.env, PULUMI_HOME: join(folder, 'pulumi-home') };
    local = await startLocal(folder, ['--engine'], environment);
  }, 120_000);
  afterAll(async () => {
    await local?.stop();
    removeProject(folder);
  });

  /** In a shell that has sourced the environment file. */
  const shell = (command: string) =>
    run('bash', ['-c', `source .local/pulumi.env && ${command}`], {
      ...{ cwd: folder, env: { ...process.env, PULUMI_HOME: join(folder, 'pulumi-home') } },
    });
  const printed = (text: string, times = 1) => until(() => local.output().split(text).length > times, 60_000);
  const pets = async () => {
    const { apiUrl, apiKey, caFile } = local.ready();
    const headers = { authorization: `Bearer ${apiKey}` };
    return (await ask(`${apiUrl}/pets`, { ca: readFileSync(caFile, 'utf8'), headers })).status;
  };

  test('after destroy the commands say so; after up they use the new stack, with a new key', async () => {
    const before = local.ready().apiKey;
    await shell('pulumi destroy --yes');
    await printed('the stack was destroyed');
    expect(await runKeys(folder, ['list'])).toMatchObject({
      status: 2,
      stderr: expect.stringContaining('The local stack is destroyed'),
    });
    await shell('pulumi up --yes');
    await printed('the stack was changed by another run of the engine');
    const { status, stdout } = await runKeys(folder, ['list']);
    expect([status, stdout]).toEqual([0, expect.stringContaining('npm run local')]);
    const { apiKey } = local.ready();
    expect(apiKey).not.toBe(before);
    await printed(`new key   ${apiKey}`);
    expect(await pets()).toBe(200);
    const domains = await run(
      process.execPath,
      [...nodeArguments('domains', folder), 'status', '--format', 'json'],
      {
        cwd: folder,
      },
    );
    const hosts = JSON.parse(domains.stdout).hosts as { host: string; state: string }[];
    expect(hosts.map(({ state }) => state)).toEqual(['live', 'live', 'live', 'live', 'live']);
  });

  test('a change waits for the run that holds the lock, says so, and is deployed afterwards', async () => {
    // The lock as the engine itself writes it: it refuses every other run while the file exists.
    const locks = join(folder, '.local/pulumi/.pulumi/locks/organization/petstore/local');
    mkdirSync(locks, { recursive: true });
    const lock = { pid: process.pid, username: 'u', hostname: 'h', timestamp: new Date().toISOString() };
    writeFileSync(join(locks, 'f1d0c7a2.json'), JSON.stringify(lock));
    const file = join(folder, STACK_FILE);
    writeFileSync(
      file,
      readFileSync(file, 'utf8').replace(LAST_HOST, `${LAST_HOST}\n      - new.pets.localhost`),
    );
    await printed(`another run of the engine (process ${process.pid}) holds the stack's lock`);
    expect(local.output()).not.toContain('pulumi cancel');
    await expect(shell('pulumi up --yes')).rejects.toThrow('currently locked');
    rmSync(join(locks, 'f1d0c7a2.json'));
    await until(() => Object.hasOwn(local.ready().hosts, 'new.pets.localhost'), 60_000);
    expect(local.output()).not.toContain('✗');
    expect(await pets()).toBe(200);
  });
});
