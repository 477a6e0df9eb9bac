// The rights for backups of the tables in another region or account (petstore:backup). Nobody who deploys may delete a vault or
// a recovery point, or restore one: people do that.
import { ANY, actions, type Rights, regional } from './right.ts';

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
      read: actions('backup', 'DescribeBackupVault ListTags'),
      // Without DeleteBackupVault: the program retains its vaults.
      write: actions('backup', 'TagResource UntagResource'),
      create: actions('backup', 'CreateBackupVault TagResource'),
      tagged: true,
    },
    // "Required permissions": https://docs.aws.amazon.com/aws-backup/latest/devguide/create-a-vault.html
    { on: ANY, write: actions('backup-storage', 'MountCapsule') },
    {
      on: KEYS,
      write: actions('kms', 'CreateGrant Decrypt DescribeKey GenerateDataKey RetireGrant'),
      when: OF_BACKUP_KEY,
    },
  ],
  'aws:backup/plan:Plan': [
    {
      on: PLANS,
      read: actions('backup', 'GetBackupPlan ListTags'),
      write: actions('backup', 'DeleteBackupPlan TagResource UntagResource UpdateBackupPlan'),
      create: actions('backup', 'CreateBackupPlan TagResource'),
      tagged: true,
    },
  ],
  'aws:backup/selection:Selection': [
    {
      on: PLANS,
      read: actions('backup', 'GetBackupSelection'),
      write: actions('backup', 'CreateBackupSelection DeleteBackupSelection'),
      tagged: true,
    },
    {
      // AWS Backup creates it with the account's first selection. It deletes what is too old where the stack's role no longer exists:
      // https://docs.aws.amazon.com/aws-backup/latest/devguide/using-service-linked-roles-AWSServiceRoleForBackup.html
      on: ['arn:aws:iam::{account}:role/aws-service-role/backup.amazonaws.com/*'],
      write: actions('iam', 'CreateServiceLinkedRole'),
      when: { StringEquals: { 'iam:AWSServiceName': 'backup.amazonaws.com' } },
    },
  ],
};
