// The content of recovery points: one file for each, with the table and its items.
import { mkdirSync, readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { sync as writeFileAtomic } from 'write-file-atomic';
import type { TableSnapshot } from '../interfaces.ts';
import type { BackupRecords, RecoveryPoint } from './records.ts';

export interface RecoveryFiles {
  add(point: RecoveryPoint, content: TableSnapshot): void;
  read(point: RecoveryPoint): TableSnapshot;
  delete(point: RecoveryPoint): void;
}

/** `folder` is created with the first recovery point. */
export function createRecoveryFiles(
  folder: string,
  { points }: Pick<BackupRecords, 'points'>,
): RecoveryFiles {
  const pathOf = ({ file }: RecoveryPoint) => join(folder, file);
  return {
    add(point, content) {
      mkdirSync(folder, { recursive: true });
      // Only the owner may read it: it has the items of a table.
      writeFileAtomic(pathOf(point), JSON.stringify(content), { mode: 0o600 });
      points.set(point.arn, point);
    },
    read: (point) => JSON.parse(readFileSync(pathOf(point), 'utf8')) as TableSnapshot,
    delete(point) {
      points.delete(point.arn);
      rmSync(pathOf(point), { force: true });
    },
  };
}
