// The inputs of a table, and the provider's checks of them.
import type { TableArgs } from '@pulumi/aws/dynamodb/table.js';
import { z } from 'zod';
import { argsOf, emulates, needed, region, tags } from '../schema.ts';

const attributeName = z.string().min(1).max(255);
const nameOf = z
  .string()
  .min(3)
  .max(255)
  .regex(/^[\w.-]+$/);

const globalSecondaryIndex = z.strictObject({
  name: nameOf,
  keySchemas: z
    .array(z.strictObject({ attributeName, keyType: z.enum(['HASH', 'RANGE']) }))
    .refine(
      (keys) => ['HASH', 'HASH RANGE'].includes(keys.map(({ keyType }) => keyType).join(' ')),
      'is one element of the keyType "HASH", and at most one "RANGE" behind it',
    ),
  projectionType: z.enum(['ALL', 'KEYS_ONLY']),
});

const NO_CAPACITY = 'the local DynamoDB counts no capacity';

export const tableInputs = argsOf<TableArgs>()({
  name: nameOf,
  region,
  attributes: z.array(z.strictObject({ name: attributeName, type: z.enum(['S', 'N', 'B']) })),
  hashKey: z
    .string(needed('a table without hashKey', 'only a restored table has its keys from elsewhere'))
    .min(1)
    .max(255),
  rangeKey: attributeName.optional(),
  billingMode: z
    .string(needed("the provider's default, PROVISIONED", NO_CAPACITY))
    .pipe(emulates(['PAY_PER_REQUEST'], NO_CAPACITY)),
  globalSecondaryIndexes: z.array(globalSecondaryIndex).max(20).optional(),
  pointInTimeRecovery: z
    .strictObject({ enabled: z.boolean(), recoveryPeriodInDays: z.int().min(1).max(35).optional() })
    .optional(),
  ttl: z
    .strictObject({ enabled: z.boolean().default(false), attributeName: attributeName.optional() })
    .refine((ttl) => !ttl.enabled || ttl.attributeName !== undefined, {
      message: 'attributeName is required when ttl is enabled',
    })
    .optional(),
  deletionProtectionEnabled: z.boolean().default(false),
  tags,
}).superRefine(checkIndexed);

export type TableInputs = z.infer<typeof tableInputs>;

type Index = z.infer<typeof globalSecondaryIndex>;

interface Key {
  readonly name: string;
  readonly type: 'HASH' | 'RANGE';
}

export function keysOf({ hashKey, rangeKey }: Pick<TableInputs, 'hashKey' | 'rangeKey'>): Key[] {
  const hash: Key = { name: hashKey, type: 'HASH' };
  return rangeKey === undefined ? [hash] : [hash, { name: rangeKey, type: 'RANGE' }];
}

export const keysOfIndex = ({ keySchemas }: Index): Key[] =>
  keySchemas.map(({ attributeName, keyType }) => ({ name: attributeName, type: keyType }));

/** The provider's check and wording: the attributes are exactly those of the keys. */
function checkIndexed(
  table: Pick<TableInputs, 'hashKey' | 'rangeKey' | 'attributes' | 'globalSecondaryIndexes'>,
  context: z.RefinementCtx,
): void {
  const defined = new Set(table.attributes.map(({ name }) => name));
  const keys = [keysOf(table), ...(table.globalSecondaryIndexes ?? []).map(keysOfIndex)].flat();
  const used = new Set(keys.map(({ name }) => name));
  const report = (message: string, names: ReadonlySet<string>) => {
    if (names.size === 0) return;
    const list = [...names].map((name) => JSON.stringify(name)).join(' ');
    context.addIssue({ code: 'custom', path: ['attributes'], message: `${message}: [${list}]` });
  };
  report('all attributes must be indexed. Unused attributes', defined.difference(used));
  report('all indexes must match a defined attribute. Unmatched indexes', used.difference(defined));
}
