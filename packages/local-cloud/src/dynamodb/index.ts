// DynamoDB: tables that survive a restart, with signed requests. Expired items stay: the real service deletes them within days,
// and no program may count on it.
import type { CloudContext } from '../context.ts';
import type { Identity } from '../iam/index.ts';
import type { ServiceHandlers } from '../resources/handler.ts';
import { keysOf, type TableInputs } from './inputs.ts';
import { createJournal } from './recovery/journal.ts';
import { recoveryOperations } from './recovery/operations.ts';
import { type DynamoServer, startDynamoServer } from './server.ts';
import { tableHandler } from './table.ts';
import { createTables, type Tables } from './tables.ts';
import { callsOf } from './transactions/inner-call.ts';

export interface DynamoDb extends ServiceHandlers {
  /** `http://127.0.0.1:<port>`, once started. */
  readonly endpoint: string;
  start(): Promise<void>;
  close(): Promise<void>;
}

interface Running {
  readonly server: DynamoServer;
  readonly tables: Tables;
}

export function createDynamoDb(context: CloudContext, identity: Identity): DynamoDb {
  const { accountId, region, store, clock = Date.now } = context;
  const records = store.collection<TableInputs>('dynamodb/tables');
  const arnOf = (table: string) => `arn:aws:dynamodb:${region}:${accountId}:table/${table}`;
  let running: Running | undefined;
  const up = (): Running => {
    if (running === undefined) throw new Error('DynamoDB is not started');
    return running;
  };
  const tables = () => up().tables;

  const journal = createJournal({
    clock,
    keyNames(name) {
      const table = records.get(name);
      return table?.pointInTimeRecovery?.enabled === true ? keysOf(table).map((key) => key.name) : undefined;
    },
  });

  return {
    handlers: [tableHandler(context, { records, arnOf, journal, tables })],
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
    },
    async close() {
      const server = running?.server;
      running = undefined;
      await server?.close();
    },
  };
}
