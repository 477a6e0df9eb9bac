// Recorded types of CloudWatch, EventBridge and SNS. A release reads the metric filters and the alarms.
import { randomUUID } from 'node:crypto';
import type { DashboardArgs } from '@pulumi/aws/cloudwatch/dashboard.js';
import type { EventRuleArgs } from '@pulumi/aws/cloudwatch/eventRule.js';
import type { EventTargetArgs } from '@pulumi/aws/cloudwatch/eventTarget.js';
import type { LogGroupArgs } from '@pulumi/aws/cloudwatch/logGroup.js';
import type { LogMetricFilterArgs } from '@pulumi/aws/cloudwatch/logMetricFilter.js';
import type { MetricAlarmArgs } from '@pulumi/aws/cloudwatch/metricAlarm.js';
import type { QueryDefinitionArgs } from '@pulumi/aws/cloudwatch/queryDefinition.js';
import type { TopicArgs } from '@pulumi/aws/sns/topic.js';
import type { TopicSubscriptionArgs } from '@pulumi/aws/sns/topicSubscription.js';
import { namesOf, type RecordedTypes } from './recorded-type.ts';

export const METRIC_FILTER = 'aws:cloudwatch/logMetricFilter:LogMetricFilter';
export const METRIC_ALARM = 'aws:cloudwatch/metricAlarm:MetricAlarm';

export const MONITORING: RecordedTypes = {
  'aws:cloudwatch/logGroup:LogGroup': {
    inputs: namesOf<LogGroupArgs>()(
      ['name'],
      [
        'region',
        'retentionInDays',
        'logGroupClass',
        'kmsKeyId',
        'deletionProtectionEnabled',
        'skipDestroy',
        'tags',
      ],
    ),
    replaceOn: ['name', 'logGroupClass'],
    autoname: 'name',
    id: ({ name }) => `${name}`,
    computed: (name, _inputs, { region, accountId }) => ({
      arn: `arn:aws:logs:${region}:${accountId}:log-group:${name}`,
    }),
  },
  [METRIC_FILTER]: {
    inputs: namesOf<LogMetricFilterArgs>()(
      ['name', 'logGroupName', 'pattern', 'metricTransformation'],
      ['region', 'applyOnTransformedLogs'],
    ),
    replaceOn: ['name', 'logGroupName'],
    autoname: 'name',
    id: ({ name }) => `${name}`,
    key: ({ logGroupName, name }) => `${logGroupName}:${name}`,
  },
  [METRIC_ALARM]: {
    inputs: namesOf<MetricAlarmArgs>()(
      ['name', 'comparisonOperator', 'evaluationPeriods'],
      [
        'region',
        'datapointsToAlarm',
        'metricName',
        'namespace',
        'period',
        'statistic',
        'extendedStatistic',
        'threshold',
        'dimensions',
        'unit',
        'treatMissingData',
        'evaluateLowSampleCountPercentiles',
        'actionsEnabled',
        'alarmActions',
        'okActions',
        'insufficientDataActions',
        'alarmDescription',
        'tags',
      ],
    ),
    replaceOn: ['name'],
    autoname: 'name',
    id: ({ name }) => `${name}`,
    computed: (name, _inputs, { region, accountId }) => ({
      arn: `arn:aws:cloudwatch:${region}:${accountId}:alarm:${name}`,
    }),
  },
  'aws:cloudwatch/dashboard:Dashboard': {
    inputs: namesOf<DashboardArgs>()(['dashboardName', 'dashboardBody'], ['region']),
    replaceOn: ['dashboardName'],
    id: ({ dashboardName }) => `${dashboardName}`,
    computed: (name, _inputs, { accountId }) => ({
      dashboardArn: `arn:aws:cloudwatch::${accountId}:dashboard/${name}`,
    }),
  },
  'aws:cloudwatch/queryDefinition:QueryDefinition': {
    inputs: namesOf<QueryDefinitionArgs>()(['name', 'queryString'], ['logGroupNames', 'region']),
    replaceOn: [],
    autoname: 'name',
    id: () => randomUUID(),
    computed: (queryDefinitionId) => ({ queryDefinitionId }),
  },
  'aws:cloudwatch/eventRule:EventRule': {
    inputs: namesOf<EventRuleArgs>()(
      ['name'],
      ['region', 'eventBusName', 'scheduleExpression', 'description', 'state', 'tags'],
    ),
    replaceOn: ['name', 'eventBusName'],
    autoname: 'name',
    id: ({ name }) => `${name}`,
    computed: (name, _inputs, { region, accountId }) => ({
      arn: `arn:aws:events:${region}:${accountId}:rule/${name}`,
    }),
  },
  'aws:cloudwatch/eventTarget:EventTarget': {
    inputs: namesOf<EventTargetArgs>()(
      ['rule', 'targetId', 'arn'],
      ['region', 'eventBusName', 'input', 'retryPolicy'],
    ),
    replaceOn: ['rule', 'targetId', 'eventBusName'],
    id: ({ rule, targetId }) => `${rule}-${targetId}`,
    key: ({ rule, targetId }) => `${rule}/${targetId}`,
  },
  'aws:sns/topic:Topic': {
    inputs: namesOf<TopicArgs>()(['name'], ['region', 'displayName', 'tags']),
    replaceOn: ['name'],
    autoname: 'name',
    id: ({ name }, { region, accountId }) => `arn:aws:sns:${region}:${accountId}:${name}`,
    computed: (arn, _inputs, { accountId }) => ({ arn, owner: accountId }),
  },
  'aws:sns/topicSubscription:TopicSubscription': {
    inputs: namesOf<TopicSubscriptionArgs>()(
      ['topic', 'protocol', 'endpoint'],
      ['region', 'endpointAutoConfirms', 'confirmationTimeoutInMinutes', 'rawMessageDelivery'],
    ),
    replaceOn: ['topic', 'protocol', 'endpoint'],
    id: ({ topic }) => `${topic}:${randomUUID()}`,
    // Nothing is mailed, so that nobody can confirm.
    computed: (arn, _inputs, { accountId }) => ({ arn, ownerId: accountId, pendingConfirmation: true }),
  },
};
