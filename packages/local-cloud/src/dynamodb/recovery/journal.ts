// What each write replaced, newest last: with it a table is taken back to an earlier second.

export type Item = Readonly<Record<string, unknown>>;

interface Change {
  readonly at: number;
  readonly key: string;
  /** What the write replaced; undefined: there was nothing. */
  readonly before: Item | undefined;
}

/** Changes that are kept for each table: what a day on a laptop has. The real service keeps all of 35 days. */
const MAX_CHANGES = 10_000;

export interface Journal {
  /** From now on, unless it had begun, the table can be taken back. */
  begin(table: string): void;
  /** The first time that the table can be taken back to, in ms since 1970. */
  earliest(table: string): number;
  /** A write at `at` (ms) replaced `before`, the item with the key, by another or by nothing. */
  record(table: string, change: Change): void;
  /** The items of the table as they were at `at` (ms), from those that it has now. */
  itemsAt(table: string, now: ReadonlyMap<string, Item>, at: number): readonly Item[];
  /** The table was deleted, or its recovery was switched off. */
  forget(table: string): void;
}

interface History {
  since: number;
  readonly changes: Change[];
}

/** In memory: after a restart of the cloud, a table can be taken back to the restart. `clock` in ms since 1970. */
export function createJournal(clock: () => number, maxChanges = MAX_CHANGES): Journal {
  const histories = new Map<string, History>();
  const historyOf = (table: string): History => {
    const history = histories.get(table) ?? { since: clock(), changes: [] };
    histories.set(table, history);
    return history;
  };
  return {
    begin: (table) => void historyOf(table),
    earliest: (table) => historyOf(table).since,
    record(table, change) {
      const history = historyOf(table);
      history.changes.push(change);
      if (history.changes.length > maxChanges) history.since = history.changes.shift()?.at ?? history.since;
    },
    itemsAt(table, now, at) {
      const items = new Map<string, Item | undefined>(now);
      for (const { key, before } of historyOf(table)
        .changes.filter((one) => one.at > at)
        .reverse()) {
        items.set(key, before);
      }
      return [...items.values()].filter((item) => item !== undefined);
    },
    forget: (table) => void histories.delete(table),
  };
}
