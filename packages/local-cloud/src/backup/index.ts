// AWS Backup: vaults, plans that back up tables of DynamoDB each day, and copies in vaults of other regions.
import { join } from 'node:path';
import type { CloudContext } from '../context.ts';
import type { Identity } from '../iam/index.ts';
import type { TableBackups } from '../interfaces.ts';
import type { ServiceHandlers } from '../resources/handler.ts';
import { copy, restore } from './actions.ts';
import { BackupJobs } from './jobs.ts';
import { planHandler } from './plan.ts';
import { createRecords, type RecoveryPoint } from './records.ts';
import { createRecoveryFiles } from './recovery-files.ts';
import { asDefaultRole } from './role.ts';
import { selectionHandler } from './selection.ts';
import { vaultHandler } from './vault.ts';

export interface Backup extends ServiceHandlers {
  /** Runs every plan now, apart from its schedule. */
  runAll(): Promise<void>;
  recoveryPoints(): RecoveryPoint[];
  /** StartCopyJob with the account's default role. Throws what the service refuses. */
  copy(point: RecoveryPoint, vaultArn: string): RecoveryPoint;
  /** StartRestoreJob with the account's default role: resolves to the new table's ARN, once its items are there. */
  restore(point: RecoveryPoint, tableName: string): Promise<string>;
  start(): Promise<void>;
  close(): Promise<void>;
}

export function createBackup(
  context: CloudContext,
  { identity, tables }: { readonly identity: Identity; readonly tables: TableBackups },
): Backup {
  const records = createRecords(context.store);
  const files = createRecoveryFiles(join(context.folder, 'backup'), records);
  const deps = { context, records, files, identity, tables };
  const jobs = new BackupJobs(deps);
  return {
    handlers: [
      vaultHandler(context, records, files),
      planHandler(context, records, () => jobs.follow()),
      selectionHandler(records, identity),
    ],
    invokes: [],
    runAll: () => jobs.runAll(),
    recoveryPoints: () => records.points.values(),
    copy: (point, vaultArn) => copy(deps, point, { vaultArn, assertRights: asDefaultRole }),
    restore: async (point, tableName) => restore(deps, point, tableName),
    start: async () => jobs.follow(),
    close: () => jobs.close(),
  };
}
