// Tables: most inputs go to CreateTable, recovery and time to live to calls of their own.
import {
  type Entry,
  emptyIsUnset,
  group,
  of,
  providerArn,
  type Rule,
  region,
  type TypeTable,
} from '../table.ts';
import { tags } from './tags.ts';

const SOURCE = 'internal/service/dynamodb/table.go';
const PROVIDER = `hashicorp/terraform-provider-aws ${SOURCE}`;
const required: Rule = { required: true, source: PROVIDER };
const NAMES: Rule = {
  source:
    'https://docs.aws.amazon.com/amazondynamodb/latest/developerguide/HowItWorks.NamingRulesDataTypes.html',
  min: 3,
  max: 255,
  pattern: '[a-zA-Z0-9_.-]+',
};

const create = of('CreateTable');
const index = (member: string, more: Omit<Entry, 'members'> = {}) =>
  create(`GlobalSecondaryIndexes[].${member}`, more);

/** The keys that the table and its index have, by other names where one is probed. */
const keyed = (table: string, sort: string, partition: string, order: string) => ({
  hashKey: table,
  rangeKey: sort,
  attributes: [...new Set([table, sort, partition, order])].map((name) => ({ name, type: 'S' })),
  globalSecondaryIndexes: [
    {
      name: 'by-kind',
      ...{ hashKey: partition, rangeKey: order, projectionType: 'INCLUDE', nonKeyAttributes: ['name'] },
      ...{ readCapacity: 1, writeCapacity: 1 },
    },
  ],
});

/** An index with `keySchemas`, in place of hashKey and rangeKey. */
const schemas = (attributeName: string, keyType = 'HASH') => ({
  ...keyed('pk', 'sk', 'kind', 'age'),
  attributes: ['pk', 'sk', attributeName].map((name) => ({ name, type: 'S' })),
  globalSecondaryIndexes: [
    { name: 'by-kind', keySchemas: [{ attributeName, keyType }], projectionType: 'ALL' },
  ],
});

const noSortKey = { values: [''], reason: 'the provider takes an empty sort key for none' };
const capacity = { rules: [{ source: `${PROVIDER} validateProvisionedThroughput`, min: 1 }] };
const capacityOfTable = {
  ...capacity,
  absent: { verdict: 'accepted', reason: 'CreateTable checks the needs of each billing mode' },
} as const;

