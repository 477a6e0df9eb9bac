// The dashboard of a stack, with what its resources are called.

import { Dashboard } from '@pulumi/aws/cloudwatch/dashboard.js';
import { QueryDefinition } from '@pulumi/aws/cloudwatch/queryDefinition.js';
import * as pulumi from '@pulumi/pulumi';
import { nameInStack } from '../plan/stack-name.ts';
import { EDGE_REGION } from './alarm.ts';
import type { HostAttachment } from './host-alarms.ts';

/** What the dashboard shows of a stack. */
interface Subject<Text> {
  readonly region: string;
  readonly apiId: Text;
  readonly functionName: Text;
  readonly functionLog: Text;
  readonly accessLog: Text;
  readonly tables: Readonly<Record<string, Text>>;
  readonly alarmArns: readonly Text[];
}

interface DashboardSubject extends Subject<string> {
  /** What serves each host: its certificate's ARN and region, and the id of its distribution. */
  readonly hosts: readonly {
    readonly host: string;
    readonly region: string;
    readonly certificate?: string;
    readonly distribution?: string;
  }[];
}

export interface DashboardArgs extends Subject<pulumi.Input<string>> {
  readonly attachments: readonly HostAttachment[];
}

/**
 * Named by project and stack, which is what IAM recognises it by: it has no tags for IAM. Where a host failed it stays as it
 * was: without that host it would depend on other resources than a saved plan says, and the engine would refuse it.
 */
export function declareDashboard(
  name: string,
  { attachments, ...subject }: DashboardArgs,
  opts: pulumi.CustomResourceOptions,
): Dashboard {
  const hosts = attachments.map(({ host, kind, certificateArn, distribution }) => ({
    host,
    region: kind === 'distribution' ? EDGE_REGION : subject.region,
    certificate: certificateArn,
    distribution: distribution?.id,
  }));
  const body = pulumi
    .output({ ...subject, hosts })
    .apply((known) => JSON.stringify(dashboardBody(known as DashboardSubject)));
  const dashboardName = nameInStack(pulumi.getProject(), pulumi.getStack(), '').replace(/-$/, '');
  return new Dashboard(name, { dashboardName, dashboardBody: body }, opts);
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

function dashboardBody(subject: DashboardSubject): object {
  const rows = [alarms, requests, releases, servedHosts, store, cost].map((row) => row(subject));
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

function servedHosts({ region, hosts }: DashboardSubject): Widget[] {
  const certified = hosts.filter(({ certificate }) => certificate !== undefined);
  const days = certified.map(
    ({ host, certificate = '', region: own }): Metric => [
      ...['AWS/CertificateManager', 'DaysToExpiry', 'CertificateArn', certificate],
      { region: own, label: host },
    ],
  );
  const distributed = hosts.filter(({ distribution }) => distribution !== undefined);
  const edge = (name: string) =>
    distributed.map(
      ({ host, distribution = '' }): Metric => [
        ...['AWS/CloudFront', name, 'DistributionId', distribution, 'Region', 'Global'],
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

interface LogNames {
  /** The function's, and the gateway's access log. */
  readonly functionLog: pulumi.Input<string>;
  readonly accessLog: pulumi.Input<string>;
}

/** By operation: the lines of requests alone have one. The dashboard shows it too. */
const BY_OPERATION = [
  'filter ispresent(operation)',
  'stats count(*) as calls, count(error.message) as errors, pct(durationMs, 50) as p50, pct(durationMs, 99) as p99 by operation',
  'sort calls desc',
].join('\n| ');

type Query = readonly [log: keyof LogNames | 'both', query: string];

const QUERIES: Readonly<Record<string, Query>> = {
  // The first line is what one edits.
  'one request': [
    'both',
    'filter requestId = "PUT-THE-ID-HERE"\n| sort @timestamp\n| display @timestamp, @log, @message',
  ],
  errors: [
    'functionLog',
    'filter level = "ERROR"\n| sort @timestamp desc\n| display @timestamp, requestId, message, error.message, error.cause\n| limit 100',
  ],
  'by operation': ['functionLog', BY_OPERATION],
  'slow or failed calls of DynamoDB': [
    'functionLog',
    'filter ispresent(store.operation)\n| stats count(*) as calls, max(store.ms) as most by store.operation, store.error\n| sort calls desc',
  ],
  'refused and throttled clients': [
    'accessLog',
    'filter status = "429" or status = "401"\n| stats count(*) as requests by ip, status\n| sort requests desc\n| limit 20',
  ],
  "the gateway's own errors": [
    'accessLog',
    'filter integrationError != "-"\n| stats count(*) as requests by status, integrationError\n| sort requests desc',
  ],
};

export function declareQueries(
  name: string,
  { functionLog, accessLog }: LogNames,
  opts: pulumi.CustomResourceOptions,
): void {
  const groups = { functionLog: [functionLog], accessLog: [accessLog], both: [functionLog, accessLog] };
  const folder = `${pulumi.getProject()}/${pulumi.getStack()}`;
  for (const [title, [log, queryString]] of Object.entries(QUERIES)) {
    new QueryDefinition(
      `${name}-${title.toLowerCase().replaceAll(/[^a-z]+/g, '-')}`,
      { name: `${folder}/${title}`, queryString, logGroupNames: groups[log] },
      opts,
    );
  }
}
