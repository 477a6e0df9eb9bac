// Functions and their permissions, log groups and alarms.
import type { FormRow } from '../form.ts';

const row = (type: string, rest: Omit<FormRow, 'type'>): FormRow => ({ type, ...rest });

const FUNCTION = 'internal/service/lambda/function.go';

const functions: readonly FormRow[] = [
  row('aws:lambda/functionEventInvokeConfig:FunctionEventInvokeConfig', {
    what: 'no age, where there was one',
    declares: { maximumEventAgeInSeconds: 60 },
    next: { maximumEventAgeInSeconds: undefined },
    shows: 'update',
    source:
      'internal/service/lambda/function_event_invoke_config.go: maximum_event_age_in_seconds is Optional',
  }),
  row('aws:lambda/function:Function', {
    what: 'an environment without variables, and log levels left out',
    declares: { environment: { variables: {} }, loggingConfig: { logFormat: 'JSON' } },
    lacks: ['environment'],
    gives: { loggingConfig: { logFormat: 'JSON', applicationLogLevel: 'INFO', systemLogLevel: 'INFO' } },
    ...{ shows: 'same', source: `${FUNCTION}: suppressLoggingConfigUnspecifiedLogLevels, environment` },
  }),
  row('aws:lambda/function:Function', {
    what: 'no architecture, storage, tracing and logging, where there were some',
    declares: {
      ...{ architectures: ['arm64'], ephemeralStorage: { size: 1024 }, tracingConfig: { mode: 'Active' } },
      ...{ loggingConfig: { logFormat: 'JSON', logGroup: '/orders' }, sourceCodeHash: 'hash' },
    },
    next: {},
    ...{ shows: 'same', source: `${FUNCTION}: all are Optional and Computed` },
  }),
  row('aws:lambda/function:Function', {
    what: 'neither architecture, storage, tracing, logging nor environment',
    declares: { name: 'orders' },
    gives: {
      ...{
        architectures: ['x86_64'],
        ephemeralStorage: { size: 512 },
        tracingConfig: { mode: 'PassThrough' },
      },
      loggingConfig: { logFormat: 'Text', logGroup: '/aws/lambda/orders' },
    },
    next: { name: 'orders', environment: { variables: {} } },
    ...{ shows: 'same', source: 'CreateFunction in the API reference' },
  }),
  row('aws:lambda/function:Function', {
    what: 'logging without its group, where there was one',
    declares: { loggingConfig: { logFormat: 'JSON', logGroup: '/orders' } },
    next: { loggingConfig: { logFormat: 'JSON' } },
    ...{ shows: 'same', source: `${FUNCTION}: log_group is Optional and Computed` },
  }),
  row('aws:lambda/permission:Permission', {
    what: "the function's ARN",
    ...{ declares: {}, shows: 'same' },
    source: 'internal/service/lambda/permission.go: "Save Lambda function name in the same format"',
  }),
  row('aws:lambda/permission:Permission', {
    what: 'an account by its number',
    ...{ declares: { principal: '123456789012' }, shows: 'replace' },
    gives: { principal: 'arn:aws:iam::123456789012:root' },
    source: 'hashicorp/terraform-provider-aws#30722; internal/service/lambda/permission.go',
  }),
];

const metric = { name: 'Throttled', namespace: 'Shop', value: '1' };
const topics = ['arn:aws:sns:eu-west-1:123456789012:a', 'arn:aws:sns:eu-west-1:123456789012:b'];

const watched: readonly FormRow[] = [
  row('aws:cloudwatch/logGroup:LogGroup', {
    what: 'no class, where there was one',
    ...{ declares: { logGroupClass: 'INFREQUENT_ACCESS' }, next: {}, shows: 'same' },
    source: 'internal/service/logs/group.go: log_group_class is Optional and Computed',
  }),
  row('aws:cloudwatch/logGroup:LogGroup', {
    what: 'no class',
    ...{ declares: {}, gives: { logGroupClass: 'STANDARD' }, shows: 'same' },
    source: 'CreateLogGroup in the API reference: the default of logGroupClass',
  }),
  row('aws:cloudwatch/logGroup:LogGroup', {
    what: 'how long a group for deliveries keeps what it has',
    ...{ declares: { logGroupClass: 'DELIVERY', retentionInDays: 30 }, shows: 'same' },
    gives: { retentionInDays: 2 },
    source: 'internal/service/logs/group.go: DiffSuppressFunc of retention_in_days',
  }),
  row('aws:cloudwatch/logMetricFilter:LogMetricFilter', {
    what: 'a pattern with space around it',
    declares: { pattern: '  { $.status = "429" }\n' },
    gives: { pattern: '{ $.status = "429" }' },
    ...{ shows: 'same', source: 'internal/service/logs/metric_filter.go: TrimSpaceSchemaStateFunc' },
  }),
  row('aws:cloudwatch/logMetricFilter:LogMetricFilter', {
    what: 'a default value that Go formats in another way',
    declares: { metricTransformation: { ...metric, defaultValue: '0.0' } },
    gives: { metricTransformation: { ...metric, defaultValue: '0', unit: 'None' } },
    ...{ shows: 'update', source: 'internal/service/logs/metric_filter.go: flex.Float64ToStringValue' },
  }),
  row('aws:cloudwatch/logMetricFilter:LogMetricFilter', {
    what: 'whether it applies to transformed logs, where it was declared',
    ...{ declares: { applyOnTransformedLogs: false }, next: {}, shows: 'same' },
    source: 'internal/service/logs/metric_filter.go: apply_on_transformed_logs is Optional and Computed',
  }),
  row('aws:cloudwatch/metricAlarm:MetricAlarm', {
    what: 'actions in another order, and an empty description',
    declares: { alarmActions: topics, okActions: topics, insufficientDataActions: topics },
    next: {
      ...{ alarmActions: topics.toReversed(), okActions: topics.toReversed() },
      ...{ insufficientDataActions: topics.toReversed(), alarmDescription: '' },
    },
    ...{ shows: 'same', source: 'internal/service/cloudwatch/metric_alarm.go: TypeSets' },
  }),
];

export const functionForms: readonly FormRow[] = [...functions, ...watched];
