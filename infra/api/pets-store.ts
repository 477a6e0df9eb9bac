// The API's tables: animals with the index of their lists, the hashes of API keys, answers by Idempotency-Key,
// and orders.
import type { Tags } from '@petstore/custom-domains';
import { Table, type TableArgs } from '@pulumi/aws/dynamodb/table.js';
import * as pulumi from '@pulumi/pulumi';
import {
  IDEMPOTENCY_TABLE,
  KEYS_TABLE,
  ORDERS_TABLE,
  PETS_TABLE,
  type TableDefinition,
} from '../../service/tables.ts';

interface PetsStoreArgs {
  /** Deletion protection, in DynamoDB and in Pulumi. */
  readonly protect: boolean;
  readonly tags: Tags;
}

/** On-demand tables with point-in-time recovery. */
export class PetsStore extends pulumi.ComponentResource {
  readonly pets: Table;
  readonly keys: Table;
  readonly idempotency: Table;
  /** A stack has it with and without beta operations: to switch them off deletes no order. */
  readonly orders: Table;

  constructor(name: string, { protect, tags }: PetsStoreArgs, opts?: pulumi.ComponentResourceOptions) {
    super('petstore:api:PetsStore', name, {}, opts);
    const common = {
      billingMode: 'PAY_PER_REQUEST',
      pointInTimeRecovery: { enabled: true },
      deletionProtectionEnabled: protect,
      tags,
    };
    const table = (suffix: string, definition: TableDefinition) =>
      new Table(`${name}-${suffix}`, { ...common, ...tableArgs(definition) }, { parent: this, protect });
    this.pets = table('pets', PETS_TABLE);
    this.keys = table('keys', KEYS_TABLE);
    this.idempotency = table('idempotency', IDEMPOTENCY_TABLE);
    this.orders = table('orders', ORDERS_TABLE);
    this.registerOutputs({
      pets: this.pets.name,
      keys: this.keys.name,
      idempotency: this.idempotency.name,
      orders: this.orders.name,
    });
  }
}

function tableArgs({ attributes, partitionKey, index, ttlAttribute }: TableDefinition): TableArgs {
  return {
    attributes: Object.entries(attributes).map(([name, type]) => ({ name, type })),
    hashKey: partitionKey,
    // An index that was declared with `hashKey` and `rangeKey` does not change: the provider returns both forms and compares one.
    globalSecondaryIndexes: index && [
      {
        name: index.name,
        keySchemas: [
          { attributeName: index.partitionKey, keyType: 'HASH' },
          { attributeName: index.sortKey, keyType: 'RANGE' },
        ],
        projectionType: 'ALL',
      },
    ],
    ttl: ttlAttribute === undefined ? undefined : { attributeName: ttlAttribute, enabled: true },
  };
}
