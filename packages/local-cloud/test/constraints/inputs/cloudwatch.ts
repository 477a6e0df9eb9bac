// Metric alarms.
import { type Entry, emptyIsUnset, of, type Rule, region, type TypeTable } from '../table.ts';
import { tags } from './tags.ts';

const SOURCE = 'internal/service/cloudwatch/metric_alarm.go';
const PROVIDER = `hashicorp/terraform-provider-aws ${SOURCE}`;
const put = of('PutMetricAlarm');
const action: Rule = {
  source: `${PROVIDER} alarm_actions: ValidARN, or an action of EC2`,
  pattern: String.raw`(arn:aws(-[a-z]+)*:[^:]*:([a-z]{2}(-[a-z]+)+-\d)?:(aws|aws-managed|third-party|\d{12}|cw.{10})?:.+)?|arn:[\w\-]+:automate:[\w\-]+:ec2:(reboot|recover|stop|terminate)`,
};
const printable: Rule = {
  source:
    'cloudwatch PutMetricAlarm.Dimensions[], its documentation: ASCII, something but white space, no control characters',
  pattern: '(?=.*[!-~])[ -~]*',
};
const expression = {
  verdict: 'not emulated',
  reason: 'without one metric, an alarm is for an expression of several',
} as const;
const oneStatistic = { statistic: undefined, extendedStatistic: 'p99' };

const actions = (member: string, name: string): Readonly<Record<string, Entry>> => ({
  [name]: put(member),
  [`${name}[]`]: put(`${member}[]`, {
    rules: [action],
    probes: ['arn:aws:automate:eu-west-1:ec2:stop', 'arn:aws:sns'],
    unspecified: { values: [''], reason: 'the provider leaves empty texts of a set out' },
  }),
});

