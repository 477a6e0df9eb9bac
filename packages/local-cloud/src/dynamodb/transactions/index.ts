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
  NO_REASON,
  readActions,
  TransactionError,
} from './actions.ts';
import { createTurns, innerCall } from './inner-call.ts';
import { createTokens, type PlannedAction, transactWrite } from './transact-write.ts';

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
