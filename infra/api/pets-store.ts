// The API's tables: animals with the index of their lists, the hashes of API keys, answers by Idempotency-Key,
// and orders.
import type { Tags } from '@petstore/custom-domains';
import { Table, type TableArgs } from '@pulumi/aws/dynamodb/table.js';
import * as pulumi from '@pulumi/pulumi';
import { type ByTable, byTable, TABLES, type TableDefinition } from '../../service/tables.ts';

interface PetsStoreArgs {
  readonly protect: boolean;
  readonly tags: Tags;
  readonly parent: pulumi.Resource;
}

/**
 * On-demand tables with point-in-time recovery. A stack has the orders' with and without beta operations: to switch them off
 * deletes no order.
 */
export function declareStore(name: string, { protect, tags, parent }: PetsStoreArgs): ByTable<Table> {
  const store = new pulumi.ComponentResource('petstore:api:PetsStore', name, {}, { parent });
  const common = {
    billingMode: 'PAY_PER_REQUEST',
    pointInTimeRecovery: { enabled: true },
    deletionProtectionEnabled: protect,
    tags,
  };
  const opts = { parent: store, protect };
  return byTable((table) => new Table(`${name}-${table}`, { ...common, ...tableArgs(TABLES[table]) }, opts));
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
