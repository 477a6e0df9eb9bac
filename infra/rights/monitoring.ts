// The rights for what watches a stack. CloudFront's metrics are in us-east-1, and so are the alarms on them.
import { ANY, type Condition, IN_REGION, owned, type Rights, regional, right } from './right.ts';

export const EDGE_REGION = 'us-east-1';
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
    owned('cloudwatch', ALARMS, {
      read: 'ListTagsForResource',
      write: 'DeleteAlarms PutMetricAlarm TagResource UntagResource',
      create: 'PutMetricAlarm TagResource',
    }),
    // The provider finds an alarm in the list of all alarms.
    right('cloudwatch', inBoth('cloudwatch', 'alarm:*'), { read: 'DescribeAlarms' }),
  ],
  'aws:sns/topic:Topic': [
    owned('sns', TOPICS, {
      read: 'GetTopicAttributes ListTagsForResource',
      write: 'DeleteTopic SetTopicAttributes TagResource UntagResource',
      create: 'CreateTopic TagResource',
    }),
  ],
  'aws:sns/topicSubscription:TopicSubscription': [
    owned('sns', TOPICS, { write: 'Subscribe' }),
    // A subscription has no ARN for IAM: https://docs.aws.amazon.com/service-authorization/latest/reference/list_amazonsns.html
    right('sns', ANY, {
      read: 'GetSubscriptionAttributes',
      write: 'SetSubscriptionAttributes Unsubscribe',
      when: IN_BOTH,
    }),
  ],
  'aws:cloudwatch/eventRule:EventRule': [
    owned('events', RULES, {
      read: 'DescribeRule ListTagsForResource',
      write: 'DeleteRule PutRule TagResource UntagResource',
      create: 'PutRule TagResource',
    }),
  ],
  'aws:cloudwatch/eventTarget:EventTarget': [
    owned('events', RULES, { read: 'ListTargetsByRule', write: 'PutTargets RemoveTargets' }),
  ],
  'aws:cloudwatch/dashboard:Dashboard': [
    // It has no tags for IAM, and the stack in its name.
    right('cloudwatch', ['arn:aws:cloudwatch::{account}:dashboard/{project}-{stack}'], {
      read: 'GetDashboard',
      write: 'DeleteDashboards PutDashboard',
    }),
  ],
  'aws:cloudwatch/queryDefinition:QueryDefinition': [
    // A query has neither an ARN nor tags: https://docs.aws.amazon.com/service-authorization/latest/reference/list_amazoncloudwatchlogs.html
    right('logs', ANY, {
      read: 'DescribeQueryDefinitions',
      write: 'DeleteQueryDefinition PutQueryDefinition',
      when: IN_REGION,
    }),
  ],
};
