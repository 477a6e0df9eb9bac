// A fixture with a function of two versions, its alias, an alarm on the second version, and CodeDeploy with its API.
import { CodeDeployClient } from '@aws-sdk/client-codedeploy';
import { LambdaClient } from '@aws-sdk/client-lambda';
import { onTestFinished } from 'vitest';
import { createCodeDeploy } from '../../src/codedeploy/index.ts';
import { createEndpoint } from '../../src/endpoint/index.ts';
import { lambdaApi } from '../../src/lambda/alias.ts';
import { resource, type TestContext, testContext } from './cloud.ts';
import { functionOf, lambda } from './functions.ts';

export const FUNCTION = 'arn:aws:lambda:eu-west-1:123456789012:function:orders';
export const LIVE = `${FUNCTION}:live`;
export const ROLE = 'arn:aws:iam::123456789012:role/release';
export const GROUP = { applicationName: 'release', deploymentGroupName: 'live' };
export const MINUTE_MS = 1500;

export const GOOD = 'exports.handler = async (_, context) => context.functionVersion';
/** Throws in one call of two, in turns. */
export const BAD =
  'let calls = 0; exports.handler = async (_, context) => { if (++calls % 2) throw new Error("no"); return context.functionVersion }';

/** A cloud in the context, with what its store remembers. */
export async function releases(context: TestContext = testContext()) {
  const fixture = await lambda(context);
  const { identity, functions, recorded, alarms } = fixture;
  const codeDeploy = createCodeDeploy({
    ...{ context, recorded, alarms, aliases: functions.aliases, minuteMs: MINUTE_MS },
  });
  await codeDeploy.start();
  onTestFinished(() => codeDeploy.close());
  const endpoint = createEndpoint(context, identity, {
    codedeploy: codeDeploy.api,
    lambda: lambdaApi(context.accountId, functions.aliases),
  });
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
    deployer: new CodeDeployClient(client),
    lambdaClient: new LambdaClient(client),
    group: resource(recorded, 'aws:codedeploy/deploymentGroup:DeploymentGroup'),
    config: resource(recorded, 'aws:codedeploy/deploymentConfig:DeploymentConfig'),
    application: resource(recorded, 'aws:codedeploy/application:Application'),
  };
}

const alarmOf = (version: string) => ({
  ...{ name: 'errors', namespace: 'AWS/Lambda', metricName: 'Errors', statistic: 'Sum', period: 60 },
  ...{ comparisonOperator: 'GreaterThanOrEqualToThreshold', threshold: 1, evaluationPeriods: 1 },
  dimensions: { FunctionName: 'orders', Resource: 'orders:live', ExecutedVersion: version },
  treatMissingData: 'notBreaching',
});

const groupInputs = {
  ...{ appName: 'release', deploymentGroupName: 'live', serviceRoleArn: ROLE },
  deploymentConfigName: 'one-minute',
  deploymentStyle: { deploymentOption: 'WITH_TRAFFIC_CONTROL', deploymentType: 'BLUE_GREEN' },
  alarmConfiguration: { enabled: true, alarms: ['errors'] },
  autoRollbackConfiguration: { enabled: true, events: ['DEPLOYMENT_FAILURE', 'DEPLOYMENT_STOP_ON_ALARM'] },
};

/** Version 1 is live, and version 2, of this code, is published; a deployment gives it 20 % for a minute. */
export async function releasable(code: string) {
  const fixture = await releases();
  const { handler, alias, recorded, application, config, group } = fixture;
  const first = functionOf(GOOD, { publish: true });
  await handler.create(first);
  await alias.create({ name: 'live', functionName: 'orders', functionVersion: '1' });
  await handler.update(
    'orders',
    functionOf(`${code}\n// Other code than that of version 1.`, { publish: true }),
    first,
  );
  await resource(recorded, 'aws:cloudwatch/metricAlarm:MetricAlarm').create(alarmOf('2'));
  await application.create({ name: 'release', computePlatform: 'Lambda' });
  await config.create({
    ...{ deploymentConfigName: 'one-minute', computePlatform: 'Lambda' },
    trafficRoutingConfig: { type: 'TimeBasedCanary', timeBasedCanary: { interval: 1, percentage: 20 } },
  });
  await group.create(groupInputs);
  return { ...fixture, groupInputs };
}

export function revisionOf(current: string, target: string) {
  const Properties = { Name: 'orders', Alias: 'live', CurrentVersion: current, TargetVersion: target };
  const content = JSON.stringify({
    version: '0.0',
    Resources: [{ orders: { Type: 'AWS::Lambda::Function', Properties } }],
  });
  return { revisionType: 'AppSpecContent', appSpecContent: { content } } as const;
}
