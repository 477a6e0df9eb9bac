// The part of dynalite's store that `fill.ts` uses; the package has no types.
declare module 'dynalite/db/index.js' {
  interface Keyed {
    readonly AttributeDefinitions: readonly object[];
    readonly KeySchema: readonly object[];
    readonly GlobalSecondaryIndexes: readonly {
      readonly IndexName: string;
      readonly KeySchema: readonly object[];
    }[];
  }
  interface Sub {
    batch(puts: readonly object[], callback: (error?: Error | null) => void): void;
  }
  interface Store {
    getTable(name: string, callback: (error: Error | null, table: Keyed) => void): void;
    getItemDb(table: string): Sub;
    getIndexDb(type: 'global', table: string, index: string): Sub;
    readonly db: { close(): Promise<void> };
  }
  const db: {
    create(options: { readonly path: string }): Store;
    createKey(item: object, table: Keyed): string;
    createIndexKey(item: object, table: Keyed, keySchema: readonly object[]): string;
  };
  export default db;
}
