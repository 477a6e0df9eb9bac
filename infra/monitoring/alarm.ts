// One alarm: what it measures, and what its description says to whoever is woken by it.
import type { Tags } from '@petstore/custom-domains';
import { MetricAlarm, type MetricAlarmArgs } from '@pulumi/aws/cloudwatch/metricAlarm.js';
import type * as pulumi from '@pulumi/pulumi';

/** CloudFront's metrics and certificates are there, and an alarm is where its metric is. */
export const EDGE_REGION = 'us-east-1';

/** ARNs of SNS topics; none: an alarm only has a state. CloudWatch notifies topics of the alarm's own region only. */
export interface AlarmActions {
  /** In the stack's region. */
  readonly regional: readonly pulumi.Input<string>[];
  /** In EDGE_REGION. */
  readonly edge: readonly pulumi.Input<string>[];
}

export interface AlarmSpec
  extends Pick<
    MetricAlarmArgs,
    | 'name'
    | 'namespace'
    | 'metricName'
    | 'statistic'
    | 'extendedStatistic'
    | 'threshold'
    | 'dimensions'
    | 'evaluationPeriods'
    | 'evaluateLowSampleCountPercentiles'
  > {
  /** What has happened, as a sentence without its period. */
  readonly meaning: string;
  /** The heading in docs/operations.md that says what to do. */
  readonly heading: string;
  /** Whether the alarm is raised at the threshold and above, which is the default, or below it. */
  readonly raisedBelow?: true;
  /** Seconds; five minutes by default. */
  readonly period?: number;
  /** No data is not a fault, by default; `missing` notifies that there is none any more. */
  readonly treatMissingData?: 'notBreaching' | 'ignore' | 'missing';
  /** Absent: the stack's region. */
  readonly region?: typeof EDGE_REGION;
}

export interface AlarmOptions {
  /** Undefined: an alarm that decides about a release, and notifies nobody. */
  readonly actions: AlarmActions | undefined;
  readonly tags: Tags;
}

export const FIVE_MINUTES = 300;

/** A percentile of few calls is one call: an alarm on a percentile waits until there are enough for it. */
const FEW_SAMPLES = { evaluateLowSampleCountPercentiles: 'ignore' } as const;

export function declareAlarm(
  name: string,
  { meaning, heading, raisedBelow, period = FIVE_MINUTES, region, ...metric }: AlarmSpec,
  { actions, tags }: AlarmOptions,
  opts: pulumi.CustomResourceOptions,
): MetricAlarm {
  const notified = actions && [...(region === undefined ? actions.regional : actions.edge)];
  return new MetricAlarm(
    name,
    {
      evaluationPeriods: 1,
      treatMissingData: 'notBreaching',
      ...(metric.extendedStatistic === undefined ? {} : FEW_SAMPLES),
      ...metric,
      region,
      period,
      comparisonOperator: raisedBelow ? 'LessThanThreshold' : 'GreaterThanOrEqualToThreshold',
      alarmDescription: `${meaning}. What to do: docs/operations.md#${heading}`,
      alarmActions: notified,
      okActions: notified,
      ...(metric.treatMissingData === 'missing' ? { insufficientDataActions: notified } : {}),
      tags,
    },
    opts,
  );
}
