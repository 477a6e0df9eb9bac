// Time to live: expired items are deleted some time after, as DynamoDB does within a few days.
import type { DynamoDbClient } from './client.ts';

/** Pages of one sweep of one table, so that a large table cannot keep the cloud busy; the next sweep goes on. */
const MAX_PAGES = 10;
/** DynamoDB leaves alone what expired more than five years ago, taking it for a mistake. */
const OLDEST_SECONDS = 5 * 365 * 24 * 3600;

type Key = Record<string, unknown>;

interface Page {
  readonly Items?: readonly Key[];
  readonly LastEvaluatedKey?: Key;
}

export interface Expiring {
  readonly table: string;
  /** The attribute that holds epoch seconds. */
  readonly attribute: string;
  /** The key attributes' names. */
  readonly keys: readonly string[];
}

/** Deletes what has expired by `now` (epoch seconds); gives how many items that were. */
export async function deleteExpired(
  client: DynamoDbClient,
  { table, attribute, keys }: Expiring,
  now: number,
): Promise<number> {
  const expired = {
    TableName: table,
    ExpressionAttributeNames: { '#ttl': attribute },
    ExpressionAttributeValues: { ':now': { N: String(now) }, ':oldest': { N: String(now - OLDEST_SECONDS) } },
  };
  const condition = '#ttl < :now AND #ttl > :oldest';
  let swept = 0;
  let from: Key | undefined;
  for (let page = 0; page < MAX_PAGES; page++) {
    const input = { ...expired, FilterExpression: condition, ExclusiveStartKey: from };
    const { Items = [], LastEvaluatedKey } = await client.call<Page>('Scan', input);
    for (const item of Items) {
      const Key = Object.fromEntries(keys.map((name) => [name, item[name]]));
      // On condition: it may have been renewed since it was read.
      await client
        .call('DeleteItem', { ...expired, Key, ConditionExpression: condition })
        .then(() => swept++, ignoreRenewed);
    }
    if (LastEvaluatedKey === undefined) break;
    from = LastEvaluatedKey;
  }
  return swept;
}

function ignoreRenewed(error: unknown): void {
  if ((error as { code?: string }).code !== 'ConditionalCheckFailedException') throw error;
}
