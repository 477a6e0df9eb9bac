// Items of a restored table, copied into the one that is live, in a drill and by `drill copy-items`, as the AWS CLI has no
// command for it. Each write has a condition, so it can be repeated, and what was created since stays.
import { isDeepStrictEqual } from 'node:util';
import { shown, terminal, UsageError } from '@petstore/custom-domains/output';
import type { Dynamo } from '../../service/dynamo/client.ts';
import { isConditionFailure } from '../../service/dynamo/errors.ts';
import { scanPages } from '../../service/dynamo/scan.ts';
import type { Item } from '../../service/dynamo/values.ts';
import { awsDynamo } from '../aws-credentials.ts';
import { CommandError } from '../command-error.ts';
import { assertRegion } from '../options.ts';

/** Pages of a scan, 1 MB each. */
const MAX_PAGES = 100_000;
/** Items that are compared and written at once. */
const AT_ONCE = 25;

/**
 * `overwrite`: items that differ are set back too; else only those that are missing are copied. `write`: without it nothing is
 * written, and the counts say what would be. Throws CommandError where the tables have different keys, DynamoError where
 * DynamoDB refuses.
 */
export async function copyItems(dynamo: Dynamo, { from, to, overwrite, write }: CopyItems) {
  const names = await keyNames(dynamo, from);
  if (names.join() !== (await keyNames(dynamo, to)).join())
    throw new CommandError(`${from} and ${to} have different keys: they are not the same kind of table`);
  const counts = { missing: 0, different: 0, same: 0, written: 0 };
  const onlyMissing = {
    ConditionExpression: 'attribute_not_exists(#key)',
    ExpressionAttributeNames: { '#key': names[0] },
  };
  async function copy(item: Item): Promise<void> {
    const Key = Object.fromEntries(names.map((name) => [name, item[name]]));
    const read = { TableName: to, Key, ConsistentRead: true };
    const { Item: live } = await dynamo.call<{ Item?: Item }>('GetItem', read);
    // In whatever order: neither attributes nor the members of a map have one.
    const found = live === undefined ? 'missing' : isDeepStrictEqual(live, item) ? 'same' : 'different';
    counts[found] += 1;
    if (!write || found === 'same' || (found === 'different' && !overwrite)) return;
    try {
      await dynamo.call('PutItem', { TableName: to, Item: item, ...(found === 'missing' && onlyMissing) });
      counts.written += 1;
    } catch (error) {
      // The item was created meanwhile, and is newer than the restored one.
      if (!isConditionFailure(error)) throw error;
    }
  }
  const tooLarge = `${from} is too large to be copied item by item: use an export to S3 and an import`;
  for await (const items of scanPages(dynamo, from, MAX_PAGES, new CommandError(tooLarge))) {
    for (let start = 0; start < items.length; start += AT_ONCE)
      await Promise.all(items.slice(start, start + AT_ONCE).map(copy));
  }
  return counts;
}

async function keyNames(dynamo: Dynamo, table: string): Promise<readonly string[]> {
  type Described = { readonly Table: { readonly KeySchema: readonly { readonly AttributeName: string }[] } };
  const { Table } = await dynamo.call<Described>('DescribeTable', { TableName: table });
  return Table.KeySchema.map(({ AttributeName }) => AttributeName);
}

interface CopyItems {
  readonly from: string;
  readonly to: string;
  readonly overwrite: boolean;
  readonly write: boolean;
}

/** Of tables in AWS. Without `write` it only counts. It can be repeated, after an interruption too. */
export async function copyItemsCommand(options: CopyItems & { readonly region: string }): Promise<void> {
  const { from, to, region, write } = options;
  if (from === to)
    throw new UsageError(
      `--from and --to are both ${from}.`,
      'name the restored table with --from, and the live one with --to',
    );
  assertRegion(region);
  const dynamo = await awsDynamo(region);
  const { missing, different, same, written } = await copyItems(dynamo, options);
  const out = terminal(process.stdout);
  out.line(
    shown`of the items of ${from}, ${to} lacks ${missing}, has ${different} in another form and ${same} as they are`,
  );
  if (write) out.line(shown`${written} written`);
  else out.line(shown`nothing is written without --write; --overwrite sets those in another form back too`);
}
