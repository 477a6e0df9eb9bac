// A DynamoDB of the tests' own: dynalite on a free loopback port, with the tables as they are deployed.
import { once } from 'node:events';
import type { IncomingMessage, ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { buffer } from 'node:stream/consumers';
import { receivedOf } from '@petstore/local-cloud/dynamodb/received';
import { takeListener } from '@petstore/local-cloud/dynamodb/server';
import { createTable } from '@petstore/local-cloud/dynamodb/tables';
import { withTransactions } from '@petstore/local-cloud/dynamodb/transactions';
import dynalite from 'dynalite';
import { createDynamo, type Dynamo } from '../../service/dynamo/client.ts';
import { byTable, TABLES, type TableDefinition } from '../../service/tables.ts';

export type LocalDynamo = ReturnType<typeof useDynamo>;

export type StoredItem = Readonly<Record<string, { readonly S?: string; readonly N?: string }>>;

export async function itemsIn(dynamo: Dynamo, TableName: string): Promise<readonly StoredItem[]> {
  return (await dynamo.call<{ Items: readonly StoredItem[] }>('Scan', { TableName })).Items;
}

/** How many items of the table have that value, a text or a number. */
export const countIn = async (dynamo: Dynamo, table: string, name: string, value: string) =>
  (await itemsIn(dynamo, table)).filter(({ [name]: found }) => (found?.S ?? found?.N) === value).length;

function inputsOf(name: string, { attributes, partitionKey: hashKey, index }: TableDefinition) {
  const keys = index && [
    { attributeName: index.partitionKey, keyType: 'HASH' as const },
    { attributeName: index.sortKey, keyType: 'RANGE' as const },
  ];
  return {
    ...({ name, hashKey, billingMode: 'PAY_PER_REQUEST', deletionProtectionEnabled: false } as const),
    attributes: Object.entries(attributes).map(([one, type]) => ({ name: one, type })),
    globalSecondaryIndexes: keys && [{ name: index.name, keySchemas: keys, projectionType: 'ALL' as const }],
  };
}

/** `path`: a LevelDB folder to keep the tables in; without one they are in memory. */
export async function startDynamo(path?: string): Promise<LocalDynamo> {
  const server = dynalite({ createTableMs: 0, path });
  const handle = withTransactions(takeListener(server));
  server.on('request', (request: IncomingMessage, response: ServerResponse) => {
    buffer(request)
      .then((body) => handle(receivedOf(request, body)))
      .then(({ status, headers, body }) => void response.writeHead(status, headers).end(body))
      .catch(() => response.destroy());
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  return useDynamo(`http://127.0.0.1:${(server.address() as AddressInfo).port}`, '', async () => {
    server.closeAllConnections();
    await new Promise((done) => server.close(done));
  });
}

/** A DynamoDB that runs already; `prefix` keeps the names of its tables apart from those of others. */
export function useDynamo(endpoint: string, prefix = '', stop = async (): Promise<void> => undefined) {
  const credentials = { accessKeyId: 'local', secretAccessKey: 'local' };
  const dynamo = createDynamo({ region: 'eu-west-1', credentials, endpoint, timeoutMs: 10_000 });
  let made = 0;
  return {
    endpoint,
    dynamo,
    /** Empty tables, with names of their own. */
    async createTables() {
      made += 1;
      const suffix = `${prefix}-${made}`;
      const creating = byTable((name) =>
        createTable(dynamo.call, inputsOf(`${name}${suffix}`, TABLES[name])),
      );
      await Promise.all(Object.values(creating));
      return byTable((name) => `${name}${suffix}`);
    },
    stop,
  };
}
