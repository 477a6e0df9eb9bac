// The alias `live`, which the gateway invokes, and CodeDeploy, which shifts the calls to a new version and goes back by itself.
import type { Tags } from '@petstore/custom-domains';
import { informEngine } from '@petstore/custom-domains/many-hosts';
import type { Shown } from '@petstore/custom-domains/output';
import { LogMetricFilter } from '@pulumi/aws/cloudwatch/logMetricFilter.js';
import type { MetricAlarm } from '@pulumi/aws/cloudwatch/metricAlarm.js';
import { Application } from '@pulumi/aws/codedeploy/application.js';
import { DeploymentConfig } from '@pulumi/aws/codedeploy/deploymentConfig.js';
import { DeploymentGroup } from '@pulumi/aws/codedeploy/deploymentGroup.js';
import { Alias } from '@pulumi/aws/lambda/alias.js';
import type { Function as LambdaFunction } from '@pulumi/aws/lambda/function.js';
import * as pulumi from '@pulumi/pulumi';
import type { Settings } from '../config/settings.ts';
import { serviceRole } from '../iam/service-role.ts';
import { type AlarmSpec, declareAlarm } from '../monitoring/alarm.ts';
import { type CloudAccess, canaryName, LIVE, releaseGroup } from '../release/access.ts';
import type { Statement } from '../rights/policy.ts';

interface ReleaseArgs extends CanaryArgs {
  /** Undefined: the alias follows each new version at once. */
  readonly hooks: ReturnType<typeof releaseHooksOf>;
}

export function declareRelease(name: string, args: ReleaseArgs): Alias {
  const { lambda, hooks } = args;
  const parent = new pulumi.ComponentResource('petstore:api:Release', name, {}, { parent: args.parent });
  const dependsOn = hooks === undefined ? [] : declareCanary(name, { ...args, parent });
  return new Alias(
    `${name}-live`,
    { name: LIVE, functionName: lambda.name, functionVersion: lambda.version },
    { parent, dependsOn, ...(hooks && { hooks: { beforeUpdate: [hooks.ofAlias] } }) },
  );
}

export function releaseHooksOf({ canaryPercent }: Settings['release'], access: CloudAccess) {
  if (canaryPercent === 0) return undefined;
  const group = releaseGroup(pulumi.getProject(), pulumi.getStack());
  return {
    /** Of the function: refuses an update that could not be released, or whose alarms would replace those of a release. */
    ofFunction: new pulumi.ResourceHook('no-release-under-way', async ({ oldOutputs = {} }) => {
      const { clients, assertReleasable } = await load(access);
      await assertReleasable(clients, group, oldOutputs.arn);
    }),
    /** Of the alias: resolves when CodeDeploy has given every call to the new version. */
    ofAlias: new pulumi.ResourceHook('release', async ({ newInputs = {} }) => {
      const { clients, shiftTraffic } = await load(access);
      const { functionName, functionVersion: version } = newInputs;
      const { report = (line: Shown) => void informEngine(line) } = access;
      await shiftTraffic(clients, { functionName, version, group, report });
    }),
  };
}

/** Only where a release is made: a preview loads no client of AWS. */
async function load(access: CloudAccess) {
  const [{ releaseClients }, shift] = await Promise.all([
    import('../release/access.ts'),
    import('../release/shift-traffic.ts'),
  ]);
  return { clients: await releaseClients(access), ...shift };
}

interface CanaryArgs {
  readonly lambda: LambdaFunction;
  readonly logGroupName: pulumi.Input<string>;
  readonly settings: Settings;
  readonly tags: Tags;
  readonly parent: pulumi.Resource;
}

