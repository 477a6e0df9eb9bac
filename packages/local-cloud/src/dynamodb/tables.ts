// Tables of the running DynamoDB: created, described and deleted through its API.
import { setTimeout as sleep } from 'node:timers/promises';
import { ServiceError } from '../service-error.ts';
import { keysOf, keysOfIndex, type TableInputs } from './inputs.ts';
import type { Call } from './transactions/inner-call.ts';

/** A creation or deletion takes one turn of the event loop; this is the limit for a broken one. */
const SETTLE_MS = 10_000;
const POLL_MS = 5;

export interface Tables {
  /** Throws what CreateTable refuses of the inputs of a table that exists; changes nothing. */
  validate(inputs: TableInputs): Promise<void>;
  create(inputs: TableInputs, signal: AbortSignal): Promise<void>;
  exists(name: string): Promise<boolean>;
  delete(name: string, signal: AbortSignal): Promise<void>;
  readonly call: Call;
}

export function createTables(call: Call): Tables {
  const status = async (name: string): Promise<string> => {
    try {
      const { Table } = await call<{ Table: { TableStatus: string } }>('DescribeTable', { TableName: name });
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
    call,
    async validate(inputs) {
      // dynalite validates a request before it looks whether the table exists (validations/createTable.js).
      await call('CreateTable', toCreateTable(inputs)).catch((error: unknown) => {
        if (!(error instanceof ServiceError && error.code === 'ResourceInUseException')) throw error;
      });
    },
    async create(inputs, signal) {
      await call('CreateTable', toCreateTable(inputs));
      await settle(inputs.name, 'ACTIVE', signal);
    },
    exists: async (name) => (await status(name)) !== 'ABSENT',
    async delete(name, signal) {
      if ((await status(name)) === 'ABSENT') return;
      await call('DeleteTable', { TableName: name });
      await settle(name, 'ABSENT', signal);
    },
  };
}

/** The input of CreateTable for the provider's arguments, without those that dynalite lacks. */
export function toCreateTable(inputs: TableInputs): object {
  const indexes = inputs.globalSecondaryIndexes?.map((index) => ({
    IndexName: index.name,
    KeySchema: keysOfIndex(index).map(({ name, type }) => ({ AttributeName: name, KeyType: type })),
    Projection: { ProjectionType: index.projectionType },
  }));
  return {
    TableName: inputs.name,
    BillingMode: inputs.billingMode,
    AttributeDefinitions: inputs.attributes.map(({ name, type }) => ({
      AttributeName: name,
      AttributeType: type,
    })),
    KeySchema: keysOf(inputs).map(({ name, type }) => ({ AttributeName: name, KeyType: type })),
    GlobalSecondaryIndexes: indexes?.length === 0 ? undefined : indexes,
  };
}
