// Creates, lists and revokes keys, for the command line; the function itself may only read one and write when it was used.
import type { Dynamo } from '../dynamo/client.ts';
import { type Item, text } from '../dynamo/values.ts';
import type { KeyPrefix } from '../tables.ts';
import { fromItem, type KeyRecord, toItem } from './item.ts';
import { generateKey, hashKey } from './key.ts';

export interface NewKey {
  /** Shown once; it cannot be recovered from what is stored. */
  readonly key: string;
  readonly record: KeyRecord;
}

export interface KeyAdmin {
  createKey(options: { name: string; prefix: KeyPrefix; expiresAt?: number }): Promise<NewKey>;
  /** Oldest first; includes expired keys that DynamoDB has not deleted yet. */
  listKeys(): Promise<KeyRecord[]>;
  /** By its whole hash. False where no key has it. */
  revokeKey(hash: string): Promise<boolean>;
}

/** Pages of a scan, 1 MB each: about five million keys. */
const MAX_PAGES = 1_000;

interface ScanOutput {
  readonly Items: Item[];
  readonly LastEvaluatedKey?: Item;
}

async function scan(dynamo: Dynamo, table: string): Promise<Item[]> {
  const items: Item[] = [];
  let start: Item | undefined;
  for (let page = 0; page < MAX_PAGES; page += 1) {
    const output: ScanOutput = await dynamo.call('Scan', {
      TableName: table,
      ConsistentRead: true,
      ExclusiveStartKey: start,
    });
    items.push(...output.Items);
    start = output.LastEvaluatedKey;
    if (start === undefined) return items;
  }
  throw new Error(`${table} has more than ${items.length} keys: revoke some`);
}

/** `now` in ms since 1970. */
export function createKeyAdmin(dynamo: Dynamo, table: string, now: () => number = Date.now): KeyAdmin {
  return {
    async createKey({ name, prefix, expiresAt }) {
      const key = generateKey(prefix);
      const record = { hash: hashKey(key), name, createdAt: new Date(now()).toISOString(), expiresAt };
      // No condition is needed: to put the same item twice is harmless, and no two keys have the same hash.
      await dynamo.call('PutItem', { TableName: table, Item: toItem(record) });
      return { key, record };
    },

    async listKeys() {
      const records = (await scan(dynamo, table)).map(fromItem);
      return records.sort((a, b) => a.createdAt.localeCompare(b.createdAt));
    },

    async revokeKey(hash) {
      const { Attributes } = await dynamo.call<{ Attributes?: Item }>('DeleteItem', {
        TableName: table,
        Key: { hash: text(hash) },
        ReturnValues: 'ALL_OLD',
      });
      return Attributes !== undefined;
    },
  };
}
