// The states of alarms: what statistics, periods and missing data make of the datapoints of a metric.
import { afterEach, expect, it, vi } from 'vitest';
import { AlarmStates } from '../../src/cloudwatch/alarm-state.ts';
import { TurnableClock } from '../../src/cloudwatch/clock.ts';
import { type AlarmInputs, alarmInputs } from '../../src/cloudwatch/metric-alarm-inputs.ts';
import { Metrics } from '../../src/cloudwatch/metrics.ts';
import type { Datapoint } from '../../src/interfaces.ts';
import { Store } from '../../src/store.ts';

afterEach(() => void vi.useRealTimers());

const POINT: Datapoint = {
  ...{ region: 'eu-west-1', namespace: 'Orders', name: 'Throttled', dimensions: {}, unit: 'None', value: 3 },
};

function watched(change: object, milliseconds = 0) {
  vi.useFakeTimers({ now: 1_800_000_000_000 + milliseconds });
  const alarms = new Store().collection<AlarmInputs>('alarms');
  const alarm = alarmInputs.parse({
    ...{ name: 'throttled', comparisonOperator: 'GreaterThanThreshold', evaluationPeriods: 1, period: 60 },
    ...{ metricName: 'Throttled', namespace: 'Orders', threshold: 5 },
    ...('extendedStatistic' in change ? {} : { statistic: 'Sum' }),
    ...change,
  });
  alarms.set('eu-west-1/throttled', alarm);
  const states: string[] = [];
  const log = (_source: string, line: string) =>
    void states.push(/is in (\w+)/.exec(line)?.[1] ?? '', /is (\S+), its/.exec(line)?.[1] ?? '');
  const metrics = new Metrics(new TurnableClock());
  const alarmStates = new AlarmStates({ log, alarms, metrics, onTransition: () => undefined });
  alarmStates.start();
  return { states, metrics, alarmStates };
}

/** The states of an alarm that gets two datapoints, a second apart, and then no more. */
async function statesOf(change: object, milliseconds: number): Promise<string[]> {
  const { states, metrics } = watched(change, milliseconds);
  metrics.publish(POINT);
  await vi.advanceTimersByTimeAsync(1_500);
  metrics.publish({ ...POINT, value: 4 });
  await vi.advanceTimersByTimeAsync(200_000);
  return states;
}

it.each([
  ['a sum', {}, ['OK', '3', 'ALARM', '7', 'OK', '4', 'INSUFFICIENT_DATA', 'unknown']],
  [
    'no data that breaches nothing',
    { treatMissingData: 'notBreaching' },
    ['OK', '3', 'ALARM', '7', 'OK', '4'],
  ],
  [
    'no data that breaches',
    { treatMissingData: 'breaching', threshold: 6 },
    ['OK', '3', 'ALARM', '7', 'OK', '4', 'ALARM', 'unknown'],
  ],
  [
    'an average',
    { statistic: 'Average', threshold: 3.4, treatMissingData: 'ignore' },
    ['OK', '3', 'ALARM', '3.5'],
  ],
  [
    'a number of samples',
    { statistic: 'SampleCount', threshold: 1, treatMissingData: 'ignore' },
    ['OK', '1', 'ALARM', '2', 'OK', '1'],
  ],
  ['a minimum', { statistic: 'Minimum', threshold: 2, treatMissingData: 'ignore' }, ['ALARM', '3']],
  [
    'a maximum',
    { statistic: 'Maximum', threshold: 3, treatMissingData: 'ignore' },
    ['OK', '3', 'ALARM', '4'],
  ],
  ['another unit', { unit: 'Count', treatMissingData: 'ignore' }, []],
  ['another namespace', { namespace: 'Others', treatMissingData: 'ignore' }, []],
  ['another region', { dimensions: { Region: 'Global' }, treatMissingData: 'ignore' }, []],
  ['several periods whose missing data is missing, which are not emulated', { evaluationPeriods: 2 }, []],
  ['a trimmed mean, which is not emulated', { extendedStatistic: 'tm90', threshold: 1 }, []],
  [
    'a percentile',
    { extendedStatistic: 'p90', threshold: 3, treatMissingData: 'ignore' },
    ['OK', '3', 'ALARM', '4'],
  ],
  [
    'two periods, of which only one breaches',
    { evaluationPeriods: 2, treatMissingData: 'notBreaching' },
    ['OK', '3'],
  ],
  [
    'one of two periods that breaches',
    { evaluationPeriods: 2, datapointsToAlarm: 1, treatMissingData: 'notBreaching' },
    ['OK', '3', 'ALARM', '7', 'OK', '4', 'ALARM', 'unknown', 'OK', 'unknown'],
  ],
])('evaluates %s', async (_case, change, expected) => {
  for (const milliseconds of [0, 400, 600, 999])
    expect(await statesOf(change, milliseconds)).toEqual(expected);
});

it('rings for missing data that breaches without any datapoint', async () => {
  const { states } = watched({ treatMissingData: 'breaching' });
  await vi.advanceTimersByTimeAsync(1_000);
  expect(states).toEqual(['ALARM', 'unknown']);
});

// https://docs.aws.amazon.com/AmazonCloudWatch/latest/monitoring/percentiles-with-low-samples.html
it.each([
  ['ignore', 999, []],
  ['ignore', 1000, ['ALARM', '9']],
  ['evaluate', 1, ['ALARM', '9']],
  [undefined, 1, ['ALARM', '9']],
])(
  'with low samples: %s, a p99 of %i slow calls',
  async (evaluateLowSampleCountPercentiles, calls, expected) => {
    const { states, metrics } = watched({
      ...{ extendedStatistic: 'p99', treatMissingData: 'ignore' },
      ...{ evaluateLowSampleCountPercentiles },
    });
    for (let call = 0; call < calls; call += 1) metrics.publish({ ...POINT, value: 9 });
    await vi.advanceTimersByTimeAsync(1_000);
    expect(states).toEqual(expected);
  },
);

it('takes dimensions in any order, and keeps no more metrics than it can hold', () => {
  const metrics = new Metrics(new TurnableClock());
  metrics.publish({ ...POINT, dimensions: { a: '1', b: '2' } });
  expect(metrics.seconds({ ...POINT, dimensions: { b: '2', a: '1' } }, 60)).toHaveLength(1);
  for (let index = 0; index < 3000; index += 1) metrics.publish({ ...POINT, name: `metric-${index}` });
  expect(metrics.metrics()).toHaveLength(2000);
});
