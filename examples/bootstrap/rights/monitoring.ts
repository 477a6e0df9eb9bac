// The rights for what watches a stack: alarms and the topics that they notify, the schedule of the checks, the dashboard,
// saved queries. CloudFront's metrics are in us-east-1, and so are the alarms on them.
import { ANY, type Condition, IN_REGION, type Rights, regional } from './right.ts';

const EDGE_REGION = 'us-east-1';
/** In the stack's region, and in us-east-1. */
const inBoth = (service: string, resource: string) => [
  regional(service, resource),
  regional(service, resource).replace('{region}', EDGE_REGION),
];
const IN_BOTH: Condition = { StringEquals: { 'aws:RequestedRegion': ['{region}', EDGE_REGION] } };

const ALARMS = [
  regional('cloudwatch', 'alarm:api-alarm-*'),
  // A version's alarms have the function's name.
  regional('cloudwatch', 'alarm:api-function-*'),
  regional('cloudwatch', 'alarm:check-alarm-*'),
  ...inBoth('cloudwatch', 'alarm:host-alarm-*'),
];
const TOPICS = inBoth('sns', 'alarms-*');
const RULES = [regional('events', 'rule/checks-*')];

export const MONITORING_RIGHTS: Rights = {
  'aws:cloudwatch/metricAlarm:MetricAlarm': [
    {
      on: ALARMS,
      read: ['cloudwatch:ListTagsForResource'],
      write: [
        'cloudwatch:DeleteAlarms',
        'cloudwatch:PutMetricAlarm',
        'cloudwatch:TagResource',
        'cloudwatch:UntagResource',
      ],
      tagged: true,
    },
    { on: ALARMS, create: ['cloudwatch:PutMetricAlarm', 'cloudwatch:TagResource'] },
    // The provider finds an alarm in the list of all alarms.
    { on: inBoth('cloudwatch', 'alarm:*'), read: ['cloudwatch:DescribeAlarms'] },
  ],
  'aws:sns/topic:Topic': [
    {
      on: TOPICS,
      read: ['sns:GetTopicAttributes', 'sns:ListTagsForResource'],
      write: ['sns:DeleteTopic', 'sns:SetTopicAttributes', 'sns:TagResource', 'sns:UntagResource'],
      tagged: true,
    },
    { on: TOPICS, create: ['sns:CreateTopic', 'sns:TagResource'] },
  ],
  'aws:sns/topicSubscription:TopicSubscription': [
    { on: TOPICS, write: ['sns:Subscribe'], tagged: true },
    {
      // A subscription has no ARN for IAM: https://docs.aws.amazon.com/service-authorization/latest/reference/list_amazonsns.html
      on: ANY,
      read: ['sns:GetSubscriptionAttributes'],
      write: ['sns:SetSubscriptionAttributes', 'sns:Unsubscribe'],
      when: IN_BOTH,
    },
  ],
};

/** Of the checks, and of what is drawn and asked. */
export const OBSERVATION_RIGHTS: Rights = {
  'aws:cloudwatch/eventRule:EventRule': [
    {
      on: RULES,
      read: ['events:DescribeRule', 'events:ListTagsForResource'],
      write: ['events:DeleteRule', 'events:PutRule', 'events:TagResource', 'events:UntagResource'],
      tagged: true,
    },
    { on: RULES, create: ['events:PutRule', 'events:TagResource'] },
  ],
  'aws:cloudwatch/eventTarget:EventTarget': [
    {
      on: RULES,
      read: ['events:ListTargetsByRule'],
      write: ['events:PutTargets', 'events:RemoveTargets'],
      tagged: true,
    },
  ],
  'aws:cloudwatch/dashboard:Dashboard': [
    {
      // It has no tags for IAM, and the stack in its name.
      on: ['arn:aws:cloudwatch::{account}:dashboard/{project}-{stack}'],
      read: ['cloudwatch:GetDashboard'],
      write: ['cloudwatch:DeleteDashboards', 'cloudwatch:PutDashboard'],
    },
  ],
  'aws:cloudwatch/queryDefinition:QueryDefinition': [
    {
      // A query has neither an ARN nor tags: https://docs.aws.amazon.com/service-authorization/latest/reference/list_amazoncloudwatchlogs.html
      on: ANY,
      read: ['logs:DescribeQueryDefinitions'],
      write: ['logs:DeleteQueryDefinition', 'logs:PutQueryDefinition'],
      when: IN_REGION,
    },
  ],
};
