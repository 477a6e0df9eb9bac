// The rights for roles, for gradual releases and for backups. Roles are recognised by their names: iam:PassRole has no
// condition on tags. https://docs.aws.amazon.com/IAM/latest/UserGuide/id_roles_use_passrole.html
import { ANY, type Condition, GENERATED, owned, type Rights, regional, right } from './right.ts';

const roleNamed = (name: string) => `arn:aws:iam::{account}:role/{project}-{stack}-${name}${GENERATED}`;
const FUNCTION_ROLE = [roleNamed('api-function-role'), roleNamed('checks-role')];
const RELEASE_ROLE = [roleNamed('api-release-role')];
const BACKUP_ROLE = [roleNamed('api-backup-role')];
const ROLES = [...FUNCTION_ROLE, ...RELEASE_ROLE, ...BACKUP_ROLE];

/** The boundary in the request of CreateRole and PutRolePermissionsBoundary; in other requests the role's own. */
const WITH_BOUNDARY: Condition = {
  StringEquals: { 'iam:PermissionsBoundary': 'arn:aws:iam::{account}:policy/{project}-{stack}-boundary' },
};

const passedTo = (on: readonly string[], service: string) =>
  right('iam', on, { write: 'PassRole', when: { StringEquals: { 'iam:PassedToService': service } } });

export const ROLE_RIGHTS: Rights = {
  'aws:iam/role:Role': [
    right('iam', ROLES, {
      // The provider also reads policies that are declared as other resources.
      read: 'GetRole GetRolePolicy ListAttachedRolePolicies ListRolePolicies',
      write: 'DeleteRole ListInstanceProfilesForRole TagRole UntagRole UpdateRole UpdateRoleDescription',
    }),
    right('iam', ROLES, {
      write: 'CreateRole PutRolePermissionsBoundary UpdateAssumeRolePolicy',
      when: WITH_BOUNDARY,
    }),
    passedTo(FUNCTION_ROLE, 'lambda.amazonaws.com'),
    passedTo(RELEASE_ROLE, 'codedeploy.amazonaws.com'),
    passedTo(BACKUP_ROLE, 'backup.amazonaws.com'),
  ],
  'aws:iam/rolePolicy:RolePolicy': [
    right('iam', ROLES, { read: 'GetRolePolicy', write: 'DeleteRolePolicy' }),
    right('iam', ROLES, { write: 'PutRolePolicy', when: WITH_BOUNDARY }),
  ],
};

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

/** The copies are in a region of the stack's choice. */
const VAULTS = [
  regional('backup', 'backup-vault:api-backup-vault-*'),
  'arn:aws:backup:*:{account}:backup-vault:api-backup-copies-*',
];
/** A plan has a generated id. */
const PLANS = [regional('backup', 'backup-plan:*')];

/** The key that AWS Backup creates for the vaults of an account: no other one can be used by it. */
export const OF_BACKUP_KEY = { 'ForAnyValue:StringEquals': { 'kms:ResourceAliases': 'alias/aws/backup' } };
export const KEYS: readonly string[] = ['arn:aws:kms:*:{account}:key/*'];

export const BACKUP_RIGHTS: Rights = {
  'aws:backup/vault:Vault': [
    owned('backup', VAULTS, {
      read: 'DescribeBackupVault ListTags',
      // Without DeleteBackupVault: the program retains its vaults.
      write: 'TagResource UntagResource',
      create: 'CreateBackupVault TagResource',
    }),
    // "Required permissions": https://docs.aws.amazon.com/aws-backup/latest/devguide/create-a-vault.html
    right('backup-storage', ANY, { write: 'MountCapsule' }),
    right('kms', KEYS, {
      write: 'CreateGrant Decrypt DescribeKey GenerateDataKey RetireGrant',
      when: OF_BACKUP_KEY,
    }),
  ],
  'aws:backup/plan:Plan': [
    owned('backup', PLANS, {
      read: 'GetBackupPlan ListTags',
      write: 'DeleteBackupPlan TagResource UntagResource UpdateBackupPlan',
      create: 'CreateBackupPlan TagResource',
    }),
  ],
  'aws:backup/selection:Selection': [
    owned('backup', PLANS, {
      read: 'GetBackupSelection',
      write: 'CreateBackupSelection DeleteBackupSelection',
    }),
    // AWS Backup creates it with the account's first selection. It deletes what is too old where the stack's role no longer exists:
    // https://docs.aws.amazon.com/aws-backup/latest/devguide/using-service-linked-roles-AWSServiceRoleForBackup.html
    right('iam', ['arn:aws:iam::{account}:role/aws-service-role/backup.amazonaws.com/*'], {
      write: 'CreateServiceLinkedRole',
      when: { StringEquals: { 'iam:AWSServiceName': 'backup.amazonaws.com' } },
    }),
  ],
};
