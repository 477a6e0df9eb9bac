// Writes animals directly to dynalite's LevelDB: through its API, a million would take an hour.
import { promisify } from 'node:util';
import db from 'dynalite/db/index.js';

const STATUSES = ['available', 'pending', 'sold'];
const BATCH = 5_000;
/** Ids have the same distance as those of real creates. */
const FIRST_ID = 200_000_000_000_000;
const ID_STEP = 4_096;

export function idOf(index: number): bigint {
  return BigInt(FIRST_ID + index * ID_STEP);
}

/** The items as the service writes them; within a status every value has the same length, so that all pages have one size. */
function animal(index: number): object {
  const status = STATUSES[index % STATUSES.length] as string;
  return {
    id: { N: String(idOf(index)) },
    name: { S: `Animal ${String(index).padStart(8, '0')}` },
    categoryId: { N: '7' },
    status: { S: status },
    statusShard: { S: `${status}#0` },
    writeId: { S: 'AAAAAAAAAAAA' },
  };
}

/** The folder is a closed dynalite's. `sizes`: the number of animals by the name of the table, which has one index. */
export async function fill(path: string, sizes: ReadonlyMap<string, number>): Promise<void> {
  const store = db.create({ path });
  for (const [table, animals] of sizes) {
    const description = await promisify(store.getTable)(table);
    const [index] = description.GlobalSecondaryIndexes;
    if (index === undefined) throw new Error(`${table} has no index`);
    const items = store.getItemDb(table);
    const indexed = store.getIndexDb('global', table, index.IndexName);
    for (let first = 0; first < animals; first += BATCH) {
      const batch = Array.from({ length: Math.min(BATCH, animals - first) }, (_, n) => animal(first + n));
      const puts = (keyOf: (item: object) => string) =>
        batch.map((item) => ({ type: 'put', key: keyOf(item), value: item }));
      await promisify(items.batch)(puts((item) => db.createKey(item, description)));
      await promisify(indexed.batch)(puts((item) => db.createIndexKey(item, description, index.KeySchema)));
    }
  }
  await store.db.close();
}
