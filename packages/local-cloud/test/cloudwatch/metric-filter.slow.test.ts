// Metric filters: what they match, and an alarm on what one counts in the gateway's access log.
import { expect, it } from 'vitest';
import { matchesPattern, parseEvent, parseFilterPattern } from '../../src/cloudwatch/filter-pattern.ts';
import { gateway, gatewayWithApi } from '../support/gateway.ts';

const THROTTLED = '{ $.status = "429" }';
const metricTransformation = {
  ...{ name: 'Throttled', namespace: 'Orders', value: '1' },
  dimensions: { ApiId: '$.apiId' },
};

it.each([
  ['the text', THROTTLED, '{"status":"429"}', true],
  ['another text', THROTTLED, '{"status":"4290"}', false],
  ['a number, which is not a text', THROTTLED, '{"status":429}', false],
  ['no such property', THROTTLED, '{"code":"429"}', false],
  ['a property of an object', '{$.a.b="c"}', '{"a":{"b":"c"}}', true],
  ['an inherited property', '{ $.constructor.name = "Object" }', '{}', false],
  ['another case', '{ $.a = "b" }', '{"a":"B"}', false],
  ['a line that is not JSON', THROTTLED, 'status "429"', false],
])('matches a log event with %s: %s against %s', (_case, pattern, line, expected) => {
  const parsed = parseFilterPattern(pattern);
  expect(parsed && matchesPattern(parsed, parseEvent(line))).toBe(expected);
});

it.each(['', 'ERROR', '{ $.status = 429 }', '{ $.status = "4*" }', '{ $.a = "b" || $.a = "c" }', '[a, b]'])(
  'does not emulate the pattern %j',
  (pattern) => expect(parseFilterPattern(pattern)).toBeUndefined(),
);

/** An API with a burst of two requests, whose access log has a filter, and alarms on what it counts. */
async function watchedApi(change: object = {}) {
  const cloud = await gateway();
  const group = await cloud.logGroup.create({ name: 'access', ...change });
  const filter = { name: 'throttled', logGroupName: 'access', pattern: THROTTLED, metricTransformation };
  const created = await cloud.metricFilter.create(filter);
  const format = '{"requestId":"$context.requestId","apiId":"$context.apiId","status":"$context.status"}';
  const api = await gatewayWithApi(
    {
      stage: {
        accessLogSettings: { destinationArn: group.outputs.arn, format },
        defaultRouteSettings: { throttlingBurstLimit: 2, throttlingRateLimit: 0 },
      },
    },
    cloud,
  );
  const alarm = (name: string, dimensions: object) =>
    cloud.metricAlarm.create({
      ...{ name, comparisonOperator: 'GreaterThanOrEqualToThreshold', evaluationPeriods: 1, period: 60 },
      ...{ metricName: 'Throttled', namespace: 'Orders', statistic: 'Sum', threshold: 2, dimensions },
    });
  await alarm('throttled', { ApiId: api.apiId });
  await alarm('of-another-api', { ApiId: 'a1b2c3d4e5' });
  await alarm('without-dimensions', {});
  const rung = () => api.context.lines.filter((line) => line.startsWith('cloudwatch: '));
  return { ...api, filter: created, rung };
}

it('rings the alarm of the API whose requests the gateway throttled', async () => {
  const { get, rung } = await watchedApi();
  for (const status of [200, 200, 429]) expect(await get('/')).toMatchObject({ status });
  await expect.poll(rung).toEqual([expect.stringContaining('alarm throttled is in OK')]);
  expect(await get('/')).toMatchObject({ status: 429 });
  await expect
    .poll(rung)
    .toContain('cloudwatch: alarm throttled is in ALARM: Sum of Throttled in 60 s is 2, its threshold 2');
  expect(rung()).toHaveLength(2);
});

it('counts nothing any more when the filter, or its log group, is deleted', async () => {
  for (const deleted of ['metricFilter', 'logGroup'] as const) {
    const { get, rung, filter, context, ...cloud } = await watchedApi();
    if (deleted === 'metricFilter') await cloud.metricFilter.delete('throttled', filter.inputs);
    else await cloud.logGroup.delete('access', { name: 'access' });
    expect(await cloud.metricFilter.read('throttled', filter.inputs)).toBeUndefined();
    for (const status of [200, 200, 429, 429]) expect(await get('/')).toMatchObject({ status });
    await expect.poll(() => context.lines.filter((line) => line.startsWith('access: '))).toHaveLength(4);
    expect(rung()).toEqual([]);
  }
});

it('puts no filter on a log group of another class, and imports one by the name of its group', async () => {
  await expect(watchedApi({ logGroupClass: 'INFREQUENT_ACCESS' })).rejects.toThrow(
    'InvalidOperationException',
  );
  const { metricFilter } = await watchedApi();
  expect(await metricFilter.read('access:throttled')).toMatchObject({ id: 'throttled' });
  expect(await metricFilter.read('throttled')).toBeUndefined();
});

it('has at most 100 filters on a log group', async () => {
  const { metricFilter, filter } = await watchedApi();
  for (let index = 1; index < 100; index += 1) {
    await metricFilter.create({ ...filter.inputs, name: `filter-${index}` });
  }
  await expect(metricFilter.create({ ...filter.inputs, name: 'one-more' })).rejects.toThrow(
    'LimitExceededException',
  );
  await metricFilter.create(filter.inputs);
});
