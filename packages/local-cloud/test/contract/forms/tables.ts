// Tables and their indexes.
import { expect } from 'vitest';
import type { FormRow } from '../form.ts';

const row = (type: string, rest: Omit<FormRow, 'type'>): FormRow => ({ type, ...rest });

const TABLE = 'internal/service/dynamodb/table.go';
const indexed = {
  attributes: [
    { name: 'id', type: 'S' },
    { name: 'status', type: 'S' },
  ],
};
const index = { name: 'by-status', projectionType: 'ALL' };
const keySchemas = [
  { attributeName: 'status', keyType: 'HASH' },
  { attributeName: 'id', keyType: 'RANGE' },
];

const WITHOUT_ATTRIBUTE = expect.not.objectContaining({ attributeName: 'expires' });

const tables: readonly FormRow[] = [
  row('aws:dynamodb/table:Table', {
    what: 'an index by keySchemas, where it was by hashKey and rangeKey',
    declares: {
      ...indexed,
      globalSecondaryIndexes: [{ ...index, hashKey: 'status', rangeKey: 'id' }],
    },
    gives: { globalSecondaryIndexes: [{ ...index, hashKey: 'status', rangeKey: 'id' }] },
    next: { ...indexed, globalSecondaryIndexes: [{ ...index, keySchemas }] },
    ...{ shows: 'same', source: `${TABLE}: customDiffGlobalSecondaryIndex` },
  }),
  row('aws:dynamodb/table:Table', {
    what: 'an index of other keys',
    declares: { ...indexed, globalSecondaryIndexes: [{ ...index, keySchemas }] },
    next: { ...indexed, globalSecondaryIndexes: [{ ...index, keySchemas: keySchemas.slice(0, 1) }] },
    ...{ shows: 'update', source: `${TABLE}: customDiffGlobalSecondaryIndex` },
  }),
  row('aws:dynamodb/table:Table', {
    what: 'attributes and the attributes of an index in another order',
    declares: {
      ...indexed,
      globalSecondaryIndexes: [
        { ...index, keySchemas, projectionType: 'INCLUDE', nonKeyAttributes: ['a', 'b'] },
      ],
    },
    next: {
      attributes: indexed.attributes.toReversed(),
      globalSecondaryIndexes: [
        { ...index, keySchemas, projectionType: 'INCLUDE', nonKeyAttributes: ['b', 'a'] },
      ],
    },
    ...{ shows: 'same', source: `${TABLE}: both are TypeSets` },
  }),
  row('aws:dynamodb/table:Table', {
    what: 'recovery, encryption and time to live that are off, then left out',
    declares: {
      ...{ pointInTimeRecovery: { enabled: false }, serverSideEncryption: { enabled: false } },
      ttl: { enabled: false, attributeName: 'expires' },
    },
    gives: { pointInTimeRecovery: { enabled: false }, ttl: WITHOUT_ATTRIBUTE },
    lacks: ['serverSideEncryption'],
    next: {},
    ...{
      shows: 'same',
      source: `${TABLE}: isTableOptionDisabled, SuppressMissingOptionalConfigurationBlock`,
    },
  }),
  row('aws:dynamodb/table:Table', {
    what: 'time to live that is off, with its attribute; recovery without a period',
    declares: { ttl: { enabled: false, attributeName: 'expires' }, pointInTimeRecovery: { enabled: true } },
    gives: { pointInTimeRecovery: { enabled: true, recoveryPeriodInDays: 35 } },
    ...{ shows: 'same', source: `${TABLE}: DiffSuppressFunc of attribute_name` },
  }),
];

const tableOptions: readonly FormRow[] = [
  row('aws:dynamodb/table:Table', {
    what: 'recovery and time to live left out; encryption by the key that DynamoDB owns, by name',
    declares: {},
    gives: { pointInTimeRecovery: { enabled: false }, ttl: { enabled: false } },
    next: { serverSideEncryption: { enabled: false } },
    ...{ shows: 'same', source: `${TABLE}: isTableOptionDisabled` },
  }),
  row('aws:dynamodb/table:Table', {
    what: 'a period of recovery that is off',
    declares: { pointInTimeRecovery: { enabled: false, recoveryPeriodInDays: 7 } },
    ...{ shows: 'same', source: `${TABLE}: DiffSuppressFunc of recovery_period_in_days` },
  }),
  row('aws:dynamodb/table:Table', {
    what: 'encryption left out, where it was on',
    ...{ declares: { serverSideEncryption: { enabled: true } }, next: {}, shows: 'same' },
    source: `${TABLE}: server_side_encryption is Optional and Computed`,
  }),
  row('aws:dynamodb/table:Table', {
    what: 'no capacity, where there was some',
    declares: { billingMode: 'PROVISIONED', readCapacity: 5, writeCapacity: 5 },
    next: { billingMode: 'PROVISIONED' },
    ...{ shows: 'same', source: `${TABLE}: both are Optional and Computed` },
  }),
];

export const tableForms: readonly FormRow[] = [...tables, ...tableOptions];
