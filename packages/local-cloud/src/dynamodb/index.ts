// DynamoDB: tables that survive a restart, with signed requests and time to live.
import { join } from 'node:path';
import type { CloudContext } from '../context.ts';
import type { Identity } from '../iam/index.ts';
import type { ServiceHandlers } from '../resources/handler.ts';
import { indexKeys, type TableInputs } from './inputs.ts';
import { createRebuild, type Rebuild, restoreAll } from './rebuild.ts';
import { createJournal } from './recovery/journal.ts';
import { recoveryOperations } from './recovery/operations.ts';
import { type DynamoServer, startDynamoServer } from './server.ts';
import { tableHandler } from './table.ts';
import { createTables, type Tables } from './tables.ts';
import { deleteExpired } from './ttl.ts';

/** DynamoDB deletes "within a few days"; a developer who tries it should see it. */
const SWEEP_EVERY_MS = 60_000;

export interface DynamoDb extends ServiceHandlers {
  /** `http://127.0.0.1:<port>`, once started. */
  readonly endpoint: string;
  start(): Promise<void>;
  close(): Promise<void>;
  /** Deletes expired items now; resolves to their number. */
  deleteExpired(): Promise<number>;
}

interface Running {
  readonly server: DynamoServer;
  readonly tables: Tables;
  readonly rebuild: Rebuild;
}

export function createDynamoDb(context: CloudContext, identity: Identity): DynamoDb {
  const { accountId, region, folder, store, clock = Date.now } = context;
  const records = store.collection<TableInputs>('dynamodb/tables');
  const arnOf = (table: string) => `arn:aws:dynamodb:${region}:${accountId}:table/${table}`;
  const rebuilds = join(folder, 'dynamodb-rebuild');
  const rebuilding = new Set<string>();
  let running: Running | undefined;
  let timer: NodeJS.Timeout | undefined;
  const up = (): Running => {
    if (running === undefined) throw new Error('DynamoDB is not started');
    return running;
  };

  /** The key attributes of a table with recovery. None while its indexes change: the real service keeps its items then. */
  function keysOf(name: string): readonly string[] | undefined {
    const table = records.get(name);
    if (table?.pointInTimeRecovery?.enabled !== true || rebuilding.has(name)) return undefined;
    return indexKeys(table).map((key) => key.name);
  }

  const journal = createJournal({ clock, keyNames: keysOf });

  async function rebuild(...[inputs, previous, signal]: Parameters<Rebuild>): Promise<void> {
    rebuilding.add(inputs.name);
    await up()
      .rebuild(inputs, previous, signal)
      .finally(() => rebuilding.delete(inputs.name));
  }

  async function sweepAll(): Promise<number> {
    let swept = 0;
    for (const { name, ttl, ...table } of records.values()) {
      if (ttl?.enabled !== true || ttl.attributeName === undefined) continue;
      const keys = indexKeys(table).map((key) => key.name);
      const now = Math.floor(Date.now() / 1000);
      swept += await deleteExpired(
        up().tables.client,
        { table: name, attribute: ttl.attributeName, keys },
        now,
      );
    }
    return swept;
  }

  /** The running service, its interrupted rebuilds finished. */
  async function open(server: DynamoServer): Promise<Running> {
    const tables = createTables(server.endpoint, region, identity.administrator);
    // LevelDB opens its files in the background: after the first response they are open and locked.
    await tables.client.call('ListTables', { Limit: 1 });
    for (const inputs of await restoreAll(tables, rebuilds)) records.set(inputs.name, inputs);
    return { server, tables, rebuild: createRebuild(tables, rebuilds) };
  }

  const service = {
    get tables() {
      return up().tables;
    },
    rebuild,
    journal,
    records,
    arnOf,
  };
  return {
    handlers: [tableHandler(context, service)],
    invokes: [],
    get endpoint() {
      return up().server.endpoint;
    },
    async start() {
      const server = await startDynamoServer(context, identity, (dynalite) => {
        const itemsAt = (table: string, at: number) => journal.itemsAt(dynalite, table, at);
        const tables = () => up().tables;
        const recovery = recoveryOperations({ records, arnOf, journal, itemsAt, tables, clock });
        return { serve: journal.recording(dynalite), recovery };
      });
      // Where the rest fails, an open server would keep the process and the lock of its tables.
      running = await open(server).catch(async (error: unknown) => {
        await server.close();
        throw error;
      });
      for (const { name } of records.values()) if (keysOf(name) !== undefined) journal.begin(name);
      timer = setInterval(() => {
        sweepAll().catch((error: Error) =>
          context.log('dynamodb', `expired items were not deleted: ${error.message}`),
        );
      }, SWEEP_EVERY_MS);
      timer.unref();
    },
    async close() {
      clearInterval(timer);
      const server = running?.server;
      running = undefined;
      await server?.close();
    },
    deleteExpired: sweepAll,
  };
}
