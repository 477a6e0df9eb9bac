// Tables of the running DynamoDB: created, described and deleted through its API.
import { setTimeout as sleep } from 'node:timers/promises';
import type { Credentials } from '../iam/index.ts';
import { ServiceError } from '../service-error.ts';
import { createClient, type DynamoDbClient } from './client.ts';
import { indexKeys, type TableInputs } from './inputs.ts';

/** A creation or deletion takes one turn of the event loop; this is the limit for a broken one. */
const SETTLE_MS = 10_000;
const POLL_MS = 5;

export interface Tables {
  /** Throws what CreateTable refuses of the inputs of a table that exists; changes nothing. */
  validate(inputs: TableInputs): Promise<void>;
  create(inputs: TableInputs, signal: AbortSignal): Promise<void>;
  exists(name: string): Promise<boolean>;
  delete(name: string, signal: AbortSignal): Promise<void>;
  readonly client: DynamoDbClient;
}

/** DynamoDB at an endpoint, with credentials that may do everything. Its refusals are thrown as ServiceError. */
export function createTables(endpoint: string, region: string, credentials: Credentials): Tables {
  const client = createClient(endpoint, region, { credentials, timeoutMs: SETTLE_MS });
  const status = async (name: string): Promise<string> => {
    try {
      const { Table } = await client.call<{ Table: { TableStatus: string } }>('DescribeTable', {
        TableName: name,
      });
      return Table.TableStatus;
    } catch (error) {
      if (error instanceof ServiceError && error.code === 'ResourceNotFoundException') return 'ABSENT';
      throw error;
    }
  };
  const settle = async (name: string, wanted: string, signal: AbortSignal): Promise<void> => {
    const deadline = Date.now() + SETTLE_MS;
    while ((await status(name)) !== wanted) {
      if (Date.now() > deadline) throw new Error(`table ${name} did not become ${wanted}`);
      await sleep(POLL_MS, undefined, { signal });
    }
  };
  return {
    client,
    async validate(inputs) {
      // dynalite validates a request before it looks whether the table exists (validations/createTable.js).
      await client.call('CreateTable', toCreateTable(inputs)).catch((error: unknown) => {
        if (!(error instanceof ServiceError && error.code === 'ResourceInUseException')) throw error;
      });
    },
    async create(inputs, signal) {
      await client.call('CreateTable', toCreateTable(inputs));
      await settle(inputs.name, 'ACTIVE', signal);
    },
    exists: async (name) => (await status(name)) !== 'ABSENT',
    async delete(name, signal) {
      if ((await status(name)) === 'ABSENT') return;
      await client.call('DeleteTable', { TableName: name });
      await settle(name, 'ABSENT', signal);
    },
  };
}

/** The input of CreateTable for the provider's arguments, without those that dynalite lacks. */
export function toCreateTable(inputs: TableInputs): object {
  const indexes = inputs.globalSecondaryIndexes?.map((index) => ({
    IndexName: index.name,
    KeySchema: indexKeys(index).map(({ name, type }) => ({ AttributeName: name, KeyType: type })),
    Projection: { ProjectionType: index.projectionType, NonKeyAttributes: index.nonKeyAttributes },
    ProvisionedThroughput: throughput(index),
  }));
  return {
    TableName: inputs.name,
    BillingMode: inputs.billingMode,
    ProvisionedThroughput: throughput(inputs),
    AttributeDefinitions: inputs.attributes.map(({ name, type }) => ({
      AttributeName: name,
      AttributeType: type,
    })),
    KeySchema: indexKeys(inputs).map(({ name, type }) => ({ AttributeName: name, KeyType: type })),
    GlobalSecondaryIndexes: indexes?.length === 0 ? undefined : indexes,
  };
}

interface Capacity {
  readonly readCapacity?: number;
  readonly writeCapacity?: number;
}

function throughput({ readCapacity, writeCapacity }: Capacity): object | undefined {
  if (readCapacity === undefined && writeCapacity === undefined) return undefined;
  return { ReadCapacityUnits: readCapacity, WriteCapacityUnits: writeCapacity };
}
