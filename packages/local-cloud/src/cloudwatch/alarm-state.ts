// The states of the alarms on metrics that are measured here. An alarm of several periods, or on a percentile, has none.
// https://docs.aws.amazon.com/AmazonCloudWatch/latest/monitoring/alarm-evaluation.html
import type { CloudContext } from '../context.ts';
import type { AlarmState, MetricDatum } from '../interfaces.ts';
import type { AlarmInputs } from './metric-alarm-inputs.ts';

type State = AlarmState;

/** The datapoints of one second together. */
interface Second {
  count: number;
  sum: number;
  min: number;
  max: number;
}

interface Watched {
  state: State;
  /** By the second since 1970; none is older than the alarm's period. */
  readonly seconds: Map<number, Second>;
}

/** How missing data changes the state; `ignore` keeps it. */
const WITHOUT_DATA = { missing: 'INSUFFICIENT_DATA', notBreaching: 'OK', breaching: 'ALARM' } as const;

export class AlarmStates {
  readonly #log: CloudContext['log'];
  readonly #watched = new Map<string, Watched>();

  constructor({ log }: Pick<CloudContext, 'log'>) {
    this.#log = log;
  }

  /** Adds a datapoint to an alarm, by its key; the alarm is evaluated now, and again at the end of the period. */
  add(key: string, alarm: AlarmInputs, point: MetricDatum): void {
    if (!isMeasured(alarm) || !isOn(alarm, point)) return;
    const watched = this.#watched.get(key) ?? { state: 'INSUFFICIENT_DATA', seconds: new Map() };
    this.#watched.set(key, watched);
    const second = Math.floor(Date.now() / 1000);
    const known = watched.seconds.get(second);
    watched.seconds.set(second, merged(known, point.value));
    this.#evaluate(alarm, watched);
    // One timer for each second with data.
    if (known === undefined)
      setTimeout(() => this.#evaluate(alarm, watched), (alarm.period + 1) * 1000).unref();
  }

  /** An alarm begins without data (CloudWatch user guide, "Metric alarm states"). */
  stateOf(key: string): State {
    return this.#watched.get(key)?.state ?? 'INSUFFICIENT_DATA';
  }

  forget(key: string): void {
    this.#watched.delete(key);
  }

  #evaluate(alarm: AlarmInputs, watched: Watched): void {
    const begin = Date.now() / 1000 - alarm.period;
    // A second counts until all of it is before the period.
    for (const second of watched.seconds.keys()) if (second + 1 <= begin) watched.seconds.delete(second);
    const value = statisticOf(alarm, [...watched.seconds.values()]);
    const state = value === undefined ? withoutData(alarm, watched.state) : stateOf(alarm, value);
    if (state === watched.state) return;
    watched.state = state;
    this.#log(
      'cloudwatch',
      `alarm ${alarm.name} is in ${state}: ${alarm.statistic} of ${alarm.metricName} in ${alarm.period} s is ${value ?? 'unknown'}, its threshold ${alarm.threshold}`,
    );
  }
}

function isMeasured({ evaluationPeriods, statistic }: AlarmInputs): boolean {
  return evaluationPeriods === 1 && statistic !== undefined;
}

function isOn(alarm: AlarmInputs, { namespace, name, dimensions, unit }: MetricDatum): boolean {
  const own = Object.entries(alarm.dimensions ?? {});
  return (
    alarm.namespace === namespace &&
    alarm.metricName === name &&
    (alarm.unit ?? unit) === unit &&
    own.length === Object.keys(dimensions).length &&
    own.every(([key, value]) => dimensions[key] === value)
  );
}

function merged(known: Second | undefined, value: number): Second {
  if (known === undefined) return { count: 1, sum: value, min: value, max: value };
  const { count, sum, min, max } = known;
  return { count: count + 1, sum: sum + value, min: Math.min(min, value), max: Math.max(max, value) };
}

function statisticOf({ statistic }: AlarmInputs, seconds: readonly Second[]): number | undefined {
  if (seconds.length === 0) return undefined;
  const count = seconds.reduce((total, one) => total + one.count, 0);
  const sum = seconds.reduce((total, one) => total + one.sum, 0);
  if (statistic === 'SampleCount') return count;
  if (statistic === 'Average') return sum / count;
  if (statistic === 'Minimum') return Math.min(...seconds.map(({ min }) => min));
  if (statistic === 'Maximum') return Math.max(...seconds.map(({ max }) => max));
  return sum;
}

function stateOf({ comparisonOperator, threshold }: AlarmInputs, value: number): State {
  const isBreaching = {
    GreaterThanOrEqualToThreshold: value >= threshold,
    GreaterThanThreshold: value > threshold,
    LessThanThreshold: value < threshold,
    LessThanOrEqualToThreshold: value <= threshold,
  }[comparisonOperator];
  return isBreaching ? 'ALARM' : 'OK';
}

function withoutData({ treatMissingData }: AlarmInputs, state: State): State {
  return treatMissingData === 'ignore' ? state : WITHOUT_DATA[treatMissingData];
}
