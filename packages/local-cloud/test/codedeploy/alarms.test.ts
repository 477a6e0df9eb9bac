// The alarms of a release: what they count, over which time, and what raises them.
import { expect, it } from 'vitest';
import { createReleaseAlarms } from '../../src/codedeploy/alarms.ts';
import { createRecorded } from '../../src/recorded/index.ts';
import { resource, testContext } from '../support/cloud.ts';

const REGION = 'eu-west-1';
const CALL = { FunctionName: 'orders', Resource: 'orders:live', ExecutedVersion: '2' };
const OF_CALLS = {
  ...{ name: 'alarm', namespace: 'AWS/Lambda', metricName: 'Errors', statistic: 'Sum', period: 60 },
  ...{ comparisonOperator: 'GreaterThanOrEqualToThreshold', threshold: 2, evaluationPeriods: 1 },
  dimensions: { Resource: 'orders:live', ExecutedVersion: '2', FunctionName: 'orders' },
};
const FILTER = { name: 'errors', logGroupName: '/orders', pattern: '{ $.level = "ERROR" }' };
const OF_LINES = {
  ...OF_CALLS,
  namespace: 'Shop',
  metricName: 'Failed',
  threshold: 1,
  dimensions: undefined,
};

async function alarms(alarm: object, transformation: object = {}, pattern = FILTER.pattern) {
  const recorded = createRecorded(testContext());
  await resource(recorded, 'aws:cloudwatch/metricAlarm:MetricAlarm').create(alarm);
  const metricTransformation = { namespace: 'Shop', name: 'Failed', value: '1', ...transformation };
  await resource(recorded, 'aws:cloudwatch/logMetricFilter:LogMetricFilter').create({
    ...{ ...FILTER, pattern, metricTransformation },
  });
  let now = 0;
  const all = createReleaseAlarms(recorded, () => now);
  return {
    ...all,
    pass: (seconds: number) => {
      now += seconds * 1_000;
    },
    isRaised: (name = 'alarm', region = REGION) => all.isRaised(name, region),
  };
}

it('is raised by as many failed calls as its threshold, and only within its period', async () => {
  const { failedCall, isRaised, pass } = await alarms(OF_CALLS);
  failedCall(REGION, CALL);
  expect(isRaised()).toBe(false);
  pass(59);
  failedCall(REGION, CALL);
  expect(isRaised()).toBe(true);
  pass(1);
  expect(isRaised()).toBe(false);
  expect(isRaised('none')).toBe(false);
});

it.each<[what: string, region: string, call: object, alarm: object, isRaised: boolean]>([
  ['another version', REGION, { ExecutedVersion: '1' }, {}, false],
  ['another function', REGION, { FunctionName: 'other' }, {}, false],
  ['another region', 'us-east-1', {}, {}, false],
  ['as many as its threshold', REGION, {}, {}, true],
  ['no more', REGION, {}, { comparisonOperator: 'GreaterThanThreshold' }, false],
  ['one more', REGION, {}, { comparisonOperator: 'GreaterThanThreshold', threshold: 0 }, true],
  ['fewer', REGION, {}, { comparisonOperator: 'LessThanThreshold', threshold: 9 }, false],
  ['not fewer', REGION, {}, { comparisonOperator: 'LessThanThreshold' }, false],
  ['its average', REGION, {}, { statistic: 'Average' }, false],
])('a failed call is counted or not: %s', async (_what, region, call, alarm, expected) => {
  const { failedCall, isRaised } = await alarms({ ...OF_CALLS, threshold: 1, ...alarm });
  failedCall(region, { ...CALL, ...call });
  expect(isRaised()).toBe(expected);
});

const byVersion = { ...OF_LINES, dimensions: { Version: '2' } };
const dimensions = { Version: '$.version' };

it.each([
  ['with the level and the version', REGION, '/orders', { level: 'ERROR', version: '2' }, true],
  ['of another version', REGION, '/orders', { level: 'ERROR', version: '1' }, false],
  ['without a version', REGION, '/orders', { level: 'ERROR' }, false],
  ['of another group', REGION, '/other', { level: 'ERROR', version: '2' }, false],
  ['of another region', 'us-east-1', '/orders', { level: 'ERROR', version: '2' }, false],
])('a line of the log %s', async (_what, region, group, event, expected) => {
  const { logLine, isRaised } = await alarms(byVersion, { dimensions });
  logLine(region, group, JSON.stringify(event));
  expect(isRaised()).toBe(expected);
});

it('a line of the log counts as the value of its filter says, and text that is not JSON does not count', async () => {
  const { logLine, isRaised } = await alarms({ ...OF_LINES, threshold: 5 }, { value: '5' });
  logLine(REGION, '/orders', 'level ERROR');
  expect(isRaised()).toBe(false);
  logLine(REGION, '/orders', '{"level":"ERROR"}');
  expect(isRaised()).toBe(true);
});

it.each([
  ['{ $.status = "429" }', '{"status":"429"}', true],
  ['{ $.status = "429" }', '{"status":429}', false],
  ['{ $.a.b = "x" }', '{"a":{"b":"x"}}', true],
  ['{ $.a.b = "x" }', '{"a":"b"}', false],
  // Patterns that are not emulated.
  ['ERROR', '"ERROR"', false],
  ['{ $.a = "x*" }', '{"a":"x*"}', false],
])('the filter pattern %s counts %s: %s', async (pattern, line, expected) => {
  const { logLine, isRaised } = await alarms(OF_LINES, {}, pattern);
  logLine(REGION, '/orders', line);
  expect(isRaised()).toBe(expected);
});
