// The rights for gradual releases: CodeDeploy's resources, and what a release itself calls.
import { type Rights, regional } from './right.ts';

const NAME = '{project}-{stack}-api-release';
const APPLICATION = [regional('codedeploy', `application:${NAME}`)];
const GROUP = [regional('codedeploy', `deploymentgroup:${NAME}/live`)];
/** It has no tags, and a name of the stack's own. */
const CONFIG = [regional('codedeploy', `deploymentconfig:${NAME}-*`)];

export const RELEASE_RIGHTS: Rights = {
  'aws:codedeploy/application:Application': [
    {
      on: APPLICATION,
      read: ['codedeploy:GetApplication', 'codedeploy:ListTagsForResource'],
      write: [
        'codedeploy:CreateApplication',
        'codedeploy:DeleteApplication',
        'codedeploy:TagResource',
        'codedeploy:UntagResource',
        'codedeploy:UpdateApplication',
      ],
    },
  ],
  'aws:codedeploy/deploymentConfig:DeploymentConfig': [
    {
      on: CONFIG,
      read: ['codedeploy:GetDeploymentConfig'],
      write: ['codedeploy:CreateDeploymentConfig', 'codedeploy:DeleteDeploymentConfig'],
    },
  ],
  'aws:codedeploy/deploymentGroup:DeploymentGroup': [
    {
      on: GROUP,
      read: ['codedeploy:GetDeploymentGroup', 'codedeploy:ListTagsForResource'],
      write: [
        'codedeploy:CreateDeploymentGroup',
        'codedeploy:DeleteDeploymentGroup',
        'codedeploy:TagResource',
        'codedeploy:UntagResource',
        'codedeploy:UpdateDeploymentGroup',
      ],
    },
    {
      // The hooks of a release. StopDeployment has no resource in IAM: only people who roll back need it.
      on: GROUP,
      write: ['codedeploy:CreateDeployment', 'codedeploy:GetDeployment', 'codedeploy:ListDeployments'],
    },
    {
      // CreateDeployment registers its AppSpec as a revision of the application.
      on: APPLICATION,
      write: ['codedeploy:GetApplicationRevision', 'codedeploy:RegisterApplicationRevision'],
    },
  ],
};
