// Tables and their indexes.
import { expect } from 'vitest';
import { type FormRow, rows } from '../form.ts';

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
  ...rows('aws:dynamodb/table:Table', [
    {
      what: 'an index by keySchemas, where it was by hashKey and rangeKey',
      declares: {
        ...indexed,
        globalSecondaryIndexes: [{ ...index, hashKey: 'status', rangeKey: 'id' }],
      },
      gives: { globalSecondaryIndexes: [{ ...index, hashKey: 'status', rangeKey: 'id' }] },
      next: { ...indexed, globalSecondaryIndexes: [{ ...index, keySchemas }] },
    },
    {
      what: 'an index of other keys',
      declares: { ...indexed, globalSecondaryIndexes: [{ ...index, keySchemas }] },
      next: { ...indexed, globalSecondaryIndexes: [{ ...index, keySchemas: keySchemas.slice(0, 1) }] },
      shows: 'update',
    },
    {
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
    },
    {
      what: 'recovery, encryption and time to live that are off, then left out',
      declares: {
        ...{ pointInTimeRecovery: { enabled: false }, serverSideEncryption: { enabled: false } },
        ttl: { enabled: false, attributeName: 'expires' },
      },
      gives: { pointInTimeRecovery: { enabled: false }, ttl: WITHOUT_ATTRIBUTE },
      lacks: ['serverSideEncryption'],
      next: {},
    },
    {
      what: 'time to live that is off, with its attribute; recovery without a period',
      declares: { ttl: { enabled: false, attributeName: 'expires' }, pointInTimeRecovery: { enabled: true } },
      gives: { pointInTimeRecovery: { enabled: true, recoveryPeriodInDays: 35 } },
    },
  ]),
];

const tableOptions: readonly FormRow[] = [
  ...rows('aws:dynamodb/table:Table', [
    {
      what: 'recovery and time to live left out; encryption by the key that DynamoDB owns, by name',
      declares: {},
      gives: { pointInTimeRecovery: { enabled: false }, ttl: { enabled: false } },
      next: { serverSideEncryption: { enabled: false } },
    },
    {
      what: 'a period of recovery that is off',
      declares: { pointInTimeRecovery: { enabled: false, recoveryPeriodInDays: 7 } },
    },
    {
      what: 'encryption left out, where it was on',
      declares: { serverSideEncryption: { enabled: true } },
      next: {},
    },
    {
      what: 'no capacity, where there was some',
      declares: { billingMode: 'PROVISIONED', readCapacity: 5, writeCapacity: 5 },
      next: { billingMode: 'PROVISIONED' },
    },
  ]),
];

export const tableForms: readonly FormRow[] = [...tables, ...tableOptions];
