// `npm run local -- --engine` as a user runs it, with `pulumi` and the commands in another shell, and then the built-in engine
// in the same folder: each follows the present outputs, and neither engine changes the state of the other.
import { execFile } from 'node:child_process';
import { mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { ask } from '../cli/local/clients.ts';
import { copyProject, type LocalRun, removeProject, startLocal, until } from '../cli/local/support.ts';
import { nodeArguments } from '../npm-script.ts';
import { LAST_HOST, pulumi, STACK_FILE } from './pulumi.ts';

const run = promisify(execFile);
const WAIT_MS = 100_000;

describe.skipIf(pulumi === undefined)('npm run local -- --engine', { timeout: 240_000 }, () => {
  let folder: string;
  let environment: NodeJS.ProcessEnv;
  let local: LocalRun;
  beforeAll(async () => {
    folder = copyProject();
    environment = { ...process.env, PULUMI_HOME: join(folder, 'pulumi-home') };
    local = await startLocal(folder, ['--engine'], environment);
  }, 240_000);
  afterAll(async () => {
    await local?.stop();
    removeProject(folder);
  });

  /** In a shell that has sourced the environment file. */
  const shell = (command: string) =>
    run('bash', ['-c', `source .local/pulumi.env && ${command}`], { cwd: folder, env: environment });
  const command = (name: 'local' | 'keys', ...args: string[]) =>
    run(process.execPath, [...nodeArguments(name, folder), ...args], { cwd: folder });
  const printed = (text: string) => until(() => local.output().includes(text), WAIT_MS);

  async function expectServed(): Promise<void> {
    const { hosts, apiUrl, apiKey, caFile } = local.ready();
    expect(Object.keys(hosts)).toHaveLength(5);
    const request = { ca: readFileSync(caFile, 'utf8'), headers: { authorization: `Bearer ${apiKey}` } };
    expect((await ask(`${apiUrl}/pets`, request)).status).toBe(200);
    for (const { url, role } of Object.values(hosts)) {
      const { status } = await ask(url, request);
      expect(status, url).toBe(role === 'redirect' ? 301 : url.endsWith('/v1') ? 404 : 200);
    }
  }

  test("shows the engine's output, and every host is served", async () => {
    expect(local.output()).toMatch(/\+ \d+ created.*deployed by the engine/s);
    await expectServed();
  });

  test('after destroy the commands say so; after up they use the new stack, with a new key', async () => {
    const before = local.ready().apiKey;
    await shell('pulumi destroy --yes');
    await printed('the stack was destroyed');
    await expect(command('keys', 'list')).rejects.toMatchObject({
      code: 2,
      stderr: expect.stringContaining('The local stack is destroyed'),
    });
    await shell('pulumi up --yes');
    await printed('the stack was changed by another run of the engine');
    expect((await command('keys', 'list')).stdout).toContain('npm run local');
    expect(local.ready().apiKey).not.toBe(before);
    await printed(`new key   ${local.ready().apiKey}`);
    await expectServed();
  });

  test('a change waits for the run that holds the lock, and is deployed afterwards', async () => {
    // The lock as the engine itself writes it: it refuses every other run while the file exists.
    const locks = join(folder, '.local/pulumi/.pulumi/locks/organization/petstore/local');
    mkdirSync(locks, { recursive: true });
    const lock = { pid: process.pid, username: 'u', hostname: 'h', timestamp: new Date().toISOString() };
    writeFileSync(join(locks, 'f1d0c7a2.json'), JSON.stringify(lock));
    const file = join(folder, STACK_FILE);
    const text = readFileSync(file, 'utf8');
    writeFileSync(file, text.replace(LAST_HOST, `${LAST_HOST}\n      - new.pets.localhost`));
    await expect(shell('pulumi up --yes')).rejects.toThrow('currently locked');
    await printed(`waiting until process ${process.pid} has released`);
    rmSync(join(locks, 'f1d0c7a2.json'));
    await until(() => Object.hasOwn(local.ready().hosts, 'new.pets.localhost'), WAIT_MS);
    writeFileSync(file, text);
    await until(() => !Object.hasOwn(local.ready().hosts, 'new.pets.localhost'), WAIT_MS);
    expect(local.output()).not.toContain('✗');
  });

  test('the two engines do not change the state of each other', async () => {
    expect(await local.stop()).toBe(0);
    for (const args of [[], ['--engine']]) {
      local = await startLocal(folder, args, environment);
      await expectServed();
      expect(local.output()).not.toContain('✗');
      if (args.length === 0) await local.stop();
    }
    // Each run has other ports, which are part of redirects and pages.
    expect(local.output()).toMatch(/Resources:\s+~ \d+ updated\s+\d+ unchanged\s+Duration/);
  });
});
