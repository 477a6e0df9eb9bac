// `npm run local -- --engine` as a person runs it, and the built-in engine before and after it in the same folder.
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { ask } from '../cli/local/clients.ts';
import { copyProject, type LocalRun, removeProject, startLocal } from '../cli/local/support.ts';
import { pulumi } from './pulumi.ts';

describe.skipIf(pulumi === undefined)('npm run local -- --engine', { timeout: 120_000 }, () => {
  let folder: string;
  let running: LocalRun | undefined;
  beforeAll(() => {
    folder = copyProject();
  });
  afterAll(async () => {
    await running?.stop();
    removeProject(folder);
  });

  /** Starts, asks every host, stops; resolves to what it printed. */
  const run = async (...args: readonly string[]) => {
    running = await startLocal(folder, args, { ...process.env, PULUMI_HOME: join(folder, 'pulumi-home') });
    const { hosts, apiUrl, apiKey, caFile } = running.ready();
    expect(Object.keys(hosts)).toHaveLength(5);
    const request = { ca: readFileSync(caFile, 'utf8'), headers: { authorization: `Bearer ${apiKey}` } };
    expect(await ask(`${apiUrl}/pets`, request)).toMatchObject({ status: 200, body: '[]' });
    for (const { url, role } of Object.values(hosts)) {
      const { status } = await ask(url, request);
      expect(status, url).toBe(role === 'redirect' ? 301 : url.endsWith('/v1') ? 404 : 200);
    }
    expect(await running.stop()).toBe(0);
    const printed = running.output();
    running = undefined;
    return printed;
  };

  test('shows what the engine says, and everything is served', async () => {
    const printed = await run('--engine');
    expect(printed).toMatch(/\+ 73 created/);
    expect(printed).toMatch(/deployed by the engine/);
  });

  // Each run has other ports, which are in what redirects and pages say.
  const goesOn = /Resources:\s+~ 7 updated\s+66 unchanged\s+Duration/;

  test('goes on where it was', async () => {
    expect(await run('--engine')).toMatch(goesOn);
  });

  test('keeps out of the way of the engine that is built in, and that of it', async () => {
    expect(await run()).not.toMatch(/✗/);
    expect(await run('--engine')).toMatch(goesOn);
  });
});
