// One TransactWriteItems, alone at the tables: all of its conditions are checked, then all of its writes are done.
import { type Action, type Key, keyOf } from './actions.ts';
import { reasonOf } from './condition.ts';
import type { Reply } from './inner-call.ts';
import { cancelled, invalid, NO_REASON } from './refusal.ts';

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
