// The list as the store grows: time and read units of a page, filtered and not, the first and a deep one, in a DynamoDB on disk.
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Dynamo } from '../service/dynamo/client.ts';
import { createPetStore, type PetStore } from '../service/pets/store.ts';
import { startDynamo } from '../test/service/dynalite.ts';
import { against, type BenchRow, median, milliseconds } from './report.ts';

const SIZES = [1_000, 10_000, 100_000];
const LIMIT = 20;
const RUNS = 120;
const WARM_UP = 15;
const FLAT = 1.1;
/** A BatchWriteItem has no more. */
const BATCH = 25;

/** A deep page is one that nine tenths of the animals precede. */
const PAGES = [
  { name: 'first page', status: undefined, isDeep: false },
  { name: 'first page of a status', status: 'sold', isDeep: false },
  { name: 'deep page', status: undefined, isDeep: true },
  { name: 'deep page of a status', status: 'sold', isDeep: true },
] as const;

interface Sized {
  readonly animals: number;
  readonly store: PetStore;
}

export async function run(): Promise<BenchRow[]> {
  const folder = mkdtempSync(join(tmpdir(), 'list-'));
  const { dynamo, createTables, stop } = await startDynamo(folder);
  try {
    const units = { read: 0 };
    const counting = countingUnits(dynamo, units);
    const stores: Sized[] = [];
    for (const animals of SIZES) {
      const { pets: table } = await createTables();
      for (let first = 0; first < animals; first += BATCH) {
        const puts = Array.from({ length: BATCH }, (_, n) => ({ PutRequest: { Item: animal(first + n) } }));
        await dynamo.call('BatchWriteItem', { RequestItems: { [table]: puts } });
      }
      stores.push({ animals, store: createPetStore(counting, { table, shards: 1, clock: Date.now }) });
    }
    const rows: BenchRow[] = [];
    for (const page of PAGES) rows.push(...(await measure(page, stores, units)));
    return rows;
  } finally {
    await stop();
    rmSync(folder, { recursive: true });
  }
}

/** Ids have the same distance as those of real creates. */
const idOf = (index: number): bigint => BigInt(200_000_000_000_000 + index * 4_096);

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

function countingUnits(dynamo: Dynamo, units: { read: number }): Dynamo {
  return {
    async call<Output>(operation: string, input: object): Promise<Output> {
      const output = await dynamo.call<Output>(operation, { ...input, ReturnConsumedCapacity: 'TOTAL' });
      const { ConsumedCapacity } = output as { ConsumedCapacity?: { CapacityUnits: number } };
      units.read += ConsumedCapacity?.CapacityUnits ?? Number.NaN;
      return output;
    },
  };
}

/** The sizes in turn, so that other load of the machine affects all of them. `units`: of read capacity. */
async function measure(
  { name, status, isDeep }: (typeof PAGES)[number],
  stores: readonly Sized[],
  units: { read: number },
): Promise<BenchRow[]> {
  const figures = stores.map((one) => ({ ...one, times: [] as number[], read: 0 }));
  for (let round = 0; round < WARM_UP + RUNS; round++) {
    for (const figure of figures) {
      units.read = 0;
      const before = isDeep ? idOf(figure.animals / 10) : undefined;
      const start = performance.now();
      const { records } = await figure.store.list({ limit: LIMIT, before, status });
      if (round >= WARM_UP) figure.times.push(performance.now() - start);
      if (records.length !== LIMIT) throw new Error(`a page of ${records.length} animals`);
      figure.read = units.read;
    }
  }
  const [least, ...others] = figures;
  if (least === undefined) return [];
  return others.flatMap(({ animals, times, read }) => {
    const what = `${name} of ${animals.toLocaleString('en')} animals, against 1,000`;
    return [
      against(`${what}: read units`, [read, least.read], 1, String),
      against(`${what}: time`, [median(times), median(least.times)], FLAT, milliseconds),
    ];
  });
}
