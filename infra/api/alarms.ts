// Alarms on faults that the API's users notice and on floods of requests.
import { LogMetricFilter } from '@pulumi/aws/cloudwatch/logMetricFilter.js';
import * as pulumi from '@pulumi/pulumi';
import { type AlarmOptions, type AlarmSpec, declareAlarm, FIVE_MINUTES } from '../monitoring/alarm.ts';

export interface AlarmsArgs extends AlarmOptions {
  readonly apiId: pulumi.Input<string>;
  /** The log group of the gateway's access log. */
  readonly accessLogName: pulumi.Input<string>;
  readonly functionName: pulumi.Input<string>;
  /** The tables, with the names of their indexes. */
  readonly tables: Readonly<Record<string, { readonly name: pulumi.Input<string>; readonly index?: string }>>;
  /** Of five minutes, milliseconds. */
  readonly latencyMs: number;
  /** Requests a second that the gateway lets through, on average. */
  readonly ratePerSecond: number;
}

type Measured = Omit<AlarmSpec, 'meaning' | 'heading' | 'threshold' | 'dimensions'>;
type Raised = Pick<AlarmSpec, 'meaning' | 'threshold'> & { readonly heading?: string };
type Dimensions = Record<string, pulumi.Input<string>>;

/** Parts of the requests that the gateway lets through: clients in error, throttled ones, and traffic near the limit. */
const TOO_MANY_4XX = 0.1;
const TOO_MANY_429 = 0.01;
const NEAR_THE_LIMIT = 0.8;
/** Of five minutes: a client that goes on with an expired key, or somebody who guesses keys. */
const TOO_MANY_401 = 100;
/** Of five minutes. On-demand tables throttle a little while they grow, and the function tries again. */
const TOO_MANY_STORE_THROTTLES = 10;

export class Alarms extends pulumi.ComponentResource {
  /** In order of declaration. */
  readonly arns: pulumi.Output<string>[] = [];
  readonly #name: string;
  readonly #args: AlarmsArgs;

  constructor(name: string, args: AlarmsArgs, opts?: pulumi.ComponentResourceOptions) {
    super('petstore:api:Alarms', name, {}, opts);
    this.#name = name;
    this.#args = args;
    this.#requests();
    this.#latency();
    const lambda = { FunctionName: args.functionName };
    this.#alarm('errors', lambda, sumOf('AWS/Lambda', 'Errors'), {
      threshold: 1,
      meaning: 'The function crashed or ran out of time',
    });
    this.#alarm('throttles', lambda, sumOf('AWS/Lambda', 'Throttles'), {
      threshold: 1,
      meaning: 'Calls were throttled: the function is at its concurrency limit',
    });
    this.#store();
    this.registerOutputs({});
  }

  #requests(): void {
    const { apiId, ratePerSecond } = this.#args;
    const api = { ApiId: apiId };
    const most = ratePerSecond * FIVE_MINUTES;
    this.#alarm('5xx', api, gateway('5xx'), {
      threshold: 5,
      meaning: 'The API responded with a 5xx five times or more in five minutes',
    });
    this.#alarm('4xx', api, gateway('4xx'), {
      threshold: Math.ceil(most * TOO_MANY_4XX),
      meaning:
        'Many requests were refused in five minutes: unknown keys (401), or more than the limits allow (429)',
    });
    this.#alarm('401', api, this.#counted('401', 'Refused'), {
      threshold: TOO_MANY_401,
      meaning: `The keys of ${TOO_MANY_401} requests or more were refused (401) in five minutes`,
    });
    this.#alarm('429', api, this.#counted('429', 'Throttled'), {
      threshold: Math.ceil(most * TOO_MANY_429),
      meaning: 'Requests were throttled (429) in five minutes, by the gateway or by the function',
    });
    this.#alarm('requests', api, gateway('Count'), {
      threshold: Math.ceil(most * NEAR_THE_LIMIT),
      meaning: 'The requests of five minutes come near what the gateway lets through',
    });
  }

  #latency(): void {
    const { apiId, latencyMs: threshold } = this.#args;
    const slow = (share: string) => `${share} takes ${threshold} ms or longer, over five minutes`;
    for (const [suffix, extendedStatistic, meaning] of [
      ['latency', 'p99', slow('One request in a hundred')],
      // CloudWatch needs 1,000 requests for a p99, and 20 for this.
      ['median', 'p50', slow('Every other request')],
    ] as const) {
      const metric = { namespace: 'AWS/ApiGateway', metricName: 'Latency', extendedStatistic };
      this.#alarm(suffix, { ApiId: apiId }, metric, { threshold, meaning, heading: 'slow-responses' });
    }
  }

  /** An index is throttled by itself: the metrics of its table do not have it. */
  #store(): void {
    for (const [table, { name, index }] of Object.entries(this.#args.tables)) {
      this.#throttledTable(table, `table ${table}`, { TableName: name });
      if (index === undefined) continue;
      const dimensions = { TableName: name, GlobalSecondaryIndexName: index };
      this.#throttledTable(`${table}-${index}`, `index ${index} of ${table}`, dimensions);
    }
  }

  #throttledTable(suffix: string, what: string, dimensions: Dimensions): void {
    for (const kind of ['Read', 'Write'] as const) {
      const metric = sumOf('AWS/DynamoDB', `${kind}ThrottleEvents`);
      this.#alarm(`${suffix}-${kind.toLowerCase()}s`, dimensions, metric, {
        threshold: TOO_MANY_STORE_THROTTLES,
        meaning: `DynamoDB throttled ${kind.toLowerCase()}s of the ${what} in five minutes`,
        heading: 'store-throttled',
      });
    }
  }

  /** HTTP APIs have no metric of one status: a metric filter counts it in the access log (ACCESS_LOG of gateway.ts), for each API. */
  #counted(status: string, metricName: string): Measured {
    const namespace = 'Petstore';
    new LogMetricFilter(
      `${this.#name}-${status}-count`,
      {
        logGroupName: this.#args.accessLogName,
        pattern: `{ $.status = "${status}" }`,
        metricTransformation: { namespace, name: metricName, value: '1', dimensions: { ApiId: '$.apiId' } },
      },
      { parent: this },
    );
    return sumOf(namespace, metricName);
  }

  #alarm(suffix: string, dimensions: Dimensions, metric: Measured, raised: Raised): void {
    const name = `${this.#name}-${suffix}`;
    const spec = { heading: name, ...metric, ...raised, dimensions };
    this.arns.push(declareAlarm(name, spec, this.#args, { parent: this }).arn);
  }
}

function sumOf(namespace: string, metricName: string): Measured {
  return { namespace, metricName, statistic: 'Sum' };
}

const gateway = (metricName: string): Measured => sumOf('AWS/ApiGateway', metricName);
