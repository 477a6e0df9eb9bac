// The dashboard of a stack, with what its resources are called.
import { Dashboard } from '@pulumi/aws/cloudwatch/dashboard.js';
import { QueryDefinition } from '@pulumi/aws/cloudwatch/queryDefinition.js';
import * as pulumi from '@pulumi/pulumi';
import { nameInStack } from '../plan/stack-name.ts';
import { EDGE_REGION, type HostAttachment } from './alarm.ts';

interface DashboardArgs {
  readonly region: string;
  readonly apiId: pulumi.Input<string>;
  readonly functionName: pulumi.Input<string>;
  readonly functionLog: pulumi.Input<string>;
  readonly accessLog: pulumi.Input<string>;
  readonly tables: Readonly<Record<string, pulumi.Input<string>>>;
  readonly alarmArns: readonly pulumi.Input<string>[];
  readonly attachments: readonly HostAttachment[];
}

export function declarePanel(name: string, args: DashboardArgs): void {
  const parent = new pulumi.ComponentResource('petstore:monitoring:Panel', name);
  const [project, stack] = [pulumi.getProject(), pulumi.getStack()];
  // IAM recognises it by its name. Where a host failed it stays as it was: it would depend on other resources than a
  // saved plan says.
  const dashboardName = nameInStack(project, stack, '').replace(/-$/, '');
  const dashboardBody = subjectOf(args).apply((subject) => JSON.stringify({ widgets: widgetsOf(subject) }));
  new Dashboard(name, { dashboardName, dashboardBody }, { parent });
  const { functionLog, accessLog } = args;
  const groups = { functionLog: [functionLog], accessLog: [accessLog], both: [functionLog, accessLog] };
  for (const [title, [log, queryString]] of Object.entries(QUERIES)) {
    const logical = `${name}-query-${title.toLowerCase().replaceAll(/[^a-z]+/g, '-')}`;
    const query = { name: `${project}/${stack}/${title}`, queryString, logGroupNames: groups[log] };
    new QueryDefinition(logical, query, { parent });
  }
}

function subjectOf({ attachments, ...names }: DashboardArgs) {
  const hosts = attachments.map(({ host, kind, certificateArn, distribution }) => ({
    host,
    region: kind === 'distribution' ? EDGE_REGION : names.region,
    certificate: certificateArn,
    distribution,
  }));
  return pulumi.output({ ...names, hosts });
}

type Subject = pulumi.Unwrap<ReturnType<typeof subjectOf>>;

/** Namespace, metric, names and values of dimensions, then options. */
type Metric = readonly (string | Readonly<Record<string, string>>)[];

/** By default the sums of five minutes, as a line. */
type Graph = readonly [title: string, metrics: readonly Metric[], options?: object];

interface Widget {
  readonly type: 'metric' | 'log' | 'alarm';
  readonly width: number;
  readonly properties: object;
}

const COLUMNS = 24;
const HEIGHT = 6;
const DAILY = { period: 86_400 };

function widgetsOf(subject: Subject): object[] {
  const { region, alarmArns, functionLog } = subject;
  const graph = ([title, metrics, options]: Graph): Widget => ({
    type: 'metric',
    width: COLUMNS / 3,
    properties: { title, region, metrics, period: 300, stat: 'Sum', view: 'timeSeries', ...options },
  });
  const alarms = { title: 'Alarms', alarms: alarmArns };
  const query = `SOURCE '${functionLog}' | ${BY_OPERATION}`;
  const byOperation = { title: 'By operation', region, view: 'table', query };
  const graphs = (all: readonly Graph[]) => all.filter(([, metrics]) => metrics.length > 0).map(graph);
  const rows: Widget[][] = [
    [{ type: 'alarm', width: COLUMNS, properties: alarms }],
    [...graphs(requests(subject)), { type: 'log', width: COLUMNS / 3, properties: byOperation }],
    ...[releases, servedHosts, store, cost].map((row) => graphs(row(subject))),
  ];
  return rows
    .filter(({ length }) => length > 0)
    .flatMap((row, index) =>
      row.map(({ type, width, properties }, column) => {
        return { type, width, height: HEIGHT, properties, x: column * width, y: index * HEIGHT };
      }),
    );
}

function requests({ apiId }: Subject): Graph[] {
  const of = (name: string, options = {}): Metric => ['AWS/ApiGateway', name, 'ApiId', apiId, options];
  const latencies = ['p50', 'p90', 'p99'].map((stat) => of('Latency', { stat, label: stat }));
  return [
    ['Calls and errors', [of('Count', { label: 'calls' }), of('4xx'), of('5xx')]],
    ['Latency, ms', latencies],
  ];
}

