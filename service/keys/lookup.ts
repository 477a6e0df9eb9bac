// Looks keys up by their hash, and remembers both answers for a minute at most.
import type { Dynamo } from '../dynamo/client.ts';
import { type Item, text } from '../dynamo/values.ts';
import type { Clock } from '../http/log.ts';
import type { KeyPrefix } from '../tables.ts';
import { fromItem, isExpired, type KeyRecord } from './item.ts';

export interface KeyLookup {
  /** The only prefix that keys of this stack have. */
  readonly prefix: KeyPrefix;
  /** Whether the key with this hash is good now. A revoked key may stay good for 60 seconds. */
  isValid(hash: string): Promise<boolean>;
}

export interface KeyLookupOptions {
  readonly table: string;
  readonly prefix: KeyPrefix;
  readonly clock: Clock;
  /** Answers remembered, at most. */
  readonly capacity?: number;
}

const REMEMBERED_MS = 60_000;

interface Remembered {
  readonly record: KeyRecord | undefined;
  readonly until: number;
}

export function createKeyLookup(dynamo: Dynamo, options: KeyLookupOptions): KeyLookup {
  const { table, prefix, clock, capacity = 1_000 } = options;
  // In order of last use: a flood of made-up keys drives out its own answers first.
  const remembered = new Map<string, Remembered>();

  async function read(hash: string): Promise<Remembered> {
    // Counted from before the read: what it says may be that old.
    const until = clock() + REMEMBERED_MS;
    const { Item } = await dynamo.call<{ Item?: Item }>('GetItem', {
      TableName: table,
      Key: { hash: text(hash) },
      // A key made a moment ago must not be remembered as unknown.
      ConsistentRead: true,
    });
    return { record: Item === undefined ? undefined : fromItem(Item), until };
  }

  function remember(hash: string, answer: Remembered): void {
    remembered.delete(hash);
    remembered.set(hash, answer);
    if (remembered.size > capacity) remembered.delete(remembered.keys().next().value as string);
  }

  return {
    prefix,
    async isValid(hash) {
      const known = remembered.get(hash);
      const answer = known !== undefined && clock() < known.until ? known : await read(hash);
      remember(hash, answer);
      return answer.record !== undefined && !isExpired(answer.record, clock());
    },
  };
}
