// The function's tables, permissions and environment as plain data: the only source for infra, tests and code.

type AttributeType = 'S' | 'N';

export interface TableDefinition {
  /** The attributes of the keys of the table and of its index, with their types. */
  readonly attributes: Readonly<Record<string, AttributeType>>;
  readonly partitionKey: string;
  /** It projects all attributes. */
  readonly index?: { readonly name: string; readonly partitionKey: string; readonly sortKey: string };
  /** The attribute has epoch seconds; DynamoDB deletes the item some time after them. */
  readonly ttlAttribute?: string;
}

const LISTED = {
  attributes: { id: 'N', statusShard: 'S' },
  partitionKey: 'id',
  index: { name: 'by-status', partitionKey: 'statusShard', sortKey: 'id' },
} as const satisfies TableDefinition;

export const TABLES = {
  pets: LISTED,
  keys: { attributes: { hash: 'S' }, partitionKey: 'hash', ttlAttribute: 'expiresAt' },
  /** Answers of requests with an Idempotency-Key, for a day. */
  idempotency: { attributes: { id: 'S' }, partitionKey: 'id', ttlAttribute: 'expiresAt' },
  orders: LISTED,
} as const satisfies Readonly<Record<string, TableDefinition>>;

export type TableName = keyof typeof TABLES;
export type ByTable<Value> = Readonly<Record<TableName, Value>>;

const TABLE_NAMES = Object.keys(TABLES) as TableName[];

export function byTable<Value>(of: (table: TableName) => Value): ByTable<Value> {
  return Object.fromEntries(TABLE_NAMES.map((name) => [name, of(name)])) as ByTable<Value>;
}

export interface Permission {
  readonly table: TableName;
  /** Where present, the actions are on this index and not on the table itself. */
  readonly index?: string;
  readonly actions: readonly string[];
  /** Where present, requests may name these attributes of an item only, those of its key included. */
  readonly attributes?: readonly string[];
  /** Only of beta operations: a stack without them does not give it. */
  readonly beta?: true;
}

/** Exactly the calls that the function makes, the members of its transactions among them: a test compares them. */
export const FUNCTION_PERMISSIONS: readonly Permission[] = [
  { table: 'pets', actions: ['dynamodb:GetItem', 'dynamodb:PutItem'] },
  { table: 'pets', index: TABLES.pets.index.name, actions: ['dynamodb:Query'] },
  { table: 'keys', actions: ['dynamodb:GetItem'] },
  {
    table: 'keys',
    actions: ['dynamodb:UpdateItem'],
    attributes: [TABLES.keys.partitionKey, 'lastUsedOn'],
  },
  { table: 'idempotency', actions: ['dynamodb:PutItem'] },
  { table: 'pets', actions: ['dynamodb:UpdateItem'], beta: true },
  { table: 'orders', actions: ['dynamodb:PutItem'], beta: true },
  { table: 'orders', index: TABLES.orders.index.name, actions: ['dynamodb:Query'], beta: true },
];

export type KeyPrefix = 'pets_live_' | 'pets_test_';

/** `Name`: the type of a table's name, in the program an output. */
export interface FunctionSettings<Name = string> {
  readonly tables: ByTable<Name>;
  readonly beta: boolean;
  /** Partitions of the index for each status, 1 to 64. It may grow; if it shrinks, lists lose animals. */
  readonly shards: number;
  readonly keyPrefix: KeyPrefix;
}

export const MAX_SHARDS = 64;

const variableOf = (table: TableName) => `${table.toUpperCase()}_TABLE`;

export function toEnvironment<Name>(settings: FunctionSettings<Name>): Record<string, Name | string> {
  return {
    ...Object.fromEntries(TABLE_NAMES.map((name) => [variableOf(name), settings.tables[name]])),
    SHARDS: String(settings.shards),
    KEY_PREFIX: settings.keyPrefix,
    BETA: settings.beta ? 'on' : 'off',
  };
}

/** The reverse of `toEnvironment`; throws an error that names every variable that is missing or wrong. */
export function fromEnvironment(environment: Readonly<Record<string, string | undefined>>): FunctionSettings {
  const { KEY_PREFIX, BETA } = environment;
  const tables = byTable((name) => environment[variableOf(name)] ?? '');
  const shards = Number(environment.SHARDS ?? 1);
  const unnamed = TABLE_NAMES.filter((name) => tables[name] === '');
  const wrong = unnamed.map((name) => `${variableOf(name)} must name a table`);
  if (!Number.isInteger(shards) || shards < 1 || shards > MAX_SHARDS)
    wrong.push(`SHARDS must be 1 to ${MAX_SHARDS}`);
  if (KEY_PREFIX !== 'pets_live_' && KEY_PREFIX !== 'pets_test_')
    wrong.push('KEY_PREFIX must be pets_live_ or pets_test_');
  if (BETA !== 'on' && BETA !== 'off') wrong.push('BETA must be on or off');
  if (wrong.length > 0) throw new Error(`The function's environment is wrong: ${wrong.join('; ')}`);
  return {
    tables,
    shards,
    keyPrefix: KEY_PREFIX as KeyPrefix,
    beta: BETA === 'on',
  };
}
