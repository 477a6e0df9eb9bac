// One TransactWriteItems, alone at the tables: all of its conditions are checked, then all of its writes are done.

import {
  type Action,
  cancelled,
  invalid,
  type Key,
  keyOf,
  NO_REASON,
  reasonOf,
  TransactionError,
} from './actions.ts';
import type { Reply } from './inner-call.ts';

/** An action, the key attributes of its table, and the item before the transaction. */
export interface PlannedAction extends Action {
  readonly keyNames: readonly string[];
}

export type Call = (operation: string, input: object) => Promise<Reply>;

interface Checked extends PlannedAction {
  readonly old: Key | undefined;
}

async function readOld(call: Call, action: PlannedAction): Promise<Checked> {
  const { input, keyNames } = action;
  const { status, body } = await call('GetItem', {
    TableName: input.TableName,
    Key: keyOf(input, keyNames),
    ConsistentRead: true,
  });
  const { Item, message, Message } = JSON.parse(body) as { Item?: Key; message?: string; Message?: string };
  if (status !== 200)
    throw invalid(message ?? Message ?? 'The provided key element does not match the schema');
  return { ...action, old: Item };
}

async function undo(call: Call, done: readonly Checked[]): Promise<void> {
  for (const { input, keyNames, old } of done) {
    const { TableName } = input;
    if (old === undefined) await call('DeleteItem', { TableName, Key: keyOf(input, keyNames) });
    else await call('PutItem', { TableName, Item: old });
  }
}

/** What only a write finds out, such as an item over 400 KB, undoes the writes before it. */
async function writeAll(call: Call, actions: readonly Checked[]): Promise<void> {
  const done: Checked[] = [];
  for (const action of actions) {
    if (action.operation === undefined) continue;
    const { status, body } = await call(action.operation, action.input);
    if (status !== 200) {
      await undo(call, done);
      const { message, Message } = JSON.parse(body) as { message?: string; Message?: string };
      const failed = { Code: 'ValidationError', Message: message ?? Message };
      throw cancelled(actions.map((other) => (other === action ? failed : NO_REASON)));
    }
    done.push(action);
  }
}

/** Throws TransactionError where nothing is written. */
export async function transactWrite(call: Call, actions: readonly PlannedAction[]): Promise<void> {
  const checked: Checked[] = [];
  for (const action of actions) checked.push(await readOld(call, action));
  const reasons = checked.map(({ input, old }) => reasonOf(input, old));
  if (reasons.some((reason) => reason !== NO_REASON)) throw cancelled(reasons);
  await writeAll(call, checked);
}

const VALID_MS = 10 * 60_000;
const MAX_TOKENS = 10_000;

export interface Tokens {
  /** Whether the transaction was done already. Throws where the token belongs to another one. */
  isDone(token: string | undefined, input: string): boolean;
  done(token: string | undefined, input: string): void;
}

export function createTokens(clock: () => number = Date.now): Tokens {
  // In the order of their time.
  const known = new Map<string, { readonly input: string; readonly until: number }>();
  return {
    isDone(token, input) {
      const found = token === undefined ? undefined : known.get(token);
      if (found === undefined || clock() >= found.until) return false;
      if (found.input === input) return true;
      throw new TransactionError(
        'IdempotentParameterMismatchException',
        'Client request token was used with different parameters',
      );
    },
    done(token, input) {
      if (token === undefined) return;
      known.delete(token);
      known.set(token, { input, until: clock() + VALID_MS });
      if (known.size > MAX_TOKENS) known.delete(known.keys().next().value as string);
    },
  };
}
