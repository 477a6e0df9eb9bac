// TransactWriteItems, which dynalite lacks: its input, its conditions and its writes.
// https://docs.aws.amazon.com/amazondynamodb/latest/developerguide/transaction-apis.html
// https://docs.aws.amazon.com/amazondynamodb/latest/APIReference/API_TransactWriteItems.html
import { createRequire } from 'node:module';
import { ServiceError } from '../service-error.ts';
import { type Call, callsOf, replyOf, type Serve } from './received.ts';

interface Input {
  readonly TransactItems?: unknown;
  readonly ClientRequestToken?: string;
}

/** Runs a task when those before it have ended. */
type InTurn = <Result>(task: () => Promise<Result>) => Promise<Result>;

export function createTurns(): InTurn {
  let last: Promise<unknown> = Promise.resolve();
  return (task) => {
    const run = last.then(task);
    last = run.catch(() => undefined);
    return run;
  };
}

// Unlike the real service: a write of one item waits for transactions on it, and a crash between the writes of one leaves the first done.
/** `serve` with transactions, one operation after the other: so they are serialisable. Two that share an item conflict. */
export function withTransactions(serve: Serve, inTurn: InTurn = createTurns()): Serve {
  const call = callsOf(serve);
  const tokens = createTokens();
  const held = new Set<string>();

  async function transact({ TransactItems, ClientRequestToken: token }: Input): Promise<void> {
    const planned = await plan(call, readActions(TransactItems));
    const text = JSON.stringify(TransactItems);
    // Behind the last wait: the same transaction may have been done meanwhile.
    if (tokens.isDone(token, text)) return;
    const ids = planned.map(({ input, key }) => JSON.stringify([input.TableName, key]));
    if (new Set(ids).size < ids.length)
      throw invalid('Transaction request cannot include multiple operations on one item');
    if (ids.some((id) => held.has(id)))
      throw new TransactionCancelled(ids.map((id) => (held.has(id) ? CONFLICT : NO_REASON)));
    for (const id of ids) held.add(id);
    try {
      await inTurn(() => transactWrite(call, planned));
      tokens.done(token, text);
    } finally {
      for (const id of ids) held.delete(id);
    }
  }

  return async (received) => {
    if (received.operation !== 'TransactWriteItems') return inTurn(() => serve(received));
    try {
      await transact(received.input);
      return replyOf(200, {});
    } catch (error) {
      if (!(error instanceof ServiceError)) throw error;
      const { code, wording } = error;
      const reasons = error instanceof TransactionCancelled ? { CancellationReasons: error.reasons } : {};
      const type = `com.amazonaws.dynamodb.v20120810#${code}`;
      return replyOf(400, { __type: type, Message: wording, message: wording, ...reasons });
    }
  };
}

interface PlannedAction extends Action {
  readonly key: Key;
}

async function plan(call: Call, actions: readonly Action[]): Promise<PlannedAction[]> {
  const names = new Map<string, readonly string[]>();
  for (const TableName of new Set(actions.map(({ input }) => input.TableName))) {
    type Described = { Table: { KeySchema: { AttributeName: string }[] } };
    const { Table } = await call<Described>('DescribeTable', { TableName });
    const keys = Table.KeySchema.map(({ AttributeName }) => AttributeName);
    names.set(TableName, keys);
  }
  return actions.map((action) => {
    const { Item = {}, Key = Item, TableName } = action.input;
    return { ...action, key: keyOf(Key, names.get(TableName) ?? []) };
  });
}

// One transaction, alone at the tables: all of its conditions are checked, then all of its writes are done.

interface Checked extends PlannedAction {
  readonly old: Key | undefined;
}

/** Throws ServiceError where nothing is written. */
async function transactWrite(call: Call, actions: readonly PlannedAction[]): Promise<void> {
  const checked: Checked[] = [];
  for (const action of actions) {
    const read = { TableName: action.input.TableName, Key: action.key, ConsistentRead: true };
    const { Item: old } = await call<{ Item?: Key }>('GetItem', read);
    checked.push({ ...action, old });
  }
  const reasons = checked.map(({ input, old }) => reasonOf(input, old));
  if (reasons.some((reason) => reason !== NO_REASON)) throw new TransactionCancelled(reasons);
  await writeAll(call, checked);
}

/** What only a write finds out, such as an item over 400 KB, undoes the writes before it. */
async function writeAll(call: Call, actions: readonly Checked[]): Promise<void> {
  const done: Checked[] = [];
  for (const action of actions) {
    if (action.operation === undefined) continue;
    try {
      await call(action.operation, action.input);
    } catch (error) {
      await undo(call, done);
      const failed = { Code: 'ValidationError', Message: (error as ServiceError).wording };
      throw new TransactionCancelled(actions.map((other) => (other === action ? failed : NO_REASON)));
    }
    done.push(action);
  }
}

