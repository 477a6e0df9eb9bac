// The input of TransactWriteItems: its actions, and the items that they are on.
// https://docs.aws.amazon.com/amazondynamodb/latest/APIReference/API_TransactWriteItems.html

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

function readAction(member: unknown): Action | undefined {
  const entries = Object.entries(typeof member === 'object' && member !== null ? member : {});
  const [[kind, input] = ['', undefined]] = entries;
  if (entries.length !== 1 || !isKind(kind)) return undefined;
  if (typeof input !== 'object' || input === null || typeof input.TableName !== 'string') return undefined;
  return { input, operation: OPERATIONS[kind] };
}

/** The actions of an input, or what is wrong with it. */
export function readActions(input: { readonly TransactItems?: unknown }): readonly Action[] | string {
  const { TransactItems: members } = input;
  if (!Array.isArray(members) || members.length < 1 || members.length > MAX_ACTIONS) {
    return (
      "1 validation error detected: Value at 'transactItems' failed to satisfy constraint: " +
      `Member must have length less than or equal to ${MAX_ACTIONS}, and greater than or equal to 1`
    );
  }
  if (Buffer.byteLength(JSON.stringify(members)) > MAX_BYTES) {
    return 'Collection size is too large: the items of a transaction have at most 4 MB';
  }
  const actions = members.map(readAction).filter((action) => action !== undefined);
  if (actions.length < members.length) {
    return 'TransactItems can only contain one of Check, Put, Update or Delete';
  }
  return actions;
}

/** The item of an action, by the key attributes of its table: the same text for the same item. */
export function itemId({ input }: Action, keyNames: readonly string[]): string {
  return JSON.stringify([input.TableName, keyOf(input, keyNames)]);
}

export function keyOf(input: Pick<ActionInput, 'Item' | 'Key'>, keyNames: readonly string[]): Key {
  const source = input.Item ?? input.Key ?? {};
  return Object.fromEntries(keyNames.map((name) => [name, source[name]]));
}
