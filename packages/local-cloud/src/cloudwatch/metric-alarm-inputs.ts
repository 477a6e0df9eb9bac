// The inputs of a metric alarm.
import type { MetricAlarmArgs } from '@pulumi/aws/cloudwatch/metricAlarm.js';
import { z } from 'zod';
import { argsOf, atMost, region, tags } from '../schema/args-of.ts';
import { emulates, needed } from '../schema/emulated.ts';
import { UNITS } from './units.ts';

/** The provider's check: an ARN, or an action of EC2 (internal/service/cloudwatch/metric_alarm.go). */
const action = z
  .string()
  .min(1)
  .max(1024)
  .regex(
    /^(arn:aws(-[a-z]+)*:[^:]*:([a-z]{2}(-[a-z]+)+-\d)?:(aws|aws-managed|third-party|\d{12}|cw.{10})?:.+|arn:[\w-]+:automate:[\w-]+:ec2:(reboot|recover|stop|terminate))$/,
    'is an invalid ARN',
  );

const actions = z.array(action).max(5).optional();

const OPERATORS = [
  'GreaterThanOrEqualToThreshold',
  'GreaterThanThreshold',
  'LessThanThreshold',
  'LessThanOrEqualToThreshold',
] as const;

const BAND = 'it would compare with a band of expected values';

const EXPRESSION = 'it would be for an expression of several metrics';

/** The provider's own pattern (internal/service/cloudwatch/metric_alarm.go). */
const EXTENDED =
  /^((p|tm|wm|tc|ts)((\d{1,2}(\.\d{1,2})?)|100)|IQM|(TM|WM|PR|TC|TS)\((\d+(\.\d+)?%?)?:(\d+(\.\d+)?%?)?\))$/;

/** The service model's pattern: printable ASCII, not only spaces. */
const PRINTABLE = /^(?=.*[!-~])[ -~]*$/;

const dimensions = z
  .record(
    z
      .string()
      .max(255)
      .regex(/^(?!:)/)
      .regex(PRINTABLE),
    z.string().max(1024).regex(PRINTABLE),
  )
  .check(atMost(30));

export const alarmInputs = argsOf<MetricAlarmArgs>()({
  // The service model's pattern: no ASCII control characters.
  name: z
    .string()
    .min(1)
    .max(255)
    .regex(/^\P{Cc}*$/u),
  region,
  comparisonOperator: emulates(OPERATORS, {
    of: [
      ...OPERATORS,
      'LessThanLowerOrGreaterThanUpperThreshold',
      'LessThanLowerThreshold',
      'GreaterThanUpperThreshold',
    ],
    because: BAND,
  }),
  evaluationPeriods: z.int().min(1),
  datapointsToAlarm: z.int().min(1).optional(),
  metricName: z.string(needed('an alarm without metricName', EXPRESSION)).min(1).max(255),
  namespace: z
    .string(needed('an alarm without namespace', EXPRESSION))
    .min(1)
    .max(255)
    .regex(/^[^:].*$/),
  period: z
    .int(needed('an alarm without period', EXPRESSION))
    .min(1)
    .refine((period) => [10, 20, 30].includes(period) || period % 60 === 0, {
      message: 'Period must be 10, 20, 30, or any multiple of 60',
    }),
  statistic: z.enum(['SampleCount', 'Average', 'Sum', 'Minimum', 'Maximum']).optional(),
  extendedStatistic: z.string().regex(EXTENDED, 'invalid statistic').optional(),
  threshold: z.number(needed('an alarm without threshold', BAND)),
  dimensions: dimensions.optional(),
  unit: z.enum(UNITS).optional(),
  treatMissingData: z.enum(['missing', 'ignore', 'breaching', 'notBreaching']).default('missing'),
  actionsEnabled: z.boolean().default(true),
  alarmActions: actions,
  okActions: actions,
  insufficientDataActions: actions,
  evaluateLowSampleCountPercentiles: z.enum(['evaluate', 'ignore']).optional(),
  alarmDescription: z.string().max(1024).optional(),
  tags,
}).refine((alarm) => (alarm.statistic === undefined) !== (alarm.extendedStatistic === undefined), {
  message: 'One of `statistic` or `extended_statistic` must be set for a cloudwatch metric alarm',
});

export type AlarmInputs = z.infer<typeof alarmInputs>;