const alarm: TypeTable = {
  type: 'aws:cloudwatch/metricAlarm:MetricAlarm',
  service: 'cloudwatch',
  valid: {
    ...{ name: 'errors', region: 'eu-west-1', comparisonOperator: 'GreaterThanThreshold' },
    ...{
      evaluationPeriods: 1,
      datapointsToAlarm: 1,
      metricName: 'Errors',
      namespace: 'AWS/Lambda',
      period: 60,
    },
    ...{ statistic: 'Sum', threshold: 1, dimensions: { FunctionName: 'orders' }, unit: 'Count' },
    ...{
      treatMissingData: 'notBreaching',
      actionsEnabled: true,
      evaluateLowSampleCountPercentiles: 'ignore',
      alarmDescription: 'Errors of the orders',
    },
    alarmActions: ['arn:aws:sns:eu-west-1:123456789012:alarms'],
    okActions: ['arn:aws:sns:eu-west-1:123456789012:alarms'],
    insufficientDataActions: ['arn:aws:sns:eu-west-1:123456789012:alarms'],
    tags: { team: 'orders' },
  },
  inputs: {
    name: put('AlarmName', {
      rules: [
        {
          source: 'cloudwatch PutMetricAlarm.AlarmName, its documentation',
          pattern: String.raw`[^\u0000-\u001f\u007f]*`,
        },
      ],
    }),
    region,
    comparisonOperator: put('ComparisonOperator', {
      rules: [{ required: true, source: `${PROVIDER} comparison_operator` }],
      emulated: {
        only: [
          ...['GreaterThanOrEqualToThreshold', 'GreaterThanThreshold'],
          ...['LessThanThreshold', 'LessThanOrEqualToThreshold'],
        ],
        reason: 'the others compare with a band of expected values',
      },
    }),
    evaluationPeriods: put('EvaluationPeriods', {
      given: { datapointsToAlarm: undefined },
      rules: [{ required: true, source: PROVIDER }],
      unspecified: { values: [1_000_000], reason: 'with the period, more than seven days' },
    }),
    datapointsToAlarm: put('DatapointsToAlarm', {
      unspecified: { values: [1_000_000, 2], reason: 'more than the evaluation periods' },
    }),
    metricName: put('MetricName', { absent: expression }),
    namespace: put('Namespace', { absent: expression }),
    period: put('Period', {
      rules: [
        {
          source: `${PROVIDER} period`,
          that: {
            is: '10, 20, 30 or a multiple of 60',
            holds: (value: number) => [10, 20, 30].includes(value) || value % 60 === 0,
          },
        },
      ],
      probes: [5, 10, 15, 20, 30, 40, 60, 90, 120],
      unspecified: {
        values: [0, 1_000_000],
        reason: '0 is none to the provider; a million with it more than seven days',
      },
      absent: expression,
    }),
    statistic: put('Statistic', { absent: { verdict: 'refused', reason: `${PROVIDER} CustomizeDiff` } }),
    extendedStatistic: put('ExtendedStatistic', {
      given: oneStatistic,
      rules: [
        {
          source: `${PROVIDER} extended_statistic`,
          pattern: String.raw`((p|(tm)|(wm)|(tc)|(ts))((\d{1,2}(\.\d{1,2})?)|(100))|(IQM)|(((TM)|(WM)|(PR)|(TC)|(TS)))\((\d+(\.\d+)?%?)?:(\d+(\.\d+)?%?)?\))`,
        },
      ],
      probes: ['p100', 'p101', 'p99.123', 'IQM', 'TM(10%:90%)', 'PR(1:2)', 'PR(a:b)', 'XY(1:2)', 'Average'],
      absent: { verdict: 'refused', reason: `${PROVIDER} CustomizeDiff` },
    }),
    threshold: put('Threshold', {
      absent: {
        verdict: 'not emulated',
        reason: 'without one, an alarm compares with a band of expected values',
      },
    }),
    dimensions: put('Dimensions', {
      ...emptyIsUnset(SOURCE),
      stretch: (length) => Object.fromEntries(Array.from({ length }, (_, index) => [`d${index}`, 'orders'])),
    }),
    'dimensions{key}': put('Dimensions[].Name', {
      rules: [printable, { ...printable, pattern: '[^:].*|' }],
    }),
    'dimensions{value}': put('Dimensions[].Value', { rules: [printable] }),
    unit: put('Unit'),
    treatMissingData: put('TreatMissingData', {
      rules: [
        {
          source: `${PROVIDER} treat_missing_data`,
          enum: ['missing', 'ignore', 'breaching', 'notBreaching'],
        },
      ],
    }),
    actionsEnabled: put('ActionsEnabled'),
    ...actions('AlarmActions', 'alarmActions'),
    ...actions('OKActions', 'okActions'),
    ...actions('InsufficientDataActions', 'insufficientDataActions'),
    evaluateLowSampleCountPercentiles: put('EvaluateLowSampleCountPercentile', {
      rules: [
        {
          source: `${PROVIDER} evaluate_low_sample_count_percentiles`,
          enum: ['evaluate', 'ignore'],
        },
      ],
      unspecified: {
        values: ['IGNORE', 'EVALUATE'],
        reason: 'the provider takes any case, and the service documents lower case',
      },
    }),
    alarmDescription: put('AlarmDescription'),
    ...tags({ key: 'PutMetricAlarm.Tags[].Key', value: 'PutMetricAlarm.Tags[].Value' }),
  },
};

const DASHBOARD = 'hashicorp/terraform-provider-aws internal/service/cloudwatch';
const putDashboard = of('PutDashboard');

const dashboard: TypeTable = {
  type: 'aws:cloudwatch/dashboard:Dashboard',
  service: 'cloudwatch',
  valid: { dashboardName: 'shop', dashboardBody: '{"widgets":[]}', region: 'eu-west-1' },
  inputs: {
    dashboardName: putDashboard('DashboardName', {
      rules: [
        {
          max: 255,
          pattern: String.raw`[\-_A-Za-z0-9]+`,
          source: `${DASHBOARD}/validate.go validDashboardName`,
        },
      ],
    }),
    dashboardBody: putDashboard('DashboardBody', {
      rules: [
        {
          source: `${DASHBOARD}/dashboard.go dashboard_body: validation.StringIsJSON`,
          that: { is: 'JSON', holds: isJson },
        },
      ],
      stretch: (length) => (length < 2 ? '1' : `"${'a'.repeat(length - 2)}"`),
    }),
    region,
  },
};

function isJson(text: string): boolean {
  try {
    JSON.parse(text);
    return true;
  } catch {
    return false;
  }
}

export const cloudwatch: readonly TypeTable[] = [alarm, dashboard];
