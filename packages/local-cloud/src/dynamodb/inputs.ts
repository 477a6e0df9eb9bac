// The inputs of a table.
import type { TableArgs } from '@pulumi/aws/dynamodb/table.js';
import { z } from 'zod';
import { argsOf, emulates, needed, part, region, tags } from '../schema.ts';

const NO_CAPACITY = 'the local DynamoDB counts no capacity';

export const tableInputs = argsOf<TableArgs>()({
  name: z
    .string()
    .min(3)
    .max(255)
    .regex(/^[\w.-]+$/),
  region,
  attributes: part<TableArgs['attributes']>(),
  hashKey: z.string(needed('a table without hashKey', 'only a restored table has its keys from elsewhere')),
  rangeKey: z.string().optional(),
  billingMode: z
    .string(needed("the provider's default, PROVISIONED", NO_CAPACITY))
    .pipe(emulates(['PAY_PER_REQUEST'], NO_CAPACITY)),
  globalSecondaryIndexes: part<TableArgs['globalSecondaryIndexes']>().optional(),
  pointInTimeRecovery: part<TableArgs['pointInTimeRecovery']>().optional(),
  ttl: part<TableArgs['ttl']>().optional(),
  deletionProtectionEnabled: z.boolean().default(false),
  tags,
});

export type TableInputs = z.infer<typeof tableInputs>;

/** The table's own KeySchema. */
export function keysOf({ hashKey, rangeKey }: TableInputs) {
  const hash = { AttributeName: hashKey, KeyType: 'HASH' };
  return rangeKey === undefined ? [hash] : [hash, { AttributeName: rangeKey, KeyType: 'RANGE' }];
}
