// The inputs of a table, and the provider's checks of them.
import type { TableArgs } from '@pulumi/aws/dynamodb/table.js';
import { z } from 'zod';
import { argsOf, optionalArn, region, tags } from '../schema/args-of.ts';
import { needed } from '../schema/emulated.ts';

const capacity = z.int().min(1).optional();
const attributeName = z.string().min(1).max(255);
const nameOf = z
  .string()
  .min(3)
  .max(255)
  .regex(/^[\w.-]+$/);

const globalSecondaryIndex = z
  .strictObject({
    name: nameOf,
    hashKey: attributeName.optional(),
    rangeKey: attributeName.optional(),
    keySchemas: z.array(z.strictObject({ attributeName, keyType: z.enum(['HASH', 'RANGE']) })).optional(),
    projectionType: z.enum(['ALL', 'INCLUDE', 'KEYS_ONLY']),
    nonKeyAttributes: z.array(attributeName).max(20).optional(),
    readCapacity: capacity,
    writeCapacity: capacity,
  })
  .superRefine(checkKeyForms);

export const tableInputs = argsOf<TableArgs>()({
  name: nameOf,
  region,
  attributes: z.array(z.strictObject({ name: attributeName, type: z.enum(['S', 'N', 'B']) })),
  hashKey: z
    .string(needed('a table without hashKey', 'only a restored table has its keys from elsewhere'))
    .min(1)
    .max(255),
  rangeKey: attributeName.optional(),
  billingMode: z.enum(['PROVISIONED', 'PAY_PER_REQUEST']).default('PROVISIONED'),
  readCapacity: capacity,
  writeCapacity: capacity,
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
  serverSideEncryption: z.strictObject({ enabled: z.boolean(), kmsKeyArn: optionalArn }).optional(),
  tableClass: z.enum(['STANDARD', 'STANDARD_INFREQUENT_ACCESS']).default('STANDARD'),
  deletionProtectionEnabled: z.boolean().default(false),
  tags,
}).superRefine(checkIndexed);

export type TableInputs = z.infer<typeof tableInputs>;

interface Keyed {
  readonly hashKey?: string;
  readonly rangeKey?: string;
  readonly keySchemas?: readonly { readonly attributeName: string; readonly keyType: 'HASH' | 'RANGE' }[];
}

interface Key {
  readonly name: string;
  readonly type: 'HASH' | 'RANGE';
}

/** The key attributes of a table or index, the partition key first. An index that was read back has both forms. */
export function indexKeys({ hashKey, rangeKey, keySchemas = [] }: Keyed): Key[] {
  if (keySchemas.length > 0) {
    return keySchemas.map(({ attributeName, keyType }) => ({ name: attributeName, type: keyType }));
  }
  return [
    ...(hashKey === undefined ? [] : [{ name: hashKey, type: 'HASH' as const }]),
    ...(rangeKey === undefined ? [] : [{ name: rangeKey, type: 'RANGE' as const }]),
  ];
}

/** validateGlobalSecondaryIndex, validateGSIKeySchema (terraform-provider-aws, internal/service/dynamodb/table.go). */
function checkKeyForms({ hashKey, rangeKey, keySchemas = [] }: Keyed, { addIssue }: z.RefinementCtx): void {
  const wrong = (path: string, message: string) => addIssue({ code: 'custom', path: [path], message });
  const kinds = keySchemas.map(({ keyType }) => keyType);
  const count = (kind: string) => kinds.filter((one) => one === kind).length;
  if ((hashKey === undefined) === (keySchemas.length === 0)) {
    wrong('keySchemas', 'exactly one of `keySchemas`, `hashKey` must be specified');
  }
  if (keySchemas.length === 0) return;
  if (rangeKey !== undefined) wrong('rangeKey', 'conflicts with keySchemas');
  if (kinds.indexOf('RANGE') !== -1 && kinds.indexOf('RANGE') < kinds.lastIndexOf('HASH')) {
    wrong('keySchemas', 'all elements with keyType "HASH" must be before elements with keyType "RANGE"');
  }
  if (count('HASH') < 1 || count('HASH') > 4 || count('RANGE') > 4) {
    wrong(
      'keySchemas',
      'must contain 1 to 4 elements with keyType "HASH" and at most 4 with keyType "RANGE"',
    );
  }
}

/** The provider's check and wording: the attributes are exactly those of the keys. */
function checkIndexed(
  table: Keyed & {
    readonly attributes: readonly { readonly name: string }[];
    readonly globalSecondaryIndexes?: readonly Keyed[];
  },
  context: z.RefinementCtx,
): void {
  const defined = new Set(table.attributes.map(({ name }) => name));
  const used = new Set(
    [table, ...(table.globalSecondaryIndexes ?? [])].flatMap(indexKeys).map((key) => key.name),
  );
  const report = (message: string, names: ReadonlySet<string>) => {
    if (names.size === 0) return;
    const list = [...names].map((name) => JSON.stringify(name)).join(' ');
    context.addIssue({ code: 'custom', path: ['attributes'], message: `${message}: [${list}]` });
  };
  report('all attributes must be indexed. Unused attributes', defined.difference(used));
  report('all indexes must match a defined attribute. Unmatched indexes', used.difference(defined));
}
