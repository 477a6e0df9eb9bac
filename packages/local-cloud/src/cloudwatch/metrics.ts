// The datapoints of the last hours, by metric and second. They are kept in memory: a restart begins anew.
import type { Datapoint, MetricSink } from '../interfaces.ts';
import type { Clock } from './clock.ts';
import { addValue, newSecond, type Second } from './statistics.ts';

/** A metric, as an alarm or a widget names it; without a unit, the datapoints of every unit. */
export interface Metric extends Omit<Datapoint, 'unit' | 'value'> {
  readonly unit?: string;
}

/** By the second since 1970, oldest first. */
type Series = Map<number, Second>;

interface Stored {
  readonly metric: Metric;
  readonly units: Map<string, Series>;
}

/** Three hours; an alarm's own periods may be longer. */
const KEPT_SECONDS = 3 * 3600;
/** Names and dimensions come from the program and from logs: no log may use up the memory. */
const MAX_METRICS = 2000;

export class Metrics implements MetricSink {
  readonly #clock: Clock;
  readonly #stored = new Map<string, Stored>();
  #keptSeconds = KEPT_SECONDS;
  #listener: (point: Datapoint) => void = () => undefined;

  constructor(clock: Clock) {
    this.#clock = clock;
  }

  /** `listener` is called after each datapoint. */
  follow(listener: (point: Datapoint) => void): void {
    this.#listener = listener;
  }

  publish(...points: readonly Datapoint[]): void {
    const now = Math.floor(this.#clock.now() / 1000);
    for (const point of points) {
      const series = this.#seriesOf(point);
      if (series === undefined) continue;
      const second = series.get(now) ?? newSecond();
      series.set(now, second);
      addValue(second, point.value);
      this.#prune(series, now);
      this.#listener(point);
    }
  }

  /** Keeps datapoints for at least so many seconds. */
  keep(seconds: number): void {
    this.#keptSeconds = Math.max(seconds, this.#keptSeconds);
  }

  /** The seconds of a period that ends `endsAgo` seconds ago. A second counts until all of it is before the period. */
  seconds(metric: Metric, period: number, endsAgo = 0): Second[] {
    const end = endsAgo === 0 ? Number.POSITIVE_INFINITY : this.#clock.now() / 1000 - endsAgo;
    const begin = this.#clock.now() / 1000 - endsAgo - period;
    const units = [...(this.#stored.get(metricKey(metric))?.units ?? [])];
    const chosen = units.filter(([unit]) => (metric.unit ?? unit) === unit);
    return chosen.flatMap(([, series]) =>
      [...series].flatMap(([second, samples]) => (second + 1 > begin && second + 1 <= end ? [samples] : [])),
    );
  }

  /** Every metric that has datapoints. */
  metrics(): Metric[] {
    return [...this.#stored.values()].map(({ metric }) => metric);
  }

  #seriesOf(point: Datapoint): Series | undefined {
    const key = metricKey(point);
    const known = this.#stored.get(key);
    if (known === undefined && this.#stored.size >= MAX_METRICS) return undefined;
    const { region, namespace, name, dimensions } = point;
    const stored = known ?? { metric: { region, namespace, name, dimensions }, units: new Map() };
    if (known === undefined) this.#stored.set(key, stored);
    const series = stored.units.get(point.unit) ?? new Map<number, Second>();
    stored.units.set(point.unit, series);
    return series;
  }

  #prune(series: Series, now: number): void {
    for (const second of series.keys()) {
      if (second + 1 > now - this.#keptSeconds) return;
      series.delete(second);
    }
  }
}

/** The same for the same dimensions in another order. */
export function metricKey({ region, namespace, name, dimensions }: Metric): string {
  const entries = Object.entries(dimensions).sort(([a], [b]) => (a < b ? -1 : 1));
  return JSON.stringify([region, namespace, name, entries]);
}
