// Point-in-time recovery: DescribeContinuousBackups and RestoreTableToPointInTime, from notes of what each write replaced.
// https://docs.aws.amazon.com/amazondynamodb/latest/developerguide/pointintimerecovery_howitworks.html; the errors and their
// meaning: botocore, dynamodb/2012-08-10/service-2.json.
import { refuse, ServiceError } from '../service-error.ts';
import type { Collection } from '../store.ts';
import type { TableInputs } from './inputs.ts';
import { type Call, callsOf, type Received, type Reply, type Serve } from './received.ts';
import { createTable, type Item, putAll, readAll, tableExists } from './tables.ts';
import { invalid, keyOf } from './transactions.ts';

// The writes of tables with recovery come one after the other. In memory: after a restart, a table can be taken back to the restart.

/** `at`: milliseconds since 1970. */
interface Change {
  readonly at: number;
  readonly key: string;
  /** What the write replaced; undefined: there was nothing. */
  readonly before: Item | undefined;
}

interface History {
  since: number;
  readonly changes: Change[];
}

/** Changes that are kept for each table: what a day on a laptop has. The real service keeps all of 35 days. */
const MAX_CHANGES = 10_000;

/** Transactions arrive as their members. */
const WRITES: ReadonlySet<string> = new Set(['PutItem', 'UpdateItem', 'DeleteItem', 'BatchWriteItem']);

type Journal = ReturnType<typeof createJournal>;
/** Key attributes of a table with recovery; undefined for every other one, whose writes are served as they come. */
type KeyNames = (table: string) => readonly string[] | undefined;

/** `clock`: milliseconds since 1970. */
export function createJournal(clock: () => number, keyNames: KeyNames, maxChanges = MAX_CHANGES) {
  const histories = new Map<string, History>();
  const historyOf = (table: string): History => {
    const history = histories.get(table) ?? { since: clock(), changes: [] };
    histories.set(table, history);
    return history;
  };

  async function write(serve: Serve, received: Received): Promise<Reply> {
    const targets = WRITES.has(received.operation) ? targetsOf(received.input, keyNames) : [];
    const call = callsOf(serve);
    const read = async ({ table: TableName, key: Key }: Target) =>
      (await call<{ Item?: Item }>('GetItem', { TableName, Key, ConsistentRead: true })).Item;
    // A malformed key is refused by the write itself.
    const befores = await Promise.all(targets.map((one) => read(one).catch(() => undefined)));
    const reply = await serve(received);
    for (const [index, { table, key }] of reply.status === 200 ? targets.entries() : []) {
      const history = historyOf(table);
      history.changes.push({ at: clock(), key: JSON.stringify(key), before: befores[index] });
      if (history.changes.length > maxChanges) history.since = history.changes.shift()?.at ?? history.since;
    }
    return reply;
  }

  return {
    /** From now on, unless it had begun, the table can be taken back. */
    begin: (table: string) => void historyOf(table),
    /** The table was deleted, or its recovery was switched off. */
    forget: (table: string) => void histories.delete(table),
    /** The first time that the table can be taken back to, in ms since 1970. */
    earliest: (table: string) => historyOf(table).since,
    recording: (serve: Serve): Serve => write.bind(undefined, serve),
    /** The items of a table as they were at `at`, in ms since 1970; no write may happen meanwhile. */
    async itemsAt(call: Call, table: string, at: number): Promise<readonly Item[]> {
      const names = keyNames(table) ?? [];
      const live = await readAll(call, table);
      const entries = live.map((item): [string, Item] => [JSON.stringify(keyOf(item, names)), item]);
      const items = new Map<string, Item | undefined>(entries);
      const undone = historyOf(table).changes.filter((one) => one.at > at);
      for (const { key, before } of undone.reverse()) items.set(key, before);
      return [...items.values()].filter((item) => item !== undefined);
    },
  };
}

interface Target {
  readonly table: string;
  readonly key: Item;
}

interface WriteInput {
  readonly TableName?: string;
  readonly Item?: Item;
  readonly Key?: Item;
  readonly RequestItems?: Readonly<Record<string, readonly BatchMember[]>>;
}

interface BatchMember {
  readonly PutRequest?: { readonly Item?: Item };
  readonly DeleteRequest?: { readonly Key?: Item };
}

