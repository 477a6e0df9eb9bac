// The statistics of a metric over a period.
// https://docs.aws.amazon.com/AmazonCloudWatch/latest/monitoring/Statistics-definitions.html

/** The datapoints of one second together. */
export interface Second {
  /** Seconds since 1970, at its beginning. */
  readonly at: number;
  count: number;
  sum: number;
  min: number;
  max: number;
  /** For percentiles. */
  readonly values: number[];
}

/** Of one second. A laptop rarely has more requests in one, and a percentile of these is near enough. */
const MAX_VALUES = 1000;

export function newSecond(at: number): Second {
  return { at, count: 0, sum: 0, min: Number.POSITIVE_INFINITY, max: Number.NEGATIVE_INFINITY, values: [] };
}

export function addValue(second: Second, value: number): void {
  second.count += 1;
  second.sum += value;
  second.min = Math.min(second.min, value);
  second.max = Math.max(second.max, value);
  if (second.values.length < MAX_VALUES) second.values.push(value);
}

/** 0.99 of `p99`; undefined for another extended statistic, such as a trimmed mean: none of them is evaluated. */
export function percentileOf(statistic: string): number | undefined {
  const [, percent] = /^p(\d{1,3}(?:\.\d{1,2})?)$/.exec(statistic) ?? [];
  return percent === undefined ? undefined : Number(percent) / 100;
}

export function countOf(seconds: readonly Second[]): number {
  return seconds.reduce((total, { count }) => total + count, 0);
}

/** `statistic`: `Sum`, `Average`, … or a percentile, `p99`. Undefined where there is no datapoint. */
export function statisticOf(statistic: string, seconds: readonly Second[]): number | undefined {
  if (seconds.length === 0) return undefined;
  const percentile = percentileOf(statistic);
  if (percentile !== undefined) return nearestRank(seconds, percentile);
  if (statistic === 'SampleCount') return countOf(seconds);
  if (statistic === 'Minimum') return Math.min(...seconds.map(({ min }) => min));
  if (statistic === 'Maximum') return Math.max(...seconds.map(({ max }) => max));
  const sum = seconds.reduce((total, one) => total + one.sum, 0);
  return statistic === 'Average' ? sum / countOf(seconds) : sum;
}

function nearestRank(seconds: readonly Second[], percentile: number): number {
  const sorted = Float64Array.from(seconds.flatMap(({ values }) => values)).sort();
  return sorted[Math.max(0, Math.ceil(percentile * sorted.length) - 1)] as number;
}

/** 10 / (1 - 0.99) is a little over 1,000 in floating point. */
const ROUNDING = 1e-6;

/**
 * Whether a percentile of so few samples says little.
 * https://docs.aws.amazon.com/AmazonCloudWatch/latest/monitoring/percentiles-with-low-samples.html
 */
export function hasFewSamples(percentile: number, count: number): boolean {
  return count < 10 / (percentile < 0.5 ? percentile : 1 - percentile) - ROUNDING;
}
