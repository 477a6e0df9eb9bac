// Writes animals and orders directly to dynalite's LevelDB: through its API, a million would take an hour.
import { promisify } from 'node:util';
import db from 'dynalite/db/index.js';

export interface Filling {
  readonly table: string;
  readonly records: number;
  readonly kind: keyof typeof ITEMS;
}

const STATUSES = ['available', 'pending', 'sold'];
const ORDER_STATUSES = ['placed', 'approved', 'delivered'];
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

function order(index: number): object {
  const status = ORDER_STATUSES[index % ORDER_STATUSES.length] as string;
  return {
    id: { N: String(idOf(index)) },
    petId: { N: String(idOf(index)) },
    quantity: { N: '1' },
    status: { S: status },
    statusShard: { S: `${status}#0` },
    createdAt: { S: '2026-11-22T04:00:00.000Z' },
  };
}

const ITEMS = { animals: animal, orders: order };

/** The folder is a closed dynalite's, with the tables and one index. */
export async function fill(path: string, fillings: readonly Filling[]): Promise<void> {
  const store = db.create({ path });
  for (const { table, records, kind } of fillings) {
    const description = await promisify(store.getTable)(table);
    const [index] = description.GlobalSecondaryIndexes;
    if (index === undefined) throw new Error(`${table} has no index`);
    const items = store.getItemDb(table);
    const indexed = store.getIndexDb('global', table, index.IndexName);
    for (let first = 0; first < records; first += BATCH) {
      const batch = Array.from({ length: Math.min(BATCH, records - first) }, (_, n) =>
        ITEMS[kind](first + n),
      );
      const puts = (keyOf: (item: object) => string) =>
        batch.map((item) => ({ type: 'put', key: keyOf(item), value: item }));
      await promisify(items.batch)(puts((item) => db.createKey(item, description)));
      await promisify(indexed.batch)(puts((item) => db.createIndexKey(item, description, index.KeySchema)));
    }
  }
  await store.db.close();
}
