// A deployment as the AWS SDK's client sees it, with callers of the function meanwhile.
import { setTimeout as pause } from 'node:timers/promises';
import { CodeDeploy, type DeploymentInfo } from '@aws-sdk/client-codedeploy';
import { Lambda } from '@aws-sdk/client-lambda';
import { expect, it, onTestFinished, vi } from 'vitest';
import { createCodeDeploy } from '../../src/codedeploy/index.ts';
import { createEndpoint } from '../../src/endpoint/index.ts';
import { lambdaApi } from '../../src/lambda/alias.ts';
import { resource, type TestContext, testContext } from '../support/cloud.ts';
import { functionOf, lambda } from '../support/functions.ts';

const LIVE = 'arn:aws:lambda:eu-west-1:123456789012:function:orders:live';
const GROUP = { applicationName: 'release', deploymentGroupName: 'live' };
const MINUTE_MS = 1500;

const GOOD = 'exports.handler = async (_, context) => context.functionVersion';
/** Throws in one call of two, in turns. */
const BAD =
  'let calls = 0; exports.handler = async (_, context) => { if (++calls % 2) throw new Error("no"); return context.functionVersion }';

const ALARM = {
  ...{ name: 'errors', namespace: 'AWS/Lambda', metricName: 'Errors', statistic: 'Sum', period: 60 },
  ...{ comparisonOperator: 'GreaterThanOrEqualToThreshold', threshold: 1, evaluationPeriods: 1 },
  dimensions: { FunctionName: 'orders', Resource: 'orders:live', ExecutedVersion: '2' },
};
const CONFIG = {
  ...{ deploymentConfigName: 'one-minute', computePlatform: 'Lambda' },
  trafficRoutingConfig: { type: 'TimeBasedCanary', timeBasedCanary: { interval: 1, percentage: 20 } },
};
const groupInputs = {
  ...{ appName: 'release', deploymentGroupName: 'live', serviceRoleArn: 'role' },
  deploymentConfigName: 'one-minute',
  alarmConfiguration: { enabled: true, alarms: ['errors'] },
  autoRollbackConfiguration: { enabled: true, events: ['DEPLOYMENT_FAILURE', 'DEPLOYMENT_STOP_ON_ALARM'] },
};

/** A cloud in the context, with what its store remembers. */
async function releases(context: TestContext = testContext()) {
  const fixture = await lambda(context);
  const { identity, functions, recorded, alarms } = fixture;
  const options = { context, alarms, aliases: functions.aliases, minuteMs: MINUTE_MS };
  const codeDeploy = createCodeDeploy(recorded, options);
  await codeDeploy.start();
  onTestFinished(() => codeDeploy.close());
  const apis = { codedeploy: codeDeploy.api, lambda: lambdaApi(context.accountId, functions.aliases) };
  const endpoint = createEndpoint(context, identity, () => apis);
  await endpoint.start();
  onTestFinished(() => endpoint.close());
  const client = {
    ...{ endpoint: endpoint.url, region: context.region, credentials: identity.administrator },
    maxAttempts: 1,
  };
  const [deployer, lambdaClient] = [new CodeDeploy(client), new Lambda(client)];
  const info = async (deploymentId: string): Promise<DeploymentInfo> =>
    (await deployer.getDeployment({ deploymentId })).deploymentInfo ?? {};
  const untilItHas = (id: string, member: keyof DeploymentInfo) => {
    const complete = async () => {
      const found = await info(id);
      return found[member] && found;
    };
    return vi.waitUntil(complete, { timeout: 10_000, interval: 25 });
  };
  return {
    ...{ ...fixture, codeDeploy, deployer, lambdaClient, info },
    async begin(CurrentVersion = '1', TargetVersion = '2') {
      const Properties = { Name: 'orders', Alias: 'live', CurrentVersion, TargetVersion };
      const Resources = [{ orders: { Type: 'AWS::Lambda::Function', Properties } }];
      const appSpecContent = { content: JSON.stringify({ version: '0.0', Resources }) };
      const revision = { revisionType: 'AppSpecContent', appSpecContent } as const;
      return (await deployer.createDeployment({ ...GROUP, revision })).deploymentId ?? '';
    },
    ended: (id: string) => untilItHas(id, 'completeTime'),
    /** The same, with what CodeDeploy adds a moment later of the deployment that goes back. */
    wentBack: (id: string) => untilItHas(id, 'rollbackInfo'),
    async alias() {
      const alias = await lambdaClient.getAlias({ FunctionName: 'orders', Name: 'live' });
      const { FunctionVersion: version, RoutingConfig, RevisionId } = alias;
      return { version, weights: RoutingConfig?.AdditionalVersionWeights, revision: RevisionId };
    },
  };
}

