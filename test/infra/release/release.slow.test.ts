// A release of the local stack, while clients call it: what is good arrives at every call, what fails goes back by itself.
import { setTimeout as pause } from 'node:timers/promises';
import type { Deployment } from '@petstore/local-cloud/engine/deployment';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { localAccess } from '../../../cli/local/local-access.ts';
import { localKey } from '../../../cli/local/local-key.ts';
import { releaseClients } from '../../../infra/release/access.ts';
import { readAlias } from '../../../infra/release/alias.ts';
import { ask } from '../../cli/local/clients.ts';
import { CANARY, failures, MINUTE_MS, outputsOf, type ReleaseStack, releaseStack } from './release-stack.ts';

let stack: ReleaseStack;

beforeEach(async () => {
  stack = await releaseStack();
});
afterEach(() => stack.close());

const deploy: ReleaseStack['deploy'] = (...args) => stack.deploy(...args);

const BREAKS_ONE_OF_TWO = {
  after:
    'const sound = module.exports.handler; let calls = 0; module.exports = { handler: (...call) => { if (++calls % 2) throw new Error("broken"); return sound(...call); } };',
};
/** The service itself responds with a 500 then, and Lambda counts no error. */
const WRONG_TABLE = { before: 'process.env.PETS_TABLE = "none";' };

/** Calls the API from four clients until the work is done, and a little longer; returns the statuses, counted. */
async function whileCalled<T>(deployed: Deployment, work: () => Promise<T>) {
  const { baseUrl, tables } = outputsOf(deployed);
  const key = await localKey(stack.cloud, { region: 'eu-west-1', table: tables.keys });
  const statuses: number[] = [];
  let isDone = false;
  const client = async () => {
    while (!isDone) {
      const headers = { authorization: `Bearer ${key}` };
      statuses.push((await ask(`${baseUrl}/pets`, { ca: stack.cloud.authorityPem, headers })).status);
    }
  };
  const clients = Array.from({ length: 4 }, client);
  const result = await work().finally(async () => {
    await pause(MINUTE_MS / 4);
    isDone = true;
  });
  await Promise.all(clients);
  const failed = statuses.filter((status) => status >= 500).length;
  return { result, all: statuses.length, failed };
}

const clients = () => releaseClients({ region: 'eu-west-1', ...localAccess(stack.cloud) });
const alias = async (deployed: Deployment) => {
  const { version, canary } = await readAlias(await clients(), outputsOf(deployed).release.function);
  return { version, canary };
};
const changed = ({ changes }: Deployment) =>
  changes.filter(({ action }) => action !== 'same').map(({ name, action }) => `${action} ${name}`);

describe('a release', () => {
  test('of good code arrives at every call, and no call fails', async () => {
    const first = await deploy();
    expect(failures(first)).toEqual([]);
    expect(outputsOf(first).release).toMatchObject({ live: '1' });
    const started = Date.now();
    const { result, failed, all } = await whileCalled(first, () => deploy({ before: '// good' }));
    expect(Date.now() - started).toBeGreaterThan(MINUTE_MS);
    expect(failures(result)).toEqual([]);
    expect({ failed, isMany: all > 100 }).toEqual({ failed: 0, isMany: true });
    expect(outputsOf(result).release).toMatchObject({ live: '2', before: '1' });
    expect(await alias(first)).toEqual({ version: '2', canary: undefined });
    for (const _ of [1, 2]) expect(changed(await deploy({ before: '// good' }))).toEqual([]);
  });

  test.each([
    ['throws in one call of two', BREAKS_ONE_OF_TWO, 'version-2-errors'],
    ['responds with a 500', WRONG_TABLE, 'version-2-5xx'],
  ])('of code that %s goes back by itself, within its minutes', async (_what, code, alarm) => {
    const first = await deploy();
    const started = Date.now();
    const { result, failed, all } = await whileCalled(first, () => deploy(code));
    expect(Date.now() - started).toBeLessThan(MINUTE_MS * 1.25 + 5_000);
    const [failure = '', ...others] = failures(result);
    expect(others).toEqual([]);
    expect(failure).toMatch(
      /^api-release-live: version 2 was not released \(d-\w+, ALARM_ACTIVE: .*; version 1/,
    );
    expect(failure).toContain(alarm);
    expect(failed).toBeGreaterThan(0);
    expect(failed / all).toBeLessThanOrEqual(CANARY.canaryPercent / 100);
    expect(await alias(first)).toEqual({ version: '1', canary: undefined });
    // What is declared is still to be released; other code is another version, and is.
    const fixed = await deploy({ before: '// fixed' });
    expect(failures(fixed)).toEqual([]);
    expect(outputsOf(fixed).release).toMatchObject({ live: '3', before: '1' });
  });
});

test('the switch to a share, with new code in the same run, shifts already; without one, new code gets every call', async () => {
  const first = await deploy({}, { canaryPercent: 0 });
  const { result } = await whileCalled(first, () => deploy(BREAKS_ONE_OF_TWO));
  expect(failures(result)[0]).toContain('version 2 was not released');
  const off = await deploy({ before: '// fixed' }, { canaryPercent: 0 });
  expect(failures(off)).toEqual([]);
  expect(changed(off).filter((change) => change.startsWith('delete'))).toContain('delete api-release-group');
  expect(await alias(first)).toEqual({ version: '3', canary: undefined });
});
