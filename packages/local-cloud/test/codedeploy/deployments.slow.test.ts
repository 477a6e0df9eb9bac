// A deployment as the AWS SDK's client sees it, with callers of the function meanwhile.
import { setTimeout as pause } from 'node:timers/promises';
import { CodeDeploy, type DeploymentInfo } from '@aws-sdk/client-codedeploy';
import { Lambda } from '@aws-sdk/client-lambda';
import { describe, expect, it, onTestFinished, vi } from 'vitest';
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

/** A cloud in the context, with what its store remembers. */
async function releases(context: TestContext = testContext()) {
  const fixture = await lambda(context);
  const { identity, functions, recorded, alarms } = fixture;
  const options = { context, alarms, aliases: functions.aliases, minuteMs: MINUTE_MS };
  const codeDeploy = createCodeDeploy(recorded, options);
  await codeDeploy.start();
  onTestFinished(() => codeDeploy.close());
  const lambdaOf = lambdaApi(context.accountId, functions.aliases);
  const endpoint = createEndpoint(context, identity, () => ({
    codedeploy: codeDeploy.api,
    lambda: lambdaOf,
  }));
  await endpoint.start();
  onTestFinished(() => endpoint.close());
  const client = {
    ...{ endpoint: endpoint.url, region: context.region, credentials: identity.administrator },
    maxAttempts: 1,
  };
  return {
    ...fixture,
    codeDeploy,
    endpoint,
    deployer: new CodeDeploy(client),
    lambdaClient: new Lambda(client),
    group: resource(recorded, 'aws:codedeploy/deploymentGroup:DeploymentGroup'),
    config: resource(recorded, 'aws:codedeploy/deploymentConfig:DeploymentConfig'),
  };
}

const ALARM = {
  ...{ name: 'errors', namespace: 'AWS/Lambda', metricName: 'Errors', statistic: 'Sum', period: 60 },
  ...{ comparisonOperator: 'GreaterThanOrEqualToThreshold', threshold: 1, evaluationPeriods: 1 },
  dimensions: { FunctionName: 'orders', Resource: 'orders:live', ExecutedVersion: '2' },
};

const groupInputs = {
  ...{ appName: 'release', deploymentGroupName: 'live', serviceRoleArn: 'role' },
  deploymentConfigName: 'one-minute',
  alarmConfiguration: { enabled: true, alarms: ['errors'] },
  autoRollbackConfiguration: { enabled: true, events: ['DEPLOYMENT_FAILURE', 'DEPLOYMENT_STOP_ON_ALARM'] },
};

/** Version 1 is live, and version 2, of this code, is published; a deployment gives it 20 % for a minute. */
async function releasable(code: string) {
  const fixture = await releases();
  const { handler, alias, recorded, config, group } = fixture;
  const first = functionOf(GOOD, { publish: true });
  await handler.create(first);
  await alias.create({ name: 'live', functionName: 'orders', functionVersion: '1' });
  await handler.update(
    'orders',
    functionOf(`${code}\n// Other code than that of version 1.`, { publish: true }),
    first,
  );
  await resource(recorded, 'aws:cloudwatch/metricAlarm:MetricAlarm').create(ALARM);
  await config.create({
    ...{ deploymentConfigName: 'one-minute', computePlatform: 'Lambda' },
    trafficRoutingConfig: { type: 'TimeBasedCanary', timeBasedCanary: { interval: 1, percentage: 20 } },
  });
  await group.create(groupInputs);
  return fixture;
}

function revisionOf(current: string, target: string) {
  const Properties = { Name: 'orders', Alias: 'live', CurrentVersion: current, TargetVersion: target };
  const content = JSON.stringify({
    version: '0.0',
    Resources: [{ orders: { Type: 'AWS::Lambda::Function', Properties } }],
  });
  return { revisionType: 'AppSpecContent', appSpecContent: { content } } as const;
}

type Fixture = Awaited<ReturnType<typeof releasable>>;

async function begin({ deployer }: Pick<Fixture, 'deployer'>, current = '1', target = '2') {
  const created = await deployer.createDeployment({ ...GROUP, revision: revisionOf(current, target) });
  return created.deploymentId ?? '';
}

async function info({ deployer }: Pick<Fixture, 'deployer'>, deploymentId: string): Promise<DeploymentInfo> {
  return (await deployer.getDeployment({ deploymentId })).deploymentInfo ?? {};
}

function ended(fixture: Pick<Fixture, 'deployer'>, id: string): Promise<DeploymentInfo> {
  const completed = async () => {
    const found = await info(fixture, id);
    return found.completeTime && found;
  };
  return vi.waitUntil(completed, { timeout: 10_000, interval: 25 });
}

/** The same, with what CodeDeploy adds a moment later of the deployment that goes back. */
async function wentBack(fixture: Pick<Fixture, 'deployer'>, id: string): Promise<DeploymentInfo> {
  await ended(fixture, id);
  return vi.waitUntil(async () => {
    const found = await info(fixture, id);
    return found.rollbackInfo && found;
  });
}

