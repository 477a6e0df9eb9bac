// The states of the alarms. An alarm on an extended statistic other than a percentile has none, and neither has one of
// several periods that treats missing data as missing or ignores it: how CloudWatch fills those periods is not emulated.
// https://docs.aws.amazon.com/AmazonCloudWatch/latest/monitoring/alarm-evaluation.html
import type { CloudContext } from '../context.ts';
import type { AlarmState, Datapoint } from '../interfaces.ts';
import type { Collection } from '../store.ts';
import type { AlarmInputs } from './metric-alarm-inputs.ts';
import { type Metric, type Metrics, metricKey } from './metrics.ts';
import { countOf, hasFewSamples, percentileOf, statisticOf } from './statistics.ts';

/** A change of an alarm's state. */
export interface Transition {
  readonly region: string;
  readonly alarm: AlarmInputs;
  readonly from: AlarmState;
  readonly to: AlarmState;
  readonly reason: string;
}

interface AlarmStatesOptions {
  readonly log: CloudContext['log'];
  /** By `region/name`. */
  readonly alarms: Collection<AlarmInputs>;
  readonly metrics: Metrics;
  readonly onTransition: (transition: Transition) => void;
}

/** How missing data changes the state; `ignore` keeps it. */
const WITHOUT_DATA = { missing: 'INSUFFICIENT_DATA', notBreaching: 'OK', breaching: 'ALARM' } as const;
/** CloudWatch evaluates an alarm once a minute, or every ten seconds; here a person waits for it. */
const AT_MOST_EVERY_MS = 100;
const AT_LEAST_EVERY_MS = 1_000;

export class AlarmStates {
  readonly #options: AlarmStatesOptions;
  readonly #states = new Map<string, AlarmState>();
  readonly #waiting = new Set<string>();
  #timer: NodeJS.Timeout | undefined;

  constructor(options: AlarmStatesOptions) {
    this.#options = options;
    options.metrics.follow((point, key) => this.#onDatapoint(point, key));
  }

  /** From now on alarms change their state with time too. */
  start(): void {
    this.#timer = setInterval(() => this.evaluateAll(), AT_LEAST_EVERY_MS).unref();
  }

  stop(): void {
    clearInterval(this.#timer);
  }

  evaluateAll(): void {
    for (const [key] of this.#options.alarms.entries()) this.#evaluate(key);
  }

  stateOf(key: string): AlarmState {
    return this.#states.get(key) ?? 'INSUFFICIENT_DATA';
  }

  /** A new alarm, or one that is declared anew: it has no state yet. */
  forget(key: string): void {
    this.#states.delete(key);
  }

  #onDatapoint(point: Datapoint, metric: string): void {
    const { alarms } = this.#options;
    for (const [key, alarm] of alarms.entries()) {
      if (alarm.namespace !== point.namespace || alarm.metricName !== point.name) continue;
      if (metricKey(metricOf(key, alarm)) === metric) this.#soon(key);
    }
  }

  /** At once, and for a burst of datapoints once more after it. */
  #soon(key: string): void {
    if (this.#waiting.has(key)) return;
    this.#waiting.add(key);
    this.#evaluate(key);
    setTimeout(() => {
      this.#waiting.delete(key);
      this.#evaluate(key);
    }, AT_MOST_EVERY_MS).unref();
  }

  #evaluate(key: string): void {
    const alarm = this.#options.alarms.get(key);
    if (alarm === undefined) return;
    const from = this.stateOf(key);
    const { to, value } = evaluate(alarm, metricOf(key, alarm), from, this.#options.metrics);
    if (to === from) return;
    this.#states.set(key, to);
    const statistic = alarm.statistic ?? alarm.extendedStatistic;
    const reason = `${statistic} of ${alarm.metricName} in ${alarm.period} s is ${value ?? 'unknown'}, its threshold ${alarm.threshold}`;
    this.#options.log('cloudwatch', `alarm ${alarm.name} is in ${to}: ${reason}`);
    this.#options.onTransition({ region: regionOf(key), alarm, from, to, reason });
  }
}

interface Evaluated {
  readonly to: AlarmState;
  /** Of the last period. */
  readonly value?: number;
}

function evaluate(alarm: AlarmInputs, metric: Metric, from: AlarmState, metrics: Metrics): Evaluated {
  const { period, evaluationPeriods, datapointsToAlarm = evaluationPeriods } = alarm;
  const statistic = alarm.statistic ?? alarm.extendedStatistic ?? '';
  if (!isEvaluated(alarm, statistic)) return { to: from };
  metrics.keep(period * (evaluationPeriods + 1));
  const periods = Array.from({ length: evaluationPeriods }, (_, index) =>
    metrics.seconds(metric, period, index * period),
  );
  const values = periods.map((seconds) => statisticOf(statistic, seconds));
  const [value] = values;
  if (keepsState(alarm, statistic, countOf(periods.flat()))) return { to: from, value };
  if (values.every((one) => one === undefined)) return { to: withoutData(alarm, from), value };
  const breaching = values.filter((one) =>
    one === undefined ? fillsBreaching(alarm) : breaches(alarm, one),
  );
  return { to: breaching.length >= datapointsToAlarm ? 'ALARM' : 'OK', value };
}

function isEvaluated({ evaluationPeriods, treatMissingData, statistic }: AlarmInputs, name: string): boolean {
  if (statistic === undefined && percentileOf(name) === undefined) return false;
  return evaluationPeriods === 1 || treatMissingData === 'breaching' || treatMissingData === 'notBreaching';
}

/** `EvaluateLowSampleCountPercentile`: with `ignore`, too few samples change nothing; none at all are missing data. */
function keepsState(alarm: AlarmInputs, statistic: string, count: number): boolean {
  const percentile = percentileOf(statistic);
  if (percentile === undefined || alarm.evaluateLowSampleCountPercentiles !== 'ignore') return false;
  return count > 0 && hasFewSamples(percentile, count);
}

function fillsBreaching({ treatMissingData }: AlarmInputs): boolean {
  return treatMissingData === 'breaching';
}

function breaches({ comparisonOperator, threshold }: AlarmInputs, value: number): boolean {
  return {
    GreaterThanOrEqualToThreshold: value >= threshold,
    GreaterThanThreshold: value > threshold,
    LessThanThreshold: value < threshold,
    LessThanOrEqualToThreshold: value <= threshold,
  }[comparisonOperator];
}

function withoutData({ treatMissingData }: AlarmInputs, state: AlarmState): AlarmState {
  return treatMissingData === 'ignore' ? state : WITHOUT_DATA[treatMissingData];
}

const regionOf = (key: string): string => key.slice(0, key.indexOf('/'));

function metricOf(key: string, { namespace, metricName, dimensions = {}, unit }: AlarmInputs): Metric {
  return { region: regionOf(key), namespace, name: metricName, dimensions, unit };
}
