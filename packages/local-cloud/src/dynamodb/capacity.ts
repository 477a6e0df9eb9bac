// What requests consume, as metrics, and the throttling of tables and indexes with provisioned capacity. A table on demand
// throttles at rates that no laptop reaches, and a transaction is counted but never throttled here.
// https://docs.aws.amazon.com/amazondynamodb/latest/developerguide/metrics-dimensions.html
import type { MetricSink } from '../interfaces.ts';
import { indexKeys, type TableInputs } from './inputs.ts';

export interface Consumed {
  readonly table: string;
  readonly index?: string;
  readonly kind: 'Read' | 'Write';
  readonly units: number;
}

/** "DynamoDB currently retains up to 5 minutes (300 seconds) of unused read and write capacity". */
const BURST_SECONDS = 300;

interface Bucket {
  units: number;
  at: number;
}

export interface Capacity {
  /** What a write of the item takes capacity of: the table, and each index that has the item; without an item, every one. */
  writes(table: string, item: object | undefined): Omit<Consumed, 'units'>[];
  /** Whether the table or index has capacity left; a request that it refuses is counted. */
  allows(request: Omit<Consumed, 'units'>, operation: string): boolean;
  consume(consumed: Consumed): void;
}

/** `tableOf`: as it is declared now. `now`: milliseconds. */
export function createCapacity(
  region: string,
  tableOf: (name: string) => TableInputs | undefined,
  metrics: MetricSink | undefined,
  now: () => number = Date.now,
): Capacity {
  const buckets = new Map<string, Bucket>();

  /** Undefined: there is no limit. What one request takes too much is missing from the next ones. */
  function bucketOf({ table, index, kind }: Omit<Consumed, 'units'>): Bucket | undefined {
    const limit = limitOf(tableOf(table), index, kind);
    const key = `${table}/${index ?? ''}/${kind}`;
    if (limit === undefined) {
      buckets.delete(key);
      return undefined;
    }
    const time = now();
    const known = buckets.get(key) ?? { units: limit, at: time };
    const refilled = known.units + ((time - known.at) / 1000) * limit;
    const bucket = { units: Math.min(refilled, limit * BURST_SECONDS), at: time };
    buckets.set(key, bucket);
    return bucket;
  }

  function publish(name: string, dimensions: Record<string, string>, value: number): void {
    metrics?.publish({ ...{ region, namespace: 'AWS/DynamoDB', name, unit: 'Count' }, dimensions, value });
  }

  return {
    writes(table, item) {
      const indexes = tableOf(table)?.globalSecondaryIndexes ?? [];
      const holds = (index: Parameters<typeof indexKeys>[0]) =>
        item === undefined || indexKeys(index).every(({ name }) => Object.hasOwn(item, name));
      const own = indexes.filter(holds).map(({ name }) => ({ table, index: name, kind: 'Write' }) as const);
      return [{ table, kind: 'Write' }, ...own];
    },
    allows(request, operation) {
      const bucket = bucketOf(request);
      if (bucket === undefined || bucket.units > 0) return true;
      const { table, kind } = request;
      publish('ThrottledRequests', { TableName: table, Operation: operation }, 1);
      publish(`${kind}ThrottleEvents`, dimensionsOf(request), 1);
      publish(`${kind}ProvisionedThroughputThrottleEvents`, dimensionsOf(request), 1);
      return false;
    },
    consume(consumed) {
      const bucket = bucketOf(consumed);
      if (bucket !== undefined) bucket.units -= consumed.units;
      publish(`Consumed${consumed.kind}CapacityUnits`, dimensionsOf(consumed), consumed.units);
    },
  };
}

function dimensionsOf({ table, index }: Pick<Consumed, 'table' | 'index'>): Record<string, string> {
  return { TableName: table, ...(index !== undefined && { GlobalSecondaryIndexName: index }) };
}

function limitOf(
  inputs: TableInputs | undefined,
  index: string | undefined,
  kind: Consumed['kind'],
): number | undefined {
  if (inputs?.billingMode !== 'PROVISIONED') return undefined;
  const { readCapacity, writeCapacity } =
    index === undefined ? inputs : (inputs.globalSecondaryIndexes?.find(({ name }) => name === index) ?? {});
  return kind === 'Read' ? readCapacity : writeCapacity;
}
