// What AWS Backup stores: vaults and plans by their region, selections of plans, and recovery points in vaults.
import type { Collection, Store } from '../store.ts';
import type { PlanInputs, SelectionInputs, VaultInputs } from './inputs.ts';

export interface VaultRecord extends VaultInputs {
  readonly arn: string;
}

export interface PlanRecord {
  readonly id: string;
  readonly region: string;
  /** Another one after each update. */
  readonly version: string;
  readonly inputs: PlanInputs;
}

export interface SelectionRecord {
  readonly id: string;
  readonly region: string;
  readonly inputs: SelectionInputs;
}

/** Times are milliseconds since 1970. */
export interface RecoveryPoint {
  readonly arn: string;
  readonly vaultArn: string;
  /** Of the table. */
  readonly resourceArn: string;
  /** Of the backup that it is, or is a copy of. */
  readonly createdAt: number;
  /** Absent: it is kept until somebody deletes it. */
  readonly deleteAt?: number;
  /** The name of the file with the table and its items. */
  readonly file: string;
}

export interface BackupRecords {
  /** By ARN. */
  readonly vaults: Collection<VaultRecord>;
  /** By id. */
  readonly plans: Collection<PlanRecord>;
  /** By id. */
  readonly selections: Collection<SelectionRecord>;
  /** By ARN. */
  readonly points: Collection<RecoveryPoint>;
}

export function createRecords(store: Store): BackupRecords {
  return {
    vaults: store.collection('backup/vaults'),
    plans: store.collection('backup/plans'),
    selections: store.collection('backup/selections'),
    points: store.collection('backup/recovery-points'),
  };
}

export const vaultArn = (name: string, region: string, accountId: string): string =>
  `arn:aws:backup:${region}:${accountId}:backup-vault:${name}`;

export const pointsIn = ({ points }: BackupRecords, vault: string): RecoveryPoint[] =>
  points.values().filter((point) => point.vaultArn === vault);
