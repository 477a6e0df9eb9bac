// The inputs of an application, a deployment configuration and a deployment group: what deployments of functions need.
import type { ApplicationArgs } from '@pulumi/aws/codedeploy/application.js';
import type { DeploymentConfigArgs } from '@pulumi/aws/codedeploy/deploymentConfig.js';
import type { DeploymentGroupArgs } from '@pulumi/aws/codedeploy/deploymentGroup.js';
import { z } from 'zod';
import { argsOf, optionalArn, region, tags } from '../schema/args-of.ts';
import { emulates, isEmulated, needed } from '../schema/emulated.ts';

const FUNCTIONS_ONLY = 'the local CodeDeploy shifts the traffic of functions';

const computePlatform = emulates(['Lambda'], { of: ['Server', 'Lambda', 'ECS'], because: FUNCTIONS_ONLY });

/** The provider declares Server where none is given (app.go, deployment_config.go). */
const platform = z.string(needed("the provider's default, Server", FUNCTIONS_ONLY)).pipe(computePlatform);

/** The service model: ApplicationName, DeploymentGroupName, DeploymentConfigName. */
const name = z.string().min(1).max(100);

export const applicationInputs = argsOf<ApplicationArgs>()({
  name,
  region,
  computePlatform: platform,
  tags,
});
export type ApplicationInputs = z.infer<typeof applicationInputs>;

/** "The percentage of traffic to shift in the first increment", and minutes (API reference, TimeBasedCanary). */
const canary = z.strictObject({ interval: z.int().min(1).max(2880), percentage: z.int().min(1).max(99) });

export const deploymentConfigInputs = argsOf<DeploymentConfigArgs>()({
  deploymentConfigName: name.check(
    z.refine((value) => !value.startsWith('CodeDeployDefault'), {
      error: 'Deployment configuration names cannot begin with CodeDeployDefault',
    }),
  ),
  region,
  computePlatform: platform,
  trafficRoutingConfig: z
    .strictObject({
      type: emulates(['AllAtOnce', 'TimeBasedCanary'], {
        of: ['TimeBasedCanary', 'TimeBasedLinear', 'AllAtOnce'],
        because: 'a linear shift has no user here',
      }).default('AllAtOnce'),
      timeBasedCanary: canary.optional(),
    })
    .refine(({ type, timeBasedCanary }) => (type === 'TimeBasedCanary') === (timeBasedCanary !== undefined), {
      message: 'timeBasedCanary must be specified for the type TimeBasedCanary, and only for it',
    })
    .optional(),
});
export type DeploymentConfigInputs = z.infer<typeof deploymentConfigInputs>;

const ROLLBACK_EVENTS = [
  'DEPLOYMENT_FAILURE',
  'DEPLOYMENT_STOP_ON_ALARM',
  'DEPLOYMENT_STOP_ON_REQUEST',
] as const;

export const deploymentGroupInputs = argsOf<DeploymentGroupArgs>()({
  appName: name,
  deploymentGroupName: name,
  region,
  serviceRoleArn: optionalArn.unwrap(),
  deploymentConfigName: z
    .string()
    .min(1)
    .max(100)
    .default('CodeDeployDefault.OneAtATime')
    .check(
      isEmulated(
        (config) => config !== 'CodeDeployDefault.OneAtATime',
        "the provider's default, CodeDeployDefault.OneAtATime",
        FUNCTIONS_ONLY,
      ),
    ),
  deploymentStyle: z
    .strictObject({
      deploymentOption: z
        .enum(['WITH_TRAFFIC_CONTROL', 'WITHOUT_TRAFFIC_CONTROL'])
        .default('WITHOUT_TRAFFIC_CONTROL'),
      deploymentType: z.enum(['IN_PLACE', 'BLUE_GREEN']).default('IN_PLACE'),
    })
    .optional(),
  alarmConfiguration: z
    .strictObject({
      alarms: z.array(z.string()).max(10).optional(),
      enabled: z.boolean().default(false),
      ignorePollAlarmFailure: z.boolean().default(false),
    })
    .optional(),
  autoRollbackConfiguration: z
    .strictObject({
      enabled: z.boolean().default(false),
      events: z.array(z.enum(ROLLBACK_EVENTS)).optional(),
    })
    .optional(),
  tags,
});
export type DeploymentGroupInputs = z.infer<typeof deploymentGroupInputs>;
