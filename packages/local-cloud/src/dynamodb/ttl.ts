// Time to live: the deletion of expired items.
import type { Call } from './transactions/inner-call.ts';

/** Pages that one sweep reads of a table, so that a large table does not block the cloud; the next sweep continues. */
const MAX_PAGES = 10;
/** DynamoDB does not delete items that expired more than five years ago. */
const OLDEST_SECONDS = 5 * 365 * 24 * 3600;

type Key = Record<string, unknown>;

interface Page {
  readonly Items?: readonly Key[];
  readonly LastEvaluatedKey?: Key;
}

/** Deletes the items whose `attribute` is before `now` (epoch seconds), by the key attributes' names; resolves to their number. */
export async function deleteExpired(
  call: Call,
  { table, attribute, keys }: { table: string; attribute: string; keys: readonly string[] },
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
    const { Items = [], LastEvaluatedKey } = await call<Page>('Scan', input);
    for (const item of Items) {
      const Key = Object.fromEntries(keys.map((name) => [name, item[name]]));
      // The condition protects an item that was renewed since it was read.
      await call('DeleteItem', { ...expired, Key, ConditionExpression: condition }).then(
        () => swept++,
        ignoreRenewed,
      );
    }
    if (LastEvaluatedKey === undefined) break;
    from = LastEvaluatedKey;
  }
  return swept;
}

function ignoreRenewed(error: unknown): void {
  if ((error as { code?: string }).code !== 'ConditionalCheckFailedException') throw error;
}
