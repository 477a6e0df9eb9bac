// DynamoDB: tables that survive a restart. Expired items stay: the real service deletes them within days, and no program may
// count on it.
import { join } from 'node:path';
import type { CloudContext } from '../context.ts';
import type { Api } from '../endpoint/index.ts';
import { keysOf, type TableInputs } from './inputs.ts';
import { receivedOf, type Serve } from './received.ts';
import { createJournal } from './recovery/journal.ts';
import { type Recovery, recoveryOperations } from './recovery/operations.ts';
import { openTables } from './server.ts';
import { tableHandler } from './table.ts';
import { createTables, type Tables } from './tables.ts';
import { withTransactions } from './transactions/index.ts';
import { callsOf } from './transactions/inner-call.ts';

export function createDynamoDb(context: CloudContext) {
  const { accountId, region, store, clock = Date.now } = context;
  const records = store.collection<TableInputs>('dynamodb/tables');
  const arnOf = (table: string) => `arn:aws:dynamodb:${region}:${accountId}:table/${table}`;
  let running: { serve: Serve; recovery: Recovery; tables: Tables } | undefined;
  const up = () => {
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
    api: {
      protocol: 'json-1.0',
      async call({ message, body }, response) {
        const received = receivedOf(message, body);
        const operation = up().recovery[received.operation];
        if (operation !== undefined) return operation(received.input);
        up().serve(received, response);
        return undefined;
      },
    } satisfies Api,
    /** Resolves to the server on which the endpoint listens: its end closes the tables. */
    async open() {
      const { server, serve } = await openTables(join(context.folder, 'dynamodb'));
      const itemsAt = (table: string, at: number) => journal.itemsAt(serve, table, at);
      const recovery = recoveryOperations({ records, arnOf, journal, itemsAt, tables, clock });
      running = {
        serve: withTransactions(journal.recording(serve)),
        recovery,
        tables: createTables(callsOf(serve)),
      };
      for (const { name, pointInTimeRecovery } of records.values())
        if (pointInTimeRecovery?.enabled === true) journal.begin(name);
      return server;
    },
  };
}