/** Version 1 is live, and version 2, of this code, is published; a deployment gives it 20 % for a minute. */
async function releasable(code = GOOD) {
  const fixture = await releases();
  const { handler, recorded } = fixture;
  const first = functionOf(GOOD, { publish: true });
  await handler.create(first);
  await resource(fixture.functions, 'aws:lambda/alias:Alias').create({
    name: 'live',
    functionName: 'orders',
    functionVersion: '1',
  });
  const second = functionOf(`${code}\n// Other code than that of version 1.`, { publish: true });
  await handler.update('orders', second, first);
  for (const [type, inputs] of [
    ['cloudwatch/metricAlarm:MetricAlarm', ALARM],
    ['codedeploy/deploymentConfig:DeploymentConfig', CONFIG],
    ['codedeploy/deploymentGroup:DeploymentGroup', groupInputs],
  ] as const)
    await resource(recorded, `aws:${type}`).create(inputs);
  return fixture;
}

/** Calls the alias until the deployment ends; returns the versions that answered, and how many calls failed. */
async function callUntil(functions: Awaited<ReturnType<typeof lambda>>['functions'], end: Promise<unknown>) {
  const counts = { failed: 0, versions: new Set<unknown>() };
  let isOver = false;
  const over = end.finally(() => {
    isOver = true;
  });
  while (!isOver) {
    const result = await functions.invoke(LIVE, {});
    if (result.kind === 'failed') counts.failed++;
    if (result.kind === 'answer') counts.versions.add(result.value);
    await pause(5);
  }
  await over;
  return counts;
}

it('a deployment of a good version gives it its share for the minutes, and then every call', async () => {
  const { begin, ended, alias } = await releasable();
  const started = Date.now();
  const id = await begin();
  await pause(MINUTE_MS / 3);
  expect(await alias()).toMatchObject({ version: '1', weights: { 2: 0.2 } });
  const { status, errorInformation } = await ended(id);
  expect([status, errorInformation]).toEqual(['Succeeded', undefined]);
  expect(Date.now() - started).toBeGreaterThanOrEqual(MINUTE_MS);
  expect(await alias()).toMatchObject({ version: '2', weights: undefined });
});

it('a deployment of a version that throws in one call of two goes back by itself, within its minutes', async () => {
  const { begin, ended, wentBack, info, alias, functions } = await releasable(BAD);
  const id = await begin();
  const counts = await callUntil(functions, ended(id));
  const found = await wentBack(id);
  const message = expect.stringContaining('Activated alarms: <errors>');
  expect(found).toMatchObject({ status: 'Stopped', errorInformation: { code: 'ALARM_ACTIVE', message } });
  expect(Number(found.completeTime) - Number(found.startTime)).toBeLessThan(MINUTE_MS);
  expect(await info(found.rollbackInfo?.rollbackDeploymentId ?? '')).toMatchObject({
    creator: 'codeDeployRollback',
    rollbackInfo: { rollbackTriggeringDeploymentId: id },
  });
  expect(counts.failed).toBeGreaterThan(0);
  expect(counts.versions).toContain('1');
  expect(await alias()).toMatchObject({ version: '1', weights: undefined });
  for (let call = 0; call < 20; call++)
    expect(await functions.invoke(LIVE, {})).toEqual({ kind: 'answer', value: '1' });
});

it('a deployment is not begun while another one is under way', async () => {
  const { begin } = await releasable();
  const id = await begin();
  await expect(begin()).rejects.toMatchObject({
    name: 'DeploymentLimitExceededException',
    message: `The Deployment Group 'live' already has an active Deployment '${id}'`,
  });
});

it.each([true, false])('a stopped deployment goes back where that is asked for: %s', async (isAsked) => {
  const { begin, deployer, wentBack, ended, alias } = await releasable();
  const deploymentId = await begin();
  await deployer.stopDeployment({ deploymentId, autoRollbackEnabled: isAsked });
  const { status, errorInformation } = await (isAsked ? wentBack : ended)(deploymentId);
  expect([status, errorInformation?.code]).toEqual(['Stopped', 'MANUAL_STOP']);
  const after = await alias();
  expect([after.version, after.weights === undefined]).toEqual(['1', isAsked]);
  const again = deployer.stopDeployment({ deploymentId });
  await expect(again).rejects.toMatchObject({ name: 'DeploymentAlreadyCompletedException' });
});

it('a deployment fails where the alias is at another version than it says', async () => {
  const { begin, ended } = await releasable();
  const { status, errorInformation } = await ended(await begin('2', '1'));
  expect([status, errorInformation?.code]).toEqual(['Failed', 'INVALID_LAMBDA_CONFIGURATION']);
});

it('a deployment goes on after a restart', async () => {
  const { begin, codeDeploy, functions, context } = await releasable();
  const id = await begin();
  await pause(MINUTE_MS / 5);
  await codeDeploy.close();
  await functions.close();
  const again = await releases(context);
  expect((await again.ended(id)).status).toBe('Succeeded');
  expect((await again.alias()).version).toBe('2');
});

it('the API changes an alias only from the revision that the caller read', async () => {
  const { alias, lambdaClient } = await releasable();
  const { revision: RevisionId } = await alias();
  const update = (FunctionVersion: string) =>
    lambdaClient.updateAlias({ FunctionName: 'orders', Name: 'live', FunctionVersion, RevisionId });
  expect((await update('2')).FunctionVersion).toBe('2');
  await expect(update('1')).rejects.toMatchObject({ name: 'PreconditionFailedException' });
});