/** The version that is live beside the one that a release tries: each has metrics of its own, behind the alias `live`. */
function releases({ functionName }: Subject): Graph[] {
  const schema = '{AWS/Lambda,ExecutedVersion,FunctionName,Resource}';
  const search = (metric: string, stat: string): Metric[] => {
    const expression = `SEARCH('${schema} FunctionName="${functionName}" Resource="${functionName}:live" MetricName="${metric}"', '${stat}', 300)`;
    return [[{ expression }]];
  };
  return [
    ['Calls by version', search('Invocations', 'Sum')],
    ['Errors by version', search('Errors', 'Sum')],
    ['Duration by version, p99, ms', search('Duration', 'p99')],
  ];
}

/** CloudWatch's quota for a widget, which counts what a search finds too. */
const MOST_METRICS = 500;

/** The metrics, or where they are too many, the 50 of the account in each region that need somebody first. */
function mostUrgent(
  metrics: readonly Metric[],
  regions: readonly string[],
  search: readonly [schema: string, metric: string, stat: string, order: string],
): readonly Metric[] {
  if (metrics.length <= MOST_METRICS) return metrics;
  const [schema, metric, stat, order] = search;
  const expression = `SLICE(SORT(SEARCH('{${schema}} MetricName="${metric}"', '${stat}'), ${order}), 0, 50)`;
  return regions.map((region) => [{ expression, region }]);
}

function servedHosts({ hosts }: Subject): Graph[] {
  const days = hosts.flatMap(({ host, certificate, region }): Metric[] =>
    certificate === undefined
      ? []
      : [['AWS/CertificateManager', 'DaysToExpiry', 'CertificateArn', certificate, { region, label: host }]],
  );
  const edge = (name: string, stat: string) => {
    const all = hosts.flatMap(({ host, distribution }): Metric[] => {
      const options = { region: EDGE_REGION, label: host };
      if (distribution === undefined) return [];
      return [['AWS/CloudFront', name, 'DistributionId', distribution, 'Region', 'Global', options]];
    });
    const search = ['AWS/CloudFront,DistributionId,Region', name, stat, 'MAX, DESC'] as const;
    return mostUrgent(all, [EDGE_REGION], search);
  };
  const regions = [...new Set(hosts.map(({ region }) => region))];
  const soonest = ['AWS/CertificateManager,CertificateArn', 'DaysToExpiry', 'Minimum', 'MIN, ASC'] as const;
  const ends = mostUrgent(days, regions, soonest);
  return [
    ['Days left of certificates', ends, { view: 'singleValue', stat: 'Minimum', ...DAILY }],
    ['Requests at CloudFront', edge('Requests', 'Sum')],
    ['5xx at CloudFront, %', edge('5xxErrorRate', 'Average'), { stat: 'Average' }],
  ];
}

function store({ tables }: Subject): Graph[] {
  const of = (name: string, kind = '') =>
    Object.entries(tables).map(([table, physical]): Metric => {
      return ['AWS/DynamoDB', name, 'TableName', physical, { label: `${table} ${kind}`.trim() }];
    });
  const throttled = [...of('ReadThrottleEvents', 'reads'), ...of('WriteThrottleEvents', 'writes')];
  return [
    ['Read units', of('ConsumedReadCapacityUnits')],
    ['Write units', of('ConsumedWriteCapacityUnits')],
    ['Throttled reads and writes', throttled],
  ];
}

/** What the bill grows with: calls, the function's time, units of the tables (above), and bytes of log. */
function cost({ apiId, functionName, functionLog, accessLog }: Subject): Graph[] {
  const log = (label: string, name: string): Metric => [
    'AWS/Logs',
    'IncomingBytes',
    'LogGroupName',
    name,
    { label },
  ];
  return [
    ['Calls a day', [['AWS/ApiGateway', 'Count', 'ApiId', apiId]], DAILY],
    ["The function's time a day, ms", [['AWS/Lambda', 'Duration', 'FunctionName', functionName]], DAILY],
    ['Bytes of log a day', [log('function', functionLog), log('access log', accessLog)], DAILY],
  ];
}

/** By operation: the lines of requests alone have one. The dashboard shows it too. */
const BY_OPERATION = [
  'filter ispresent(operation)',
  'stats count(*) as calls, count(error.message) as errors, pct(durationMs, 50) as p50, pct(durationMs, 99) as p99 by operation',
  'sort calls desc',
].join('\n| ');

type Query = readonly [log: 'functionLog' | 'accessLog' | 'both', query: string];

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
