// The lists as the store grows: time and read units of a page, filtered and not, the first and a deep one.
import { createDynamo, type Dynamo } from '../service/dynamo/client.ts';
import { createOrderStore } from '../service/orders/store.ts';
import { createPetStore } from '../service/pets/store.ts';
import { idOf } from './list/fill.ts';
import type { ListMessage } from './list/process.ts';
import { withProcess } from './process.ts';
import { type BenchOptions, type BenchResult, type BenchRow, median, milliseconds } from './report.ts';

const SIZES = [1_000, 10_000, 100_000];
const FULL_SIZE = 1_000_000;
const LIMIT = 20;
const RUNS = 120;
const WARM_UP = 15;
const FLAT = 1.1;

interface Page {
  readonly name: string;
  readonly of: 'animals' | 'orders';
  readonly filtered?: boolean;
  readonly deep: boolean;
}

const PAGES: readonly Page[] = (['animals', 'orders'] as const).flatMap((of) => [
  { name: 'first page', of, deep: false },
  { name: 'first page of a status', of, filtered: true, deep: false },
  { name: 'deep page', of, deep: true },
  { name: 'deep page of a status', of, filtered: true, deep: true },
]);

interface Position {
  readonly limit: number;
  readonly before: bigint | undefined;
}

interface Sized {
  readonly records: number;
  /** The number of records of a page. */
  readonly list: Readonly<Record<Page['of'], (position: Position, filtered: boolean) => Promise<number>>>;
}

interface Figures {
  readonly ms: number;
  /** Read capacity units. */
  readonly units: number;
}

export async function run({ full }: BenchOptions): Promise<BenchResult> {
  const sizes = full ? [...SIZES, FULL_SIZE] : SIZES;
  return withProcess<ListMessage, BenchResult>('./list/process.ts', sizes.map(String), async (message) => {
    const units = { read: 0 };
    const dynamo = countingUnits(connect(message.endpoint), units);
    const stores = sizes.map((records, index) => ({
      records,
      list: listsOf(dynamo, message.tables[index] as ListMessage['tables'][number]),
    }));
    const rows: BenchRow[] = [];
    for (const page of PAGES) rows.push(...rowsOf(page, sizes, await measure(page, stores, units)));
    return { name: 'list', rows };
  });
}

function listsOf(dynamo: Dynamo, { animals, orders }: ListMessage['tables'][number]): Sized['list'] {
  const options = { shards: 1, clock: Date.now };
  const petStore = createPetStore(dynamo, { table: animals, ...options });
  const orderStore = createOrderStore(dynamo, { table: orders, petsTable: animals, ...options });
  return {
    async animals(position, filtered) {
      return (await petStore.list({ ...position, status: filtered ? 'sold' : undefined })).records.length;
    },
    async orders(position, filtered) {
      return (await orderStore.list({ ...position, status: filtered ? 'placed' : undefined })).records.length;
    },
  };
}

function connect(endpoint: string): Dynamo {
  const credentials = { accessKeyId: 'local', secretAccessKey: 'local' };
  return createDynamo({ region: 'eu-west-1', credentials, endpoint, timeoutMs: 10_000 });
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

/** The sizes in turn, so that other load of the machine affects all of them. */
async function measure(
  page: Page,
  stores: readonly Sized[],
  units: { read: number },
): Promise<readonly Figures[]> {
  const times = stores.map((): number[] => []);
  const read = stores.map(() => 0);
  for (let round = 0; round < WARM_UP + RUNS; round++) {
    for (const [index, sized] of stores.entries()) {
      units.read = 0;
      const start = performance.now();
      const length = await sized.list[page.of](positionOf(page, sized.records), page.filtered === true);
      if (round >= WARM_UP) times[index]?.push(performance.now() - start);
      if (length !== LIMIT) throw new Error(`a page of ${length} ${page.of}`);
      read[index] = units.read;
    }
  }
  return times.map((each, index) => ({ ms: median(each), units: read[index] as number }));
}

/** A deep page: nine tenths of the records precede it. */
function positionOf({ deep }: Page, records: number): Position {
  return { limit: LIMIT, before: deep ? idOf(records / 10) : undefined };
}

function rowsOf({ name, of }: Page, sizes: readonly number[], figures: readonly Figures[]): BenchRow[] {
  const [least, ...others] = figures;
  if (least === undefined) return [];
  return others.flatMap(({ ms, units }, index) => {
    const what = `${name} of ${sizes[index + 1]?.toLocaleString('en')} ${of}, against ${sizes[0]?.toLocaleString('en')}`;
    return [
      {
        what: `${what}: read units`,
        ours: String(units),
        peer: String(least.units),
        ratio: units / least.units,
        goal: 'exactly 1',
        met: units === least.units,
      },
      {
        what: `${what}: time`,
        ours: milliseconds(ms),
        peer: milliseconds(least.ms),
        ratio: ms / least.ms,
        goal: `at most ${FLAT}`,
        met: ms <= least.ms * FLAT,
      },
    ];
  });
}
