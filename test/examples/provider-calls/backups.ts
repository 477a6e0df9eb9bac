// The calls for backups elsewhere: vaults here and in another region, a plan, a selection.
import { ACCOUNT, arn, type CallTable, calls } from './call.ts';

const VAULTS = [
  arn('backup', 'backup-vault:api-backup-vault-0a1b2c3'),
  arn('backup', 'backup-vault:api-backup-copies-0a1b2c3', 'eu-central-1'),
];
const PLAN = arn('backup', 'backup-plan:1cd6c7b6-5a2f-4d5e-9c3d-0a1b2c3d4e5f');
/** The one that AWS Backup creates, in each region. */
const KEYS = ['eu-west-1', 'eu-central-1'].map((region) =>
  arn('kms', 'key/9876fedc-98fe-76dc-54ba-9876543210fe', region),
);

export const KEY_CALLS = KEYS.flatMap((key) =>
  calls('kms', key, 'CreateGrant', 'Decrypt', 'DescribeKey', 'GenerateDataKey', 'RetireGrant'),
);

const vault = (...names: string[]) => VAULTS.flatMap((one) => calls('backup', one, ...names));
const plan = (...names: string[]) => calls('backup', PLAN, ...names);
const linked = 'role/aws-service-role/backup.amazonaws.com/AWSServiceRoleForBackup';

export const BACKUP_CALLS: CallTable = {
  'aws:backup/vault:Vault': {
    source: 'backup/vault.go',
    create: [
      ...vault('CreateBackupVault', 'TagResource'),
      // AWS Backup's own, with the caller's rights: "Required permissions" of
      // https://docs.aws.amazon.com/aws-backup/latest/devguide/create-a-vault.html
      ...calls('backup-storage', '*', 'MountCapsule'),
      ...KEY_CALLS,
    ],
    read: vault('DescribeBackupVault', 'ListTags'),
    update: vault('TagResource', 'UntagResource'),
    // The program retains its vaults: infra/api/backups.ts.
    delete: [],
  },
  'aws:backup/plan:Plan': {
    source: 'backup/plan.go',
    create: plan('CreateBackupPlan', 'TagResource'),
    read: plan('GetBackupPlan', 'ListTags'),
    update: plan('UpdateBackupPlan', 'TagResource', 'UntagResource'),
    delete: plan('DeleteBackupPlan'),
  },
  'aws:backup/selection:Selection': {
    source: 'backup/selection.go',
    // The plan exists, and has its tags.
    create: calls('iam', `arn:aws:iam::${ACCOUNT}:${linked}`, 'CreateServiceLinkedRole'),
    read: plan('GetBackupSelection'),
    update: plan('CreateBackupSelection'),
    delete: plan('DeleteBackupSelection'),
  },
};

/** What deletes, changes or reads backups: people do that, and no workflow. */
export const BEYOND_DEPLOYMENTS = [
  ...vault('DeleteBackupVault', 'PutBackupVaultAccessPolicy', 'DeleteBackupVaultLockConfiguration'),
  ...calls(
    'backup',
    arn('backup', 'recovery-point:0a1b2c3d', 'eu-central-1'),
    ...['DeleteRecoveryPoint', 'UpdateRecoveryPointLifecycle', 'StartRestoreJob', 'StartCopyJob'],
  ),
];
