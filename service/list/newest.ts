// The newest records of a table by status, with a cost that depends on the page and the shards, never on the table's size.
import type { Dynamo } from '../dynamo/client.ts';
import { StoreUnavailableError, WrongReplyError } from '../dynamo/errors.ts';
import { type Item, number, text } from '../dynamo/values.ts';
import type { Listing, PageRequest } from './page.ts';

interface ListedTable<Listed, Status> {
  readonly table: string;
  /** Its partition key is `statusShard`, its sort key `id`. */
  readonly index: string;
  readonly shards: number;
  /** In the order in which a record passes them. */
  readonly statuses: readonly Status[];
  readonly fromItem: (item: Item) => Listed;
}

/** An id's low bits are random, so items spread over the shards. */
export function partitionOf(status: string, id: bigint, shards: number): string {
  return `${status}#${id % BigInt(shards)}`;
}

export async function listNewest<Listed extends { readonly id: bigint }, Status extends string>(
  dynamo: Dynamo,
  { table, index, shards, statuses, fromItem }: ListedTable<Listed, Status>,
  { status, before, limit }: PageRequest<Status>,
  signal?: AbortSignal,
): Promise<Listing<Listed>> {
  /** One query is enough: 101 records are a tenth of its 1 MB. */
  async function queryPartition(key: string): Promise<Listed[]> {
    const input = {
      TableName: table,
      IndexName: index,
      KeyConditionExpression:
        before === undefined ? 'statusShard = :key' : 'statusShard = :key AND id < :before',
      ExpressionAttributeValues: {
        ':key': text(key),
        ':before': before === undefined ? undefined : number(before),
      },
      ScanIndexForward: false,
      // One more than the limit shows whether there is a next page.
      Limit: limit + 1,
    };
    const { Items } = await dynamo.call<{ Items?: Item[] }>('Query', input, signal);
    if (Items === undefined)
      throw new StoreUnavailableError('Query', 1, new WrongReplyError('no Items'), false);
    return Items.map(fromItem);
  }

  // In the order in which records pass the statuses: one that moves on meanwhile is found in one place or both, and
  // given once, as read last.
  const found = new Map<bigint, Listed>();
  for (const each of status === undefined ? statuses : [status]) {
    const keys = Array.from({ length: shards }, (_, shard) => `${each}#${shard}`);
    for (const record of (await Promise.all(keys.map(queryPartition))).flat()) found.set(record.id, record);
  }
  // Each partition is sorted already, but a page is too short to gain from merging.
  const records = [...found.values()].sort((a, b) => (a.id < b.id ? 1 : -1));
  return { records: records.slice(0, limit), more: records.length > limit };
}
