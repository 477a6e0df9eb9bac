// Tables.
import type { Lifecycle } from '../lifecycle.ts';

const ID = { attributeName: 'id', keyType: 'HASH' };

export const tables: readonly Lifecycle[] = [
  {
    type: 'aws:dynamodb/table:Table',
    computes: ['arn'],
    script: async () => ({
      inputs: {
        ...{ attributes: [{ name: 'id', type: 'S' }], hashKey: 'id' },
        billingMode: 'PAY_PER_REQUEST',
      },
      updates: [{ tags: { team: 'orders' } }, { ttl: { enabled: true, attributeName: 'expires' } }],
      replaces: { attributes: [{ name: 'key', type: 'S' }], hashKey: 'key' },
      refuses: [
        { patch: { hashKey: 'other' }, message: 'all indexes must match a defined attribute' },
        {
          patch: {
            globalSecondaryIndexes: [
              { name: 'both', projectionType: 'ALL', hashKey: 'id', keySchemas: [ID] },
            ],
          },
          message: 'exactly one of `keySchemas`, `hashKey` must be specified',
        },
        {
          patch: {
            globalSecondaryIndexes: [
              { name: 'turned', projectionType: 'ALL', keySchemas: [{ ...ID, keyType: 'RANGE' }, ID] },
            ],
          },
          message: 'must be before elements with keyType "RANGE"',
        },
        { patch: { region: 'us-east-1' }, message: 'the local DynamoDB is in eu-west-1 only' },
      ],
    }),
  },
];
