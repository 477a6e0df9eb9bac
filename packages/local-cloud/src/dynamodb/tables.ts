// Tables of the running DynamoDB: created, described and deleted through its API.
import { setTimeout as sleep } from 'node:timers/promises';
import { ServiceError } from '../service-error.ts';
import { keysOf, keysOfIndex, type TableInputs } from './inputs.ts';
import type { Call } from './transactions/inner-call.ts';

/** A creation or deletion takes one turn of the event loop; this is the limit for a broken one. */
const SETTLE_MS = 10_000;
const POLL_MS = 5;

export type Tables = ReturnType<typeof createTables>;

export function createTables(call: Call) {
  const status = async (name: string): Promise<string> => {
    try {
      const { Table } = await call<{ Table: { TableStatus: string } }>('DescribeTable', { TableName: name });
      return Table.TableStatus;
    } catch (error) {
      if (error instanceof ServiceError && error.code === 'ResourceNotFoundException') return 'ABSENT';
      throw error;
    }
  };
  const settle = async (name: string, wanted: string, signal: AbortSignal): Promise<void> => {
    const deadline = Date.now() + SETTLE_MS;
    while ((await status(name)) !== wanted) {
      if (Date.now() > deadline) throw new Error(`table ${name} did not become ${wanted}`);
      await sleep(POLL_MS, undefined, { signal });
    }
  };
  return {
    call,
    /** Throws what CreateTable refuses of the inputs of a table that exists; changes nothing. */
    async validate(inputs: TableInputs): Promise<void> {
      // dynalite validates a request before it looks whether the table exists (validations/createTable.js).
      await call('CreateTable', toCreateTable(inputs)).catch((error: unknown) => {
        if (!(error instanceof ServiceError && error.code === 'ResourceInUseException')) throw error;
      });
    },
    async create(inputs: TableInputs, signal: AbortSignal): Promise<void> {
      await call('CreateTable', toCreateTable(inputs));
      await settle(inputs.name, 'ACTIVE', signal);
    },
    exists: async (name: string) => (await status(name)) !== 'ABSENT',
    async delete(name: string, signal: AbortSignal): Promise<void> {
      if ((await status(name)) === 'ABSENT') return;
      await call('DeleteTable', { TableName: name });
      await settle(name, 'ABSENT', signal);
    },
  };
}

/** The input of CreateTable for the provider's arguments, without those that dynalite lacks. */
export function toCreateTable(inputs: TableInputs): object {
  const indexes = inputs.globalSecondaryIndexes?.map((index) => ({
    IndexName: index.name,
    KeySchema: keysOfIndex(index).map(({ name, type }) => ({ AttributeName: name, KeyType: type })),
    Projection: { ProjectionType: index.projectionType },
  }));
  return {
    TableName: inputs.name,
    BillingMode: inputs.billingMode,
    AttributeDefinitions: inputs.attributes.map(({ name, type }) => ({
      AttributeName: name,
      AttributeType: type,
    })),
    KeySchema: keysOf(inputs).map(({ name, type }) => ({ AttributeName: name, KeyType: type })),
    GlobalSecondaryIndexes: indexes?.length === 0 ? undefined : indexes,
  };
}

// A change of a table's indexes: dynalite has none, so the table is created again and its items are restored.

export type Item = Readonly<Record<string, unknown>>;

/** BatchWriteItem's own limit. */
const BATCH = 25;
/** How long the steps of one rebuild may take: once begun it is finished, whatever ends the operation that asked for it. */
const REBUILD_MS = 60_000;

/** Changes the table's keys or attributes and keeps its items. A change that is refused or fails changes nothing. */
export async function rebuild(
  tables: Tables,
  inputs: TableInputs,
  previous: TableInputs,
  signal: AbortSignal,
): Promise<void> {
  const items = await readAll(tables.call, inputs.name);
  await tables.validate(inputs);
  signal.throwIfAborted();
  try {
    await restore(tables, inputs, items);
  } catch (error) {
    await restore(tables, previous, items);
    throw error;
  }
}

/** Replaces the table by one with these inputs and items. */
async function restore(tables: Tables, inputs: TableInputs, items: readonly Item[]): Promise<void> {
  const signal = AbortSignal.timeout(REBUILD_MS);
  await tables.delete(inputs.name, signal);
  await tables.create(inputs, signal);
  await putAll(tables.call, inputs.name, items);
}

/** Writes items into a table; what it has of the same keys is replaced. */
export async function putAll(call: Call, table: string, items: readonly Item[]): Promise<void> {
  for (let start = 0; start < items.length; start += BATCH) {
    const requests = items.slice(start, start + BATCH).map((Item) => ({ PutRequest: { Item } }));
    await call('BatchWriteItem', { RequestItems: { [table]: requests } });
  }
}

export async function readAll(call: Call, table: string): Promise<Item[]> {
  const items: Item[] = [];
  let from: object | undefined;
  do {
    const input = { TableName: table, ConsistentRead: true, ExclusiveStartKey: from };
    const page = await call<{ Items?: Item[]; LastEvaluatedKey?: object }>('Scan', input);
    items.push(...(page.Items ?? []));
    from = page.LastEvaluatedKey;
  } while (from !== undefined);
  return items;
}
