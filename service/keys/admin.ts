// Creates, rotates, lists and revokes keys, for the command line; the function itself may only read one and write when it was used.
import type { Dynamo } from '../dynamo/client.ts';
import { StoreUnavailableError } from '../dynamo/errors.ts';
import { scanPages } from '../dynamo/scan.ts';
import { type TransactWrite, transactWrite } from '../dynamo/transact.ts';
import { type Item, number, text } from '../dynamo/values.ts';
import { type KeyPrefix, TABLES } from '../tables.ts';
import { fromItem, type KeyRecord, toItem } from './item.ts';
import { generateKey, hashKey } from './key.ts';

export interface NewKey {
  /** Shown once; it cannot be recovered from what is stored. */
  readonly key: string;
  readonly record: KeyRecord;
  /** Set where no valid reply says whether the key was stored: it may be valid, so that whoever asked for it gets it. */
  readonly unconfirmed?: StoreUnavailableError;
}

export interface KeyAdmin {
  /** Throws StoreUnavailableError where the key is not stored. */
  createKey(options: { name: string; prefix: KeyPrefix; expiresAt?: number }): Promise<NewKey>;
  /** A new key with the name of `old`, which expires at `endsAt` (epoch seconds). Undefined, and nothing is changed,
   * where `old` was revoked or rotated meanwhile. Throws StoreUnavailableError where nothing is changed. */
  rotateKey(
    old: KeyRecord,
    options: { prefix: KeyPrefix; expiresAt?: number; endsAt: number },
  ): Promise<NewKey | undefined>;
  /** Deletes a key that nobody has seen, and undoes the rotation of `old`. False, and nothing is changed, where the store
   * does not have it in place of `old`. Throws StoreUnavailableError. */
  takeBack(created: KeyRecord, old?: KeyRecord): Promise<boolean>;
  /** Oldest first; includes expired keys that DynamoDB has not deleted yet. */
  listKeys(): Promise<KeyRecord[]>;
  /** By its whole hash. False where no key has it. */
  revokeKey(hash: string): Promise<boolean>;
}

/** Pages of a scan, 1 MB each: about five million keys. */
const MAX_PAGES = 1_000;

const HASH = { '#hash': TABLES.keys.partitionKey };

/** `now` in ms since 1970. */
export function createKeyAdmin(dynamo: Dynamo, table: string, now: () => number = Date.now): KeyAdmin {
  function newKey(name: string, prefix: KeyPrefix, expiresAt: number | undefined): NewKey {
    const key = generateKey(prefix);
    const record = {
      ...{ hash: hashKey(key), name, createdAt: new Date(now()).toISOString(), expiresAt },
      ...{ lastUsedOn: undefined, replacedBy: undefined },
    } satisfies Record<keyof KeyRecord, unknown>;
    return { key, record };
  }

  /** Undefined where a condition is not met. A transaction, for its token: a late attempt does not bring back a key that
   * was revoked meanwhile. */
  async function store(created: NewKey, writes: readonly TransactWrite[]): Promise<NewKey | undefined> {
    try {
      return (await transactWrite(dynamo, writes)) === undefined ? created : undefined;
    } catch (error) {
      if (error instanceof StoreUnavailableError && error.mayHaveRun)
        return { ...created, unconfirmed: error };
      throw error;
    }
  }

  const newItem = (record: KeyRecord) => ({
    TableName: table,
    Item: toItem(record),
    ConditionExpression: 'attribute_not_exists(#hash)',
    ExpressionAttributeNames: HASH,
  });

  const keyOf = ({ hash }: KeyRecord): Item => ({ [TABLES.keys.partitionKey]: text(hash) });

  return {
    async createKey({ name, prefix, expiresAt }) {
      const created = newKey(name, prefix, expiresAt);
      const stored = await store(created, [{ Put: newItem(created.record) }]);
      if (stored === undefined) throw new Error('the generated key exists already');
      return stored;
    },

    async rotateKey(old, { prefix, expiresAt, endsAt }) {
      const created = newKey(old.name, prefix, expiresAt);
      return store(created, [
        { Put: newItem(created.record) },
        {
          // The end of `old`; not where it was revoked, or is replaced already.
          Update: {
            TableName: table,
            Key: keyOf(old),
            UpdateExpression: 'SET expiresAt = :endsAt, replacedBy = :by',
            ConditionExpression: 'attribute_exists(#hash) AND attribute_not_exists(replacedBy)',
            ExpressionAttributeNames: HASH,
            ExpressionAttributeValues: { ':endsAt': number(endsAt), ':by': text(created.record.hash) },
          },
        },
      ]);
    },

    async takeBack(created, old) {
      const writes: TransactWrite[] = [{ Delete: { TableName: table, Key: keyOf(created) } }];
      if (old !== undefined) {
        const { expiresAt } = old;
        const [end, values] =
          expiresAt === undefined
            ? [', expiresAt', {}]
            : [' SET expiresAt = :end', { ':end': number(expiresAt) }];
        writes.push({
          Update: {
            TableName: table,
            Key: keyOf(old),
            UpdateExpression: `REMOVE replacedBy${end}`,
            ConditionExpression: 'replacedBy = :by',
            ExpressionAttributeValues: { ':by': text(created.hash), ...values },
          },
        });
      }
      return (await transactWrite(dynamo, writes)) === undefined;
    },

    async listKeys() {
      const tooLarge = new Error(`${table} has more than ${MAX_PAGES} MB of keys: revoke some`);
      const pages = await Array.fromAsync(scanPages(dynamo, table, MAX_PAGES, tooLarge));
      const records = pages.flat().map(fromItem);
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
