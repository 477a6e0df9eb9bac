// Topics, subscriptions, rules, targets, dashboards, saved queries.
import type { FormRow } from '../form.ts';

const row = (type: string, rest: Omit<FormRow, 'type'>): FormRow => ({ type, ...rest });

const WIDGET = { type: 'text', x: 0, y: 0, width: 6, height: 3, properties: { markdown: 'Orders' } };

export const monitoringForms: readonly FormRow[] = [
  row('aws:sns/topic:Topic', {
    what: 'an empty display name, where there was one',
    declares: { displayName: 'Alarms' },
    next: { displayName: undefined },
    ...{ shows: 'update', source: 'internal/service/sns/topic.go: display_name is Optional, not Computed' },
  }),
  row('aws:sns/topicSubscription:TopicSubscription', {
    what: 'how long the provider waits, which SNS does not store',
    declares: { confirmationTimeoutInMinutes: 5 },
    gives: { confirmationTimeoutInMinutes: 5 },
    ...{
      shows: 'same',
      source: 'internal/service/sns/topic_subscription.go: not in subscriptionAttributeMap',
    },
  }),
  row('aws:cloudwatch/eventRule:EventRule', {
    what: 'no state, where there was one',
    ...{ declares: { state: 'DISABLED' }, next: {}, shows: 'same' },
    source: 'internal/service/events/rule.go: DiffSuppressFunc of state',
  }),
  row('aws:cloudwatch/eventTarget:EventTarget', {
    what: 'an input with space in it',
    declares: { input: '{ "hosts": [] }' },
    gives: { input: '{ "hosts": [] }' },
    next: { input: '{"hosts":[]}' },
    ...{
      shows: 'update',
      source: 'internal/service/events/target.go: "We could be normalizing the JSON here"',
    },
  }),
  row('aws:cloudwatch/dashboard:Dashboard', {
    what: 'the same body with space, and its keys in another order',
    declares: { dashboardBody: JSON.stringify({ start: '-PT3H', widgets: [WIDGET] }) },
    next: { dashboardBody: JSON.stringify({ widgets: [WIDGET], start: '-PT3H' }, null, 2) },
    ...{ shows: 'same', source: 'internal/service/cloudwatch/dashboard.go: SuppressEquivalentJSONDiffs' },
  }),
  row('aws:cloudwatch/queryDefinition:QueryDefinition', {
    what: 'a query with space around it',
    declares: { queryString: ' filter ms > 1000\n' },
    gives: { queryString: ' filter ms > 1000\n' },
    ...{ shows: 'same', source: 'internal/service/logs/query_definition.go: stored as it is' },
  }),
  row('aws:cloudwatch/metricAlarm:MetricAlarm', {
    what: 'what few samples of a percentile do, where it was declared',
    declares: {
      ...{ statistic: undefined, extendedStatistic: 'p99' },
      evaluateLowSampleCountPercentiles: 'ignore',
    },
    next: { statistic: undefined, extendedStatistic: 'p99' },
    shows: 'same',
    source: 'internal/service/cloudwatch/metric_alarm.go: Optional and Computed',
  }),
];
