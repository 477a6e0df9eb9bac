// The alarms that end a release: failed calls by version, and lines of the function's log that a metric filter counts.
// Their counts are in memory, so that a restart begins anew; no other alarm is evaluated.
import type { LogMetricFilterArgs } from '@pulumi/aws/cloudwatch/logMetricFilter.js';
import type { MetricAlarmArgs } from '@pulumi/aws/cloudwatch/metricAlarm.js';
import type { Unwrap } from '@pulumi/pulumi';
import type { Recorded } from '../recorded/index.ts';
import { METRIC_ALARM, METRIC_FILTER } from '../recorded/types.ts';

type AlarmInputs = Unwrap<MetricAlarmArgs>;
type FilterInputs = Unwrap<LogMetricFilterArgs>;
type Dimensions = Readonly<Record<string, string>>;

interface Filter {
  readonly pattern: string;
  readonly metricTransformation: { readonly dimensions?: Dimensions };
}

/** `at`: milliseconds since 1970. */
interface Count {
  readonly at: number;
  readonly value: number;
}

/** No release lasts as long on a laptop. */
const KEPT_MS = 3_600_000;
/** Of a metric. Logs come from the program: no log may use up the memory. */
const MAX_COUNTS = 10_000;
const MAX_METRICS = 1_000;

export type ReleaseAlarms = ReturnType<typeof createReleaseAlarms>;

/** `now`: milliseconds since 1970. */
export function createReleaseAlarms(
  recorded: Pick<Recorded, 'resources' | 'find'>,
  now: () => number = Date.now,
) {
  const counts = new Map<string, readonly Count[]>();
  const add = (metric: string, value: number) => {
    const at = now();
    const kept = (counts.get(metric) ?? []).filter((one) => one.at > at - KEPT_MS);
    if (kept.length > 0 || counts.size < MAX_METRICS)
      counts.set(metric, [...kept.slice(1 - MAX_COUNTS), { at, value }]);
  };
  const sum = (metric: string, seconds: number): number =>
    (counts.get(metric) ?? [])
      .filter(({ at }) => at > now() - seconds * 1_000)
      .reduce((total, { value }) => total + value, 0);
  return {
    /** Of an alias that routes to two versions; `dimensions` are those of Lambda's metric `Errors`. */
    failedCall: (region: string, dimensions: Dimensions) =>
      add(metricKey(region, 'AWS/Lambda', 'Errors', dimensions), 1),
    logLine(region: string, logGroup: string, line: string): void {
      const filters = recorded
        .resources(METRIC_FILTER)
        .filter((one) => one.region === region && one.inputs.logGroupName === logGroup);
      if (filters.length === 0) return;
      const event = parseEvent(line);
      for (const { inputs } of filters) {
        const filter = inputs as unknown as FilterInputs;
        const { namespace, name, value } = filter.metricTransformation;
        const dimensions = dimensionsOf(filter, event);
        if (dimensions !== undefined) add(metricKey(region, namespace, name, dimensions), Number(value));
      }
    },
    isRaised(name: string, region: string): boolean {
      const alarm = recorded.find(METRIC_ALARM, region, name)?.inputs as unknown as AlarmInputs | undefined;
      if (alarm?.statistic !== 'Sum') return false;
      const { namespace = '', metricName = '', dimensions = {}, period = 0 } = alarm;
      const { comparisonOperator, threshold = Number.POSITIVE_INFINITY } = alarm;
      const value = sum(metricKey(region, namespace, metricName, dimensions), period);
      if (comparisonOperator === 'GreaterThanThreshold') return value > threshold;
      return comparisonOperator === 'GreaterThanOrEqualToThreshold' && value >= threshold;
    },
  };
}

function metricKey(region: string, namespace: string, name: string, dimensions: Dimensions): string {
  const entries = Object.entries(dimensions).sort(([a], [b]) => (a < b ? -1 : 1));
  return JSON.stringify([region, namespace, name, entries]);
}

/** Undefined where the filter does not match, or where the event lacks the property of a dimension. */
export function dimensionsOf(
  { pattern, metricTransformation }: Filter,
  event: unknown,
): Dimensions | undefined {
  const { selector, text } = PROPERTY_EQUALS_TEXT.exec(pattern.trim())?.groups ?? {};
  if (selector === undefined || selected(event, selector) !== text) return undefined;
  const found = Object.entries(metricTransformation.dimensions ?? {}).map(
    ([key, path]) => [key, selected(event, path)] as const,
  );
  if (found.some(([, value]) => value === undefined)) return undefined;
  return Object.fromEntries(found.map(([key, value]) => [key, String(value)]));
}

// The only filter pattern that is emulated, `{ $.status = "429" }`: it is case-sensitive, and a text in quotes never matches a JSON
// number. https://docs.aws.amazon.com/AmazonCloudWatch/latest/logs/FilterAndPatternSyntax.html
const PROPERTY_EQUALS_TEXT = /^\{\s*(?<selector>\$(\.\w+)+)\s*=\s*"(?<text>[^"\\*]*)"\s*\}$/;

/** The value at `$.status` of a log event; undefined where the event does not have it. */
function selected(event: unknown, selector: string): unknown {
  let value = event;
  for (const name of selector.split('.').slice(1)) {
    if (typeof value !== 'object' || value === null || !Object.hasOwn(value, name)) return undefined;
    value = (value as Record<string, unknown>)[name];
  }
  return value;
}

/** A log event as JSON; undefined for any other text, which no JSON pattern matches. */
function parseEvent(line: string): unknown {
  try {
    return JSON.parse(line);
  } catch {
    return undefined;
  }
}
