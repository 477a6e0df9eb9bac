// CodeDeploy's application, configuration and deployment group for functions.
import type { Created, Fixture, Lifecycle } from '../lifecycle.ts';

const CODEDEPLOY_TRUST = JSON.stringify({
  Version: '2012-10-17',
  Statement: [
    { Effect: 'Allow', Principal: { Service: 'codedeploy.amazonaws.com' }, Action: 'sts:AssumeRole' },
  ],
});

const makeApplication = (fixture: Fixture): Promise<Created> =>
  fixture.create('aws:codedeploy/application:Application', 'application', { computePlatform: 'Lambda' });

const makeRole = (fixture: Fixture): Promise<Created> =>
  fixture.create('aws:iam/role:Role', 'releasing', { assumeRolePolicy: CODEDEPLOY_TRUST });

const canary = (percentage: number) => ({
  type: 'TimeBasedCanary',
  timeBasedCanary: { percentage, interval: 10 },
});

export const codedeploy: readonly Lifecycle[] = [
  {
    type: 'aws:codedeploy/application:Application',
    computes: ['arn', 'applicationId', 'linkedToGithub'],
    async script() {
      return {
        inputs: { computePlatform: 'Lambda' },
        updates: [{ tags: { team: 'orders' } }, { name: 'renamed' }],
        refuses: [
          { patch: { computePlatform: 'ECS' }, message: "does not emulate 'ECS'" },
          { patch: { computePlatform: undefined }, message: "the provider's default, Server" },
        ],
      };
    },
  },
  {
    type: 'aws:codedeploy/deploymentConfig:DeploymentConfig',
    computes: ['arn', 'deploymentConfigId'],
    async script() {
      return {
        inputs: { computePlatform: 'Lambda', trafficRoutingConfig: canary(10) },
        updates: [],
        replaces: { trafficRoutingConfig: canary(20) },
        refuses: [
          {
            patch: { deploymentConfigName: 'CodeDeployDefault.Mine' },
            message: 'cannot begin with CodeDeployDefault',
          },
          { patch: { trafficRoutingConfig: { type: 'TimeBasedLinear' } }, message: 'does not emulate' },
          { patch: { trafficRoutingConfig: { type: 'TimeBasedCanary' } }, message: 'timeBasedCanary' },
        ],
      };
    },
  },
  {
    type: 'aws:codedeploy/deploymentGroup:DeploymentGroup',
    computes: ['arn', 'deploymentGroupId', 'computePlatform'],
    async script(fixture) {
      const application = await makeApplication(fixture);
      const role = await makeRole(fixture);
      const nobodys = await fixture.create('aws:iam/role:Role', 'nobodys-release', {
        assumeRolePolicy: '{"Version":"2012-10-17","Statement":[]}',
      });
      return {
        inputs: {
          ...{ appName: application.name, deploymentGroupName: 'live', serviceRoleArn: role.arn },
          deploymentConfigName: 'CodeDeployDefault.LambdaCanary10Percent5Minutes',
          deploymentStyle: { deploymentOption: 'WITH_TRAFFIC_CONTROL', deploymentType: 'BLUE_GREEN' },
        },
        updates: [
          { alarmConfiguration: { enabled: true, alarms: ['errors'] } },
          { autoRollbackConfiguration: { enabled: true, events: ['DEPLOYMENT_FAILURE'] } },
          { deploymentConfigName: 'CodeDeployDefault.LambdaAllAtOnce' },
          { deploymentGroupName: 'other' },
        ],
        refuses: [
          { patch: { serviceRoleArn: nobodys.arn }, message: 'InvalidRoleException' },
          { patch: { appName: 'none' }, message: 'No application found for name: none' },
          { patch: { deploymentConfigName: 'none' }, message: 'No Deployment Configuration found' },
          {
            patch: { deploymentStyle: { deploymentOption: 'WITH_TRAFFIC_CONTROL' } },
            message: 'InvalidDeploymentStyleException',
          },
        ],
      };
    },
  },
];
