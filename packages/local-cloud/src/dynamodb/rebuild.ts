// A change of a table's indexes: dynalite has none, so the table is created again and its items are restored.
import type { TableInputs } from './inputs.ts';
import type { Tables } from './tables.ts';
import type { Call } from './transactions/inner-call.ts';

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
