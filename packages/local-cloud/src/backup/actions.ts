// What a job of AWS Backup does: back up a table, copy a recovery point, restore a table from one.
import { randomUUID } from 'node:crypto';
import type { CloudContext } from '../context.ts';
import type { TableBackups } from '../interfaces.ts';
import { ServiceError } from '../service-error.ts';
import type { BackupRecords, RecoveryPoint } from './records.ts';
import type { RecoveryFiles } from './recovery-files.ts';
import type { AssertRights } from './role.ts';

export interface ActionDeps {
  readonly context: CloudContext;
  readonly records: BackupRecords;
  readonly files: RecoveryFiles;
  readonly tables: TableBackups;
}

interface Target {
  readonly vaultArn: string;
  readonly assertRights: AssertRights;
  /** Absent: the recovery point is kept; so does 0. */
  readonly deleteAfterDays?: number;
}

const DAY_MS = 86_400_000;

/**
 * The rights of a role for tables with AWS Backup's advanced features, which copies need: the statements DynamodbBackupPermissions,
 * DynamoDBPermissions and BackupVaultPermissions of the managed policy AWSBackupServiceRolePolicyForBackup
 * (https://docs.aws.amazon.com/aws-managed-policy/latest/reference/AWSBackupServiceRolePolicyForBackup.html).
 */
const BACKUP_RIGHTS = ['dynamodb:DescribeTable', 'dynamodb:ListTagsOfResource', 'dynamodb:StartAwsBackupJob'];

export async function backUp(
  { records, files, tables }: ActionDeps,
  tableArn: string,
  { vaultArn, assertRights, deleteAfterDays }: Target,
): Promise<RecoveryPoint> {
  assertVault(records, vaultArn);
  assertRights([
    ...BACKUP_RIGHTS.map((action) => [action, tableArn] as const),
    ['backup:DescribeBackupVault', vaultArn],
  ]);
  const content = await tables.snapshot(tableArn);
  if (content === undefined) throw new ServiceError('ResourceNotFoundException', `Cannot find ${tableArn}`);
  const point = newPoint(vaultArn, { resourceArn: tableArn, createdAt: Date.now(), deleteAfterDays });
  assertRights([['backup:TagResource', point.arn]]);
  files.add(point, content);
  return point;
}

/**
 * BackupVaultPermissions, BackupVaultCopyPermissions and RecoveryPointTaggingPermissions of the same policy. A copy counts its
 * days from the backup that it is a copy of: https://docs.aws.amazon.com/aws-backup/latest/devguide/recov-point-create-a-copy.html
 */
export function copy(
  { context, records, files }: ActionDeps,
  point: RecoveryPoint,
  { vaultArn, assertRights, deleteAfterDays }: Target,
): RecoveryPoint {
  if (vaultArn.split(':')[4] !== context.accountId)
    throw new Error(`the local cloud does not emulate vaults of another account: ${vaultArn}`);
  assertVault(records, vaultArn);
  const { resourceArn, createdAt } = point;
  const copied = newPoint(vaultArn, { resourceArn, createdAt, deleteAfterDays });
  assertRights([
    ['backup:CopyFromBackupVault', point.arn],
    ['backup:CopyIntoBackupVault', vaultArn],
    ['backup:TagResource', copied.arn],
  ]);
  files.add(copied, files.read(point));
  return copied;
}

/** Into the region of the vault; resolves to the ARN of the new table. A copy elsewhere has to be copied back first. */
export function restore(
  { context, files, tables }: ActionDeps,
  point: RecoveryPoint,
  tableName: string,
): Promise<string> {
  const region = point.vaultArn.split(':')[3];
  if (region !== context.region)
    throw new Error(`the local DynamoDB is in ${context.region}, and the recovery point in ${region}`);
  return tables.restore(files.read(point), tableName);
}

interface Origin {
  readonly resourceArn: string;
  readonly createdAt: number;
  readonly deleteAfterDays: number | undefined;
}

function newPoint(vault: string, { resourceArn, createdAt, deleteAfterDays = 0 }: Origin): RecoveryPoint {
  const id = randomUUID();
  const [partition, , region, account] = vault.split(':').slice(1);
  return {
    arn: `arn:${partition}:backup:${region}:${account}:recovery-point:${id}`,
    ...{ vaultArn: vault, resourceArn, createdAt, file: `${id}.json` },
    ...(deleteAfterDays > 0 && { deleteAt: createdAt + deleteAfterDays * DAY_MS }),
  };
}

function assertVault({ vaults }: BackupRecords, arn: string): void {
  if (vaults.get(arn) === undefined)
    throw new ServiceError('ResourceNotFoundException', `Backup vault ${arn} does not exist`);
}
