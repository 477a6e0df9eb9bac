// A DynamoDB on disk with a table of animals of each size, in its own process.
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { startDynamo } from '../../test/service/dynalite.ts';
import { fill } from './fill.ts';

/** The message to the parent; the tables are in the order of the given sizes. */
export interface ListMessage {
  readonly endpoint: string;
  readonly tables: readonly string[];
}

const sizes = process.argv.slice(2).map(Number);
const folder = mkdtempSync(join(tmpdir(), 'list-'));
process.once('disconnect', () => process.exit());
process.once('SIGTERM', () => process.exit());
process.once('exit', () => rmSync(folder, { recursive: true, force: true }));

const empty = await startDynamo(folder);
const tables: string[] = [];
for (const _ of sizes) tables.push((await empty.createTables()).pets);
await empty.stop();
await fill(folder, new Map(tables.map((table, index) => [table, sizes[index] ?? 0])));
const { endpoint } = await startDynamo(folder);
process.send?.({ endpoint, tables } satisfies ListMessage);
