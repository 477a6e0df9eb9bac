// The rights for backups of the tables in another region or account (petstore:backup). Nobody who deploys may delete a vault or
// a recovery point, or restore one: people do that.
import { ANY, owned, type Rights, regional, right } from './right.ts';

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
