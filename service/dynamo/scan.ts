// All items of a table, a page of 1 MB at a time.
import type { Dynamo } from './client.ts';
import type { Item } from './values.ts';

/** The newest items. Throws `tooLarge` where there are more than so many pages. */
export async function* scanPages(
  dynamo: Dynamo,
  TableName: string,
  maxPages: number,
  tooLarge: Error,
): AsyncGenerator<readonly Item[]> {
  let ExclusiveStartKey: Item | undefined;
  for (let page = 0; page < maxPages; page += 1) {
    const input = { TableName, ConsistentRead: true, ExclusiveStartKey };
    const found = await dynamo.call<{ Items?: readonly Item[]; LastEvaluatedKey?: Item }>('Scan', input);
    yield found.Items ?? [];
    ExclusiveStartKey = found.LastEvaluatedKey;
    if (ExclusiveStartKey === undefined) return;
  }
  throw tooLarge;
}
