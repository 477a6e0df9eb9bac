// The input of TransactWriteItems: its actions, and the items that they are on.
// https://docs.aws.amazon.com/amazondynamodb/latest/APIReference/API_TransactWriteItems.html
import { createRequire } from 'node:module';
import { ServiceError } from '../../service-error.ts';

export type Key = Readonly<Record<string, unknown>>;

const OPERATIONS = {
  Put: 'PutItem',
  Update: 'UpdateItem',
  Delete: 'DeleteItem',
  ConditionCheck: undefined,
} as const;

type Kind = keyof typeof OPERATIONS;

export interface ActionInput {
  readonly TableName: string;
  readonly Item?: Key;
  readonly Key?: Key;
  readonly ConditionExpression?: string;
  readonly ExpressionAttributeNames?: object;
  readonly ExpressionAttributeValues?: object;
  readonly ReturnValuesOnConditionCheckFailure?: string;
}

export interface Action {
  readonly input: ActionInput;
  /** What writes the item; undefined for a ConditionCheck. */
  readonly operation: (typeof OPERATIONS)[Kind];
}

/** `TransactWriteItemList` of the service model. */
const MAX_ACTIONS = 100;
/** "The aggregate size of the items in the transaction cannot exceed 4 MB". */
const MAX_BYTES = 4 * 1024 * 1024;

function isKind(name: string): name is Kind {
  return Object.hasOwn(OPERATIONS, name);
}

function readAction(member: unknown): Action {
  const entries = Object.entries(typeof member === 'object' && member !== null ? member : {});
  const [[kind, input] = ['', undefined]] = entries;
  if (entries.length !== 1 || !isKind(kind) || typeof input?.TableName !== 'string')
    throw invalid('TransactItems can only contain one of Check, Put, Update or Delete');
  return { input, operation: OPERATIONS[kind] };
}

/** The actions of an input. Throws what is wrong with it. */
export function readActions(members: unknown): readonly Action[] {
  if (!Array.isArray(members) || members.length < 1 || members.length > MAX_ACTIONS)
    throw invalid(
      "1 validation error detected: Value at 'transactItems' failed to satisfy constraint: " +
        `Member must have length less than or equal to ${MAX_ACTIONS}, and greater than or equal to 1`,
    );
  if (Buffer.byteLength(JSON.stringify(members)) > MAX_BYTES)
    throw invalid('Collection size is too large: the items of a transaction have at most 4 MB');
  return members.map(readAction);
}

export function keyOf(source: Key, keyNames: readonly string[]): Key {
  return Object.fromEntries(keyNames.map((name) => [name, source[name]]));
}

/** The parts of dynalite that are used here; the package has no types. */
interface Validations {
  /** Parses the expressions of an input, and adds the result to it; returns what is wrong with them. */
  validateExpressions(input: object): string | undefined;
}
interface Database {
  /** An error where the condition of a parsed input is not met. */
  checkConditional(input: object, item: Key | undefined): Error | null | undefined;
}
const requireDynalite = createRequire(import.meta.resolve('dynalite'));
const { validateExpressions } = requireDynalite('./validations/index.js') as Validations;
const { checkConditional } = requireDynalite('./db/index.js') as Database;

/** Why the transaction is cancelled by this action on the item `old`. Throws for a malformed expression. */
export function reasonOf(input: ActionInput, old: Key | undefined): Reason {
  const parsed = { ...input };
  const wrong = validateExpressions(parsed);
  if (typeof wrong === 'string') throw invalid(wrong);
  if (!checkConditional(parsed, old)) return NO_REASON;
  const shown = input.ReturnValuesOnConditionCheckFailure === 'ALL_OLD' && old !== undefined;
  return {
    Code: 'ConditionalCheckFailed',
    Message: 'The conditional request failed',
    ...(shown ? { Item: old } : {}),
  };
}

export interface Reason {
  readonly Code: string;
  readonly Message?: string;
  readonly Item?: object;
}

export const NO_REASON: Reason = { Code: 'None' };
export const CONFLICT: Reason = {
  Code: 'TransactionConflict',
  Message: 'Transaction is ongoing for the item',
};

/** One reason for each action, in their order. */
export class TransactionCancelled extends ServiceError {
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
