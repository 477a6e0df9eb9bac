// The list as the store grows: time and read units of a page, filtered and not, the first and a deep one.
import { createDynamo, type Dynamo } from '../service/dynamo/client.ts';
import { createPetStore, type PetStore } from '../service/pets/store.ts';
import type { ListMessage } from './list/process.ts';
import { withProcess } from './process.ts';
import { against, type BenchResult, type BenchRow, median, milliseconds } from './report.ts';

const SIZES = [1_000, 10_000, 100_000];
const LIMIT = 20;
const RUNS = 120;
const WARM_UP = 15;
const FLAT = 1.1;
/** Ids have the same distance as those of real creates. */
export const idOf = (index: number): bigint => BigInt(200_000_000_000_000 + index * 4_096);

interface Page {
  readonly name: string;
  readonly status?: 'sold';
  /** Nine tenths of the animals precede it. */
  readonly isDeep: boolean;
}

const PAGES: readonly Page[] = [
  { name: 'first page', isDeep: false },
  { name: 'first page of a status', status: 'sold', isDeep: false },
  { name: 'deep page', isDeep: true },
  { name: 'deep page of a status', status: 'sold', isDeep: true },
];

export async function run(): Promise<BenchResult> {
  return withProcess<ListMessage, BenchResult>('./list/process.ts', SIZES.map(String), async (message) => {
    const units = { read: 0 };
    const { endpoint } = message;
    const credentials = { accessKeyId: 'local', secretAccessKey: 'local' };
    const connected = createDynamo({ region: 'eu-west-1', credentials, endpoint, timeoutMs: 10_000 });
    const dynamo = countingUnits(connected, units);
    const stores = SIZES.map((animals, index) => ({
      animals,
      store: createPetStore(dynamo, { table: message.tables[index] ?? '', shards: 1, clock: Date.now }),
    }));
    const rows: BenchRow[] = [];
    for (const page of PAGES) rows.push(...rowsOf(page, await measure(page, stores, units)));
    return { name: 'list', rows };
  });
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
  page: Page,
  stores: readonly { readonly animals: number; readonly store: PetStore }[],
  units: { read: number },
) {
  const times = stores.map((): number[] => []);
  const read = stores.map(() => 0);
  for (let round = 0; round < WARM_UP + RUNS; round++) {
    for (const [index, { store, animals }] of stores.entries()) {
      units.read = 0;
      const before = page.isDeep ? idOf(animals / 10) : undefined;
      const start = performance.now();
      const { records } = await store.list({ limit: LIMIT, before, status: page.status });
      if (round >= WARM_UP) times[index]?.push(performance.now() - start);
      if (records.length !== LIMIT) throw new Error(`a page of ${records.length} animals`);
      read[index] = units.read;
    }
  }
  return times.map((each, index) => ({ ms: median(each), units: read[index] as number }));
}

function rowsOf({ name }: Page, figures: Awaited<ReturnType<typeof measure>>): BenchRow[] {
  const [least, ...others] = figures;
  if (least === undefined) return [];
  return others.flatMap(({ ms, units }, index) => {
    const [most, few] = [SIZES[index + 1], SIZES[0]].map((size) => size?.toLocaleString('en'));
    const what = `${name} of ${most} animals, against ${few}`;
    return [
      against(`${what}: read units`, [units, least.units], 1, String),
      against(`${what}: time`, [ms, least.ms], FLAT, milliseconds),
    ];
  });
}
