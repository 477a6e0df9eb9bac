// The rights for backups of the tables in another region or account (petstore:backup). Nobody who deploys may delete a vault or
// a recovery point, or restore one: people do that.
import { ANY, type Rights, regional } from './right.ts';

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
    {
      on: VAULTS,
      read: ['backup:DescribeBackupVault', 'backup:ListTags'],
      // Without DeleteBackupVault: the program retains its vaults.
      write: ['backup:TagResource', 'backup:UntagResource'],
      tagged: true,
    },
    { on: VAULTS, create: ['backup:CreateBackupVault', 'backup:TagResource'] },
    // "Required permissions": https://docs.aws.amazon.com/aws-backup/latest/devguide/create-a-vault.html
    { on: ANY, write: ['backup-storage:MountCapsule'] },
    {
      on: KEYS,
      write: ['kms:CreateGrant', 'kms:Decrypt', 'kms:DescribeKey', 'kms:GenerateDataKey', 'kms:RetireGrant'],
      when: OF_BACKUP_KEY,
    },
  ],
  'aws:backup/plan:Plan': [
    {
      on: PLANS,
      read: ['backup:GetBackupPlan', 'backup:ListTags'],
      write: [
        'backup:DeleteBackupPlan',
        'backup:TagResource',
        'backup:UntagResource',
        'backup:UpdateBackupPlan',
      ],
      tagged: true,
    },
    { on: PLANS, create: ['backup:CreateBackupPlan', 'backup:TagResource'] },
  ],
  'aws:backup/selection:Selection': [
    {
      on: PLANS,
      read: ['backup:GetBackupSelection'],
      write: ['backup:CreateBackupSelection', 'backup:DeleteBackupSelection'],
      tagged: true,
    },
    {
      // AWS Backup creates it with the account's first selection. It deletes what is too old where the stack's role no longer exists:
      // https://docs.aws.amazon.com/aws-backup/latest/devguide/using-service-linked-roles-AWSServiceRoleForBackup.html
      on: ['arn:aws:iam::{account}:role/aws-service-role/backup.amazonaws.com/*'],
      write: ['iam:CreateServiceLinkedRole'],
      when: { StringEquals: { 'iam:AWSServiceName': 'backup.amazonaws.com' } },
    },
  ],
};