const table: TypeTable = {
  type: 'aws:dynamodb/table:Table',
  service: 'dynamodb',
  valid: {
    ...keyed('pk', 'sk', 'kind', 'age'),
    name: 'orders',
    region: 'eu-west-1',
    billingMode: 'PROVISIONED',
    readCapacity: 1,
    writeCapacity: 1,
    pointInTimeRecovery: { enabled: true, recoveryPeriodInDays: 7 },
    ttl: { enabled: true, attributeName: 'expires' },
    serverSideEncryption: { enabled: true, kmsKeyArn: 'arn:aws:kms:eu-west-1:123456789012:key/orders' },
    tableClass: 'STANDARD',
    deletionProtectionEnabled: false,
    tags: { team: 'orders' },
  },
  inputs: {
    name: create('TableName', { rules: [NAMES] }),
    region,
    attributes: create('AttributeDefinitions', {
      rules: [required],
      unspecified: { values: [[]], reason: 'keys without attributes are refused for the keys' },
    }),
    'attributes[]': create('AttributeDefinitions[]'),
    'attributes[].name': create('AttributeDefinitions[].AttributeName', {
      given: (name: string) => keyed(name, 'sk', 'kind', 'age'),
    }),
    'attributes[].type': create('AttributeDefinitions[].AttributeType'),
    hashKey: create('KeySchema[].AttributeName', {
      given: (name: string) => keyed(name, 'sk', 'kind', 'age'),
      absent: { verdict: 'not emulated', reason: 'only a table that is restored has keys of its own' },
    }),
    rangeKey: create('KeySchema[].AttributeName', {
      given: (name: string) => keyed('pk', name, 'kind', 'age'),
      unspecified: noSortKey,
      absent: { verdict: 'refused', reason: `${PROVIDER}: an attribute that no key uses is refused` },
    }),
    billingMode: create('BillingMode'),
    readCapacity: create('ProvisionedThroughput.ReadCapacityUnits', capacityOfTable),
    writeCapacity: create('ProvisionedThroughput.WriteCapacityUnits', capacityOfTable),
    globalSecondaryIndexes: create('GlobalSecondaryIndexes', {
      rules: [{ max: 20, source: 'dynamodb CreateTable.GlobalSecondaryIndexes, its documentation' }],
      stretch: (length) =>
        Array.from({ length }, (_, n) => ({ name: `by-kind-${n}`, hashKey: 'pk', projectionType: 'ALL' })),
      given: { attributes: ['pk', 'sk'].map((name) => ({ name, type: 'S' })) },
      probes: [],
      absent: { verdict: 'accepted', reason: 'an index is optional' },
      unspecified: {
        values: [keyed('pk', 'sk', 'kind', 'age').globalSecondaryIndexes],
        reason: 'its attributes are not given',
      },
    }),
    'globalSecondaryIndexes[]': create('GlobalSecondaryIndexes[]'),
    'globalSecondaryIndexes[].name': index('IndexName'),
    'globalSecondaryIndexes[].hashKey': index('KeySchema[].AttributeName', {
      given: (name: string) => keyed('pk', 'sk', name, 'age'),
      absent: { verdict: 'refused', reason: `${PROVIDER}: an attribute that no key uses is refused` },
    }),
    'globalSecondaryIndexes[].rangeKey': index('KeySchema[].AttributeName', {
      given: (name: string) => keyed('pk', 'sk', 'kind', name),
      unspecified: noSortKey,
      absent: { verdict: 'refused', reason: `${PROVIDER}: an attribute that no key uses is refused` },
    }),
    'globalSecondaryIndexes[].keySchemas': index('KeySchema', {
      given: schemas('kind'),
      unspecified: { values: [[]], reason: 'the provider takes an empty list for none' },
      absent: { verdict: 'refused', reason: `${PROVIDER}: an attribute that no key uses is refused` },
    }),
    'globalSecondaryIndexes[].keySchemas[]': index('KeySchema[]', { given: schemas('kind') }),
    'globalSecondaryIndexes[].keySchemas[].attributeName': index('KeySchema[].AttributeName', {
      given: (name = 'kind') => schemas(name),
    }),
    'globalSecondaryIndexes[].keySchemas[].keyType': index('KeySchema[].KeyType', {
      given: (type = 'HASH') => schemas('kind', type),
      unspecified: {
        values: ['RANGE'],
        reason:
          'the first key of an index is its hash key: packages/local-cloud/test/contract/forms has both',
      },
    }),
    'globalSecondaryIndexes[].projectionType': index('Projection.ProjectionType', { rules: [required] }),
    'globalSecondaryIndexes[].nonKeyAttributes': index('Projection.NonKeyAttributes', emptyIsUnset(SOURCE)),
    'globalSecondaryIndexes[].nonKeyAttributes[]': index('Projection.NonKeyAttributes[]'),
    'globalSecondaryIndexes[].readCapacity': index(
      'ProvisionedThroughput.ReadCapacityUnits',
      capacityOfTable,
    ),
    'globalSecondaryIndexes[].writeCapacity': index(
      'ProvisionedThroughput.WriteCapacityUnits',
      capacityOfTable,
    ),
    pointInTimeRecovery: group(PROVIDER),
    'pointInTimeRecovery.enabled': of('UpdateContinuousBackups')(
      'PointInTimeRecoverySpecification.PointInTimeRecoveryEnabled',
    ),
    'pointInTimeRecovery.recoveryPeriodInDays': of('UpdateContinuousBackups')(
      'PointInTimeRecoverySpecification.RecoveryPeriodInDays',
    ),
    ttl: group(PROVIDER),
    'ttl.enabled': of('UpdateTimeToLive')('TimeToLiveSpecification.Enabled', {
      absent: { verdict: 'accepted', reason: `${PROVIDER}: false where it is absent` },
    }),
    'ttl.attributeName': of('UpdateTimeToLive')('TimeToLiveSpecification.AttributeName'),
    serverSideEncryption: create('SSESpecification'),
    'serverSideEncryption.enabled': create('SSESpecification.Enabled', { rules: [required] }),
    'serverSideEncryption.kmsKeyArn': create('SSESpecification.KMSMasterKeyId', {
      rules: [providerArn],
      ...emptyIsUnset(SOURCE),
    }),
    tableClass: create('TableClass'),
    deletionProtectionEnabled: create('DeletionProtectionEnabled'),
    ...tags({ key: 'CreateTable.Tags[].Key', value: 'CreateTable.Tags[].Value' }),
  },
};

export const dynamodb: readonly TypeTable[] = [table];
