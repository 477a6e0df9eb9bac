// Recorded types of CodeDeploy, which a release reads, and of AWS Backup.
import { randomUUID } from 'node:crypto';
import type { PlanArgs } from '@pulumi/aws/backup/plan.js';
import type { SelectionArgs } from '@pulumi/aws/backup/selection.js';
import type { VaultArgs } from '@pulumi/aws/backup/vault.js';
import type { ApplicationArgs } from '@pulumi/aws/codedeploy/application.js';
import type { DeploymentConfigArgs } from '@pulumi/aws/codedeploy/deploymentConfig.js';
import type { DeploymentGroupArgs } from '@pulumi/aws/codedeploy/deploymentGroup.js';
import { namesOf, type RecordedTypes } from './recorded-type.ts';

export const DEPLOYMENT_CONFIG = 'aws:codedeploy/deploymentConfig:DeploymentConfig';
export const DEPLOYMENT_GROUP = 'aws:codedeploy/deploymentGroup:DeploymentGroup';

export const RELEASES_AND_BACKUPS: RecordedTypes = {
  'aws:codedeploy/application:Application': {
    inputs: namesOf<ApplicationArgs>()(['name'], ['region', 'computePlatform', 'tags']),
    replaceOn: ['computePlatform'],
    autoname: 'name',
    // The provider's own id (resourceAppCreate in app.go), which a new name does not change.
    id: ({ name }) => `${randomUUID()}:${name}`,
    key: ({ name }) => `${name}`,
    computed: (id, { name }, { region, accountId }) => ({
      arn: `arn:aws:codedeploy:${region}:${accountId}:application:${name}`,
      applicationId: id.split(':')[0],
    }),
  },
  [DEPLOYMENT_CONFIG]: {
    inputs: namesOf<DeploymentConfigArgs>()(
      ['deploymentConfigName'],
      ['region', 'computePlatform', 'trafficRoutingConfig'],
    ),
    replaceOn: ['deploymentConfigName', 'computePlatform', 'trafficRoutingConfig'],
    autoname: 'deploymentConfigName',
    id: ({ deploymentConfigName }) => `${deploymentConfigName}`,
    computed: (name, _inputs, { region, accountId }) => ({
      arn: `arn:aws:codedeploy:${region}:${accountId}:deploymentconfig:${name}`,
    }),
  },
  [DEPLOYMENT_GROUP]: {
    inputs: namesOf<DeploymentGroupArgs>()(
      ['appName', 'deploymentGroupName', 'serviceRoleArn'],
      [
        'region',
        'deploymentConfigName',
        'deploymentStyle',
        'alarmConfiguration',
        'autoRollbackConfiguration',
        'tags',
      ],
    ),
    replaceOn: [],
    id: () => randomUUID(),
    key: ({ appName, deploymentGroupName }) => `${appName}:${deploymentGroupName}`,
    computed: (deploymentGroupId, { appName, deploymentGroupName: name }, { region, accountId }) => ({
      arn: `arn:aws:codedeploy:${region}:${accountId}:deploymentgroup:${appName}/${name}`,
      deploymentGroupId,
    }),
  },
  'aws:backup/vault:Vault': {
    inputs: namesOf<VaultArgs>()(['name'], ['region', 'kmsKeyArn', 'forceDestroy', 'tags']),
    replaceOn: ['name', 'kmsKeyArn'],
    autoname: 'name',
    id: ({ name }) => `${name}`,
    computed: (name, _inputs, { region, accountId }) => ({
      arn: `arn:aws:backup:${region}:${accountId}:backup-vault:${name}`,
    }),
  },
  'aws:backup/plan:Plan': {
    inputs: namesOf<PlanArgs>()(['name', 'rules'], ['region', 'tags']),
    replaceOn: ['name'],
    autoname: 'name',
    id: () => randomUUID(),
    computed: (id, _inputs, { region, accountId }) => ({
      arn: `arn:aws:backup:${region}:${accountId}:backup-plan:${id}`,
    }),
  },
  'aws:backup/selection:Selection': {
    inputs: namesOf<SelectionArgs>()(['name', 'planId', 'iamRoleArn'], ['region', 'resources']),
    replaceOn: ['name', 'planId', 'iamRoleArn', 'resources'],
    autoname: 'name',
    id: () => randomUUID(),
  },
};
