// The items that a write is on, of tables with point-in-time recovery.
import type { Item } from './journal.ts';

/** Transactions arrive as their members. */
export const WRITES: ReadonlySet<string> = new Set(['PutItem', 'UpdateItem', 'DeleteItem', 'BatchWriteItem']);

export interface Target {
  readonly table: string;
  readonly key: Item;
}

interface WriteInput {
  readonly TableName?: string;
  readonly Item?: Item;
  readonly Key?: Item;
  readonly RequestItems?: Readonly<Record<string, readonly BatchMember[]>>;
}

interface BatchMember {
  readonly PutRequest?: { readonly Item?: Item };
  readonly DeleteRequest?: { readonly Key?: Item };
}

/** `keyNames`: of a table with recovery, else undefined. A malformed request has none: DynamoDB refuses it. */
export function targetsOf(
  input: WriteInput,
  keyNames: (table: string) => readonly string[] | undefined,
): readonly Target[] {
  return writtenBy(input).flatMap(([table, source]) => {
    const names = keyNames(table);
    if (names === undefined || source === undefined) return [];
    return [{ table, key: Object.fromEntries(names.map((name) => [name, source[name]])) }];
  });
}

function writtenBy(input: WriteInput): readonly (readonly [table: string, source: Item | undefined])[] {
  try {
    const { TableName = '', Item, Key, RequestItems = {} } = input;
    const batched = Object.entries(RequestItems).flatMap(([table, members]) =>
      members.map((one) => [table, one.PutRequest?.Item ?? one.DeleteRequest?.Key] as const),
    );
    return [[TableName, Item ?? Key], ...batched];
  } catch {
    return [];
  }
}
