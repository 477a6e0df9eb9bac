// Log events on their way through the metric filters of their group, and those that are metrics themselves.
import type { Datapoint, LogEvents, MetricSink } from '../interfaces.ts';
import type { Collection } from '../store.ts';
import { embeddedMetrics } from './embedded-metrics.ts';
import { matchesPattern, parseEvent, parseFilterPattern, selected } from './filter-pattern.ts';
import { filtersOf } from './metric-filter.ts';
import type { MetricFilterInputs } from './metric-filter-inputs.ts';

interface LogEventsOptions {
  readonly filters: Collection<MetricFilterInputs>;
  readonly metrics: MetricSink;
}

/** "26 bytes for each log event" beside its text: https://docs.aws.amazon.com/AmazonCloudWatchLogs/latest/APIReference/API_PutLogEvents.html */
const EVENT_BYTES = 26;

const LOG_GROUP_ARN = /^arn:aws:logs:(?<region>[^:]+):\d+:log-group:(?<name>[^:]+)/;

export function createLogEvents({ filters, metrics }: LogEventsOptions): LogEvents {
  return {
    put(destinationArn, line) {
      const { region, name } = LOG_GROUP_ARN.exec(destinationArn)?.groups ?? {};
      if (region === undefined || name === undefined) return;
      const bytes = Buffer.byteLength(line);
      const group = { region, namespace: 'AWS/Logs', dimensions: { LogGroupName: name } };
      metrics.publish({ ...group, name: 'IncomingBytes', unit: 'Bytes', value: bytes + EVENT_BYTES });
      const found = filtersOf(filters, name, region);
      if (found.length === 0 && !line.includes('"_aws"')) return;
      const event = parseEvent(line);
      metrics.publish(...embeddedMetrics(region, event));
      metrics.publish(...found.flatMap(([, filter]) => datapointOf(region, filter, event) ?? []));
    },
  };
}

/** Undefined where the filter does not match, or where the event lacks the property of a dimension. */
function datapointOf(
  region: string,
  { pattern, metricTransformation }: MetricFilterInputs,
  event: unknown,
): Datapoint | undefined {
  const parsed = parseFilterPattern(pattern);
  if (parsed === undefined || !matchesPattern(parsed, event)) return undefined;
  const { name, namespace, unit, value } = metricTransformation;
  const dimensions = Object.entries(metricTransformation.dimensions ?? {}).map(
    ([key, selector]) => [key, selected(event, selector)] as const,
  );
  if (dimensions.some(([, found]) => found === undefined)) return undefined;
  const texts = dimensions.map(([key, found]) => [key, String(found)]);
  return { region, name, namespace, unit, value: Number(value), dimensions: Object.fromEntries(texts) };
}
