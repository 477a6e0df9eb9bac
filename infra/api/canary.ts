// CodeDeploy for the alias `live`: what shifts the calls to a new version, and goes back by itself.
import { Application } from '@pulumi/aws/codedeploy/application.js';
import { DeploymentConfig } from '@pulumi/aws/codedeploy/deploymentConfig.js';
import { DeploymentGroup } from '@pulumi/aws/codedeploy/deploymentGroup.js';
import type { Role } from '@pulumi/aws/iam/role.js';
import * as pulumi from '@pulumi/pulumi';
import type { Settings } from '../config/settings.ts';
import { type ServiceRole, serviceRole } from '../iam/service-role.ts';
import { canaryName, releaseGroup } from '../release/names.ts';
import { ReleaseAlarms, type ReleaseAlarmsArgs } from './release-alarms.ts';

export interface CanaryArgs extends ReleaseAlarmsArgs {
  readonly release: Settings['release'];
  readonly permissionsBoundary?: string;
}

export class Canary extends pulumi.ComponentResource {
  /** What must exist before a release. */
  readonly ready: readonly pulumi.Resource[];

  constructor(name: string, args: CanaryArgs, opts?: pulumi.ComponentResourceOptions) {
    super('petstore:api:Canary', name, {}, opts);
    const parent = { parent: this };
    const { alarms } = new ReleaseAlarms(`${name}-alarm`, args, parent);
    const { role, policy } = this.#role(name, args);
    const group = this.#group(name, args, { role, alarms });
    this.ready = [group, policy, ...alarms];
    this.registerOutputs({});
  }

  #role(name: string, { lambda, permissionsBoundary, tags }: CanaryArgs): ServiceRole {
    const statements = lambda.arn.apply(releaseStatements);
    return serviceRole(
      name,
      { service: 'codedeploy.amazonaws.com', statements, permissionsBoundary, tags },
      { parent: this },
    );
  }

  #group(
    name: string,
    { release, tags }: CanaryArgs,
    { role, alarms }: { readonly role: Role; readonly alarms: ReleaseAlarms['alarms'] },
  ): DeploymentGroup {
    const [project, stack] = [pulumi.getProject(), pulumi.getStack()];
    const names = releaseGroup(project, stack);
    const computePlatform = 'Lambda';
    const parent = { parent: this };
    const application = new Application(
      name,
      { name: names.application, computePlatform, tags: { ...tags } },
      parent,
    );
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
    return new DeploymentGroup(
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
        tags: { ...tags },
      },
      parent,
    );
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
