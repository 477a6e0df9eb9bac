// `npm run local -- --engine` as a user runs it, then the built-in engine in the same folder, then the CLI again.
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { ask } from '../cli/local/clients.ts';
import { copyProject, type LocalRun, removeProject, startLocal } from '../cli/local/support.ts';
import { logSkipReason, pulumi } from './pulumi.ts';

logSkipReason();

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

  /** Starts, sends a request to every host, stops; resolves to the printed text. */
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

  test("shows the engine's output, and every host is served", async () => {
    const printed = await run('--engine');
    expect(printed).toMatch(/\+ 115 created/);
    expect(printed).toMatch(/deployed by the engine/);
  });

  // Each run has other ports, which are part of redirects and pages.
  const CONTINUED = /Resources:\s+~ 7 updated\s+108 unchanged\s+Duration/;

  test('a second run continues with the same state', async () => {
    expect(await run('--engine')).toMatch(CONTINUED);
  });

  test('the two engines do not change the state of each other', async () => {
    expect(await run()).not.toMatch(/✗/);
    expect(await run('--engine')).toMatch(CONTINUED);
  });
});