/** Calls the alias until the deployment ends; returns the versions that answered, and how many calls failed. */
async function callUntil({ functions }: Fixture, end: Promise<unknown>) {
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

async function aliasOf({ lambdaClient }: Pick<Fixture, 'lambdaClient'>) {
  const alias = await lambdaClient.getAlias({ FunctionName: 'orders', Name: 'live' });
  const { FunctionVersion: version, RoutingConfig, RevisionId } = alias;
  return { version, weights: RoutingConfig?.AdditionalVersionWeights, revision: RevisionId };
}

describe('a deployment', () => {
  it('of a good version gives it its share for the minutes, and then every call', async () => {
    const fixture = await releasable(GOOD);
    const started = Date.now();
    const id = await begin(fixture);
    await pause(MINUTE_MS / 3);
    expect(await aliasOf(fixture)).toMatchObject({ version: '1', weights: { 2: 0.2 } });
    const { status, errorInformation } = await ended(fixture, id);
    expect({ status, errorInformation }).toEqual({ status: 'Succeeded', errorInformation: undefined });
    expect(Date.now() - started).toBeGreaterThanOrEqual(MINUTE_MS);
    expect(await aliasOf(fixture)).toMatchObject({ version: '2', weights: undefined });
  });

  it('of a version that throws in one call of two goes back by itself, within its minutes', async () => {
    const fixture = await releasable(BAD);
    const id = await begin(fixture);
    const counts = await callUntil(fixture, ended(fixture, id));
    const { status, errorInformation, rollbackInfo, startTime, completeTime } = await wentBack(fixture, id);
    expect(status).toBe('Stopped');
    expect(errorInformation?.code).toBe('ALARM_ACTIVE');
    expect(errorInformation?.message).toContain('Activated alarms: <errors>');
    expect(Number(completeTime) - Number(startTime)).toBeLessThan(MINUTE_MS);
    expect(await info(fixture, rollbackInfo?.rollbackDeploymentId ?? '')).toMatchObject({
      creator: 'codeDeployRollback',
      rollbackInfo: { rollbackTriggeringDeploymentId: id },
    });
    expect(counts.failed).toBeGreaterThan(0);
    expect(counts.versions).toContain('1');
    expect(await aliasOf(fixture)).toMatchObject({ version: '1', weights: undefined });
    for (let call = 0; call < 20; call++)
      expect(await fixture.functions.invoke(LIVE, {})).toEqual({ kind: 'answer', value: '1' });
  });

  it('is not begun while another one is under way', async () => {
    const fixture = await releasable(GOOD);
    const id = await begin(fixture);
    await expect(begin(fixture)).rejects.toMatchObject({
      name: 'DeploymentLimitExceededException',
      message: `The Deployment Group 'live' already has an active Deployment '${id}'`,
    });
  });

  it.each([true, false])(
    'that is stopped goes back where that is asked for: %s',
    async (autoRollbackEnabled) => {
      const fixture = await releasable(GOOD);
      const id = await begin(fixture);
      await fixture.deployer.stopDeployment({ deploymentId: id, autoRollbackEnabled });
      const end = autoRollbackEnabled ? wentBack : ended;
      const { status, errorInformation } = await end(fixture, id);
      expect([status, errorInformation?.code]).toEqual(['Stopped', 'MANUAL_STOP']);
      const after = await aliasOf(fixture);
      expect([after.version, after.weights === undefined]).toEqual(['1', autoRollbackEnabled]);
      await expect(fixture.deployer.stopDeployment({ deploymentId: id })).rejects.toMatchObject({
        name: 'DeploymentAlreadyCompletedException',
      });
    },
  );

  it('fails where the alias is at another version than it says', async () => {
    const fixture = await releasable(GOOD);
    const { status, errorInformation } = await ended(fixture, await begin(fixture, '2', '1'));
    expect([status, errorInformation?.code]).toEqual(['Failed', 'INVALID_LAMBDA_CONFIGURATION']);
  });

  it('goes on after a restart', async () => {
    const fixture = await releasable(GOOD);
    const id = await begin(fixture);
    await pause(MINUTE_MS / 5);
    await fixture.codeDeploy.close();
    await fixture.functions.close();
    const again = await releases(fixture.context);
    expect((await ended(again, id)).status).toBe('Succeeded');
    expect((await aliasOf(again)).version).toBe('2');
  });
});

describe('the API', () => {
  it('changes an alias only from the revision that the caller read', async () => {
    const fixture = await releasable(GOOD);
    const { revision: RevisionId } = await aliasOf(fixture);
    const update = (FunctionVersion: string) =>
      fixture.lambdaClient.updateAlias({ FunctionName: 'orders', Name: 'live', FunctionVersion, RevisionId });
    expect((await update('2')).FunctionVersion).toBe('2');
    await expect(update('1')).rejects.toMatchObject({ name: 'PreconditionFailedException' });
  });
});
