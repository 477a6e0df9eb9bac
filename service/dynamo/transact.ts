// Writes of several items, all or none.
import { randomBytes } from 'node:crypto';
import type { Dynamo } from './client.ts';
import { DynamoError, StoreUnavailableError, UnconfirmedWriteError } from './errors.ts';
import type { Item } from './values.ts';

interface WriteInput {
  readonly TableName: string;
  readonly ConditionExpression: string;
  readonly ExpressionAttributeNames?: Readonly<Record<string, string>>;
  readonly ExpressionAttributeValues?: Item;
  readonly ReturnValuesOnConditionCheckFailure?: 'ALL_OLD';
}

/** A member of TransactWriteItems. */
export type TransactWrite =
  | { readonly Put: WriteInput & { readonly Item: Item } }
  | { readonly Update: WriteInput & { readonly Key: Item; readonly UpdateExpression: string } };

/** A write whose condition is not met. */
export interface FailedCondition {
  /** The item as it is, where the write asks for it; empty where there is none. */
  readonly item: Item;
}

/** Runs a write, and throws UnconfirmedWriteError where nobody knows whether it was done. */
export async function confirmed<Output>(write: Promise<Output>): Promise<Output> {
  try {
    return await write;
  } catch (error) {
    if (error instanceof StoreUnavailableError && error.mayHaveRun) throw new UnconfirmedWriteError(error);
    throw error;
  }
}

/**
 * Undefined where all is written. Otherwise nothing is, and each write in turn has its failed condition, or undefined.
 * The token makes a further attempt of the same call, after an answer that was lost, a success (for ten minutes).
 */
export async function transactWrite(
  dynamo: Dynamo,
  writes: readonly TransactWrite[],
  signal?: AbortSignal,
): Promise<readonly (FailedCondition | undefined)[] | undefined> {
  const input = { TransactItems: writes, ClientRequestToken: randomBytes(18).toString('base64url') };
  try {
    await confirmed(dynamo.call('TransactWriteItems', input, signal));
    return undefined;
  } catch (error) {
    const failed =
      error instanceof DynamoError
        ? error.reasons.map(({ Code, Item = {} }) =>
            Code === 'ConditionalCheckFailed' ? { item: Item } : undefined,
          )
        : [];
    if (failed.some((condition) => condition !== undefined)) return failed;
    throw error;
  }
}
