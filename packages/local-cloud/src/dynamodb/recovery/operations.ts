// Point-in-time recovery: DescribeContinuousBackups and RestoreTableToPointInTime.
// https://docs.aws.amazon.com/amazondynamodb/latest/developerguide/pointintimerecovery_howitworks.html; the errors and their
// meaning: botocore, dynamodb/2012-08-10/service-2.json.
import { ServiceError } from '../../service-error.ts';
import type { Collection } from '../../store.ts';
import type { TableInputs } from '../inputs.ts';
import type { Call } from '../received.ts';
import { createTable, putAll, tableExists } from '../tables.ts';
import type { Journal } from './journal.ts';

export interface RecoveryDeps {
  readonly records: Collection<TableInputs>;
  readonly arnOf: (table: string) => string;
  readonly journal: Journal;
  readonly call: Call;
  /** Milliseconds since 1970. */
  readonly clock: () => number;
}

interface Input {
  readonly TableName?: string;
  readonly SourceTableName?: string;
  readonly SourceTableArn?: string;
  readonly TargetTableName?: string;
  readonly UseLatestRestorableTime?: boolean;
  /** Epoch seconds. */
  readonly RestoreDateTime?: number;
}

const RESTORE_INPUTS = new Set([
  'SourceTableName',
  'SourceTableArn',
  'TargetTableName',
  'UseLatestRestorableTime',
  'RestoreDateTime',
]);

/** "LatestRestorableDateTime is typically 5 minutes before the current time": shorter here, as other waits are. */
const LAG_MS = 1_000;
const DEFAULT_DAYS = 35;

export type Recovery = Readonly<Record<string, (input: Input) => Promise<object>>>;

/** The operations by name. Each throws the service's errors as ServiceError. */
export function recoveryOperations(deps: RecoveryDeps): Recovery {
  const { records } = deps;
  return {
    async DescribeContinuousBackups({ TableName = '' }) {
      return { ContinuousBackupsDescription: describe(deps, existing(records, TableName)) };
    },
    RestoreTableToPointInTime: (input) => restore(deps, input),
  };
}

function existing(records: Collection<TableInputs>, name: string): TableInputs {
  const table = records.get(name);
  if (table === undefined) throw new ServiceError('TableNotFoundException', `Table not found: ${name}`);
  return table;
}

const isOn = ({ pointInTimeRecovery }: TableInputs) => pointInTimeRecovery?.enabled === true;

/** Whole seconds: a table is restored to a second. */
function windowOf(
  { journal, clock }: RecoveryDeps,
  { name }: TableInputs,
): { earliest: number; latest: number } {
  const earliest = Math.ceil(journal.earliest(name) / 1_000);
  return { earliest, latest: Math.max(earliest, Math.floor((clock() - LAG_MS) / 1_000)) };
}

function describe(deps: RecoveryDeps, table: TableInputs): object {
  const ContinuousBackupsStatus = 'ENABLED';
  if (!isOn(table))
    return {
      ContinuousBackupsStatus,
      PointInTimeRecoveryDescription: { PointInTimeRecoveryStatus: 'DISABLED' },
    };
  const { earliest, latest } = windowOf(deps, table);
  return {
    ContinuousBackupsStatus,
    PointInTimeRecoveryDescription: {
      PointInTimeRecoveryStatus: 'ENABLED',
      RecoveryPeriodInDays: table.pointInTimeRecovery?.recoveryPeriodInDays ?? DEFAULT_DAYS,
      EarliestRestorableDateTime: earliest,
      LatestRestorableDateTime: latest,
    },
  };
}

/** The response comes when the items are there; the real service restores for minutes to hours after it. */
async function restore(deps: RecoveryDeps, input: Input): Promise<object> {
  const { records, arnOf, journal, call } = deps;
  const other = Object.keys(input).find((name) => !RESTORE_INPUTS.has(name));
  if (other !== undefined) throw invalid(`the local DynamoDB does not emulate ${other} of a restore`);
  const { TargetTableName: target = '' } = input;
  const source = existing(records, input.SourceTableName ?? input.SourceTableArn?.split(':table/')[1] ?? '');
  if (!isOn(source))
    throw new ServiceError(
      'PointInTimeRecoveryUnavailableException',
      `Point in time recovery is not enabled for table '${source.name}'`,
    );
  const seconds = restoreTime(deps, source, input);
  if (await tableExists(call, target))
    throw new ServiceError('TableAlreadyExistsException', `Table already exists: ${target}`);
  const items = await journal.itemsAt(call, source.name, seconds * 1_000);
  const restored = settingsOf(source, target);
  await createTable(call, restored);
  await putAll(call, target, items);
  records.set(target, restored);
  const { Table } = await call<{ Table: object }>('DescribeTable', { TableName: target });
  const RestoreSummary = {
    SourceTableArn: arnOf(source.name),
    RestoreDateTime: seconds,
    RestoreInProgress: true,
  };
  return { TableDescription: { ...Table, TableStatus: 'CREATING', RestoreSummary } };
}

/** Epoch seconds. */
function restoreTime(deps: RecoveryDeps, source: TableInputs, input: Input): number {
  const { RestoreDateTime: given, UseLatestRestorableTime: useLatest = false } = input;
  if ((given === undefined) === !useLatest)
    throw invalid('One and only one of RestoreDateTime and UseLatestRestorableTime must be specified');
  const { earliest, latest } = windowOf(deps, source);
  const seconds = given ?? latest;
  if (seconds >= earliest && seconds <= latest) return seconds;
  throw new ServiceError(
    'InvalidRestoreTimeException',
    'An invalid restore time was specified. RestoreDateTime must be between EarliestRestorableDateTime and LatestRestorableDateTime.',
  );
}

/**
 * "You must manually set up the following on the restored table": scaling, IAM, alarms, tags, streams, time to live,
 * deletion protection, point-in-time recovery (developer guide, "Restoring a DynamoDB table to a point in time").
 */
function settingsOf(
  { tags: _tags, ttl: _ttl, pointInTimeRecovery: _off, ...source }: TableInputs,
  name: string,
): TableInputs {
  return { ...source, name, deletionProtectionEnabled: false };
}

function invalid(message: string): ServiceError {
  return new ServiceError('ValidationException', message);
}
