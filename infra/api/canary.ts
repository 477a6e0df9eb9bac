// CodeDeploy for the alias `live`: what shifts the calls to a new version, and goes back by itself.

import type { Tags } from '@petstore/custom-domains';
import { LogMetricFilter } from '@pulumi/aws/cloudwatch/logMetricFilter.js';
import type { MetricAlarm } from '@pulumi/aws/cloudwatch/metricAlarm.js';
import { Application } from '@pulumi/aws/codedeploy/application.js';
import { DeploymentConfig } from '@pulumi/aws/codedeploy/deploymentConfig.js';
import { DeploymentGroup } from '@pulumi/aws/codedeploy/deploymentGroup.js';
import type { Function as LambdaFunction } from '@pulumi/aws/lambda/function.js';
import * as pulumi from '@pulumi/pulumi';
import type { Settings } from '../config/settings.ts';
import { serviceRole } from '../iam/service-role.ts';
import { type AlarmSpec, declareAlarm } from '../monitoring/alarm.ts';
import { canaryName, LIVE, releaseGroup } from '../release/names.ts';

export interface CanaryArgs {
  readonly lambda: LambdaFunction;
  /** The function's log group. */
  readonly logGroupName: pulumi.Input<string>;
  readonly settings: Settings;
  readonly tags: Tags;
}

export class Canary extends pulumi.ComponentResource {
  /** What must exist before a release. */
  readonly ready: readonly pulumi.Resource[];

  constructor(name: string, args: CanaryArgs, opts?: pulumi.ComponentResourceOptions) {
    super('petstore:api:Canary', name, {}, opts);
    const { lambda, settings, tags } = args;
    const { release, permissionsBoundary } = settings;
    const parent = { parent: this };
    const { alarms } = new ReleaseAlarms(`${name}-alarm`, args, parent);
    const statements = lambda.arn.apply(releaseStatements);
    const service = 'codedeploy.amazonaws.com';
    const { role, policy } = serviceRole(name, { service, statements, permissionsBoundary, tags }, parent);
    const [project, stack] = [pulumi.getProject(), pulumi.getStack()];
    const names = releaseGroup(project, stack);
    const computePlatform = 'Lambda';
    const application = new Application(name, { name: names.application, computePlatform, tags }, parent);
    const { canaryPercent: percentage, minutes: interval } = release;
    const config = new DeploymentConfig(
      `${name}-canary`,
      {
        deploymentConfigName: canaryName(project, stack, release),
        computePlatform,
        trafficRoutingConfig: { type: 'TimeBasedCanary', timeBasedCanary: { percentage, interval } },
      },
      parent,
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
      parent,
    );
    this.ready = [group, policy, ...alarms];
    this.registerOutputs({});
  }
}

/** AWS's managed policy AWSCodeDeployRoleForLambdaLimited, without hooks, for one function. */
function releaseStatements(functionArn: string): object[] {
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

/**
 * Their names contain the version, so each version has alarms of its own, created before its release and without a state
 * of the version before. One failure is enough: the share of the calls is small, so in a quiet hour a version that fails in
 * every second call may fail only once in its minutes, and a release that went back for nothing costs another
 * `pulumi up`.
 */
class ReleaseAlarms extends pulumi.ComponentResource {
  readonly alarms: readonly MetricAlarm[];

  constructor(name: string, args: CanaryArgs, opts?: pulumi.ComponentResourceOptions) {
    super('petstore:api:ReleaseAlarms', name, {}, opts);
    const { lambda, logGroupName, tags } = args;
    const namespace = pulumi.interpolate`Petstore/${lambda.name}`;
    const metricName = 'ServerErrors';
    // The function responds to every call, also where an operation throws: Lambda counts no error, and the log has it.
    new LogMetricFilter(
      `${name}-5xx-count`,
      {
        logGroupName,
        pattern: '{ $.level = "ERROR" }',
        metricTransformation: {
          namespace,
          name: metricName,
          value: '1',
          dimensions: { Version: '$.version' },
        },
      },
      { parent: this },
    );
    const common = { statistic: 'Sum', threshold: 1, period: PERIOD_SECONDS, heading: 'version-alarms' };
    const alarm = (what: string, measured: Omit<AlarmSpec, keyof typeof common>) => {
      const own = pulumi.interpolate`${lambda.name}-version-${lambda.version}-${what}`;
      const spec = { ...measured, ...common, name: own };
      return declareAlarm(`${name}-${what}`, spec, { actions: undefined, tags }, { parent: this });
    };
    this.alarms = [
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
    this.registerOutputs({});
  }
}
