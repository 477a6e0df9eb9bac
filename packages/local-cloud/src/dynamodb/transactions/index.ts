// TransactWriteItems, which dynalite lacks: a listener in front of dynalite's own.
// https://docs.aws.amazon.com/amazondynamodb/latest/developerguide/transaction-apis.html
import type { ServerResponse } from 'node:http';
import { type Received, reply, type Serve } from '../received.ts';
import {
  type Action,
  CONFLICT,
  cancelled,
  invalid,
  itemId,
  type Key,
  keyOf,
  NO_REASON,
  readActions,
  reasonOf,
  TransactionError,
} from './actions.ts';
import { createTurns, innerCall, type Reply } from './inner-call.ts';

interface Input {
  readonly TransactItems?: unknown;
  readonly ClientRequestToken?: string;
  readonly ReturnConsumedCapacity?: string;
}

/**
 * `serve` with transactions. They are serialisable, as the developer guide says: each runs alone. Two that share an item
 * conflict; a write of one item waits for them, where the real service refuses it. A crash of this process between the writes of a
 * transaction leaves the first of them done: the real service does not.
 */
export function withTransactions(serve: Serve): Serve {
  const turns = createTurns();
  const tokens = createTokens();
  /** The items of the transactions that run or wait. */
  const held = new Set<string>();

  async function plan(received: Received, actions: readonly Action[]): Promise<PlannedAction[]> {
    const names = new Map<string, readonly string[]>();
    for (const { input } of actions) {
      if (!names.has(input.TableName)) names.set(input.TableName, await keyNames(received, input.TableName));
    }
    return actions.map((action) => ({ ...action, keyNames: names.get(action.input.TableName) ?? [] }));
  }

  async function keyNames(received: Received, TableName: string): Promise<readonly string[]> {
    const { status, body } = await innerCall(serve, received, 'DescribeTable', { TableName });
    if (status !== 200) {
      throw new TransactionError('ResourceNotFoundException', 'Requested resource not found');
    }
    const { Table } = JSON.parse(body) as { Table: { KeySchema: { AttributeName: string }[] } };
    return Table.KeySchema.map(({ AttributeName }) => AttributeName);
  }

  async function transact(received: Received): Promise<void> {
    const input = JSON.parse(received.body.toString('utf8')) as Input;
    const { ClientRequestToken: token, ReturnConsumedCapacity: capacity = 'NONE' } = input;
    if (capacity !== 'NONE')
      throw invalid('the local DynamoDB does not emulate ReturnConsumedCapacity of a transaction');
    const actions = readActions(input);
    if (typeof actions === 'string') throw invalid(actions);
    const text = JSON.stringify(input.TransactItems);
    const planned = await plan(received, actions);
    // Behind the last wait: the same transaction may have been done meanwhile.
    if (tokens.isDone(token, text)) return;
    const ids = planned.map((action) => itemId(action, action.keyNames));
    if (new Set(ids).size < ids.length) {
      throw invalid('Transaction request cannot include multiple operations on one item');
    }
    if (ids.some((id) => held.has(id))) {
      throw cancelled(ids.map((id) => (held.has(id) ? CONFLICT : NO_REASON)));
    }
    for (const id of ids) held.add(id);
    try {
      await turns.alone(() => transactWrite((...call) => innerCall(serve, received, ...call), planned));
      tokens.done(token, text);
    } finally {
      for (const id of ids) held.delete(id);
    }
  }

  const pass = (received: Received, response: ServerResponse) =>
    turns.shared(
      () =>
        new Promise((resolve) => {
          response.once('close', resolve);
          if (response.destroyed) resolve();
          else serve(received, response);
        }),
    );

  return (received, response) => {
    const isTransaction = received.operation === 'TransactWriteItems';
    const answered = isTransaction
      ? transact(received).then(() => reply(response, 200, {}))
      : pass(received, response);
    answered.catch((error: unknown) => {
      if (error instanceof TransactionError) return reply(response, 400, error.body);
      if (error instanceof SyntaxError) {
        return reply(response, 400, { __type: 'com.amazon.coral.service#SerializationException' });
      }
      response.destroy();
    });
  };
}

// One transaction, alone at the tables: all of its conditions are checked, then all of its writes are done.

/** An action, the key attributes of its table, and the item before the transaction. */
interface PlannedAction extends Action {
  readonly keyNames: readonly string[];
}

type Call = (operation: string, input: object) => Promise<Reply>;

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
async function transactWrite(call: Call, actions: readonly PlannedAction[]): Promise<void> {
  const checked: Checked[] = [];
  for (const action of actions) checked.push(await readOld(call, action));
  const reasons = checked.map(({ input, old }) => reasonOf(input, old));
  if (reasons.some((reason) => reason !== NO_REASON)) throw cancelled(reasons);
  await writeAll(call, checked);
}

const VALID_MS = 10 * 60_000;
const MAX_TOKENS = 10_000;

interface Tokens {
  /** Whether the transaction was done already. Throws where the token belongs to another one. */
  isDone(token: string | undefined, input: string): boolean;
  done(token: string | undefined, input: string): void;
}

function createTokens(clock: () => number = Date.now): Tokens {
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