function declareCanary(name: string, args: CanaryArgs): pulumi.Resource[] {
  const { lambda, settings, tags } = args;
  const { release, permissionsBoundary } = settings;
  const parent = new pulumi.ComponentResource('petstore:api:Canary', name, {}, { parent: args.parent });
  const alarms = declareVersionAlarms(`${name}-alarm`, { ...args, parent });
  const statements = lambda.arn.apply(releaseStatements);
  const service = 'codedeploy.amazonaws.com';
  const { role, policy } = serviceRole(name, { service, statements, permissionsBoundary, tags }, { parent });
  const [project, stack] = [pulumi.getProject(), pulumi.getStack()];
  const names = releaseGroup(project, stack);
  const computePlatform = 'Lambda';
  const application = new Application(name, { name: names.application, computePlatform, tags }, { parent });
  const { canaryPercent: percentage, minutes: interval } = release;
  const config = new DeploymentConfig(
    `${name}-canary`,
    {
      deploymentConfigName: canaryName(project, stack, release),
      computePlatform,
      trafficRoutingConfig: { type: 'TimeBasedCanary', timeBasedCanary: { percentage, interval } },
    },
    { parent },
  );
  const group = new DeploymentGroup(
    `${name}-group`,
    {
      appName: application.name,
      deploymentGroupName: names.group,
      serviceRoleArn: role.arn,
      deploymentConfigName: config.deploymentConfigName,
      deploymentStyle: { deploymentOption: 'WITH_TRAFFIC_CONTROL', deploymentType: 'BLUE_GREEN' },
      // An alarm that cannot be read ends the release too.
      alarmConfiguration: { enabled: true, alarms: alarms.map((alarm) => alarm.name) },
      autoRollbackConfiguration: {
        enabled: true,
        events: ['DEPLOYMENT_FAILURE', 'DEPLOYMENT_STOP_ON_ALARM', 'DEPLOYMENT_STOP_ON_REQUEST'],
      },
      tags,
    },
    { parent },
  );
  return [group, policy, ...alarms];
}

/** AWS's managed policy AWSCodeDeployRoleForLambdaLimited, without hooks, for one function. */
function releaseStatements(functionArn: string): Statement<string | readonly string[]>[] {
  return [
    {
      Effect: 'Allow',
      Action: ['lambda:GetAlias', 'lambda:GetProvisionedConcurrencyConfig', 'lambda:UpdateAlias'],
      Resource: [functionArn, `${functionArn}:*`],
    },
    { Effect: 'Allow', Action: ['cloudwatch:DescribeAlarms'], Resource: '*' },
  ];
}

/** CloudWatch's shortest period for the metrics of AWS services. */
const PERIOD_SECONDS = 60;

/** Each version has alarms of its own, with its number in their names. One failure is enough: in a quiet hour a bad
 * version may fail only once, and a release that went back for nothing costs another `pulumi up`. */
function declareVersionAlarms(name: string, args: CanaryArgs): MetricAlarm[] {
  const { lambda, logGroupName, tags } = args;
  const parent = new pulumi.ComponentResource(
    'petstore:api:ReleaseAlarms',
    name,
    {},
    { parent: args.parent },
  );
  const namespace = pulumi.interpolate`Petstore/${lambda.name}`;
  const metricName = 'ServerErrors';
  // The function responds to every call, also where an operation throws: Lambda counts no error, and the log has it.
  const metric = { namespace, name: metricName, value: '1', dimensions: { Version: '$.version' } };
  const errors = { logGroupName, pattern: '{ $.level = "ERROR" }', metricTransformation: metric };
  new LogMetricFilter(`${name}-5xx-count`, errors, { parent });
  const common = { statistic: 'Sum', threshold: 1, period: PERIOD_SECONDS, heading: 'version-alarms' };
  const alarm = (what: string, measured: Omit<AlarmSpec, keyof typeof common>) => {
    const own = pulumi.interpolate`${lambda.name}-version-${lambda.version}-${what}`;
    const spec = { ...measured, ...common, name: own };
    return declareAlarm(`${name}-${what}`, spec, { actions: undefined, tags }, { parent });
  };
  return [
    alarm('errors', {
      namespace: 'AWS/Lambda',
      metricName: 'Errors',
      // Lambda has this dimension for an alias that routes to two versions: exactly during a release.
      dimensions: {
        FunctionName: lambda.name,
        Resource: pulumi.interpolate`${lambda.name}:${LIVE}`,
        ExecutedVersion: lambda.version,
      },
      meaning: 'The version crashed or ran out of time: its release goes back',
    }),
    alarm('5xx', {
      namespace,
      metricName,
      dimensions: { Version: lambda.version },
      meaning: 'The version responded with a 5xx: its release goes back',
    }),
  ];
}
