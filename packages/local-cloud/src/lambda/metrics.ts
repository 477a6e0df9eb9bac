// What Lambda tells CloudWatch of an invocation.
// https://docs.aws.amazon.com/lambda/latest/dg/monitoring-metrics-types.html
import type { InvocationResult, MetricDatum } from '../interfaces.ts';
import type { ResolvedInvocation } from './function-service.ts';

/** Throttled requests count as neither invocations nor errors. */
export function invocationMetrics({
  record,
  alias,
  result,
}: Pick<ResolvedInvocation, 'record' | 'alias'> & { result: InvocationResult }): MetricDatum[] {
  const values = {
    Invocations: result.kind === 'throttled' ? undefined : 1,
    Errors: result.kind === 'throttled' ? undefined : Number(result.kind === 'failed'),
    Throttles: Number(result.kind === 'throttled'),
  };
  return Object.entries(values).flatMap(([name, value]) =>
    value === undefined
      ? []
      : dimensionsOf({ record, alias }).map((dimensions) => ({
          ...{ namespace: 'AWS/Lambda', name, dimensions, unit: 'Count', value },
        })),
  );
}

/**
 * "Dimensions" there: by function, by version or alias (`Resource`), and, for an alias that routes to two versions, by
 * the version that ran (`ExecutedVersion`).
 */
function dimensionsOf({
  record,
  alias,
}: Pick<ResolvedInvocation, 'record' | 'alias'>): Record<string, string>[] {
  const FunctionName = record.inputs.name;
  const { version } = record.computed;
  const Resource = alias === undefined ? resourceOf(FunctionName, version) : `${FunctionName}:${alias.name}`;
  const isWeighted = alias !== undefined && Object.keys(alias.weights).length > 0;
  return [
    {},
    { FunctionName },
    { FunctionName, Resource },
    ...(isWeighted ? [{ FunctionName, Resource, ExecutedVersion: version }] : []),
  ];
}

function resourceOf(name: string, version: string): string {
  return version === '$LATEST' ? name : `${name}:${version}`;
}
