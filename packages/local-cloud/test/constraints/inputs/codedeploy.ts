// Applications, deployment configurations and deployment groups.
import { of, providerArn, region, type TypeTable } from '../table.ts';
import { tags } from './tags.ts';

const CODEDEPLOY = 'hashicorp/terraform-provider-aws internal/service/codedeploy';
const FUNCTIONS_ONLY = 'the local CodeDeploy shifts the traffic of functions';

const platform = {
  emulated: { only: ['Lambda'], reason: FUNCTIONS_ONLY },
  absent: { verdict: 'not emulated', reason: `${CODEDEPLOY}/app.go: the default is Server` },
} as const;

const createApplication = of('CreateApplication');

const application: TypeTable = {
  type: 'aws:codedeploy/application:Application',
  service: 'codedeploy',
  valid: { name: 'orders', region: 'eu-west-1', computePlatform: 'Lambda', tags: { team: 'orders' } },
  inputs: {
    name: createApplication('applicationName'),
    region,
    computePlatform: createApplication('computePlatform', platform),
    ...tags({ key: 'CreateApplication.tags[].Key', value: 'CreateApplication.tags[].Value' }),
  },
};

const createConfig = of('CreateDeploymentConfig');
const ROUTING = 'trafficRoutingConfig';

const deploymentConfig: TypeTable = {
  type: 'aws:codedeploy/deploymentConfig:DeploymentConfig',
  service: 'codedeploy',
  valid: {
    deploymentConfigName: 'canary',
    region: 'eu-west-1',
    computePlatform: 'Lambda',
    trafficRoutingConfig: {
      type: 'TimeBasedCanary',
      timeBasedCanary: { percentage: 10, interval: 10 },
    },
  },
  inputs: {
    deploymentConfigName: createConfig('deploymentConfigName', {
      rules: [
        {
          source: 'CodeDeploy user guide, create a deployment configuration',
          that: {
            is: 'a name that does not begin with CodeDeployDefault',
            holds: (name: string) => !name.startsWith('CodeDeployDefault'),
          },
        },
      ],
      probes: ['CodeDeployDefault.Mine'],
    }),
    region,
    computePlatform: createConfig('computePlatform', platform),
    [ROUTING]: createConfig(ROUTING),
    [`${ROUTING}.type`]: createConfig(`${ROUTING}.type`, {
      emulated: { only: ['TimeBasedCanary', 'AllAtOnce'], reason: 'a linear shift has no user here' },
      given: (type: string) =>
        type === 'TimeBasedCanary' ? {} : { trafficRoutingConfig: { type, timeBasedCanary: undefined } },
      absent: { verdict: 'refused', reason: 'the default is AllAtOnce, which has no canary' },
    }),
    [`${ROUTING}.timeBasedCanary`]: createConfig(`${ROUTING}.timeBasedCanary`, {
      absent: { verdict: 'refused', reason: 'API reference, TimeBasedCanary: the type needs it' },
    }),
    [`${ROUTING}.timeBasedCanary.percentage`]: createConfig(`${ROUTING}.timeBasedCanary.canaryPercentage`, {
      rules: [{ min: 1, max: 99, required: true, source: 'CodeDeploy user guide, canary configurations' }],
    }),
    [`${ROUTING}.timeBasedCanary.interval`]: createConfig(`${ROUTING}.timeBasedCanary.canaryInterval`, {
      rules: [{ min: 1, max: 2880, required: true, source: 'CodeDeploy quotas: two days for a deployment' }],
    }),
  },
};

const createGroup = of('CreateDeploymentGroup');
const sets = (name: string) => ({ [`${name}[]`]: createGroup(`${name}[]`) });

const deploymentGroup: TypeTable = {
  type: 'aws:codedeploy/deploymentGroup:DeploymentGroup',
  service: 'codedeploy',
  valid: {
    appName: 'orders',
    deploymentGroupName: 'live',
    region: 'eu-west-1',
    serviceRoleArn: 'arn:aws:iam::123456789012:role/release',
    deploymentConfigName: 'CodeDeployDefault.LambdaAllAtOnce',
    deploymentStyle: { deploymentOption: 'WITH_TRAFFIC_CONTROL', deploymentType: 'BLUE_GREEN' },
    alarmConfiguration: { enabled: true, alarms: ['errors'], ignorePollAlarmFailure: false },
    autoRollbackConfiguration: { enabled: true, events: ['DEPLOYMENT_FAILURE'] },
    tags: { team: 'orders' },
  },
  inputs: {
    appName: createGroup('applicationName'),
    deploymentGroupName: createGroup('deploymentGroupName'),
    region,
    serviceRoleArn: createGroup('serviceRoleArn', { rules: [providerArn] }),
    deploymentConfigName: createGroup('deploymentConfigName', {
      emulated: {
        only: (name: string) => name !== 'CodeDeployDefault.OneAtATime',
        reason: FUNCTIONS_ONLY,
      },
      absent: { verdict: 'not emulated', reason: `${CODEDEPLOY}/deployment_group.go: the default` },
    }),
    deploymentStyle: createGroup('deploymentStyle'),
    'deploymentStyle.deploymentOption': createGroup('deploymentStyle.deploymentOption'),
    'deploymentStyle.deploymentType': createGroup('deploymentStyle.deploymentType'),
    alarmConfiguration: createGroup('alarmConfiguration'),
    'alarmConfiguration.enabled': createGroup('alarmConfiguration.enabled'),
    'alarmConfiguration.ignorePollAlarmFailure': createGroup('alarmConfiguration.ignorePollAlarmFailure'),
    'alarmConfiguration.alarms': createGroup('alarmConfiguration.alarms', {
      rules: [{ max: 10, source: `${CODEDEPLOY}/deployment_group.go alarms: MaxItems` }],
    }),
    'alarmConfiguration.alarms[]': createGroup('alarmConfiguration.alarms[].name'),
    autoRollbackConfiguration: createGroup('autoRollbackConfiguration'),
    'autoRollbackConfiguration.enabled': createGroup('autoRollbackConfiguration.enabled'),
    'autoRollbackConfiguration.events': createGroup('autoRollbackConfiguration.events'),
    ...sets('autoRollbackConfiguration.events'),
    ...tags({ key: 'CreateDeploymentGroup.tags[].Key', value: 'CreateDeploymentGroup.tags[].Value' }),
  },
};

export const codedeploy: readonly TypeTable[] = [application, deploymentConfig, deploymentGroup];
