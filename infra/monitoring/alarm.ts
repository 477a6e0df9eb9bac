// An alarm and its description, for whoever is woken by it; the topics that alarms notify; and the alarms of what serves each host.
import type { HostTarget, Tags } from '@petstore/custom-domains';
import { observed } from '@petstore/custom-domains/many-hosts';
import { type Gated, shown } from '@petstore/custom-domains/output';
import { Distribution } from '@pulumi/aws/cloudfront/distribution.js';
import { MetricAlarm, type MetricAlarmArgs } from '@pulumi/aws/cloudwatch/metricAlarm.js';
import { Topic } from '@pulumi/aws/sns/topic.js';
import { TopicSubscription } from '@pulumi/aws/sns/topicSubscription.js';
import * as pulumi from '@pulumi/pulumi';
import type { Settings } from '../config/settings.ts';
import type { StackPlan } from '../plan/types.ts';

/** CloudFront's metrics and certificates are there, and an alarm is where its metric is. */
export const EDGE_REGION = 'us-east-1';

/** ARNs of SNS topics; none: an alarm only has a state. CloudWatch notifies topics of the alarm's own region only. */
export interface AlarmActions {
  readonly regional: readonly pulumi.Input<string>[];
  readonly edge: readonly pulumi.Input<string>[];
}

type Decided = 'comparisonOperator' | 'evaluationPeriods' | 'period' | 'region' | 'treatMissingData';

