// The rights for gradual releases: CodeDeploy's resources, and what a release itself calls.
import { actions, type Rights, regional } from './right.ts';

const NAME = '{project}-{stack}-api-release';
const APPLICATION = [regional('codedeploy', `application:${NAME}`)];
const GROUP = [regional('codedeploy', `deploymentgroup:${NAME}/live`)];
/** It has no tags, and a name of the stack's own. */
const CONFIG = [regional('codedeploy', `deploymentconfig:${NAME}-*`)];

export const RELEASE_RIGHTS: Rights = {
  'aws:codedeploy/application:Application': [
    {
      on: APPLICATION,
      read: actions('codedeploy', 'GetApplication ListTagsForResource'),
      write: actions(
        'codedeploy',
        `CreateApplication DeleteApplication TagResource UntagResource UpdateApplication`,
      ),
    },
  ],
  'aws:codedeploy/deploymentConfig:DeploymentConfig': [
    {
      on: CONFIG,
      read: actions('codedeploy', 'GetDeploymentConfig'),
      write: actions('codedeploy', 'CreateDeploymentConfig DeleteDeploymentConfig'),
    },
  ],
  'aws:codedeploy/deploymentGroup:DeploymentGroup': [
    {
      on: GROUP,
      read: actions('codedeploy', 'GetDeploymentGroup ListTagsForResource'),
      write: actions(
        'codedeploy',
        `CreateDeploymentGroup DeleteDeploymentGroup TagResource UntagResource
        UpdateDeploymentGroup`,
      ),
    },
    {
      // The hooks of a release. StopDeployment has no resource in IAM: only people who roll back need it.
      on: GROUP,
      write: actions('codedeploy', 'CreateDeployment GetDeployment ListDeployments'),
    },
    {
      // CreateDeployment registers its AppSpec as a revision of the application.
      on: APPLICATION,
      write: actions('codedeploy', 'GetApplicationRevision RegisterApplicationRevision'),
    },
  ],
};
