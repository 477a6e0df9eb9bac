// A DynamoDB on disk with a table of animals and one of orders of each size, in its own process.
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { startDynamo } from '../../test/service/dynalite.ts';
import { type Filling, fill } from './fill.ts';

/** The message to the parent; the tables are in the order of the given sizes. */
export interface ListMessage {
  readonly endpoint: string;
  readonly tables: readonly { readonly animals: string; readonly orders: string }[];
}

const sizes = process.argv.slice(2).map(Number);
const folder = mkdtempSync(join(tmpdir(), 'list-'));
process.once('disconnect', () => process.exit());
process.once('SIGTERM', () => process.exit());
process.once('exit', () => rmSync(folder, { recursive: true, force: true }));

const empty = await startDynamo(folder);
const tables: ListMessage['tables'][number][] = [];
for (const _ of sizes) {
  const { pets, orders } = await empty.createTables();
  tables.push({ animals: pets, orders });
}
await empty.stop();
const fillings = sizes.flatMap((records, index) =>
  Object.entries(tables[index] ?? {}).map(([kind, table]) => ({
    ...{ table, records },
    kind: kind as Filling['kind'],
  })),
);
await fill(folder, fillings);
const { endpoint } = await startDynamo(folder);
process.send?.({ endpoint, tables } satisfies ListMessage);
