// Tables.
import type { Lifecycle } from '../lifecycle.ts';

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
    }),
  },
];
