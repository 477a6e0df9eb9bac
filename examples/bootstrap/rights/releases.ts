// The rights for gradual releases: CodeDeploy's resources, and what a release itself calls.
import { type Rights, regional, right } from './right.ts';

const NAME = '{project}-{stack}-api-release';
const APPLICATION = [regional('codedeploy', `application:${NAME}`)];
const GROUP = [regional('codedeploy', `deploymentgroup:${NAME}/live`)];

export const RELEASE_RIGHTS: Rights = {
  'aws:codedeploy/application:Application': [
    right('codedeploy', APPLICATION, {
      read: 'GetApplication ListTagsForResource',
      write: 'CreateApplication DeleteApplication TagResource UntagResource UpdateApplication',
    }),
  ],
  'aws:codedeploy/deploymentConfig:DeploymentConfig': [
    // It has no tags, and a name of the stack's own.
    right('codedeploy', [regional('codedeploy', `deploymentconfig:${NAME}-*`)], {
      read: 'GetDeploymentConfig',
      write: 'CreateDeploymentConfig DeleteDeploymentConfig',
    }),
  ],
  'aws:codedeploy/deploymentGroup:DeploymentGroup': [
    right('codedeploy', GROUP, {
      read: 'GetDeploymentGroup ListTagsForResource',
      write: `CreateDeploymentGroup DeleteDeploymentGroup TagResource UntagResource
        UpdateDeploymentGroup`,
    }),
    // The hooks of a release. StopDeployment has no resource in IAM: only people who roll back need it.
    right('codedeploy', GROUP, {
      write: 'CreateDeployment GetDeployment ListDeployments',
    }),
    // CreateDeployment registers its AppSpec as a revision of the application.
    right('codedeploy', APPLICATION, {
      write: 'GetApplicationRevision RegisterApplicationRevision',
    }),
  ],
};