async function undo(call: Call, done: readonly Checked[]): Promise<void> {
  for (const { input, key, old } of done) {
    const { TableName } = input;
    if (old === undefined) await call('DeleteItem', { TableName, Key: key });
    else await call('PutItem', { TableName, Item: old });
  }
}

const VALID_MS = 10 * 60_000;
const MAX_TOKENS = 10_000;

function createTokens() {
  const known = new Map<string, { readonly input: string; readonly until: number }>();
  return {
    /** Whether the transaction was done already. Throws where the token belongs to another one. */
    isDone(token: string | undefined, input: string): boolean {
      const found = token === undefined ? undefined : known.get(token);
      if (found === undefined || Date.now() >= found.until) return false;
      if (found.input === input) return true;
      const message = 'Client request token was used with different parameters';
      throw new ServiceError('IdempotentParameterMismatchException', message);
    },
    done(token: string | undefined, input: string): void {
      if (token === undefined) return;
      known.delete(token);
      known.set(token, { input, until: Date.now() + VALID_MS });
      if (known.size > MAX_TOKENS) known.delete(known.keys().next().value as string);
    },
  };
}

// The actions of a transaction, and the items that they are on.

type Key = Readonly<Record<string, unknown>>;

const OPERATIONS = {
  Put: 'PutItem',
  Update: 'UpdateItem',
  Delete: 'DeleteItem',
  ConditionCheck: undefined,
} as const;

type Kind = keyof typeof OPERATIONS;

interface ActionInput {
  readonly TableName: string;
  readonly Item?: Key;
  readonly Key?: Key;
  readonly ReturnValuesOnConditionCheckFailure?: string;
}

interface Action {
  readonly input: ActionInput;
  readonly operation: (typeof OPERATIONS)[Kind];
}

const MAX_ACTIONS = 100;
/** "The aggregate size of the items in the transaction cannot exceed 4 MB". */
const MAX_BYTES = 4 * 1024 * 1024;

const isKind = (name: string): name is Kind => Object.hasOwn(OPERATIONS, name);

function readAction(member: unknown): Action {
  const entries = Object.entries(typeof member === 'object' && member !== null ? member : {});
  const [[kind, input] = ['', undefined]] = entries;
  if (entries.length !== 1 || !isKind(kind) || typeof input?.TableName !== 'string')
    throw invalid('TransactItems can only contain one of Check, Put, Update or Delete');
  return { input, operation: OPERATIONS[kind] };
}

/** The actions of an input. Throws what is wrong with it. */
function readActions(members: unknown): readonly Action[] {
  if (!Array.isArray(members) || members.length < 1 || members.length > MAX_ACTIONS)
    throw invalid(`Value at 'transactItems' must have a length from 1 to ${MAX_ACTIONS}`);
  if (Buffer.byteLength(JSON.stringify(members)) > MAX_BYTES)
    throw invalid('Collection size is too large: the items of a transaction have at most 4 MB');
  return members.map(readAction);
}

export function keyOf(source: Key, keyNames: readonly string[]): Key {
  return Object.fromEntries(keyNames.map((name) => [name, source[name]]));
}

const requireDynalite = createRequire(import.meta.resolve('dynalite'));
/** Adds the parsed expressions to an input; returns what is wrong with them. The package has no types. */
const { validateExpressions } = requireDynalite('./validations/index.js') as {
  validateExpressions(input: object): string | undefined;
};
/** Returns an error where the condition of a parsed input is not met. */
const { checkConditional } = requireDynalite('./db/index.js') as {
  checkConditional(input: object, item: Key | undefined): Error | null | undefined;
};

/** Why the transaction is cancelled by this action on the item `old`. Throws for a malformed expression. */
function reasonOf(input: ActionInput, old: Key | undefined): Reason {
  const parsed = { ...input };
  const wrong = validateExpressions(parsed);
  if (typeof wrong === 'string') throw invalid(wrong);
  if (!checkConditional(parsed, old)) return NO_REASON;
  const Item = input.ReturnValuesOnConditionCheckFailure === 'ALL_OLD' ? old : undefined;
  return { Code: 'ConditionalCheckFailed', Message: 'The conditional request failed', Item };
}

interface Reason {
  readonly Code: string;
  readonly Message?: string;
  readonly Item?: object;
}

const NO_REASON: Reason = { Code: 'None' };
const CONFLICT: Reason = { Code: 'TransactionConflict', Message: 'Transaction is ongoing for the item' };

class TransactionCancelled extends ServiceError {
  readonly reasons: readonly Reason[];

  constructor(reasons: readonly Reason[]) {
    const codes = reasons.map(({ Code }) => Code).join(', ');
    const message = `Transaction cancelled, please refer cancellation reasons for specific reasons [${codes}]`;
    super('TransactionCanceledException', message);
    this.reasons = reasons;
  }
}

export function invalid(message: string): ServiceError {
  return new ServiceError('ValidationException', message);
}
