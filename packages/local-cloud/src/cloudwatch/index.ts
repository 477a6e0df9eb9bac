// CloudWatch: log groups and metric alarms, checked and kept. Nothing is measured here, so no alarm ever rings.
import type { LogGroupArgs } from '@pulumi/aws/cloudwatch/logGroup.js';
import type { MetricAlarmArgs } from '@pulumi/aws/cloudwatch/metricAlarm.js';
import { z } from 'zod';
import type { CloudContext } from '../context.ts';
import { defineHandler } from '../resources/define-handler.ts';
import type { Handler, ServiceHandlers } from '../resources/handler.ts';
import { argsOf, atMost, region, tags } from '../schema/args-of.ts';
import { emulates, needed } from '../schema/emulated.ts';
import { ServiceError } from '../service-error.ts';
import { alarmForms, logGroupForms } from './form.ts';

/** Days; 0 keeps for ever. https://docs.aws.amazon.com/AmazonCloudWatchLogs/latest/APIReference/API_PutRetentionPolicy.html */
const RETENTIONS = [
  0, 1, 3, 5, 7, 14, 30, 60, 90, 120, 150, 180, 365, 400, 545, 731, 1096, 1827, 2192, 2557, 2922, 3288, 3653,
];

const logGroupInputs = argsOf<LogGroupArgs>()({
  name: z
    .string()
    .min(1)
    .max(512)
    .regex(/^[.\-_/#A-Za-z0-9]+$/),
  region,
  retentionInDays: z
    .int()
    .refine((days) => RETENTIONS.includes(days), { message: `must be one of ${RETENTIONS.join(', ')}` })
    .default(0),
  logGroupClass: z.enum(['STANDARD', 'INFREQUENT_ACCESS', 'DELIVERY']).default('STANDARD'),
  kmsKeyId: z.string().max(256).optional(),
  deletionProtectionEnabled: z.boolean().default(false),
  skipDestroy: z.boolean().default(false),
  tags,
});

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

const UNITS = [
  ...['Seconds', 'Microseconds', 'Milliseconds', 'Bytes', 'Kilobytes', 'Megabytes', 'Gigabytes', 'Terabytes'],
  ...['Bits', 'Kilobits', 'Megabits', 'Gigabits', 'Terabits', 'Percent', 'Count', 'Bytes/Second'],
  ...['Kilobytes/Second', 'Megabytes/Second', 'Gigabytes/Second', 'Terabytes/Second', 'Bits/Second'],
  ...['Kilobits/Second', 'Megabits/Second', 'Gigabits/Second', 'Terabits/Second', 'Count/Second', 'None'],
];

/** Of the service model: ASCII, something but white space, no control characters. */
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

const alarmInputs = argsOf<MetricAlarmArgs>()({
  // Of the service model: no ASCII control characters.
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
  alarmDescription: z.string().max(1024).optional(),
  tags,
}).refine((alarm) => (alarm.statistic === undefined) !== (alarm.extendedStatistic === undefined), {
  message: 'One of `statistic` or `extended_statistic` must be set for a cloudwatch metric alarm',
});
type AlarmInputs = z.infer<typeof alarmInputs>;

export function createCloudWatch(context: CloudContext): ServiceHandlers {
  return { handlers: [logGroupHandler(context), alarmHandler(context)], invokes: [] };
}

function logGroupHandler({ accountId, store }: CloudContext): Handler {
  const groups = store.collection<z.infer<typeof logGroupInputs>>('logs/groups');
  const computedOf = (id: string, region: string) => ({
    arn: `arn:aws:logs:${region}:${accountId}:log-group:${id}`,
  });
  return defineHandler({
    type: 'aws:cloudwatch/logGroup:LogGroup',
    inputs: logGroupInputs,
    replaceOn: ['name', 'logGroupClass'],
    forms: logGroupForms,
    autoname: 'name',
    async create(inputs, { region }) {
      const { name } = inputs;
      const key = `${region}/${name}`;
      if (groups.get(key) !== undefined) {
        throw new ServiceError('ResourceAlreadyExistsException', 'The specified log group already exists');
      }
      groups.set(key, inputs);
      return { id: name, computed: computedOf(name, region) };
    },
    async read(id, { region }) {
      const inputs = groups.get(`${region}/${id}`);
      return inputs && { inputs, computed: computedOf(id, region) };
    },
    async update(id, inputs, _old, { region }) {
      groups.set(`${region}/${id}`, inputs);
      return computedOf(id, region);
    },
    async delete(id, old, { region }) {
      if (old.skipDestroy) return;
      if (groups.get(`${region}/${id}`)?.deletionProtectionEnabled === true) {
        throw new ServiceError('ValidationException', 'The log group is protected against deletion.');
      }
      groups.delete(`${region}/${id}`);
    },
  });
}

function alarmHandler({ accountId, store }: CloudContext): Handler {
  const alarms = store.collection<AlarmInputs>('cloudwatch/alarms');
  const put = (inputs: AlarmInputs, region: string) => {
    checkAlarm(inputs);
    alarms.set(`${region}/${inputs.name}`, inputs);
    return { arn: arnOf(inputs.name, region) };
  };
  const arnOf = (id: string, region: string) => `arn:aws:cloudwatch:${region}:${accountId}:alarm:${id}`;
  return defineHandler({
    type: 'aws:cloudwatch/metricAlarm:MetricAlarm',
    inputs: alarmInputs,
    replaceOn: ['name'],
    forms: alarmForms,
    autoname: 'name',
    create: async (inputs, { region }) => ({ id: inputs.name, computed: put(inputs, region) }),
    async read(id, { region }) {
      const inputs = alarms.get(`${region}/${id}`);
      return inputs && { inputs, computed: { arn: arnOf(id, region) } };
    },
    update: async (_id, inputs, _old, { region }) => put(inputs, region),
    delete: async (id, _old, { region }) => void alarms.delete(`${region}/${id}`),
  });
}

/** What PutMetricAlarm refuses beyond single values. */
function checkAlarm({ period, evaluationPeriods, datapointsToAlarm }: AlarmInputs): void {
  if (period * evaluationPeriods > 7 * 24 * 3600) {
    throw new ServiceError(
      'ValidationError',
      'Metrics cannot be checked across more than 7 days (EvaluationPeriods * Period must be <= 604800).',
    );
  }
  if (datapointsToAlarm !== undefined && datapointsToAlarm > evaluationPeriods) {
    throw new ServiceError(
      'ValidationError',
      'DatapointsToAlarm must be less than or equal to EvaluationPeriods',
    );
  }
}