export interface AlarmSpec extends Omit<MetricAlarmArgs, Decided> {
  readonly evaluationPeriods?: number;
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

interface AlarmTopicsArgs {
  readonly alarms: Settings['alarms'];
  readonly region: string;
  readonly tags: Tags;
}

/** A mail address has a topic in each of the two regions. They are not encrypted: CloudWatch cannot use `alias/aws/sns`
 * (https://docs.aws.amazon.com/sns/latest/dg/sns-key-management.html). `unconfirmed`: `address (region)`, as of the last refresh. */
export function declareAlarmTopics(name: string, { alarms, region: stackRegion, tags }: AlarmTopicsArgs) {
  const parent = new pulumi.ComponentResource('petstore:monitoring:AlarmTopics', name);
  const { email, topicArn, edgeTopicArn } = alarms;
  const waiting: pulumi.Output<string | undefined>[] = [];
  const topic = (own: string, endpoint: string, region?: string) => {
    const { arn } = new Topic(own, { region, tags }, { parent });
    const mail = { topic: arn, protocol: 'email', endpoint, region };
    const { pendingConfirmation } = new TopicSubscription(`${own}-mail`, mail, { parent });
    const place = observed(`${endpoint} (${region ?? stackRegion})`);
    waiting.push(pendingConfirmation.apply((isPending) => (isPending ? place : pulumi.output(undefined))));
    return arn;
  };
  const isOneRegion = stackRegion === EDGE_REGION;
  const regional = email === undefined ? [] : [topic(name, email)];
  const edge = email === undefined || isOneRegion ? regional : [topic(`${name}-edge`, email, EDGE_REGION)];
  const given = (arn: string | undefined) => (arn === undefined ? [] : [arn]);
  const actions: AlarmActions = {
    regional: [...regional, ...given(topicArn)],
    edge: [...edge, ...given(isOneRegion ? topicArn : edgeTopicArn)],
  };
  return { actions, unconfirmed: pulumi.all(waiting).apply((all) => all.filter((one) => one !== undefined)) };
}

/** What nobody would be told, for preview and up. None but in production: elsewhere an alarm may have a state only. */
export function alarmWarnings({ production, region, settings }: StackPlan): Gated[] {
  const { email, topicArn, edgeTopicArn } = settings.alarms;
  if (!production || email !== undefined) return [];
  if (topicArn === undefined)
    return [
      shown`no alarm of production reaches anybody: set petstore:alarms.email to a mail address, or petstore:alarms.topicArn to an SNS topic`,
    ];
  if (region === EDGE_REGION || edgeTopicArn !== undefined) return [];
  return [
    shown`the alarms of CloudFront and of its certificates are in ${EDGE_REGION} and reach nobody: set petstore:alarms.edgeTopicArn to an SNS topic there, or petstore:alarms.email`,
  ];
}

export interface HostAttachment {
  readonly host: string;
  readonly kind: HostTarget['kind'];
  /** Absent for an external host that is not verified. */
  readonly certificateArn?: pulumi.Input<string>;
  /** Its id; absent for a host of the gateway. */
  readonly distribution?: pulumi.Input<string>;
}

export function reporting(target: HostTarget, report: (attachment: HostAttachment) => void): HostTarget {
  return {
    ...target,
    attach(request, opts) {
      const attachment = target.attach(request, opts);
      const distribution = attachment.dependencies.find((one) => Distribution.isInstance(one));
      const { host, certificateArn } = request;
      report({ host, kind: target.kind, certificateArn, distribution: (distribution as Distribution)?.id });
      return attachment;
    },
  };
}

interface HostAlarmsArgs extends AlarmOptions {
  readonly attachments: readonly HostAttachment[];
  /** Of the documentation's default address. */
  readonly distribution: Distribution;
}

const HOST_ALARMS = 'host-alarm';
const ONE_DAY = 86_400;
/** ACM begins earlier to renew (preflight/renewal/guard.ts): with so few days left, it has failed for weeks. */
const DAYS_LEFT = 30;
/** Of all requests of five minutes, twice in a row: one bad response in a quiet hour is many percent. */
const PERCENT_5XX = 5;

const ERRORS = '5xx-';
const RENEWAL = 'certificate-';

export function hostAlarms(host: string): string[] {
  return [ERRORS, RENEWAL].map((what) => `${HOST_ALARMS}-${what}${host}`);
}

export function declareHostAlarms(args: HostAlarmsArgs): void {
  const parent = new pulumi.ComponentResource('petstore:monitoring:HostAlarms', HOST_ALARMS);
  const declare = (alarm: string, spec: AlarmSpec) =>
    declareAlarm(`${HOST_ALARMS}-${alarm}`, spec, args, { parent });
  declare(`${ERRORS}default`, edgeErrors('the documentation at its default address', args.distribution.id));
  for (const { host, kind, certificateArn, distribution } of args.attachments) {
    if (distribution !== undefined) declare(`${ERRORS}${host}`, edgeErrors(host, distribution));
    if (certificateArn === undefined) continue;
    const region = kind === 'distribution' ? EDGE_REGION : undefined;
    declare(`${RENEWAL}${host}`, { ...notRenewed(host, certificateArn), region });
  }
}

function notRenewed(host: string, certificateArn: pulumi.Input<string>): AlarmSpec {
  return {
    namespace: 'AWS/CertificateManager',
    metricName: 'DaysToExpiry',
    dimensions: { CertificateArn: certificateArn },
    statistic: 'Minimum',
    threshold: DAYS_LEFT,
    raisedBelow: true,
    period: ONE_DAY,
    // The metric ends with the certificate: the alarm stays raised, and a new certificate has no data for half a day.
    treatMissingData: 'ignore',
    meaning: `The certificate of ${host} ends in less than ${DAYS_LEFT} days and was not renewed`,
    heading: 'certificate-not-renewed',
  };
}

function edgeErrors(what: string, id: pulumi.Input<string>): AlarmSpec {
  return {
    namespace: 'AWS/CloudFront',
    metricName: '5xxErrorRate',
    dimensions: { DistributionId: id, Region: 'Global' },
    statistic: 'Average',
    threshold: PERCENT_5XX,
    evaluationPeriods: 2,
    region: EDGE_REGION,
    meaning: `CloudFront responded with a 5xx to ${PERCENT_5XX} % of the requests or more for ten minutes: ${what}`,
    heading: 'cloudfront-errors',
  };
}
