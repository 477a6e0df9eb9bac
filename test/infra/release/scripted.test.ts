// What is decided about a release from what Lambda and CodeDeploy respond, and what the output `release` has after it.

import type { Alias } from '@pulumi/aws/lambda/alias.js';
import * as pulumi from '@pulumi/pulumi';
import { describe, expect, test } from 'vitest';
import { listDeployments, readAlias } from '../../../infra/release/deployments.ts';
import { assertReleasable, shiftTraffic } from '../../../infra/release/shift-traffic.ts';
import { allowAgain, planRollback, readStatus, rollBack } from '../../../infra/release/status.ts';
import { type ReleaseOutput, releaseOutput } from '../../../infra/release-output.ts';
import { type Answer, refusal, scripted } from './scripted.ts';

const GROUP = { application: 'petstore-local-api-release', group: 'live' };
const FUNCTION = { functionName: 'api', group: GROUP };
const AT = '2026-01-02T03:04:05.000Z';

const appSpec = (from: string, to: string) => ({
  appSpecContent: { content: `{"CurrentVersion":"${from}","TargetVersion":"${to}"}` },
});
const deployment = (parts: object, from = '1', to = '2') => ({
  deploymentInfo: { status: 'Succeeded', revision: appSpec(from, to), ...parts },
});
const ACCOUNT = '123456789012';
const ARN = `arn:aws:lambda:eu-west-1:${ACCOUNT}:function:api`;
const ALIAS = { FunctionVersion: '1', RevisionId: 'r1' };
const TAKEN_BACK = { ...ALIAS, Description: `version 2 was taken back at ${AT}` };

const updated = (calls: readonly (readonly [string, object])[]) =>
  calls.flatMap(([name, input]) => (name === 'UpdateAlias' ? [input] : []));

describe('a rollback', () => {
  const rollbackOf = (status: object) => planRollback(status as Parameters<typeof planRollback>[0]);

  test('ends the release that is under way, else goes to the version before; without one it is refused', () => {
    const releases = [
      { id: 'd-2', status: 'InProgress', isUnderWay: true, from: '1', to: '2' },
      { id: 'd-1', status: 'Succeeded', isUnderWay: false, from: '0', to: '1' },
    ];
    const expected = { from: '2', to: '1', deploymentId: 'd-2' };
    expect(rollbackOf({ live: '1', before: '0', releases })).toEqual(expected);
    expect(rollbackOf({ live: '2', before: '1', releases: [] })).toEqual({ from: '2', to: '1' });
    const refused = expect.objectContaining({ name: 'ReleaseError', code: 'nothing-before' });
    expect(() => rollbackOf({ live: '1', releases: [] })).toThrow(refused);
  });

  test('is refused after another one, until a later version is live: the mark of that one stays', () => {
    const after = { before: '1', takenBack: { version: '3', at: AT }, releases: [] };
    const why = /nothing to go back to: version 3 was gone back from/;
    expect(() => rollbackOf({ live: '2', ...after })).toThrow(why);
    expect(rollbackOf({ live: '10', ...after })).toEqual({ from: '10', to: '1' });
  });

  test('changes the alias that it read, to one version for all calls, and remembers what was taken back', async () => {
    const { clients, calls } = scripted({ GetAlias: [ALIAS], UpdateAlias: [{}] });
    await rollBack(clients, FUNCTION, { from: '2', to: '1' });
    expect(updated(calls)).toEqual([
      {
        ...{ FunctionName: 'api', Name: 'live', FunctionVersion: '1', RevisionId: 'r1' },
        RoutingConfig: { AdditionalVersionWeights: {} },
        Description: expect.stringMatching(/^version 2 was taken back at 20\d\d-\d\d-\d\dT[\d:.]+Z$/),
      },
    ]);
  });

  const stopping = (stop: Answer) =>
    scripted({
      ...{ StopDeployment: [stop], GetAlias: [ALIAS], UpdateAlias: [{}] },
      GetDeployment: [
        deployment({ status: 'InProgress' }),
        deployment({ status: 'Stopped', rollbackInfo: { rollbackDeploymentId: 'd-3' } }),
        deployment({ status: 'InProgress' }),
        deployment({}),
      ],
    });

  test('waits for the end of the release, and of the deployment that goes back from it', async () => {
    const { clients, calls } = stopping({});
    await rollBack(clients, FUNCTION, { from: '2', to: '1', deploymentId: 'd-2' });
    expect(calls.map(([name, input]) => [name, Reflect.get(input, 'deploymentId')])).toEqual([
      ['StopDeployment', 'd-2'],
      ['GetDeployment', 'd-2'],
      ['GetDeployment', 'd-2'],
      ['GetDeployment', 'd-3'],
      ['GetDeployment', 'd-3'],
      ['GetAlias', undefined],
      ['UpdateAlias', undefined],
    ]);
    expect(calls[0]?.[1]).toMatchObject({ autoRollbackEnabled: true });
  });

  test('goes on where the release ended by itself in this moment, and not where it cannot be stopped', async () => {
    const plan = { from: '2', to: '1', deploymentId: 'd-2' };
    const ended = stopping(refusal('DeploymentAlreadyCompletedException'));
    await rollBack(ended.clients, FUNCTION, plan);
    expect(updated(ended.calls)).toHaveLength(1);
    const { clients, calls } = stopping(refusal('ThrottlingException'));
    await expect(rollBack(clients, FUNCTION, plan)).rejects.toThrow('ThrottlingException');
    expect(updated(calls)).toEqual([]);
  });
});

