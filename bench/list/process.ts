// A DynamoDB on disk with a table of animals of each size, in its own process.
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { startDynamo } from '../../test/service/dynalite.ts';
import { idOf } from '../list.ts';

/** The message to the parent; the tables are in the order of the given sizes. */
export interface ListMessage {
  readonly endpoint: string;
  readonly tables: readonly string[];
}

/** The most of a BatchWriteItem. */
const BATCH = 25;

const folder = mkdtempSync(join(tmpdir(), 'list-'));
process.once('disconnect', () => process.exit());
process.once('SIGTERM', () => process.exit());
process.once('exit', () => rmSync(folder, { recursive: true, force: true }));
const { dynamo, endpoint, createTables } = await startDynamo(folder);

/** An item as the service writes it; within a status every value has the same length, so that all pages have one size. */
function animal(index: number): object {
  const status = ['available', 'pending', 'sold'][index % 3] as string;
  return {
    id: { N: String(idOf(index)) },
    name: { S: `Animal ${String(index).padStart(8, '0')}` },
    categoryId: { N: '7' },
    status: { S: status },
    statusShard: { S: `${status}#0` },
  };
}

const tables: string[] = [];
for (const size of process.argv.slice(2).map(Number)) {
  const { pets } = await createTables();
  for (let first = 0; first < size; first += BATCH) {
    const puts = Array.from({ length: BATCH }, (_, n) => ({ PutRequest: { Item: animal(first + n) } }));
    await dynamo.call('BatchWriteItem', { RequestItems: { [pets]: puts } });
  }
  tables.push(pets);
}
process.send?.({ endpoint, tables } satisfies ListMessage);