/** The items that a write is on, of tables with recovery. A malformed request has none: DynamoDB refuses it. */
function targetsOf(input: WriteInput, keyNames: KeyNames): readonly Target[] {
  try {
    const { TableName = '', Item, Key, RequestItems = {} } = input;
    const batched = Object.entries(RequestItems).flatMap(([table, members]) =>
      members.map((one) => [table, one.PutRequest?.Item ?? one.DeleteRequest?.Key] as const),
    );
    return [[TableName, Item ?? Key] as const, ...batched].flatMap(([table, source]) => {
      const names = keyNames(table);
      return names === undefined || source === undefined ? [] : [{ table, key: keyOf(source, names) }];
    });
  } catch {
    return [];
  }
}

interface RecoveryDeps {
  readonly records: Collection<TableInputs>;
  readonly arnOf: (table: string) => string;
  readonly journal: Journal;
  readonly call: Call;
  readonly clock: () => number;
}

interface RestoreInput {
  readonly TableName?: string;
  readonly SourceTableName?: string;
  readonly TargetTableName?: string;
  /** Epoch seconds. */
  readonly RestoreDateTime?: number;
}

/** "LatestRestorableDateTime is typically 5 minutes before the current time": shorter here, as other waits are. */
const LAG_MS = 1_000;
const DEFAULT_DAYS = 35;

type Recovery = Readonly<Record<string, (input: RestoreInput) => Promise<object>>>;

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

const existing = (records: Collection<TableInputs>, name: string): TableInputs =>
  records.get(name) ?? refuse('TableNotFoundException', `Table not found: ${name}`);

export const hasRecovery = ({ pointInTimeRecovery }: TableInputs) => pointInTimeRecovery?.enabled === true;

/** Whole seconds: a table is restored to a second. */
function windowOf({ journal, clock }: RecoveryDeps, { name }: TableInputs) {
  const earliest = Math.ceil(journal.earliest(name) / 1_000);
  return { earliest, latest: Math.max(earliest, Math.floor((clock() - LAG_MS) / 1_000)) };
}

function describe(deps: RecoveryDeps, table: TableInputs): object {
  const ContinuousBackupsStatus = 'ENABLED';
  const off = { PointInTimeRecoveryStatus: 'DISABLED' };
  if (!hasRecovery(table)) return { ContinuousBackupsStatus, PointInTimeRecoveryDescription: off };
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
async function restore(deps: RecoveryDeps, input: RestoreInput): Promise<object> {
  const { records, arnOf, journal, call } = deps;
  const { TargetTableName: target = '', RestoreDateTime: seconds } = input;
  const source = existing(records, input.SourceTableName ?? '');
  const off = `Point in time recovery is not enabled for table '${source.name}'`;
  if (!hasRecovery(source)) throw new ServiceError('PointInTimeRecoveryUnavailableException', off);
  if (seconds === undefined) throw invalid('the local DynamoDB restores to a RestoreDateTime');
  const { earliest, latest } = windowOf(deps, source);
  if (seconds < earliest || seconds > latest) {
    const why = 'RestoreDateTime must be between EarliestRestorableDateTime and LatestRestorableDateTime.';
    throw new ServiceError('InvalidRestoreTimeException', `An invalid restore time was specified. ${why}`);
  }
  if (await tableExists(call, target))
    throw new ServiceError('TableAlreadyExistsException', `Table already exists: ${target}`);
  const items = await journal.itemsAt(call, source.name, seconds * 1_000);
  const restored = settingsOf(source, target);
  await createTable(call, restored);
  await putAll(call, target, items);
  records.set(target, restored);
  const { Table } = await call<{ Table: object }>('DescribeTable', { TableName: target });
  const done = { SourceTableArn: arnOf(source.name), RestoreDateTime: seconds, RestoreInProgress: true };
  return { TableDescription: { ...Table, TableStatus: 'CREATING', RestoreSummary: done } };
}

/** "You must manually set up" these on the restored table: developer guide, "Restoring a DynamoDB table to a point in time". */
function settingsOf(
  { tags: _tags, ttl: _ttl, pointInTimeRecovery: _off, ...source }: TableInputs,
  name: string,
): TableInputs {
  return { ...source, name, deletionProtectionEnabled: false };
}
