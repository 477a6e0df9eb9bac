// The rights for what watches a stack: alarms and the topics that they notify, the schedule of the checks, the dashboard,
// saved queries. CloudFront's metrics are in us-east-1, and so are the alarms on them.
import { ANY, actions, type Condition, IN_REGION, type Rights, regional } from './right.ts';

const EDGE_REGION = 'us-east-1';
/** In the stack's region, and in us-east-1. */
const inBoth = (service: string, resource: string) => [
  regional(service, resource),
  regional(service, resource).replace('{region}', EDGE_REGION),
];
const IN_BOTH: Condition = { StringEquals: { 'aws:RequestedRegion': ['{region}', EDGE_REGION] } };

const ALARMS = [
  // A version's alarms have the function's name.
  ...['api-alarm', 'api-function', 'check-alarm'].map((name) => regional('cloudwatch', `alarm:${name}-*`)),
  ...inBoth('cloudwatch', 'alarm:host-alarm-*'),
];
const TOPICS = inBoth('sns', 'alarms-*');
const RULES = [regional('events', 'rule/checks-*')];

export const MONITORING_RIGHTS: Rights = {
  'aws:cloudwatch/metricAlarm:MetricAlarm': [
    {
      on: ALARMS,
      read: actions('cloudwatch', 'ListTagsForResource'),
      write: actions('cloudwatch', 'DeleteAlarms PutMetricAlarm TagResource UntagResource'),
      create: actions('cloudwatch', 'PutMetricAlarm TagResource'),
      tagged: true,
    },
    // The provider finds an alarm in the list of all alarms.
    { on: inBoth('cloudwatch', 'alarm:*'), read: actions('cloudwatch', 'DescribeAlarms') },
  ],
  'aws:sns/topic:Topic': [
    {
      on: TOPICS,
      read: actions('sns', 'GetTopicAttributes ListTagsForResource'),
      write: actions('sns', 'DeleteTopic SetTopicAttributes TagResource UntagResource'),
      create: actions('sns', 'CreateTopic TagResource'),
      tagged: true,
    },
  ],
  'aws:sns/topicSubscription:TopicSubscription': [
    { on: TOPICS, write: actions('sns', 'Subscribe'), tagged: true },
    {
      // A subscription has no ARN for IAM: https://docs.aws.amazon.com/service-authorization/latest/reference/list_amazonsns.html
      on: ANY,
      read: actions('sns', 'GetSubscriptionAttributes'),
      write: actions('sns', 'SetSubscriptionAttributes Unsubscribe'),
      when: IN_BOTH,
    },
  ],
  'aws:cloudwatch/eventRule:EventRule': [
    {
      on: RULES,
      read: actions('events', 'DescribeRule ListTagsForResource'),
      write: actions('events', 'DeleteRule PutRule TagResource UntagResource'),
      create: actions('events', 'PutRule TagResource'),
      tagged: true,
    },
  ],
  'aws:cloudwatch/eventTarget:EventTarget': [
    {
      on: RULES,
      read: actions('events', 'ListTargetsByRule'),
      write: actions('events', 'PutTargets RemoveTargets'),
      tagged: true,
    },
  ],
  'aws:cloudwatch/dashboard:Dashboard': [
    {
      // It has no tags for IAM, and the stack in its name.
      on: ['arn:aws:cloudwatch::{account}:dashboard/{project}-{stack}'],
      read: actions('cloudwatch', 'GetDashboard'),
      write: actions('cloudwatch', 'DeleteDashboards PutDashboard'),
    },
  ],
  'aws:cloudwatch/queryDefinition:QueryDefinition': [
    {
      // A query has neither an ARN nor tags: https://docs.aws.amazon.com/service-authorization/latest/reference/list_amazoncloudwatchlogs.html
      on: ANY,
      read: actions('logs', 'DescribeQueryDefinitions'),
      write: actions('logs', 'DeleteQueryDefinition PutQueryDefinition'),
      when: IN_REGION,
    },
  ],
};
