// Writes animals directly to dynalite's LevelDB: through its API, a million would take an hour.
import { promisify } from 'node:util';
import db from 'dynalite/db/index.js';

export interface Filling {
  readonly table: string;
  readonly animals: number;
}

const STATUSES = ['available', 'pending', 'sold'];
const BATCH = 5_000;
/** Ids have the same distance as those of real creates. */
const FIRST_ID = 200_000_000_000_000;
const ID_STEP = 4_096;

export function idOf(animal: number): bigint {
  return BigInt(FIRST_ID + animal * ID_STEP);
}

/** The items as the service writes them; every value has the same length, so that all pages have the same size. */
function itemOf(animal: number): object {
  const status = STATUSES[animal % STATUSES.length] as string;
  return {
    id: { N: String(idOf(animal)) },
    name: { S: `Animal ${String(animal).padStart(8, '0')}` },
    categoryId: { N: '7' },
    status: { S: status },
    statusShard: { S: `${status}#0` },
    writeId: { S: 'AAAAAAAAAAAA' },
  };
}

/** The folder is a closed dynalite's, with the tables and one index. */
export async function fill(path: string, fillings: readonly Filling[]): Promise<void> {
  const store = db.create({ path });
  for (const { table, animals } of fillings) {
    const description = await promisify(store.getTable)(table);
    const [index] = description.GlobalSecondaryIndexes;
    if (index === undefined) throw new Error(`${table} has no index`);
    const items = store.getItemDb(table);
    const indexed = store.getIndexDb('global', table, index.IndexName);
    for (let first = 0; first < animals; first += BATCH) {
      const batch = Array.from({ length: Math.min(BATCH, animals - first) }, (_, n) => itemOf(first + n));
      const puts = (keyOf: (item: object) => string) =>
        batch.map((item) => ({ type: 'put', key: keyOf(item), value: item }));
      await promisify(items.batch)(puts((item) => db.createKey(item, description)));
      await promisify(indexed.batch)(puts((item) => db.createIndexKey(item, description, index.KeySchema)));
    }
  }
  await store.db.close();
}
