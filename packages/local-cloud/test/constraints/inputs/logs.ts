// Log groups and their metric filters.
import { emptyIsUnset, group, kept, of, type Rule, region, type TypeTable } from '../table.ts';
import { tags } from './tags.ts';

const SOURCE = 'internal/service/logs/group.go';
const PROVIDER = `hashicorp/terraform-provider-aws ${SOURCE}`;
const create = of('CreateLogGroup');

const DAYS = [
  1, 3, 5, 7, 14, 30, 60, 90, 120, 150, 180, 365, 400, 545, 731, 1096, 1827, 2192, 2557, 2922, 3288, 3653,
];

const logGroup: TypeTable = {
  type: 'aws:cloudwatch/logGroup:LogGroup',
  service: 'logs',
  valid: {
    ...{ name: '/aws/lambda/orders', region: 'eu-west-1', retentionInDays: 30, logGroupClass: 'STANDARD' },
    ...{ kmsKeyId: 'arn:aws:kms:eu-west-1:123456789012:key/orders', deletionProtectionEnabled: false },
    ...{ skipDestroy: false, tags: { team: 'orders' } },
  },
  inputs: {
    name: create('logGroupName'),
    region,
    retentionInDays: of('PutRetentionPolicy')('retentionInDays', {
      rules: [
        { source: `logs PutRetentionPolicy.retentionInDays, its documentation`, enum: DAYS.map(String) },
      ],
      unset: {
        values: [0],
        source: `${PROVIDER} retention_in_days: 0 keeps for ever, by DeleteRetentionPolicy`,
      },
      absent: { verdict: 'accepted', reason: `${PROVIDER}: 0 where it is absent` },
    }),
    logGroupClass: create('logGroupClass'),
    kmsKeyId: create('kmsKeyId', emptyIsUnset(SOURCE)),
    deletionProtectionEnabled: create('deletionProtectionEnabled'),
    skipDestroy: kept('the provider is to leave the group when it is no longer declared', PROVIDER),
    ...tags({
      all: 'CreateLogGroup.tags',
      key: 'CreateLogGroup.tags{key}',
      value: 'CreateLogGroup.tags{value}',
    }),
  },
};

const FILTER = 'hashicorp/terraform-provider-aws internal/service/logs/metric_filter.go';
const VALIDATE = 'hashicorp/terraform-provider-aws internal/service/logs/validate.go';
const put = of('PutMetricFilter');
const transformation = (member: string) => `metricTransformations[].${member}`;

/** The provider sends no empty text, and the request is then without a member that it needs. */
const needsText = {
  rules: [{ min: 1, source: `${FILTER} expandMetricTransformation: v != ""` }],
} as const;

const float: Rule = {
  source: `${FILTER} default_value: nullable.ValidateTypeStringNullableFloat, which is Go's strconv.ParseFloat`,
  that: {
    is: 'a number in decimal',
    holds: (value: string) => value === '' || (/^[-+.\deE]+$/.test(value) && !Number.isNaN(Number(value))),
  },
};

const filter: TypeTable = {
  type: 'aws:cloudwatch/logMetricFilter:LogMetricFilter',
  service: 'logs',
  valid: {
    ...{ name: 'throttled', region: 'eu-west-1', logGroupName: '/aws/lambda/orders' },
    ...{ pattern: '{ $.status = "429" }', applyOnTransformedLogs: false },
    metricTransformation: {
      ...{ name: 'Throttled', namespace: 'Orders', value: '1', defaultValue: '0', unit: 'Count' },
      dimensions: { ApiId: '$.apiId' },
    },
  },
  inputs: {
    name: put('filterName', {
      rules: [{ pattern: '[^:*]+', source: `${VALIDATE} validLogMetricFilterName` }],
    }),
    region,
    logGroupName: put('logGroupName'),
    pattern: put('filterPattern', {
      emulated: {
        only: (pattern) => /^\s*\{\s*\$(\.\w+)+\s*=\s*"[^"\\*]*"\s*\}\s*$/.test(pattern),
        reason: 'only one property that equals a text is matched',
      },
      stretch: (length) => (length < 18 ? '' : `{ $.status = "${'4'.repeat(length - 16)}" }`),
    }),
    metricTransformation: group(FILTER, {
      rules: [
        { required: true, source: `${FILTER} metric_transformation, the one of metricTransformations` },
      ],
    }),
    'metricTransformation.name': put(transformation('metricName'), needsText),
    'metricTransformation.namespace': put(transformation('metricNamespace'), needsText),
    'metricTransformation.value': put(transformation('metricValue'), {
      ...needsText,
      emulated: {
        only: (value) => /^\d+(\.\d+)?$/.test(value),
        reason: 'any other value is read from the log event',
      },
    }),
    'metricTransformation.defaultValue': put(transformation('defaultValue'), { rules: [float] }),
    'metricTransformation.dimensions': put(transformation('dimensions'), {
      rules: [{ max: 3, source: 'logs MetricTransformation.dimensions, its documentation' }],
      stretch: (length) => Object.fromEntries(Array.from({ length }, (_, index) => [`d${index}`, '$.apiId'])),
    }),
    'metricTransformation.dimensions{key}': put(transformation('dimensions{key}')),
    'metricTransformation.dimensions{value}': put(transformation('dimensions{value}'), {
      emulated: { only: (value) => /^\$(\.\w+)+$/.test(value), reason: 'only single properties are read' },
    }),
    'metricTransformation.unit': put(transformation('unit')),
    applyOnTransformedLogs: put('applyOnTransformedLogs', {
      emulated: { only: [false], reason: 'no log group has a transformer' },
    }),
  },
};

const QUERY = 'hashicorp/terraform-provider-aws internal/service/logs/query_definition.go';
const define = of('PutQueryDefinition');

const query: TypeTable = {
  type: 'aws:cloudwatch/queryDefinition:QueryDefinition',
  service: 'logs',
  valid: {
    ...{ name: 'shop/slow', queryString: 'filter ms > 1000', logGroupNames: ['/shop/access'] },
    region: 'eu-west-1',
  },
  inputs: {
    name: define('name', {
      rules: [{ pattern: String.raw`([^:*\/]+\/)*[^:*\/]+`, source: `${QUERY} name` }],
    }),
    queryString: define('queryString'),
    logGroupNames: define('logGroupNames'),
    'logGroupNames[]': define('logGroupNames[]'),
    region,
  },
};

export const logs: readonly TypeTable[] = [logGroup, filter, query];
