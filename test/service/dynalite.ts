// A DynamoDB of the tests' own: dynalite on a free loopback port, with the tables as they are deployed.
import { once } from 'node:events';
import type { IncomingMessage, ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { buffer } from 'node:stream/consumers';
import { receivedOf } from '@petstore/local-cloud/dynamodb/received';
import { takeListener } from '@petstore/local-cloud/dynamodb/server';
import { withTransactions } from '@petstore/local-cloud/dynamodb/transactions/index';
import dynalite from 'dynalite';
import { createDynamo, type Dynamo } from '../../service/dynamo/client.ts';
import {
  IDEMPOTENCY_TABLE,
  KEYS_TABLE,
  ORDERS_TABLE,
  PETS_TABLE,
  type TableDefinition,
} from '../../service/tables.ts';

export interface LocalDynamo {
  readonly endpoint: string;
  readonly dynamo: Dynamo;
  /** Empty tables, with names of their own. */
  createTables(): Promise<{ pets: string; keys: string; idempotency: string; orders: string }>;
  stop(): Promise<void>;
}

function keySchema(partitionKey: string, sortKey?: string): object[] {
  const partition = { AttributeName: partitionKey, KeyType: 'HASH' };
  return sortKey === undefined ? [partition] : [partition, { AttributeName: sortKey, KeyType: 'RANGE' }];
}

async function createTable(dynamo: Dynamo, name: string, definition: TableDefinition): Promise<void> {
  const { attributes, partitionKey, index } = definition;
  await dynamo.call('CreateTable', {
    TableName: name,
    BillingMode: 'PAY_PER_REQUEST',
    AttributeDefinitions: Object.entries(attributes).map(([AttributeName, AttributeType]) => ({
      AttributeName,
      AttributeType,
    })),
    KeySchema: keySchema(partitionKey),
    GlobalSecondaryIndexes: index && [
      {
        IndexName: index.name,
        KeySchema: keySchema(index.partitionKey, index.sortKey),
        Projection: { ProjectionType: 'ALL' },
      },
    ],
  });
  for (let tries = 0; tries < 100; tries += 1) {
    const { Table } = await dynamo.call<{ Table: { TableStatus: string } }>('DescribeTable', {
      TableName: name,
    });
    if (Table.TableStatus === 'ACTIVE') return;
    await new Promise((done) => setTimeout(done, 5));
  }
  throw new Error(`${name} did not become active`);
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
export function useDynamo(
  endpoint: string,
  prefix = '',
  stop = async (): Promise<void> => undefined,
): LocalDynamo {
  const credentials = { accessKeyId: 'local', secretAccessKey: 'local' };
  const dynamo = createDynamo({ region: 'eu-west-1', credentials, endpoint, timeoutMs: 10_000 });
  let made = 0;
  return {
    endpoint,
    dynamo,
    async createTables() {
      made += 1;
      const create = async (name: string, definition: TableDefinition) => {
        const table = `${name}${prefix}-${made}`;
        await createTable(dynamo, table, definition);
        return table;
      };
      const [pets, keys, idempotency, orders] = await Promise.all([
        create('pets', PETS_TABLE),
        create('keys', KEYS_TABLE),
        create('idempotency', IDEMPOTENCY_TABLE),
        create('orders', ORDERS_TABLE),
      ]);
      return { pets, keys, idempotency, orders };
    },
    stop,
  };
}
