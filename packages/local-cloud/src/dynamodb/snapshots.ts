// Tables as AWS Backup copies and restores them.
import type { TableBackups } from '../interfaces.ts';
import { ServiceError } from '../service-error.ts';
import type { TableInputs } from './inputs.ts';
import { putAll, readAll } from './rebuild.ts';
import { MAX_RESTORE_MS, type RecoveryDeps, settingsOf } from './recovery/operations.ts';

/**
 * A snapshot is read page by page, so that a write meanwhile may be in it or not; the real service takes it at one instant. A
 * restored table has the settings that RestoreTableToPointInTime gives it
 * (https://docs.aws.amazon.com/aws-backup/latest/devguide/restoring-dynamodb.html).
 */
export function tableBackups({
  records,
  arnOf,
  tables,
}: Pick<RecoveryDeps, 'records' | 'arnOf' | 'tables'>): TableBackups {
  return {
    async snapshot(tableArn) {
      const table = records.values().find(({ name }) => arnOf(name) === tableArn);
      if (table === undefined || !(await tables().exists(table.name))) return undefined;
      return { table, items: await readAll(tables(), table.name) };
    },
    async restore({ table, items }, name) {
      if (await tables().exists(name)) {
        throw new ServiceError('TableAlreadyExistsException', `Table already exists: ${name}`);
      }
      const restored = settingsOf(table as TableInputs, name);
      await tables().create(restored, AbortSignal.timeout(MAX_RESTORE_MS));
      await putAll(tables(), name, items);
      records.set(name, restored);
      return arnOf(name);
    },
  };
}
