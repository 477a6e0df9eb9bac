// Log groups and alarms: CloudWatch's checks, and what is stored.
import { expect, it } from 'vitest';
import { createCloudWatch } from '../../src/cloudwatch/index.ts';
import { resource, testContext } from '../support/cloud.ts';

const alarm = {
  name: 'errors',
  comparisonOperator: 'GreaterThanOrEqualToThreshold',
  evaluationPeriods: 1,
  metricName: 'Errors',
  namespace: 'AWS/Lambda',
  period: 300,
  statistic: 'Sum',
  threshold: 1,
};

function cloudwatch() {
  const service = createCloudWatch(testContext());
  return {
    logGroup: resource(service, 'aws:cloudwatch/logGroup:LogGroup'),
    metricAlarm: resource(service, 'aws:cloudwatch/metricAlarm:MetricAlarm'),
  };
}

it('stores a log group once, with a valid retention', async () => {
  const { logGroup } = cloudwatch();
  const { id, inputs, outputs } = await logGroup.create({ name: '/shop/access', retentionInDays: 30 });
  expect([id, outputs.arn]).toEqual([
    '/shop/access',
    'arn:aws:logs:eu-west-1:123456789012:log-group:/shop/access',
  ]);
  await expect(logGroup.create(inputs)).rejects.toThrow(
    'ResourceAlreadyExistsException: The specified log group already exists',
  );
  await logGroup.update(id, { name: id, retentionInDays: 7 }, inputs);
  expect(await logGroup.read(id)).toMatchObject({
    inputs: { retentionInDays: 7, logGroupClass: 'STANDARD' },
  });
  await logGroup.delete(id, inputs);
  expect(await logGroup.read(id)).toBeUndefined();
  expect(logGroup.parse({ name: 'a', retentionInDays: 31 }).error?.issues[0]?.message).toMatch(
    /^must be one of 0, 1, 3/,
  );
});

it('does not delete a protected log group', async () => {
  const { logGroup } = cloudwatch();
  const { id, inputs } = await logGroup.create({ name: 'kept', deletionProtectionEnabled: true });
  await expect(logGroup.delete(id, inputs)).rejects.toThrow('protected against deletion');
});

it('stores an alarm', async () => {
  const { metricAlarm } = cloudwatch();
  const { id, inputs, outputs } = await metricAlarm.create(alarm);
  expect(outputs.arn).toBe('arn:aws:cloudwatch:eu-west-1:123456789012:alarm:errors');
  await metricAlarm.update(id, { ...alarm, threshold: 2 }, inputs);
  expect(await metricAlarm.read(id)).toMatchObject({ inputs: { threshold: 2, treatMissingData: 'missing' } });
  await metricAlarm.delete(id, inputs);
  expect(await metricAlarm.read(id)).toBeUndefined();
});

it.each([
  ['no statistic', { statistic: undefined }, 'One of `statistic` or `extended_statistic` must be set'],
  ['two statistics', { extendedStatistic: 'p99' }, 'One of `statistic` or `extended_statistic` must be set'],
  ['an unknown percentile', { statistic: undefined, extendedStatistic: 'p101' }, 'invalid statistic'],
  [
    'a period that CloudWatch does not have',
    { period: 45 },
    'Period must be 10, 20, 30, or any multiple of 60',
  ],
  ['more than a week', { period: 86_400, evaluationPeriods: 8 }, 'across more than 7 days'],
  ['more datapoints than periods', { datapointsToAlarm: 2 }, 'DatapointsToAlarm must be less'],
])('refuses an alarm with %s', async (_case, change, message) => {
  const { metricAlarm } = cloudwatch();
  await expect(metricAlarm.create({ ...alarm, ...change })).rejects.toThrow(message);
});

it.each(['p99', 'p99.9', 'p100', 'tm90', 'IQM', 'PR(:300)'])(
  'takes the extended statistic %s',
  async (extendedStatistic) => {
    const { metricAlarm } = cloudwatch();
    const { id } = await metricAlarm.create({ ...alarm, statistic: undefined, extendedStatistic });
    expect(id).toBe('errors');
  },
);
