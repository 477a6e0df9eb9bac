// The calls for what watches a stack: alarms, topics, schedules, dashboards, saved queries.
import { ACCOUNT, arn, type CallTable, calls, type Owner } from './call.ts';

const ALARMS = [
  arn('cloudwatch', 'alarm:api-alarm-errors-0a1b2c3'),
  arn('cloudwatch', 'alarm:host-alarm-certificate-api.petstore.example-0a1b2c3'),
  arn('cloudwatch', 'alarm:host-alarm-5xx-petstore.example-0a1b2c3', 'us-east-1'),
  arn('cloudwatch', 'alarm:check-alarm-failures-0a1b2c3'),
];
/** DescribeAlarms is authorized for any alarm, whatever names the request has. */
const ANY_ALARM = [
  arn('cloudwatch', 'alarm:of-somebody-else'),
  arn('cloudwatch', 'alarm:of-somebody-else', 'us-east-1'),
];
const TOPICS = [arn('sns', 'alarms-0a1b2c3'), arn('sns', 'alarms-edge-0a1b2c3', 'us-east-1')];
const RULE = arn('events', 'rule/checks-every-5-minutes-0a1b2c3');

const on = (all: readonly string[], service: string, ...names: string[]) =>
  all.flatMap((one) => calls(service, one, ...names));
const rule = (...names: string[]) => calls('events', RULE, ...names);

export const MONITORING_CALLS: CallTable = {
  'aws:cloudwatch/metricAlarm:MetricAlarm': {
    source: 'cloudwatch/metric_alarm.go',
    create: on(ALARMS, 'cloudwatch', 'PutMetricAlarm', 'TagResource'),
    read: [
      ...on(ANY_ALARM, 'cloudwatch', 'DescribeAlarms'),
      ...on(ALARMS, 'cloudwatch', 'ListTagsForResource'),
    ],
    update: on(ALARMS, 'cloudwatch', 'PutMetricAlarm', 'TagResource', 'UntagResource'),
    delete: on(ALARMS, 'cloudwatch', 'DeleteAlarms'),
  },
  'aws:sns/topic:Topic': {
    source: 'sns/topic.go',
    create: on(TOPICS, 'sns', 'CreateTopic', 'TagResource'),
    read: on(TOPICS, 'sns', 'GetTopicAttributes', 'ListTagsForResource'),
    update: on(TOPICS, 'sns', 'SetTopicAttributes', 'TagResource', 'UntagResource'),
    delete: on(TOPICS, 'sns', 'DeleteTopic'),
  },
  'aws:sns/topicSubscription:TopicSubscription': {
    source: 'sns/topic_subscription.go',
    create: on(TOPICS, 'sns', 'Subscribe'),
    read: calls('sns', '*', 'GetSubscriptionAttributes'),
    update: calls('sns', '*', 'SetSubscriptionAttributes'),
    delete: calls('sns', '*', 'Unsubscribe'),
  },
};

export const observationCalls = ({ project, stack }: Owner): CallTable => {
  const dashboard = (...names: string[]) =>
    calls('cloudwatch', `arn:aws:cloudwatch::${ACCOUNT}:dashboard/${project}-${stack}`, ...names);
  return {
    'aws:cloudwatch/eventRule:EventRule': {
      source: 'events/rule.go',
      create: rule('PutRule', 'TagResource'),
      read: rule('DescribeRule', 'ListTagsForResource'),
      update: rule('PutRule', 'TagResource', 'UntagResource'),
      delete: rule('DeleteRule'),
    },
    'aws:cloudwatch/eventTarget:EventTarget': {
      source: 'events/target.go',
      create: rule('PutTargets'),
      read: rule('ListTargetsByRule'),
      update: rule('PutTargets'),
      delete: rule('RemoveTargets'),
    },
    'aws:cloudwatch/dashboard:Dashboard': {
      source: 'cloudwatch/dashboard.go',
      create: dashboard('PutDashboard'),
      read: dashboard('GetDashboard'),
      update: dashboard('PutDashboard'),
      delete: dashboard('DeleteDashboards'),
    },
    'aws:cloudwatch/queryDefinition:QueryDefinition': {
      source: 'logs/query_definition.go',
      create: calls('logs', '*', 'PutQueryDefinition'),
      read: calls('logs', '*', 'DescribeQueryDefinitions'),
      update: calls('logs', '*', 'PutQueryDefinition'),
      delete: calls('logs', '*', 'DeleteQueryDefinition'),
    },
  };
};
