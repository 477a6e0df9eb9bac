// Looks up keys by their hash, and caches both results for a minute at most.
import type { Dynamo } from '../dynamo/client.ts';
import { type Item, text } from '../dynamo/values.ts';
import type { Clock } from '../http/log.ts';
import type { KeyPrefix } from '../tables.ts';
import { fromItem, isExpired, type KeyRecord } from './item.ts';

export interface KeyLookup {
  /** The prefix of this stack's keys. */
  readonly prefix: KeyPrefix;
  /** Whether the key with this hash is valid now. A revoked key may remain valid for 60 seconds. */
  isValid(hash: string): Promise<boolean>;
}

export interface KeyLookupOptions {
  readonly table: string;
  readonly prefix: KeyPrefix;
  readonly clock: Clock;
  /** Cached results, at most. */
  readonly capacity?: number;
}

const CACHED_MS = 60_000;

interface CachedKey {
  readonly record: KeyRecord | undefined;
  readonly until: number;
}

export function createKeyLookup(dynamo: Dynamo, options: KeyLookupOptions): KeyLookup {
  const { table, prefix, clock, capacity = 1_000 } = options;
  // In the order of last use: a flood of invented keys evicts its own results first.
  const cache = new Map<string, CachedKey>();

  async function read(hash: string): Promise<CachedKey> {
    // Counted from before the read: its result may be that old.
    const until = clock() + CACHED_MS;
    const { Item } = await dynamo.call<{ Item?: Item }>('GetItem', {
      TableName: table,
      Key: { hash: text(hash) },
      // A key that was created a moment ago must not be cached as unknown.
      ConsistentRead: true,
    });
    return { record: Item === undefined ? undefined : fromItem(Item), until };
  }

  function keep(hash: string, entry: CachedKey): void {
    cache.delete(hash);
    cache.set(hash, entry);
    if (cache.size > capacity) cache.delete(cache.keys().next().value as string);
  }

  return {
    prefix,
    async isValid(hash) {
      const known = cache.get(hash);
      const entry = known !== undefined && clock() < known.until ? known : await read(hash);
      keep(hash, entry);
      return entry.record !== undefined && !isExpired(entry.record, clock());
    },
  };
}
