// The day that a key was last used: written once a day and key, with the response of a request that used it.
import type { Dynamo } from '../dynamo/client.ts';
import { isConditionFailure } from '../dynamo/errors.ts';
import { text } from '../dynamo/values.ts';
import { type Clock, type Log, logWarning } from '../http/log.ts';
import { TABLES } from '../tables.ts';
import { dayOf, type KeyRecord } from './item.ts';
import { keyId } from './key.ts';
import { RecentlyUsed } from './recently-used.ts';

export type LastUsed = ReturnType<typeof createLastUsed>;

/** What a request that stores a day can take longer, at most; it is one round trip otherwise. */
const STORE_MS = 250;
/** The same, and the adapter's margin for a response when time runs out. */
const LEAST_MS = STORE_MS + 300;
/** After a failure nothing is stored for a minute: each of its requests would take longer, for nothing. */
const PAUSE_MS = 60_000;
/** As many keys as the look-up caches. */
const CAPACITY = 1_000;

export function createLastUsed(
  dynamo: Dynamo,
  { table, clock, log }: { readonly table: string; readonly clock: Clock; readonly log: Log },
) {
  const pending = new Map<string, string>();
  // The day that was sent, by hash: the cached record of the key has an earlier one for up to a minute more.
  const stored = new RecentlyUsed<string>(CAPACITY);
  let pausedUntil = 0;

  function failed(hash: string, error: unknown): void {
    pausedUntil = clock() + PAUSE_MS;
    stored.delete(hash);
    const { name, message } = error as Error;
    const what = 'The day that a key was last used was not stored';
    logWarning(log, clock, what, { keyId: keyId(hash), error: { name, message } });
  }

  async function write([hash, day]: readonly [hash: string, day: string]): Promise<void> {
    stored.set(hash, day);
    try {
      await dynamo.call('UpdateItem', updateOf(table, hash, day), AbortSignal.timeout(STORE_MS));
    } catch (error) {
      // Another execution environment has stored the day, or the key was revoked.
      if (!isConditionFailure(error)) failed(hash, error);
    }
  }

  return {
    /** A valid key was used now. Nothing is sent yet. */
    note(record: KeyRecord): void {
      const day = dayOf(clock());
      if ((record.lastUsedOn ?? '') >= day || stored.get(record.hash) === day || clock() < pausedUntil)
        return;
      pending.set(record.hash, day);
    },
    /** Stores the days of the keys that were noted, in at most STORE_MS, and not where `remainingMs` are too few for that.
     * It never throws. */
    async store(remainingMs: number): Promise<void> {
      if (pending.size === 0) return;
      const due = [...pending];
      pending.clear();
      if (remainingMs > LEAST_MS) await Promise.all(due.map(write));
    },
  };
}

/** Never creates an item, which a key that was revoked meanwhile would be, and never goes back to an earlier day. */
function updateOf(table: string, hash: string, day: string): object {
  return {
    TableName: table,
    Key: { [TABLES.keys.partitionKey]: text(hash) },
    UpdateExpression: 'SET lastUsedOn = :day',
    ConditionExpression:
      'attribute_exists(#hash) AND (attribute_not_exists(lastUsedOn) OR lastUsedOn < :day)',
    ExpressionAttributeNames: { '#hash': TABLES.keys.partitionKey },
    ExpressionAttributeValues: { ':day': text(day) },
  };
}
