// Lambda's metrics of each call. https://docs.aws.amazon.com/lambda/latest/dg/monitoring-metrics-types.html
import type { Datapoint, Functions, InvocationResult, MetricSink } from '../interfaces.ts';

const ARN = /^arn:aws:lambda:(?<region>[^:]+):\d+:function:(?<name>[^:]+)(?::(?<qualifier>[^:]+))?$/;

/** The functions, whose calls are counted. */
export function measured<Service extends Functions>(functions: Service, metrics: MetricSink): Service {
  return {
    ...functions,
    async invoke(arn: string, payload: object) {
      const started = performance.now();
      const result = await functions.invoke(arn, payload);
      metrics.publish(...datapoints(arn, result, performance.now() - started));
      return result;
    },
  };
}

function datapoints(arn: string, result: InvocationResult, ms: number): Datapoint[] {
  const { region, name, qualifier } = ARN.exec(arn)?.groups ?? {};
  if (region === undefined || name === undefined) return [];
  const resource = qualifier === undefined ? [] : [{ FunctionName: name, Resource: `${name}:${qualifier}` }];
  return [{ FunctionName: name }, ...resource].flatMap((dimensions) =>
    valuesOf(result, ms).map(([metric, value, unit]) => ({
      ...{ region, namespace: 'AWS/Lambda', name: metric, dimensions, unit, value },
    })),
  );
}

/** A call that is throttled is no invocation: it is neither an error nor a success. */
function valuesOf({ kind }: InvocationResult, ms: number): [name: string, value: number, unit: string][] {
  if (kind === 'throttled') return [['Throttles', 1, 'Count']];
  return [
    ['Invocations', 1, 'Count'],
    ['Errors', kind === 'failed' ? 1 : 0, 'Count'],
    ['Throttles', 0, 'Count'],
    ['Duration', ms, 'Milliseconds'],
  ];
}
