// What a job of AWS Backup does, with the rights of its role: back up a table, copy a recovery point, restore a table.
import { randomUUID } from 'node:crypto';
import type { CloudContext } from '../context.ts';
import type { Identity } from '../iam/index.ts';
import type { TableBackups } from '../interfaces.ts';
import { ServiceError } from '../service-error.ts';
import type { BackupRecords, RecoveryPoint } from './records.ts';
import type { RecoveryFiles } from './recovery-files.ts';
import { BACKUP_SERVICE } from './selection.ts';

export interface ActionDeps {
  readonly context: CloudContext;
  readonly records: BackupRecords;
  readonly files: RecoveryFiles;
  readonly identity: Identity;
  readonly tables: TableBackups;
}

const DAY_MS = 86_400_000;

/** `deleteAfterDays`: 0 or absent: the recovery point is kept. */
interface Retention {
  readonly roleArn: string;
  readonly deleteAfterDays?: number;
}

/**
 * The rights of a role for tables with AWS Backup's advanced features, which copies need: the statements DynamodbBackupPermissions,
 * DynamoDBPermissions and BackupVaultPermissions of the managed policy AWSBackupServiceRolePolicyForBackup
 * (https://docs.aws.amazon.com/aws-managed-policy/latest/reference/AWSBackupServiceRolePolicyForBackup.html).
 */
const BACKUP_RIGHTS = ['dynamodb:DescribeTable', 'dynamodb:ListTagsOfResource', 'dynamodb:StartAwsBackupJob'];

export async function backUp(
  deps: ActionDeps,
  {
    tableArn,
    vaultArn,
    roleArn,
    deleteAfterDays,
  }: Retention & { readonly tableArn: string; readonly vaultArn: string },
): Promise<RecoveryPoint> {
  const { records, files, tables } = deps;
  assertVault(records, vaultArn);
  assertAllowed(deps, roleArn, [
    ...BACKUP_RIGHTS.map((action) => [action, tableArn] as const),
    ['backup:DescribeBackupVault', vaultArn],
  ]);
  const content = await tables.snapshot(tableArn);
  if (content === undefined) throw new ServiceError('ResourceNotFoundException', `Cannot find ${tableArn}`);
  const point = newPoint(vaultArn, { resourceArn: tableArn, createdAt: Date.now(), deleteAfterDays });
  assertAllowed(deps, roleArn, [['backup:TagResource', point.arn]]);
  files.add(point, content);
  return point;
}

/**
 * BackupVaultPermissions, BackupVaultCopyPermissions and RecoveryPointTaggingPermissions of the same policy. A copy counts its
 * days from the backup that it is a copy of: https://docs.aws.amazon.com/aws-backup/latest/devguide/recov-point-create-a-copy.html
 */
export function copy(
  deps: ActionDeps,
  {
    point,
    vaultArn,
    roleArn,
    deleteAfterDays,
  }: Retention & { readonly point: RecoveryPoint; readonly vaultArn: string },
): RecoveryPoint {
  const { context, records, files } = deps;
  if (vaultArn.split(':')[4] !== context.accountId)
    throw new Error(`the local cloud does not emulate vaults of another account: ${vaultArn}`);
  assertVault(records, vaultArn);
  const { resourceArn, createdAt } = point;
  const copied = newPoint(vaultArn, { resourceArn, createdAt, deleteAfterDays });
  assertAllowed(deps, roleArn, [
    ['backup:CopyFromBackupVault', point.arn],
    ['backup:CopyIntoBackupVault', vaultArn],
    ['backup:TagResource', copied.arn],
  ]);
  files.add(copied, files.read(point));
  return copied;
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

/** Throws for a role that AWS Backup cannot assume, and for the first right that it lacks. */
export function assertAllowed(
  { identity }: Pick<ActionDeps, 'identity'>,
  roleArn: string,
  rights: readonly (readonly [action: string, resource: string])[],
): void {
  if (!identity.assumable(roleArn, BACKUP_SERVICE))
    throw new ServiceError(
      'AccessDeniedException',
      `The provided role ${roleArn} cannot be assumed by AWS Backup.`,
    );
  const credentials = identity.assume(roleArn, 'AWSBackup');
  const caller = identity.caller(credentials.accessKeyId);
  const refused = rights.find(([action, resource]) => caller?.decide(action, resource) !== 'allowed');
  identity.revoke(credentials);
  if (refused !== undefined)
    throw new ServiceError(
      'AccessDeniedException',
      `IAM Role ${roleArn} does not have sufficient permissions: ${refused[0]} on ${refused[1]}`,
    );
}
