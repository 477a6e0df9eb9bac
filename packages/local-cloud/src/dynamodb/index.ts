// DynamoDB: tables that survive a restart, with signed requests and time to live.
import type { CloudContext } from '../context.ts';
import type { Identity } from '../iam/index.ts';
import type { ServiceHandlers } from '../resources/handler.ts';
import { keysOf, type TableInputs } from './inputs.ts';
import { rebuild } from './rebuild.ts';
import { createJournal } from './recovery/journal.ts';
import { recoveryOperations } from './recovery/operations.ts';
import { type DynamoServer, startDynamoServer } from './server.ts';
import { tableHandler } from './table.ts';
import { createTables, type Tables } from './tables.ts';
import { callsOf } from './transactions/inner-call.ts';
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
}

export function createDynamoDb(context: CloudContext, identity: Identity): DynamoDb {
  const { accountId, region, store, clock = Date.now } = context;
  const records = store.collection<TableInputs>('dynamodb/tables');
  const arnOf = (table: string) => `arn:aws:dynamodb:${region}:${accountId}:table/${table}`;
  const rebuilding = new Set<string>();
  let running: Running | undefined;
  let timer: NodeJS.Timeout | undefined;
  const up = (): Running => {
    if (running === undefined) throw new Error('DynamoDB is not started');
    return running;
  };
  const tables = () => up().tables;
  const keyNames = (table: TableInputs) => keysOf(table).map(({ name }) => name);

  const journal = createJournal({
    clock,
    // None of a table whose indexes change: the real service keeps its items then.
    keyNames(name) {
      const table = records.get(name);
      const isRecorded = table?.pointInTimeRecovery?.enabled === true && !rebuilding.has(name);
      return isRecorded ? keyNames(table) : undefined;
    },
  });

  async function sweepAll(): Promise<number> {
    const now = Math.floor(Date.now() / 1000);
    let swept = 0;
    for (const table of records.values()) {
      const { name, ttl } = table;
      if (ttl?.enabled !== true || ttl.attributeName === undefined) continue;
      const expiring = { table: name, attribute: ttl.attributeName, keys: keyNames(table) };
      swept += await deleteExpired(tables().call, expiring, now);
    }
    return swept;
  }

  const service = {
    ...{ records, arnOf, journal },
    get tables() {
      return tables();
    },
    rebuild(inputs: TableInputs, previous: TableInputs, signal: AbortSignal) {
      rebuilding.add(inputs.name);
      return rebuild(tables(), inputs, previous, signal).finally(() => rebuilding.delete(inputs.name));
    },
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
        const recovery = recoveryOperations({ records, arnOf, journal, itemsAt, tables, clock });
        return { serve: journal.recording(dynalite), recovery };
      });
      running = { server, tables: createTables(callsOf(server.serve)) };
      for (const { name, pointInTimeRecovery } of records.values())
        if (pointInTimeRecovery?.enabled === true) journal.begin(name);
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
