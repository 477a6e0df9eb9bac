// The calls for CodeDeploy's resources, and those of a release itself.
import { arn, type Call, type CallTable, calls, type Owner } from './call.ts';

export function releaseCalls({ project, stack }: Owner): CallTable {
  const name = `${project}-${stack}-api-release`;
  const application = arn('codedeploy', `application:${name}`);
  const group = arn('codedeploy', `deploymentgroup:${name}/live`);
  const config = arn('codedeploy', `deploymentconfig:${name}-10-percent-10-minutes`);
  const of = (on: string, ...names: string[]): Call[] => calls('codedeploy', on, ...names);
  return {
    'aws:codedeploy/application:Application': {
      source: 'codedeploy/app.go',
      create: of(application, 'CreateApplication', 'TagResource'),
      read: of(application, 'GetApplication', 'ListTagsForResource'),
      update: of(application, 'UpdateApplication', 'TagResource', 'UntagResource'),
      delete: of(application, 'DeleteApplication'),
    },
    'aws:codedeploy/deploymentConfig:DeploymentConfig': {
      source: 'codedeploy/deployment_config.go',
      create: of(config, 'CreateDeploymentConfig'),
      read: of(config, 'GetDeploymentConfig'),
      update: [],
      delete: of(config, 'DeleteDeploymentConfig'),
    },
    'aws:codedeploy/deploymentGroup:DeploymentGroup': {
      source: 'codedeploy/deployment_group.go',
      create: of(group, 'CreateDeploymentGroup', 'TagResource'),
      read: of(group, 'GetDeploymentGroup', 'ListTagsForResource'),
      update: [
        ...of(group, 'UpdateDeploymentGroup', 'TagResource', 'UntagResource'),
        // The hook of the alias (infra/release).
        ...of(group, 'CreateDeployment', 'GetDeployment', 'ListDeployments'),
        ...of(config, 'GetDeploymentConfig'),
        ...of(application, 'GetApplicationRevision', 'RegisterApplicationRevision'),
      ],
      delete: of(group, 'DeleteDeploymentGroup'),
    },
  };
}
