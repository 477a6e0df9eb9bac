// The alarms of one version of the function: they decide about its release, and notify nobody.
import { LogMetricFilter } from '@pulumi/aws/cloudwatch/logMetricFilter.js';
import type { MetricAlarm } from '@pulumi/aws/cloudwatch/metricAlarm.js';
import type { Function as LambdaFunction } from '@pulumi/aws/lambda/function.js';
import * as pulumi from '@pulumi/pulumi';
import { type AlarmSpec, declareAlarm } from '../monitoring/alarm.ts';
import { LIVE } from '../release/names.ts';

export interface ReleaseAlarmsArgs {
  readonly lambda: LambdaFunction;
  /** The function's log group. */
  readonly logGroupName: pulumi.Input<string>;
  readonly tags?: Readonly<Record<string, string>>;
}

/** CloudWatch's shortest period for the metrics of AWS services. */
const PERIOD_SECONDS = 60;
/** In docs/operations.md. */
const HEADING = 'version-alarms';

/**
 * Their names contain the version, so each version has alarms of its own, created before its release and without a state
 * of the version before. One failure is enough: the share of the calls is small, so in a quiet hour a version that fails in
 * every second call may fail only once in its minutes, and a release that went back for nothing costs another
 * `pulumi up`.
 */
export class ReleaseAlarms extends pulumi.ComponentResource {
  readonly alarms: readonly MetricAlarm[];

  constructor(name: string, args: ReleaseAlarmsArgs, opts?: pulumi.ComponentResourceOptions) {
    super('petstore:api:ReleaseAlarms', name, {}, opts);
    const { name: FunctionName, version } = args.lambda;
    const errors = this.#alarm(`${name}-errors`, args, 'errors', {
      namespace: 'AWS/Lambda',
      metricName: 'Errors',
      // Lambda has this dimension for an alias that routes to two versions: exactly during a release.
      dimensions: {
        FunctionName,
        Resource: pulumi.interpolate`${FunctionName}:${LIVE}`,
        ExecutedVersion: version,
      },
      meaning: 'The version crashed or ran out of time: its release goes back',
    });
    const responses = this.#alarm(`${name}-5xx`, args, '5xx', {
      ...this.#serverErrors(`${name}-5xx-count`, args),
      dimensions: { Version: version },
      meaning: 'The version responded with a 5xx: its release goes back',
    });
    this.alarms = [errors, responses];
    this.registerOutputs({});
  }

  /** The function responds to every call, also where an operation throws: Lambda counts no error, and the log has it. */
  #serverErrors(name: string, { lambda, logGroupName }: ReleaseAlarmsArgs) {
    const metricName = 'ServerErrors';
    const namespace = pulumi.interpolate`Petstore/${lambda.name}`;
    const dimensions = { Version: '$.version' };
    new LogMetricFilter(
      name,
      {
        logGroupName,
        pattern: '{ $.level = "ERROR" }',
        metricTransformation: { namespace, name: metricName, value: '1', dimensions },
      },
      { parent: this },
    );
    return { namespace, metricName };
  }

  #alarm(
    name: string,
    { lambda, tags }: ReleaseAlarmsArgs,
    what: string,
    metric: Pick<AlarmSpec, 'namespace' | 'metricName' | 'dimensions' | 'meaning'>,
  ): MetricAlarm {
    return declareAlarm(
      name,
      {
        ...metric,
        name: pulumi.interpolate`${lambda.name}-version-${lambda.version}-${what}`,
        statistic: 'Sum',
        threshold: 1,
        period: PERIOD_SECONDS,
        heading: HEADING,
      },
      { actions: undefined, tags },
      { parent: this },
    );
  }
}
