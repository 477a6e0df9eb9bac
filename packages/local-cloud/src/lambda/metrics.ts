// What Lambda tells CloudWatch of an invocation.
// https://docs.aws.amazon.com/lambda/latest/dg/monitoring-metrics-types.html
import type { Datapoint, InvocationResult } from '../interfaces.ts';
import type { ResolvedInvocation } from './function-service.ts';
import { LATEST } from './qualified-arn.ts';

interface Invocation extends Pick<ResolvedInvocation, 'record' | 'alias'> {
  readonly result: InvocationResult;
  readonly ms: number;
}

export function invocationMetrics({ record, alias, result, ms }: Invocation): Datapoint[] {
  const { region } = record;
  return dimensionsOf({ record, alias }).flatMap((dimensions) =>
    valuesOf(result, ms).map(([name, value, unit]) => ({
      ...{ region, namespace: 'AWS/Lambda', name, dimensions, unit, value },
    })),
  );
}

/** Throttled requests count as neither invocations nor errors. */
function valuesOf({ kind }: InvocationResult, ms: number): [name: string, value: number, unit: string][] {
  if (kind === 'throttled') return [['Throttles', 1, 'Count']];
  return [
    ['Invocations', 1, 'Count'],
    ['Errors', Number(kind === 'failed'), 'Count'],
    ['Throttles', 0, 'Count'],
    ['Duration', ms, 'Milliseconds'],
  ];
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
  return version === LATEST ? name : `${name}:${version}`;
}
