// `npm run local -- --engine` as a user runs it, `pulumi` in another shell on the same stack, then the built-in engine in the same
// folder, and the CLI again: each command follows the present outputs, and neither engine changes the state of the other.
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
  const printed = (text: string) => until(() => local.output().includes(text), WAIT_MS);
  const request = () => {
    const { apiKey, caFile } = local.ready();
    return { ca: readFileSync(caFile, 'utf8'), headers: { authorization: `Bearer ${apiKey}` } };
  };
  const pets = async () => (await ask(`${local.ready().apiUrl}/pets`, request())).status;

  async function expectServed(): Promise<void> {
    const { hosts } = local.ready();
    expect(Object.keys(hosts)).toHaveLength(5);
    expect(await pets()).toBe(200);
    for (const { url, role } of Object.values(hosts)) {
      const { status } = await ask(url, request());
      expect(status, url).toBe(role === 'redirect' ? 301 : url.endsWith('/v1') ? 404 : 200);
    }
  }

  test("shows the engine's output, and every host is served", async () => {
    expect(local.output()).toMatch(/\+ \d+ created/);
    expect(local.output()).toMatch(/deployed by the engine/);
    await expectServed();
  });

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
    const domains = [...nodeArguments('domains', folder), 'status', '--format', 'json'];
    const hosts = JSON.parse((await run(process.execPath, domains, { cwd: folder })).stdout).hosts as {
      state: string;
    }[];
    expect(hosts.map(({ state }) => state)).toEqual(['live', 'live', 'live', 'live', 'live']);
  });

  test('a change waits for the run that holds the lock, says so, and is deployed afterwards', async () => {
    // The lock as the engine itself writes it: it refuses every other run while the file exists.
    const locks = join(folder, '.local/pulumi/.pulumi/locks/organization/petstore/local');
    mkdirSync(locks, { recursive: true });
    const lock = { pid: process.pid, username: 'u', hostname: 'h', timestamp: new Date().toISOString() };
    writeFileSync(join(locks, 'f1d0c7a2.json'), JSON.stringify(lock));
    const file = join(folder, STACK_FILE);
    const text = readFileSync(file, 'utf8');
    writeFileSync(file, text.replace(LAST_HOST, `${LAST_HOST}\n      - new.pets.localhost`));
    await printed(`another run of the engine (process ${process.pid}) holds the stack's lock`);
    expect(local.output()).not.toContain('pulumi cancel');
    await expect(shell('pulumi up --yes')).rejects.toThrow('currently locked');
    rmSync(join(locks, 'f1d0c7a2.json'));
    await until(() => Object.hasOwn(local.ready().hosts, 'new.pets.localhost'), WAIT_MS);
    expect(local.output()).not.toContain('✗');
    expect(await pets()).toBe(200);
    writeFileSync(file, text);
    await until(() => !Object.hasOwn(local.ready().hosts, 'new.pets.localhost'), WAIT_MS);
    expect(await local.stop()).toBe(0);
  });

  test('the two engines do not change the state of each other', async () => {
    local = await startLocal(folder, [], environment);
    await expectServed();
    expect(local.output()).not.toMatch(/✗/);
    await local.stop();
    local = await startLocal(folder, ['--engine'], environment);
    await expectServed();
    // Each run has other ports, which are part of redirects and pages.
    expect(local.output()).toMatch(/Resources:\s+~ \d+ updated\s+\d+ unchanged\s+Duration/);
  });
});
