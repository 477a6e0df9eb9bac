// The datapoints of the last hours, by metric and second. They are kept in memory: a restart begins anew.
import type { Datapoint, MetricSink } from '../interfaces.ts';
import type { Clock } from './clock.ts';
import { addValue, newSecond, type Second } from './statistics.ts';

/** A metric, as an alarm or a widget names it; without a unit, the datapoints of every unit. */
export interface Metric extends Omit<Datapoint, 'unit' | 'value'> {
  readonly unit?: string;
}

/** The seconds that have datapoints, oldest first. */
type Series = Second[];

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
  #listener: (point: Datapoint, key: string) => void = () => undefined;

  constructor(clock: Clock) {
    this.#clock = clock;
  }

  /** `listener` is called after each datapoint, with the key of its metric. */
  follow(listener: (point: Datapoint, key: string) => void): void {
    this.#listener = listener;
  }

  publish(...points: readonly Datapoint[]): void {
    const now = Math.floor(this.#clock.now() / 1000);
    for (const point of points) {
      const key = metricKey(point);
      const series = this.#seriesOf(key, point);
      if (series === undefined) continue;
      addValue(secondAt(series, now), point.value);
      this.#prune(series, now);
      this.#listener(point, key);
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
    return chosen.flatMap(([, series]) => series.slice(endedBy(series, begin), endedBy(series, end)));
  }

  /** Every metric that has datapoints. */
  metrics(): Metric[] {
    return [...this.#stored.values()].map(({ metric }) => metric);
  }

  #seriesOf(key: string, point: Datapoint): Series | undefined {
    const known = this.#stored.get(key);
    if (known === undefined && this.#stored.size >= MAX_METRICS) return undefined;
    const { region, namespace, name, dimensions } = point;
    const stored = known ?? { metric: { region, namespace, name, dimensions }, units: new Map() };
    if (known === undefined) this.#stored.set(key, stored);
    const series = stored.units.get(point.unit) ?? [];
    stored.units.set(point.unit, series);
    return series;
  }

  #prune(series: Series, now: number): void {
    while (series[0] !== undefined && series[0].at + 1 <= now - this.#keptSeconds) series.shift();
  }
}

function secondAt(series: Series, now: number): Second {
  const last = series.at(-1);
  if (last?.at === now) return last;
  const second = newSecond(now);
  series.push(second);
  return second;
}

/** How many of the seconds have ended by `time`. It looks back from the newest, as periods are short and series long. */
function endedBy(series: Series, time: number): number {
  return series.findLastIndex(({ at }) => at + 1 <= time) + 1;
}

/** The same for the same dimensions in another order. */
export function metricKey({ region, namespace, name, dimensions }: Metric): string {
  const entries = Object.entries(dimensions).sort(([a], [b]) => (a < b ? -1 : 1));
  return JSON.stringify([region, namespace, name, entries]);
}