describe('a version that was taken back', () => {
  test('is not released again by itself', async () => {
    const { clients } = scripted({ ListDeployments: [{}], GetAlias: [TAKEN_BACK] });
    const shift = shiftTraffic(clients, { ...FUNCTION, version: '2', report: () => {} });
    await expect(shift).rejects.toMatchObject({ code: 'taken-back' });
  });

  test('is allowed again: the alias forgets it, and stays at its version; where it remembers none, nothing changes', async () => {
    const { clients, calls } = scripted({ GetAlias: [TAKEN_BACK], UpdateAlias: [{}] });
    expect(await allowAgain(clients, 'api')).toBe('2');
    expect(updated(calls)).toMatchObject([{ FunctionVersion: '1', Description: '' }]);
    const other = scripted({ GetAlias: [{ ...ALIAS, Description: 'of somebody else' }] });
    expect(await allowAgain(other.clients, 'api')).toBeUndefined();
    expect(updated(other.calls)).toEqual([]);
  });
});

describe('a release', () => {
  const release = (answers: Readonly<Record<string, readonly Answer[]>>) => {
    const own = { GetCallerIdentity: [{ Account: ACCOUNT }], GetFunctionConfiguration: [{ Role: 'one' }] };
    const script = scripted({ ...own, ...answers });
    const shift = shiftTraffic(script.clients, { ...FUNCTION, version: '2', report: () => {} });
    return { ...script, shift };
  };
  const UNDER_WAY = { ListDeployments: [{ deployments: ['d-2'] }] };

  test('of the version that is under way is followed', async () => {
    const { shift, calls } = release({
      ...UNDER_WAY,
      GetDeployment: [deployment({ status: 'Baking' }), deployment({ status: 'Ready' }), deployment({})],
    });
    await shift;
    expect(calls.map(([name]) => name)).not.toContain('CreateDeployment');
  });

  test('of another version that is under way is in the way', async () => {
    const GetDeployment = [deployment({ status: 'Queued' }, '1', '3')];
    const { shift, clients } = release({ ...UNDER_WAY, GetDeployment });
    await expect(shift).rejects.toMatchObject({ code: 'under-way' });
    await expect(assertReleasable(clients, GROUP, ARN)).rejects.toMatchObject({ code: 'under-way' });
  });

  const OTHER = { Account: '210987654321', Arn: 'a:me' };
  test.each<[string, Answer, RegExp]>([
    ['of another account', OTHER, /in account 123456789012.* of account 210987654321, as a:me/],
    ['that AWS refuses', refusal('ExpiredToken'), /not accepted \(.*ExpiredToken.*nothing of the function/],
  ])('with credentials %s asks for nothing else, and says which are meant', async (_, answer, text) => {
    const { clients, calls } = scripted({ GetCallerIdentity: [answer] });
    const expected = { code: 'other-account', message: expect.stringMatching(text) };
    await expect(assertReleasable(clients, GROUP, ARN)).rejects.toMatchObject(expected);
    expect(calls).toEqual([['GetCallerIdentity', {}]]);
  });

  test('between versions with different roles gives every call at once: Lambda refuses shares', async () => {
    const { shift, calls } = release({
      ...{ ListDeployments: [{}], GetAlias: [ALIAS], UpdateAlias: [{}] },
      GetFunctionConfiguration: [{ Role: 'new' }, { Role: 'old' }],
    });
    await shift;
    expect(updated(calls)).toMatchObject([{ FunctionVersion: '2', RevisionId: 'r1' }]);
    expect(calls.map(([name]) => name)).not.toContain('CreateDeployment');
  });

  test('of the version that is live has nothing to do', async () => {
    const { shift, calls } = release({
      ListDeployments: [{ deployments: [] }],
      GetAlias: [{ ...ALIAS, FunctionVersion: '2' }],
    });
    await shift;
    expect(calls.map(([name]) => name)).toEqual(['ListDeployments', 'GetAlias']);
  });

  test('begins with every call at the live version: a share that nobody watches is taken away', async () => {
    const canary = { AdditionalVersionWeights: { 3: 0.1 } };
    const { shift, calls } = release({
      ...{ ListDeployments: [{}], UpdateAlias: [{}], CreateDeployment: [{ deploymentId: 'd-9' }] },
      ...{ GetAlias: [{ ...ALIAS, RoutingConfig: canary }], GetDeployment: [deployment({})] },
    });
    await shift;
    expect(updated(calls)).toEqual([
      {
        ...{ FunctionName: 'api', Name: 'live', FunctionVersion: '1', RevisionId: 'r1' },
        RoutingConfig: { AdditionalVersionWeights: {} },
      },
    ]);
    const { revision } = Object.fromEntries(calls).CreateDeployment as { revision: object };
    expect(JSON.stringify(revision)).toContain('\\"CurrentVersion\\":\\"1\\",\\"TargetVersion\\":\\"2\\"');
  });

  const ALARM = { errorInformation: { code: 'ALARM_ACTIVE', message: 'an alarm' } };
  const ROLLED = { rollbackInfo: { rollbackDeploymentId: 'd-3' } };
  test.each([
    [[ALARM], 'ALARM_ACTIVE: an alarm', 'did not'],
    [[ROLLED], 'Failed', 'version 1 gets every call again'],
    [[{}, {}, ROLLED], 'Failed', 'version 1 gets every call again'],
  ])('that failed says why, and whether CodeDeploy went back, maybe later: %j', async (reads, why, where) => {
    const failed = reads.map((parts) => deployment({ status: 'Failed', ...parts }));
    const GetDeployment = [deployment({ status: 'InProgress' }), ...failed];
    const { shift } = release({ ...UNDER_WAY, GetDeployment });
    const message = expect.stringMatching(new RegExp(`d-2, ${why}.*${where}`));
    await expect(shift).rejects.toMatchObject({ code: 'went-back', message });
  });
});

describe('the status', () => {
  const statusOf = (alias: object, deployments: readonly Answer[], knownBefore?: string) => {
    const ids = deployments.map((_, index) => `d-${index}`);
    const { clients } = scripted({
      ...{ GetAlias: [{ ...ALIAS, FunctionVersion: '2', ...alias }], GetDeployment: deployments },
      ListDeployments: [{ deployments: ids }],
    });
    return readStatus(clients, { ...FUNCTION, knownBefore });
  };

  const BACK = { rollbackInfo: { rollbackTriggeringDeploymentId: 'd-8' } };
  type Version = string | undefined;
  test.each<[how: string, deployments: readonly Answer[], known: Version, before: Version]>([
    ['by the last release of the live version', [deployment({})], '0', '1'],
    ['by the output, where its release failed', [deployment({ status: 'Failed' })], '0', '0'],
    ['by the output, where it went back', [deployment(BACK)], '0', '0'],
    ['by the output, where the release was of another version', [deployment({}, '2', '3')], '0', '0'],
    ['none where the output is the live version', [], '2', undefined],
    ['none where the output is a later version, which was gone back from', [], '3', undefined],
    ['none where nothing is known', [], undefined, undefined],
  ])('has the version before: %s', async (_name, deployments, known, before) => {
    expect((await statusOf({}, deployments, known)).before).toBe(before);
  });

  test('has the share of a release, what a person took back, and the last five releases, the newest first', async () => {
    const RoutingConfig = { AdditionalVersionWeights: { 3: 0.29 } };
    const { Description } = TAKEN_BACK;
    const six = Array.from({ length: 6 }, () => deployment({}));
    expect((await statusOf({}, six)).releases).toHaveLength(5);
    // A version that was taken back served before, and is no place to go back to.
    expect((await statusOf({ FunctionVersion: '3', Description }, [], '2')).before).toBeUndefined();
    const ages = [3, 7, 1].map((day) => deployment({ createTime: new Date(2026, 0, day) }));
    expect((await statusOf({}, ages)).releases.map(({ id }) => id)).toEqual(['d-1', 'd-0', 'd-2']);
    expect(await statusOf({ RoutingConfig, Description }, [])).toEqual({
      ...{ live: '2', releases: [] },
      ...{ canary: { version: '3', percent: 29 }, takenBack: { version: '2', at: AT } },
    });
  });
});

test('of a function that was destroyed it says that, and what to do; what else Lambda refuses stays as it is', async () => {
  const aliasOf = (name: string) => readAlias(scripted({ GetAlias: [refusal(name)] }).clients, 'api');
  const message = expect.stringMatching(/^the function api, .* does not exist.*: pulumi up --refresh$/);
  const expected = { name: 'ReleaseError', code: 'not-deployed', message };
  await expect(aliasOf('ResourceNotFoundException')).rejects.toMatchObject(expected);
  await expect(aliasOf('AccessDeniedException')).rejects.toThrow('AccessDeniedException');
});

test('what CodeDeploy has is nothing where the stack has no group, and not known where it refuses', async () => {
  const list = (name: string) =>
    listDeployments(scripted({ ListDeployments: [refusal(name)] }).clients, GROUP);
  expect(await list('ApplicationDoesNotExistException')).toEqual([]);
  expect(await list('DeploymentGroupDoesNotExistException')).toEqual([]);
  await expect(list('AccessDeniedException')).rejects.toThrow('AccessDeniedException');
});

const aliasOf = (functionVersion: pulumi.Input<string>) =>
  ({ functionName: pulumi.output('api'), functionVersion: pulumi.output(functionVersion) }) as Alias;

const after = (functionVersion: pulumi.Input<string>, previous?: ReleaseOutput, served?: string) =>
  new Promise((resolve) => releaseOutput(aliasOf(functionVersion), previous, served).apply(resolve));

const first = { function: 'api', live: '1' };
const last = { ...first, live: '2', before: '1' };
const next = { ...first, live: '3' };

type Served = string | undefined;
test.each<
  [what: string, served: Served, previous: ReleaseOutput | undefined, version: string, now: ReleaseOutput]
>([
  ['the first release has no version before it', undefined, undefined, '1', first],
  ['the next one names the version that it replaced', '1', first, '2', last],
  ['a run that releases nothing leaves both', '2', last, '2', last],
  ['after a rollback, the version taken back is not before', '1', last, '3', { ...next, before: '1' }],
  ['the version that was taken back is released again', '1', last, '2', last],
  ['a release that the last run did not end', '3', last, '3', { ...next, before: '2' }],
  ['what gets the calls cannot be read', undefined, last, '3', next],
  ['another function has other versions', '7', { ...last, function: 'old' }, '1', first],
])('%s', async (_, served, previous, version, expected) => {
  expect(await after(version, previous, served)).toEqual(expected);
});

test('where the release went back, the alias fails and the output stays what it was', async () => {
  expect(await after(Promise.reject(new Error('the deployment d-1 went back')), last)).toEqual(last);
});
