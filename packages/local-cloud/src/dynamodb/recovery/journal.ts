// The writes of tables with point-in-time recovery, each with a note of what it replaced, so that a table can be taken back to an
// earlier second. They come one after the other. In memory: after a restart, a table can be taken back to the restart.
import { type Call, callsOf, type Received, type Reply, type Serve } from '../received.ts';
import { type Item, readAll } from '../tables.ts';
import { keyOf } from '../transactions.ts';

interface Change {
  /** Milliseconds since 1970. */
  readonly at: number;
  readonly key: string;
  /** What the write replaced; undefined: there was nothing. */
  readonly before: Item | undefined;
}

interface History {
  since: number;
  readonly changes: Change[];
}

/** Changes that are kept for each table: what a day on a laptop has. The real service keeps all of 35 days. */
const MAX_CHANGES = 10_000;

/** Transactions arrive as their members. */
const WRITES: ReadonlySet<string> = new Set(['PutItem', 'UpdateItem', 'DeleteItem', 'BatchWriteItem']);

export type Journal = ReturnType<typeof createJournal>;

interface JournalOptions {
  /** Milliseconds since 1970. */
  readonly clock: () => number;
  /** Key attributes of a table with recovery; undefined for every other one, whose writes are served as they come. */
  readonly keyNames: (table: string) => readonly string[] | undefined;
  readonly maxChanges?: number;
}

export function createJournal({ clock, keyNames, maxChanges = MAX_CHANGES }: JournalOptions) {
  const histories = new Map<string, History>();
  const historyOf = (table: string): History => {
    const history = histories.get(table) ?? { since: clock(), changes: [] };
    histories.set(table, history);
    return history;
  };

  async function write(serve: Serve, received: Received): Promise<Reply> {
    const targets = WRITES.has(received.operation) ? targetsOf(received.input, keyNames) : [];
    const call = callsOf(serve);
    const befores = await Promise.all(
      targets.map(({ table, key }) =>
        call<{ Item?: Item }>('GetItem', { TableName: table, Key: key, ConsistentRead: true }).then(
          ({ Item }) => Item,
          // Of a malformed key, which the write itself refuses.
          () => undefined,
        ),
      ),
    );
    const reply = await serve(received);
    for (const [index, { table, key }] of reply.status === 200 ? targets.entries() : []) {
      const history = historyOf(table);
      history.changes.push({ at: clock(), key: JSON.stringify(key), before: befores[index] });
      if (history.changes.length > maxChanges) history.since = history.changes.shift()?.at ?? history.since;
    }
    return reply;
  }

  return {
    /** From now on, unless it had begun, the table can be taken back. */
    begin: (table: string) => void historyOf(table),
    /** The table was deleted, or its recovery was switched off. */
    forget: (table: string) => void histories.delete(table),
    /** The first time that the table can be taken back to, in ms since 1970. */
    earliest: (table: string) => historyOf(table).since,
    /** `serve`, with a note of each write. */
    recording:
      (serve: Serve): Serve =>
      (received) =>
        write(serve, received),
    /** The items of a table as they were at `at`, in ms since 1970; no write may happen meanwhile. */
    async itemsAt(call: Call, table: string, at: number): Promise<readonly Item[]> {
      const names = keyNames(table) ?? [];
      const live = await readAll(call, table);
      const items = new Map<string, Item | undefined>(
        live.map((item) => [JSON.stringify(keyOf(item, names)), item]),
      );
      const undone = historyOf(table).changes.filter((one) => one.at > at);
      for (const { key, before } of undone.reverse()) items.set(key, before);
      return [...items.values()].filter((item) => item !== undefined);
    },
  };
}

interface Target {
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

/** The items that a write is on, of tables with recovery. A malformed request has none: DynamoDB refuses it. */
function targetsOf(input: WriteInput, keyNames: JournalOptions['keyNames']): readonly Target[] {
  return writtenBy(input).flatMap(([table, source]) => {
    const names = keyNames(table);
    if (names === undefined || source === undefined) return [];
    return [{ table, key: keyOf(source, names) }];
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
