// A restored table and the live one: one item is missing there, one is different, one the same, and one was created since.
import type { LocalDynamo } from '../../service/dynalite.ts';

/** The live items by their hash, before anything is copied. */
export const BEFORE = { different: 'newer', same: 'restored', 'created since': 'newer' };

export interface RestoredTables {
  readonly from: string;
  readonly to: string;
  /** The names of the live items by their hash. */
  live(): Promise<Record<string, string>>;
  put(table: string, hash: string, name: string): Promise<void>;
}

export async function restoredTables({ dynamo, createTables }: LocalDynamo): Promise<RestoredTables> {
  const from = (await createTables()).keys;
  const to = (await createTables()).keys;
  const put = async (TableName: string, hash: string, name: string) =>
    void (await dynamo.call('PutItem', { TableName, Item: { hash: { S: hash }, name: { S: name } } }));
  const restored = { missing: 'restored', different: 'restored', same: 'restored' };
  for (const [hash, name] of Object.entries(restored)) await put(from, hash, name);
  for (const [hash, name] of Object.entries(BEFORE)) await put(to, hash, name);
  return { from, to, put, live: () => namesOf(dynamo, to) };
}

async function namesOf(dynamo: LocalDynamo['dynamo'], table: string): Promise<Record<string, string>> {
  const { Items } = await dynamo.call<{ Items: { hash: { S: string }; name: { S: string } }[] }>('Scan', {
    TableName: table,
  });
  return Object.fromEntries(Items.map(({ hash, name }) => [hash.S, name.S]));
}
