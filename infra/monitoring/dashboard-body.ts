// The dashboard of a stack, as CloudWatch's JSON. Pure.
// https://docs.aws.amazon.com/AmazonCloudWatch/latest/APIReference/CloudWatch-Dashboard-Body-Structure.html
import { EDGE_REGION } from './alarm.ts';
import { BY_OPERATION } from './queries.ts';

export interface DashboardSubject {
  readonly region: string;
  readonly apiId: string;
  readonly functionName: string;
  readonly functionLog: string;
  readonly accessLog: string;
  readonly tables: Readonly<Record<string, string>>;
  /** By host: its certificate, with the region that it is in. */
  readonly certificates: readonly { readonly host: string; readonly arn: string; readonly region: string }[];
  /** By host: the id of its distribution. */
  readonly distributions: readonly { readonly host: string; readonly id: string }[];
  readonly alarmArns: readonly string[];
}

type Options = Readonly<Record<string, string>>;
/** Namespace, metric, names and values of dimensions, then options. */
type Metric = readonly (string | Options)[];

interface Widget {
  readonly type: 'metric' | 'log' | 'alarm';
  readonly width: number;
  readonly height: number;
  readonly properties: object;
}

const COLUMNS = 24;
const HEIGHT = 6;

export function dashboardBody(subject: DashboardSubject): object {
  const rows = [
    alarms(subject),
    requests(subject),
    releases(subject),
    hosts(subject),
    store(subject),
    cost(subject),
  ];
  return { widgets: rows.flatMap(placed) };
}

/** Widgets of a row side by side. */
function placed(row: readonly Widget[], index: number): object[] {
  return row.map((widget, column) => ({
    ...widget,
    x: row.slice(0, column).reduce((sum, { width }) => sum + width, 0),
    y: index * HEIGHT,
  }));
}

function graph(title: string, region: string, metrics: readonly Metric[], more: object = {}): Widget {
  const properties = { title, region, metrics, period: 300, stat: 'Sum', view: 'timeSeries', ...more };
  return { type: 'metric', width: COLUMNS / 3, height: HEIGHT, properties };
}

const alarms = ({ alarmArns }: DashboardSubject): Widget[] => [
  { type: 'alarm', width: COLUMNS, height: HEIGHT, properties: { title: 'Alarms', alarms: alarmArns } },
];

function requests({ region, apiId, functionLog }: DashboardSubject): Widget[] {
  const of = (name: string, options: Options = {}): Metric => [
    'AWS/ApiGateway',
    name,
    'ApiId',
    apiId,
    options,
  ];
  const byOperation = {
    ...{ title: 'By operation', region, view: 'table' },
    query: `SOURCE '${functionLog}' | ${BY_OPERATION}`,
  };
  return [
    graph('Calls and errors', region, [of('Count', { label: 'calls' }), of('4xx'), of('5xx')]),
    graph(
      'Latency, ms',
      region,
      ['p50', 'p90', 'p99'].map((stat) => of('Latency', { stat, label: stat })),
    ),
    { type: 'log', width: COLUMNS / 3, height: HEIGHT, properties: byOperation },
  ];
}

/** The version that is live beside the one that a release tries: each has metrics of its own, behind the alias `live`. */
function releases({ region, functionName }: DashboardSubject): Widget[] {
  const schema = '{AWS/Lambda,ExecutedVersion,FunctionName,Resource}';
  const search = (metric: string, stat: string): Metric => [
    {
      expression: `SEARCH('${schema} FunctionName="${functionName}" Resource="${functionName}:live" MetricName="${metric}"', '${stat}', 300)`,
    } as Options,
  ];
  return [
    graph('Calls by version', region, [search('Invocations', 'Sum')]),
    graph('Errors by version', region, [search('Errors', 'Sum')]),
    graph('Duration by version, p99, ms', region, [search('Duration', 'p99')]),
  ];
}

function hosts({ region, certificates, distributions }: DashboardSubject): Widget[] {
  const days = certificates.map(
    ({ host, arn, region: own }): Metric => [
      ...['AWS/CertificateManager', 'DaysToExpiry', 'CertificateArn', arn],
      { region: own, label: host },
    ],
  );
  const edge = (name: string) =>
    distributions.map(
      ({ host, id }): Metric => [
        ...['AWS/CloudFront', name, 'DistributionId', id, 'Region', 'Global'],
        { region: EDGE_REGION, label: host },
      ],
    );
  const latest = { view: 'singleValue', stat: 'Minimum', period: 86_400 };
  return [
    graph('Days left of certificates', region, days, latest),
    graph('Requests at CloudFront', region, edge('Requests')),
    graph('5xx at CloudFront, %', region, edge('5xxErrorRate'), { stat: 'Average' }),
  ];
}

function store({ region, tables }: DashboardSubject): Widget[] {
  const of = (name: string, kind?: string) =>
    Object.entries(tables).map(([table, physical]): Metric => {
      const label = kind === undefined ? table : `${table} ${kind}`;
      return ['AWS/DynamoDB', name, 'TableName', physical, { label }];
    });
  return [
    graph('Read units', region, of('ConsumedReadCapacityUnits')),
    graph('Write units', region, of('ConsumedWriteCapacityUnits')),
    graph('Throttled reads and writes', region, [
      ...of('ReadThrottleEvents', 'reads'),
      ...of('WriteThrottleEvents', 'writes'),
    ]),
  ];
}

/** What the bill grows with: calls, the function's time, units of the tables (above), and bytes of log. */
function cost({ region, apiId, functionName, functionLog, accessLog }: DashboardSubject): Widget[] {
  const logs = Object.entries({ function: functionLog, 'access log': accessLog }).map(
    ([label, name]): Metric => ['AWS/Logs', 'IncomingBytes', 'LogGroupName', name, { label }],
  );
  const daily = { period: 86_400 };
  return [
    graph('Calls a day', region, [['AWS/ApiGateway', 'Count', 'ApiId', apiId]], daily),
    graph(
      "The function's time a day, ms",
      region,
      [['AWS/Lambda', 'Duration', 'FunctionName', functionName]],
      daily,
    ),
    graph('Bytes of log a day', region, logs, daily),
  ];
}
