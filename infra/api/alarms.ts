// Alarms on faults that the API's users notice and on floods of requests, with an optional topic.
import { LogMetricFilter } from '@pulumi/aws/cloudwatch/logMetricFilter.js';
import { MetricAlarm, type MetricAlarmArgs } from '@pulumi/aws/cloudwatch/metricAlarm.js';
import * as pulumi from '@pulumi/pulumi';

export interface AlarmsArgs {
  readonly apiId: pulumi.Input<string>;
  /** The log group of the gateway's access log. */
  readonly accessLogName: pulumi.Input<string>;
  readonly functionName: pulumi.Input<string>;
  /** p99 over five minutes, milliseconds. */
  readonly latencyMs: number;
  /** Requests a second that the gateway lets through, on average. */
  readonly ratePerSecond: number;
  /** SNS topic; without one, an alarm only has a state. */
  readonly topicArn?: string;
  readonly tags?: Readonly<Record<string, string>>;
}

type Metric = Pick<
  MetricAlarmArgs,
  'namespace' | 'metricName' | 'statistic' | 'extendedStatistic' | 'threshold' | 'alarmDescription'
>;

const PERIOD_SECONDS = 300;
/** Parts of the requests that the gateway lets through: clients in error, throttled ones, and traffic near the limit. */
const TOO_MANY_4XX = 0.1;
const TOO_MANY_429 = 0.01;
const NEAR_THE_LIMIT = 0.8;

export class Alarms extends pulumi.ComponentResource {
  constructor(name: string, args: AlarmsArgs, opts?: pulumi.ComponentResourceOptions) {
    super('petstore:api:Alarms', name, {}, opts);
    const gateway = { ApiId: args.apiId };
    const lambda = { FunctionName: args.functionName };
    this.#alarm(`${name}-5xx`, args, gateway, {
      namespace: 'AWS/ApiGateway',
      metricName: '5xx',
      statistic: 'Sum',
      threshold: 5,
      alarmDescription: 'The API responded with a 5xx five times or more in five minutes',
    });
    const mostRequests = args.ratePerSecond * PERIOD_SECONDS;
    this.#alarm(`${name}-4xx`, args, gateway, {
      namespace: 'AWS/ApiGateway',
      metricName: '4xx',
      statistic: 'Sum',
      threshold: Math.ceil(mostRequests * TOO_MANY_4XX),
      alarmDescription:
        'Many requests were refused in five minutes: unknown keys (401), or more than the limits allow (429)',
    });
    this.#alarm(`${name}-429`, args, gateway, {
      ...this.#throttled(`${name}-429-count`, args.accessLogName),
      statistic: 'Sum',
      threshold: Math.ceil(mostRequests * TOO_MANY_429),
      alarmDescription: 'Requests were throttled (429) in five minutes, by the gateway or by the function',
    });
    this.#alarm(`${name}-requests`, args, gateway, {
      namespace: 'AWS/ApiGateway',
      metricName: 'Count',
      statistic: 'Sum',
      threshold: Math.ceil(mostRequests * NEAR_THE_LIMIT),
      alarmDescription: 'The requests of five minutes come near what the gateway lets through',
    });
    this.#alarm(`${name}-latency`, args, gateway, {
      namespace: 'AWS/ApiGateway',
      metricName: 'Latency',
      extendedStatistic: 'p99',
      threshold: args.latencyMs,
      alarmDescription: `One request in a hundred takes longer than ${args.latencyMs} ms`,
    });
    this.#alarm(`${name}-errors`, args, lambda, {
      namespace: 'AWS/Lambda',
      metricName: 'Errors',
      statistic: 'Sum',
      threshold: 1,
      alarmDescription: 'The function crashed or ran out of time',
    });
    this.#alarm(`${name}-throttles`, args, lambda, {
      namespace: 'AWS/Lambda',
      metricName: 'Throttles',
      statistic: 'Sum',
      threshold: 1,
      alarmDescription: 'Calls were throttled: the function is at its concurrency limit',
    });
    this.registerOutputs({});
  }

  /** HTTP APIs have no metric of 429: this one counts it in the access log (ACCESS_LOG of gateway.ts), for each API. */
  #throttled(name: string, logGroupName: pulumi.Input<string>): Pick<Metric, 'namespace' | 'metricName'> {
    const [namespace, metricName] = ['Petstore', 'Throttled'];
    const metric = { namespace, name: metricName, value: '1', dimensions: { ApiId: '$.apiId' } };
    new LogMetricFilter(
      name,
      { logGroupName, pattern: '{ $.status = "429" }', metricTransformation: metric },
      { parent: this },
    );
    return { namespace, metricName };
  }

  #alarm(
    name: string,
    { topicArn, tags }: AlarmsArgs,
    dimensions: Record<string, pulumi.Input<string>>,
    metric: Metric,
  ): void {
    const actions = topicArn === undefined ? [] : [topicArn];
    new MetricAlarm(
      name,
      {
        ...metric,
        dimensions,
        comparisonOperator: 'GreaterThanOrEqualToThreshold',
        period: PERIOD_SECONDS,
        evaluationPeriods: 1,
        // No traffic is not a fault.
        treatMissingData: 'notBreaching',
        alarmActions: actions,
        okActions: actions,
        tags: { ...tags },
      },
      { parent: this },
    );
  }
}
