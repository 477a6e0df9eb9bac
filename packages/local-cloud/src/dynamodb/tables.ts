// Tables of the running DynamoDB: created, described and deleted through its API.
import { setTimeout as sleep } from 'node:timers/promises';
import { ServiceError } from '../service-error.ts';
import { keysOf, type TableInputs } from './inputs.ts';
import type { Call } from './received.ts';

/** For a broken dynalite. It counts looks, not time: while a thousand hosts are declared, a turn of the event loop can take seconds. */
const MOST_LOOKS = 2_000;
const POLL_MS = 5;

async function status(call: Call, name: string): Promise<string> {
  try {
    const { Table } = await call<{ Table: { TableStatus: string } }>('DescribeTable', { TableName: name });
    return Table.TableStatus;
  } catch (error) {
    if (error instanceof ServiceError && error.code === 'ResourceNotFoundException') return 'ABSENT';
    throw error;
  }
}

async function settle(call: Call, name: string, wanted: string): Promise<void> {
  for (let looks = 0; (await status(call, name)) !== wanted; looks++) {
    if (looks === MOST_LOOKS) throw new Error(`table ${name} did not become ${wanted}`);
    await sleep(POLL_MS);
  }
}

export async function tableExists(call: Call, name: string): Promise<boolean> {
  return (await status(call, name)) !== 'ABSENT';
}

export async function createTable(call: Call, inputs: TableInputs): Promise<void> {
  await call('CreateTable', toCreateTable(inputs));
  await settle(call, inputs.name, 'ACTIVE');
}

export async function deleteTable(call: Call, name: string): Promise<void> {
  if (!(await tableExists(call, name))) return;
  await call('DeleteTable', { TableName: name });
  await settle(call, name, 'ABSENT');
}

/** The input of CreateTable for the provider's arguments, without those that dynalite lacks. */
export function toCreateTable(inputs: TableInputs): object {
  const indexes = inputs.globalSecondaryIndexes?.map(({ name, keySchemas = [], projectionType }) => ({
    IndexName: name,
    KeySchema: keySchemas.map(({ attributeName, keyType }) => ({
      AttributeName: attributeName,
      KeyType: keyType,
    })),
    Projection: { ProjectionType: projectionType },
  }));
  return {
    TableName: inputs.name,
    BillingMode: inputs.billingMode,
    AttributeDefinitions: inputs.attributes.map(({ name, type }) => ({
      AttributeName: name,
      AttributeType: type,
    })),
    KeySchema: keysOf(inputs),
    GlobalSecondaryIndexes: indexes?.length === 0 ? undefined : indexes,
  };
}

export type Item = Readonly<Record<string, unknown>>;

/** BatchWriteItem takes no more. */
const BATCH = 25;

/** dynalite cannot change an index, so the table is created again, with its items. A change that is refused or fails changes nothing. */
export async function rebuild(call: Call, inputs: TableInputs, previous: TableInputs): Promise<void> {
  const items = await readAll(call, inputs.name);
  const replaceBy = async (next: TableInputs) => {
    await deleteTable(call, next.name);
    await createTable(call, next);
    await putAll(call, next.name, items);
  };
  try {
    await replaceBy(inputs);
  } catch (error) {
    await replaceBy(previous);
    throw error;
  }
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
