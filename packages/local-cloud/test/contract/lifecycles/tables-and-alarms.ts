// Tables, log groups, metric filters and alarms.
import type { Lifecycle } from '../lifecycle.ts';

const ID = { attributeName: 'id', keyType: 'HASH' };

export const tablesAndAlarms: readonly Lifecycle[] = [
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
        { patch: { hashKey: undefined }, message: 'hashKey' },
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
  {
    type: 'aws:cloudwatch/logGroup:LogGroup',
    computes: ['arn'],
    script: async () => ({
      inputs: { name: '/shop/contract' },
      updates: [{ retentionInDays: 30 }],
      replaces: { name: '/shop/other' },
      refuses: [
        { patch: { retentionInDays: 31 }, message: 'must be one of 0, 1, 3' },
        { patch: {}, message: 'ResourceAlreadyExistsException: The specified log group already exists' },
      ],
    }),
  },
  {
    type: 'aws:cloudwatch/logMetricFilter:LogMetricFilter',
    computes: [],
    script: async (fixture) => {
      const group = await fixture.create('aws:cloudwatch/logGroup:LogGroup', 'group', {
        name: '/shop/access',
      });
      const metricTransformation = { name: 'Throttled', namespace: 'Shop', value: '1' };
      return {
        inputs: { logGroupName: group.name, pattern: '{ $.status = "429" }', metricTransformation },
        updates: [
          { pattern: '{ $.status = "503" }' },
          { metricTransformation: { ...metricTransformation, dimensions: { ApiId: '$.apiId' } } },
        ],
        replaces: { name: 'renamed' },
        refuses: [
          { patch: { pattern: 'ERROR' }, message: 'does not emulate this filter pattern' },
          { patch: { logGroupName: '/shop/none' }, message: 'The specified log group does not exist.' },
          {
            patch: {
              metricTransformation: {
                ...metricTransformation,
                ...{ defaultValue: '0', dimensions: { ApiId: '$.apiId' } },
              },
            },
            message: 'dimensions and default value are mutually exclusive properties',
          },
        ],
      };
    },
  },
  {
    type: 'aws:cloudwatch/metricAlarm:MetricAlarm',
    computes: ['arn'],
    script: async () => ({
      inputs: {
        ...{ comparisonOperator: 'GreaterThanThreshold', evaluationPeriods: 1, threshold: 1 },
        ...{ metricName: 'Errors', namespace: 'AWS/Lambda', period: 60, statistic: 'Sum' },
      },
      updates: [{ threshold: 2 }],
      replaces: { name: 'renamed' },
      refuses: [
        { patch: { comparisonOperator: 'Above' }, message: 'comparisonOperator' },
        { patch: { period: 61 }, message: 'Period must be 10, 20, 30, or any multiple of 60' },
        {
          patch: { statistic: undefined },
          message: 'One of `statistic` or `extended_statistic` must be set',
        },
      ],
    }),
  },
];
