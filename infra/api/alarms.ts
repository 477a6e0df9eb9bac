// Alarms on faults that the API's users notice and on floods of requests.
import { LogMetricFilter } from '@pulumi/aws/cloudwatch/logMetricFilter.js';
import * as pulumi from '@pulumi/pulumi';
import { type ByTable, byTable, TABLES, type TableDefinition, type TableName } from '../../service/tables.ts';
import type { Settings } from '../config/settings.ts';
import { type AlarmOptions, type AlarmSpec, declareAlarm, FIVE_MINUTES } from '../monitoring/alarm.ts';

interface AlarmsArgs extends AlarmOptions {
  readonly apiId: pulumi.Input<string>;
  readonly accessLog: pulumi.Input<string>;
  readonly functionName: pulumi.Input<string>;
  readonly tables: ByTable<pulumi.Input<string>>;
  readonly settings: Settings;
  readonly parent: pulumi.Resource;
}

/** Parts of the requests that the gateway lets through: clients in error, throttled ones, and traffic near the limit. */
const TOO_MANY_4XX = 0.1;
const TOO_MANY_429 = 0.01;
const NEAR_THE_LIMIT = 0.8;
/** Of five minutes: a client that goes on with an expired key, or somebody who guesses keys. */
const TOO_MANY_401 = 100;
/** Of five minutes. On-demand tables throttle a little while they grow, and the function tries again. */
const TOO_MANY_STORE_THROTTLES = 10;

/** HTTP APIs have no metric of one status: a metric filter counts it in the access log (ACCESS_LOG of gateway.ts), for each API. */
const COUNTED = { 401: 'Refused', 429: 'Throttled' } as const;
const COUNTED_IN = 'Petstore';

type Alarm = Omit<AlarmSpec, 'heading'> & { readonly suffix: string; readonly heading?: string };

export function declareAlarms(name: string, args: AlarmsArgs): pulumi.Output<string>[] {
  const parent = new pulumi.ComponentResource('petstore:api:Alarms', name, {}, { parent: args.parent });
  for (const [status, counted] of Object.entries(COUNTED)) {
    const dimensions = { ApiId: '$.apiId' };
    const metric = { namespace: COUNTED_IN, name: counted, value: '1', dimensions };
    const pattern = `{ $.status = "${status}" }`;
    const filter = { logGroupName: args.accessLog, pattern, metricTransformation: metric };
    new LogMetricFilter(`${name}-${status}-count`, filter, { parent });
  }
  return [...ofRequests(args), ...ofFunction(args), ...ofTables(args)].map(({ suffix, ...spec }) => {
    const own = `${name}-${suffix}`;
    return declareAlarm(own, { heading: own, ...spec }, args, { parent }).arn;
  });
}

function ofRequests({ apiId, settings }: AlarmsArgs): Alarm[] {
  const { latencyMs } = settings.alarms;
  const most = settings.throttling.ratePerSecond * FIVE_MINUTES;
  const metric = { namespace: 'AWS/ApiGateway', dimensions: { ApiId: apiId } };
  const sum = { ...metric, statistic: 'Sum' };
  const counted = { ...sum, namespace: COUNTED_IN };
  const slow = { ...metric, metricName: 'Latency', threshold: latencyMs, heading: 'slow-responses' };
  const takes = `takes ${latencyMs} ms or longer, over five minutes`;
  return [
    {
      ...{ suffix: '5xx', ...sum, metricName: '5xx', threshold: 5 },
      meaning: 'The API responded with a 5xx five times or more in five minutes',
    },
    {
      ...{ suffix: '4xx', ...sum, metricName: '4xx', threshold: Math.ceil(most * TOO_MANY_4XX) },
      meaning:
        'Many requests were refused in five minutes: unknown keys (401), or more than the limits allow (429)',
    },
    {
      ...{ suffix: '401', ...counted, metricName: COUNTED[401], threshold: TOO_MANY_401 },
      meaning: `The keys of ${TOO_MANY_401} requests or more were refused (401) in five minutes`,
    },
    {
      ...{ suffix: '429', ...counted, metricName: COUNTED[429], threshold: Math.ceil(most * TOO_MANY_429) },
      meaning: 'Requests were throttled (429) in five minutes, by the gateway or by the function',
    },
    {
      ...{ suffix: 'requests', ...sum, metricName: 'Count', threshold: Math.ceil(most * NEAR_THE_LIMIT) },
      meaning: 'The requests of five minutes come near what the gateway lets through',
    },
    { suffix: 'latency', ...slow, extendedStatistic: 'p99', meaning: `One request in a hundred ${takes}` },
    // CloudWatch needs 1,000 requests for a p99, and 20 for this.
    { suffix: 'median', ...slow, extendedStatistic: 'p50', meaning: `Every other request ${takes}` },
  ];
}

function ofFunction({ functionName }: AlarmsArgs): Alarm[] {
  const dimensions = { FunctionName: functionName };
  const one = { namespace: 'AWS/Lambda', statistic: 'Sum', dimensions, threshold: 1 };
  const meaning = 'Calls were throttled: the function is at its concurrency limit';
  return [
    { suffix: 'errors', ...one, metricName: 'Errors', meaning: 'The function crashed or ran out of time' },
    { suffix: 'throttles', ...one, metricName: 'Throttles', meaning },
  ];
}

/** An index is throttled by itself: the metrics of its table do not have it. */
function ofTables({ tables }: AlarmsArgs): Alarm[] {
  const throttled = (suffix: string, what: string, dimensions: Record<string, pulumi.Input<string>>) =>
    ['Read', 'Write'].map((kind) => ({
      suffix: `${suffix}-${kind.toLowerCase()}s`,
      namespace: 'AWS/DynamoDB',
      metricName: `${kind}ThrottleEvents`,
      statistic: 'Sum',
      dimensions,
      threshold: TOO_MANY_STORE_THROTTLES,
      meaning: `DynamoDB throttled ${kind.toLowerCase()}s of the ${what} in five minutes`,
      heading: 'store-throttled',
    }));
  const ofTable = (table: TableName) => {
    const TableName = tables[table];
    const { index }: TableDefinition = TABLES[table];
    const alarms = throttled(table, `table ${table}`, { TableName });
    if (index === undefined) return alarms;
    const dimensions = { TableName, GlobalSecondaryIndexName: index.name };
    return [...alarms, ...throttled(`${table}-${index.name}`, `index ${index.name} of ${table}`, dimensions)];
  };
  return Object.values(byTable(ofTable)).flat();
}
