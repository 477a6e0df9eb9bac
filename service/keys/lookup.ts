// Looks up keys by their hash, and caches both results for a minute at most.
import type { Dynamo } from '../dynamo/client.ts';
import { type Item, text } from '../dynamo/values.ts';
import { tooManyUnknownKeys } from '../http/errors.ts';
import type { Clock } from '../http/log.ts';
import type { KeyPrefix } from '../tables.ts';
import { fromItem, isExpired, type KeyRecord } from './item.ts';
import type { LastUsed } from './last-used.ts';
import { RecentlyUsed } from './recently-used.ts';

export interface KeyLookup {
  readonly prefix: KeyPrefix;
  /** A revoked key may remain valid for 60 seconds. Throws a 429, and reads nothing, where too many keys that are new
   * here were sent a moment ago. */
  isValid(hash: string, caller?: Caller): Promise<boolean>;
}

interface Caller {
  /** The client's address: clients that send unknown keys have a limit of reads each. */
  readonly source?: string;
  readonly signal?: AbortSignal;
}

interface KeyLookupOptions {
  readonly table: string;
  readonly prefix: KeyPrefix;
  readonly clock: Clock;
  readonly lastUsed?: LastUsed;
  /** Cached results, at most: of keys that exist, and again as many of keys that do not. */
  readonly capacity?: number;
}

const CACHED_MS = 60_000;

interface Cached<Value> {
  readonly value: Value;
  readonly until: number;
}

export function createKeyLookup(dynamo: Dynamo, options: KeyLookupOptions): KeyLookup {
  const { table, prefix, clock, lastUsed, capacity = 1_000 } = options;
  // Apart, so that a flood of made-up keys evicts no key that exists.
  const known = new RecentlyUsed<Cached<KeyRecord>>(capacity);
  const unknown = new RecentlyUsed<Cached<undefined>>(capacity);
  const mayRead = createReadLimit(clock);

  async function read(hash: string, signal: AbortSignal | undefined): Promise<KeyRecord | undefined> {
    // Counted from before the read: its result may be that old.
    const until = clock() + CACHED_MS;
    // Consistent: a key that was created a moment ago must not be cached as unknown.
    const input = { TableName: table, Key: { hash: text(hash) }, ConsistentRead: true };
    const { Item } = await dynamo.call<{ Item?: Item }>('GetItem', input, signal);
    if (Item === undefined) {
      known.delete(hash);
      unknown.set(hash, { value: undefined, until });
      return undefined;
    }
    const value = fromItem(Item);
    unknown.delete(hash);
    known.set(hash, { value, until });
    return value;
  }

  return {
    prefix,
    async isValid(hash, { source = '', signal } = {}) {
      const cached = known.get(hash) ?? unknown.get(hash);
      let record = cached?.value;
      if (cached === undefined || clock() >= cached.until) {
        // A key that existed a minute ago is read whatever others send.
        if (record === undefined && !mayRead(source)) throw tooManyUnknownKeys();
        record = await read(hash, signal);
      }
      if (record === undefined || isExpired(record, clock())) return false;
      lastUsed?.note(record);
      return true;
    },
  };
}

// How many unknown keys may be looked up in the store: without a limit, anybody could have one read for each made-up key.

/** Reads a second, and at once, by all sources together, and of one source, so that a single one never takes all. */
const TOTAL = 20;
const PER_SOURCE = 5;
/** Sources remembered; one that is forgotten starts with its whole limit, but never beyond that of all together. */
const MAX_SOURCES = 1_000;

interface Bucket {
  tokens: number;
  at: number;
}

/** A token bucket of one second: refills `bucket` up to `rate`. */
function refill(bucket: Bucket, rate: number, now: number): void {
  bucket.tokens = Math.min(rate, bucket.tokens + (Math.max(0, now - bucket.at) / 1_000) * rate);
  bucket.at = now;
}

/** Whether `source`, a client's address, may cause one more read now. Each execution environment has limits of its own. */
function createReadLimit(clock: Clock): (source: string) => boolean {
  const all: Bucket = { tokens: TOTAL, at: clock() };
  const sources = new RecentlyUsed<Bucket>(MAX_SOURCES);

  return (source) => {
    const now = clock();
    const own = sources.get(source) ?? { tokens: PER_SOURCE, at: now };
    sources.set(source, own);
    refill(own, PER_SOURCE, now);
    refill(all, TOTAL, now);
    if (own.tokens < 1 || all.tokens < 1) return false;
    own.tokens -= 1;
    all.tokens -= 1;
    return true;
  };
}
