// Gradual releases under the Pulumi CLI: `pulumi up` shifts the calls, and fails where CodeDeploy went back.
import { createServer } from 'node:http';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { localAccess } from '../../cli/local/local-access.ts';
import { localKey } from '../../cli/local/publication.ts';
import { writeJson } from '../../cli/local-files.ts';
import { releaseClients, releaseGroup } from '../../infra/release/access.ts';
import { deploymentUnderWay, readAlias } from '../../infra/release/deployments.ts';
import { listen } from '../cli/listen.ts';
import { ask } from '../cli/local/clients.ts';
import { EngineFixture, nameOf, pulumi, STACK_FILE } from './pulumi.ts';

const CLOCK = 'clock: Date.now,';
const LAMBDA = 'service/lambda.ts';
const LAMBDA_FUNCTION = 'aws:lambda/function:Function';

describe.skipIf(pulumi === undefined)('a release', { timeout: 120_000 }, () => {
  let fixture: EngineFixture;
  const release = async () =>
    (await fixture.outputs()) as unknown as { release: { function: string; live: string; before?: string } };
  const clients = () => releaseClients({ region: 'eu-west-1', ...localAccess(fixture.cloud) });
  const live = async () => {
    const { release: output } = await release();
    const { version, canary } = await readAlias(await clients(), output.function);
    return { version, canary };
  };
  const steps = async () => (await fixture.steps()).map(({ op, urn }) => `${op} ${nameOf(urn)}`);

  beforeAll(async () => {
    fixture = await EngineFixture.start();
    fixture.edit(
      STACK_FILE,
      'petstore:plan: pro',
      'petstore:plan: pro\n  petstore:release: { minutes: 1, canaryPercent: 10 }',
    );
    await fixture.up();
  }, 60_000);
  afterAll(() => fixture?.close());

  test('a preview does not know the number of the version to come, and its plan is deployed', async () => {
    await fixture.assertSettled();
    fixture.edit(LAMBDA, CLOCK, 'clock: () => Date.now(),');
    expect((await steps()).filter((step) => step.startsWith('update')).sort()).toEqual([
      'update api-function',
      'update api-release-group',
      'update api-release-live',
    ]);
    const plan = join(fixture.folder, 'plan.json');
    expect((await fixture.run(['preview', '--save-plan', plan])).status).toBe(0);
    expect(await fixture.up('--plan', plan)).toContain('version 2 gets every call');
    expect((await release()).release).toMatchObject({ live: '2', before: '1' });
    expect(await live()).toEqual({ version: '2', canary: undefined });
    await fixture.assertSettled();
  });

  test('of code that fails makes up fail; the next preview has that release alone', async () => {
    const { release: output, ...outputs } = await release();
    const { baseUrl, tables } = outputs as unknown as { baseUrl: string; tables: { keys: string } };
    const key = await localKey(fixture.cloud, { region: 'eu-west-1', table: tables.keys });
    fixture.edit(LAMBDA, 'clock: () => Date.now(),', "clock: () => { throw new Error('broken'); },");
    let isOver = false;
    const statuses: number[] = [];
    const caller = async () => {
      while (!isOver) {
        const headers = { authorization: `Bearer ${key}` };
        statuses.push((await ask(`${baseUrl}/pets`, { ca: fixture.cloud.authorityPem, headers })).status);
      }
    };
    const calling = caller();
    const up = await fixture.failedUp();
    isOver = true;
    await calling;
    expect(up).toMatch(/before hook "release" failed: .*version 3 was not released \(d-\w+, ALARM_ACTIVE/);
    const failed = statuses.filter((status) => status >= 500).length;
    expect(failed).toBeGreaterThan(0);
    expect(failed / statuses.length).toBeLessThanOrEqual(0.1);
    expect(await live()).toEqual({ version: '2', canary: undefined });
    expect((await release()).release).toEqual(output);
    expect(await steps()).toEqual(['update api-release-live']);
  });

  test('that is interrupted goes on by itself, and the next run finds it done', async () => {
    fixture.edit(LAMBDA, "clock: () => { throw new Error('broken'); },", CLOCK);
    const interruption = { onText: 'version 4 gets its first share', signal: 'SIGINT' } as const;
    await fixture.run(['up', '--yes'], interruption);
    const group = releaseGroup('petstore', 'local');
    while ((await deploymentUnderWay(await clients(), group)) !== undefined) await pause(200);
    expect(await live()).toEqual({ version: '4', canary: undefined });
    await fixture.up('--refresh');
    expect((await release()).release).toMatchObject({ live: '4', before: '2' });
    await fixture.assertSettled();
  });

  test('of a change that the last run did not publish is made by the next one', async () => {
    fixture.edit(
      STACK_FILE,
      'petstore:plan: pro',
      'petstore:plan: pro\n  petstore:function: { memoryMb: 640 }',
    );
    // What a run leaves that ends between UpdateFunctionConfiguration and PublishVersion.
    const { id = '' } = (await fixture.state()).find(({ type }) => type === LAMBDA_FUNCTION) ?? {};
    const handler = fixture.cloud.registry.handler(LAMBDA_FUNCTION);
    const context = { region: 'eu-west-1', signal: AbortSignal.timeout(5000) };
    const found = (await handler.read(id, context))?.inputs as unknown as object;
    await handler.update(id, { ...found, memorySize: 640 } as never, found as never, context);
    const { release: before } = await release();
    expect(await fixture.up('--refresh')).toMatch(/version \d+ gets every call/);
    expect(Number((await release()).release.live)).toBeGreaterThan(Number(before.live));
    await fixture.assertSettled();
  });

  test('with credentials of another account is refused before the function is changed', async () => {
    const sts = '<GetCallerIdentityResult><Account>210987654321</Account></GetCallerIdentityResult>';
    const server = createServer((_, response) => response.end(`<Response>${sts}</Response>`));
    const endpoint = `http://127.0.0.1:${await listen(server)}`;
    const { PETSTORE_LOCAL_API: own = '' } = fixture.environment;
    writeJson(fixture.folder, 'other.json', { ...localAccess(fixture.cloud), endpoint });
    fixture.environment.PETSTORE_LOCAL_API = join(fixture.folder, 'other.json');
    fixture.edit(STACK_FILE, 'memoryMb: 640', 'memoryMb: 768');
    const { length } = fixture.operations;
    expect(await fixture.failedUp()).toMatch(/in account 123456789012, and .* of account 210987654321/);
    expect(fixture.operations.slice(length).filter(({ type }) => type === LAMBDA_FUNCTION)).toEqual([]);
    fixture.environment.PETSTORE_LOCAL_API = own;
    await fixture.up();
  });
});
