// Writes of several items, all or none.
import { randomBytes } from 'node:crypto';
import type { Dynamo } from './client.ts';
import { DynamoError } from './errors.ts';
import type { Item } from './values.ts';

interface WriteInput {
  readonly TableName: string;
  readonly ConditionExpression: string;
  readonly ExpressionAttributeNames?: Readonly<Record<string, string>>;
  readonly ExpressionAttributeValues?: Item;
  readonly ReturnValuesOnConditionCheckFailure?: 'ALL_OLD';
}

export type TransactWrite =
  | { readonly Put: WriteInput & { readonly Item: Item } }
  | { readonly Update: WriteInput & { readonly Key: Item; readonly UpdateExpression: string } }
  | { readonly Delete: { readonly TableName: string; readonly Key: Item } };

/** Undefined where all is written. Otherwise nothing is, and each write whose condition is not met has the item as it is
 * (empty: none). The token makes a further attempt, after a lost answer, a success (for ten minutes). */
export async function transactWrite(
  dynamo: Dynamo,
  writes: readonly TransactWrite[],
  signal?: AbortSignal,
): Promise<readonly (Item | undefined)[] | undefined> {
  const input = { TransactItems: writes, ClientRequestToken: randomBytes(18).toString('base64url') };
  try {
    await dynamo.call('TransactWriteItems', input, signal);
    return undefined;
  } catch (error) {
    const reasons = error instanceof DynamoError ? error.reasons : [];
    const failed = reasons.map(({ Code, Item = {} }) =>
      Code === 'ConditionalCheckFailed' ? Item : undefined,
    );
    if (failed.some((item) => item !== undefined)) return failed;
    throw error;
  }
}
