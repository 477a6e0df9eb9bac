// A change of a table's indexes: dynalite has none, so the table is created again and its items are restored.
import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { sync as writeFileAtomic } from 'write-file-atomic';
import { ServiceError } from '../service-error.ts';
import type { TableInputs } from './inputs.ts';
import type { Tables } from './tables.ts';

/** All items are in memory at once; test data on a laptop is far smaller. */
const MAX_ITEMS = 100_000;
/** BatchWriteItem's own limit. */
const BATCH = 25;

/** How long the steps of one rebuild may take: once begun it is finished, whatever ends the operation that asked for it. */
const REBUILD_MS = 60_000;

/** Changes the table's keys, attributes or billing and keeps its items. A change that is refused or fails changes nothing. */
export type Rebuild = (inputs: TableInputs, previous: TableInputs, signal: AbortSignal) => Promise<void>;

interface Saved {
  readonly inputs: TableInputs;
  readonly items: readonly object[];
}

export function createRebuild(tables: Tables, folder: string): Rebuild {
  return async (inputs, previous, signal) => {
    const saved: Saved = { inputs, items: await readAll(tables, inputs.name) };
    await tables.validate(inputs);
    signal.throwIfAborted();
    const file = join(folder, `${inputs.name}.json`);
    mkdirSync(folder, { recursive: true });
    writeFileAtomic(file, JSON.stringify(saved), { mode: 0o600 });
    try {
      await restore(tables, saved);
    } catch (error) {
      await restore(tables, { ...saved, inputs: previous });
      rmSync(file);
      throw error;
    }
    rmSync(file);
  };
}

/** Finishes the rebuilds that a crash interrupted; resolves to their tables. */
export async function restoreAll(tables: Tables, folder: string): Promise<TableInputs[]> {
  if (!existsSync(folder)) return [];
  const files = readdirSync(folder).filter((name) => name.endsWith('.json'));
  const restored: TableInputs[] = [];
  for (const name of files) {
    const file = join(folder, name);
    restored.push(await restore(tables, JSON.parse(readFileSync(file, 'utf8')) as Saved));
    // The file is removed last: until then a crash loses nothing, and every step can be repeated.
    rmSync(file);
  }
  return restored;
}

/** Replaces the table by one with these inputs and items. */
async function restore(tables: Tables, { inputs, items }: Saved): Promise<TableInputs> {
  const signal = AbortSignal.timeout(REBUILD_MS);
  await tables.delete(inputs.name, signal);
  await tables.create(inputs, signal);
  await putAll(tables, inputs.name, items);
  return inputs;
}

/** Writes items into a table; what it has of the same keys is replaced. */
export async function putAll({ client }: Tables, table: string, items: readonly object[]): Promise<void> {
  for (let start = 0; start < items.length; start += BATCH) {
    const requests = items.slice(start, start + BATCH).map((Item) => ({ PutRequest: { Item } }));
    await client.call('BatchWriteItem', { RequestItems: { [table]: requests } });
  }
}

/** Throws LimitExceededException for more than MAX_ITEMS items. */
export async function readAll({ client }: Tables, table: string): Promise<object[]> {
  const items: object[] = [];
  let from: object | undefined;
  do {
    const input = { TableName: table, ExclusiveStartKey: from };
    const page = await client.call<{ Items?: object[]; LastEvaluatedKey?: object }>('Scan', input);
    items.push(...(page.Items ?? []));
    from = page.LastEvaluatedKey;
    if (items.length > MAX_ITEMS) {
      throw new ServiceError(
        'LimitExceededException',
        `table ${table} has over ${MAX_ITEMS} items: the local DynamoDB changes indexes of smaller tables only`,
      );
    }
  } while (from !== undefined);
  return items;
}
