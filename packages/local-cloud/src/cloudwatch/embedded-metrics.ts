// Log events that are metrics themselves: the embedded metric format, in any log group.
// https://docs.aws.amazon.com/AmazonCloudWatch/latest/monitoring/CloudWatch_Embedded_Metric_Format_Specification.html
import type { Datapoint } from '../interfaces.ts';

interface Directive {
  readonly Namespace?: string;
  readonly Dimensions?: readonly (readonly string[])[];
  readonly Metrics?: readonly { readonly Name: string; readonly Unit?: string }[];
}

type Event = Readonly<Record<string, unknown>>;

/** None for an event that is not in the format. A value that is no number, or a dimension that is no text, is left out. */
export function embeddedMetrics(region: string, event: unknown): Datapoint[] {
  const { _aws: metadata } = (event ?? {}) as { _aws?: { CloudWatchMetrics?: readonly Directive[] } };
  if (!Array.isArray(metadata?.CloudWatchMetrics)) return [];
  return metadata.CloudWatchMetrics.flatMap((directive) => datapoints(region, directive, event as Event));
}

function datapoints(region: string, directive: Directive, event: Event): Datapoint[] {
  const { Namespace: namespace, Dimensions = [[]], Metrics = [] } = directive;
  if (namespace === undefined) return [];
  return Metrics.flatMap(({ Name: name, Unit: unit = 'None' }) => {
    const { [name]: given } = event;
    const values = (Array.isArray(given) ? given : [given]).filter((value) => typeof value === 'number');
    return Dimensions.flatMap((names) => {
      const dimensions = Object.fromEntries(names.map((each) => [each, event[each]]));
      if (Object.values(dimensions).some((value) => typeof value !== 'string')) return [];
      return values.map((value) => ({
        ...{ region, namespace, name, unit, value },
        dimensions: dimensions as Record<string, string>,
      }));
    });
  });
}
