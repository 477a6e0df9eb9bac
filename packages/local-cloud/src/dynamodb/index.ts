// DynamoDB: tables (aws:dynamodb/table:Table) that survive a restart. What dynalite lacks (transactions, recovery, time to live,
// protection) is done or stored beside it. Expired items stay: the real service deletes them within days, and no program may
// count on it.
import { join } from 'node:path';
import type { CloudContext } from '../context.ts';
import type { Api } from '../endpoint/index.ts';
import { defineHandler } from '../resources/handler.ts';
import { ServiceError } from '../service-error.ts';
import { keysOf, type TableInputs, tableInputs } from './inputs.ts';
import { callsOf, receivedOf, type Serve } from './received.ts';
import { createJournal, hasRecovery, recoveryOperations } from './recovery.ts';
import { openTables } from './server.ts';
import { createTable, deleteTable, rebuild, tableExists, toCreateTable } from './tables.ts';
import { createTurns, invalid, withTransactions } from './transactions.ts';

export function createDynamoDb(context: CloudContext) {
  const { accountId, region, store, clock = Date.now } = context;
  const records = store.collection<TableInputs>('dynamodb/tables');
  const arnOf = (table: string) => `arn:aws:dynamodb:${region}:${accountId}:table/${table}`;
  let dynalite: Serve = () => Promise.reject(new Error('DynamoDB is not started'));
  /** These calls are neither recorded nor in turn. */
  const serve: Serve = (received) => dynalite(received);
  const call = callsOf(serve);
  const journal = createJournal(clock, (name) => {
    const table = records.get(name);
    return table && hasRecovery(table) ? keysOf(table).map((key) => key.AttributeName) : undefined;
  });
  const inTurn = createTurns();
  const serveInTurn = withTransactions(journal.recording(serve), inTurn);
  const recovery = recoveryOperations({ records, arnOf, journal, call, clock });
  /** Recovery reaches back to when it was switched on. */
  const startRecovery = (table: TableInputs) =>
    hasRecovery(table) ? journal.begin(table.name) : journal.forget(table.name);

  const table = defineHandler<TableInputs, { arn: string }>({
    type: 'aws:dynamodb/table:Table',
    inputs: tableInputs,
    replaceOn: ['name', 'hashKey', 'rangeKey'],
    autoname: 'name',
    async create(inputs, operation) {
      const { name } = inputs;
      if (operation.region !== region) throw invalid(`the local DynamoDB is in ${region} only`);
      if (await tableExists(call, name))
        throw new ServiceError('ResourceInUseException', `Table already exists: ${name}`);
      await createTable(call, inputs);
      records.set(name, inputs);
      startRecovery(inputs);
      return { id: name, computed: { arn: arnOf(name) } };
    },
    async read(id) {
      const inputs = records.get(id);
      if (inputs === undefined || !(await tableExists(call, id))) return undefined;
      return { inputs, computed: { arn: arnOf(id) } };
    },
    async update(id, inputs, old) {
      const live = records.get(id) ?? old;
      if (JSON.stringify(toCreateTable(live)) !== JSON.stringify(toCreateTable(inputs)))
        await inTurn(() => rebuild(call, inputs, live));
      records.set(id, inputs);
      startRecovery(inputs);
      return { arn: arnOf(id) };
    },
    async delete(id) {
      if (records.get(id)?.deletionProtectionEnabled === true)
        throw invalid('Resource cannot be deleted as it is currently protected against deletion.');
      await deleteTable(call, id);
      records.delete(id);
      journal.forget(id);
    },
  });

  return {
    handlers: [table],
    api: {
      protocol: 'json-1.0',
      async call({ message, body }, response) {
        const received = receivedOf(message, body);
        const operation = recovery[received.operation];
        if (operation !== undefined) return inTurn(() => operation(received.input));
        const reply = await serveInTurn(received);
        response.writeHead(reply.status, reply.headers).end(reply.body);
        return undefined;
      },
    } satisfies Api,
    /** Resolves to the server on which the endpoint listens: its end closes the tables. */
    async open() {
      const opened = await openTables(join(context.folder, 'dynamodb'));
      dynalite = opened.serve;
      for (const inputs of records.values()) startRecovery(inputs);
      return opened.server;
    },
  };
}
