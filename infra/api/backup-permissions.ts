// The policy of the role that AWS Backup assumes: it backs up exactly the stack's tables, and copies into one vault.
// https://docs.aws.amazon.com/aws-managed-policy/latest/reference/AWSBackupServiceRolePolicyForBackup.html has the actions for every
// service; these are DynamoDB's.
import type { Statement } from '../iam/statement.ts';

export interface BackupArns {
  readonly tables: readonly string[];
  /** Of the vault beside the tables. */
  readonly vault: string;
  /** Of the vault that the copies are in. */
  readonly destination: string;
}

export interface BackupStatement extends Omit<Statement, 'Resource'> {
  readonly Resource: readonly string[];
}

/** Without dynamodb:CreateBackup: it makes a backup of DynamoDB's own, which cannot be copied. */
export function backupPermissionsOf({ tables, vault, destination }: BackupArns): BackupStatement[] {
  const account = vault.split(':')[4] ?? '';
  const points = `arn:aws:backup:*:${account}:recovery-point:*`;
  return [
    allow(tables, 'dynamodb:DescribeTable', 'dynamodb:ListTagsOfResource', 'dynamodb:StartAwsBackupJob'),
    allow([vault, destination], 'backup:DescribeBackupVault'),
    allow([destination], 'backup:CopyIntoBackupVault'),
    allow([points], 'backup:CopyFromBackupVault', 'backup:TagResource'),
    {
      ...allow([`arn:aws:kms:*:${account}:key/*`], 'kms:CreateGrant', 'kms:DescribeKey'),
      Condition: OWN_KEY,
    },
    // It has no resources, and AWS Backup asks for it when tables are selected.
    allow(['*'], 'tag:GetResources'),
  ];
}

function allow(Resource: readonly string[], ...Action: readonly string[]): BackupStatement {
  return { Effect: 'Allow', Action, Resource };
}

/** Of the key that AWS Backup creates for the vaults of an account; CreateGrant, for AWS services only. */
const OWN_KEY = {
  'ForAnyValue:StringEquals': { 'kms:ResourceAliases': ['alias/aws/backup'] },
  BoolIfExists: { 'kms:GrantIsForAWSResource': ['true'] },
};
