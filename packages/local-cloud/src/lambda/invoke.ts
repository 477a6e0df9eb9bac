// An invocation: from the ARN to the version that runs it, and a failure of a version that is being released.
import type { ReleaseAlarms } from '../codedeploy/alarms.ts';
import type { InvocationResult } from '../interfaces.ts';
import { type AliasRecord, type FunctionRecord, isVersion, splitArn, versionKey } from './records.ts';
import type { FunctionService } from './service.ts';

/** Lambda's limit of a request, 6 MB and a little for its envelope. */
const MAX_EVENT_BYTES = 6_291_556;

/**
 * Resolves with the JSON that the function returned, or with the error that the runtime reported, as Lambda's Invoke does; `arn` may end
 * with a version or an alias.
 */
export function createInvoke(
  service: FunctionService,
  counts: ReleaseAlarms,
): (arn: string, payload: object) => Promise<InvocationResult> {
  const { records, running } = service;
  const underWay = new Map<string, number>();
  return async (arn, payload) => {
    const found = resolve(service, arn);
    if (found === undefined) return failed('ResourceNotFoundException', `Function not found: ${arn}`);
    const event = JSON.stringify(payload);
    if (Buffer.byteLength(event) > MAX_EVENT_BYTES) {
      const reason = `Request must be smaller than ${MAX_EVENT_BYTES} bytes for the InvokeFunction operation`;
      return failed('RequestTooLargeException', reason);
    }
    const { functionArn } = splitArn(arn);
    // Reserved concurrency is the function's, for all its versions together.
    const reserved = records.get(functionArn)?.inputs.reservedConcurrentExecutions ?? -1;
    const before = underWay.get(functionArn) ?? 0;
    if (reserved !== -1 && before >= reserved) return { kind: 'throttled' };
    underWay.set(functionArn, before + 1);
    const result = await running
      .invoke(found.key, found.record, event, arn)
      .finally(() => underWay.set(functionArn, (underWay.get(functionArn) ?? 1) - 1));
    if (result.kind === 'failed') countFailure(counts, found);
    return result;
  };
}

/** Lambda has these dimensions for an alias that routes to two versions: https://docs.aws.amazon.com/lambda/latest/dg/monitoring-metrics-types.html */
function countFailure(counts: ReleaseAlarms, { record, alias }: ResolvedInvocation): void {
  if (alias === undefined || Object.keys(alias.weights).length === 0) return;
  const FunctionName = record.inputs.name;
  const Resource = `${FunctionName}:${alias.name}`;
  counts.failedCall(record.region, { FunctionName, Resource, ExecutedVersion: record.computed.version });
}

interface ResolvedInvocation {
  readonly record: FunctionRecord;
  readonly key: string;
  readonly alias: AliasRecord | undefined;
}

function resolve(service: FunctionService, arn: string): ResolvedInvocation | undefined {
  const { functionArn, qualifier } = splitArn(arn);
  const alias = isVersion(qualifier) ? undefined : service.aliases.get(arn);
  if (!isVersion(qualifier) && alias === undefined) return undefined;
  const version = alias === undefined ? qualifier : chooseVersion(alias);
  const key = versionKey(functionArn, version);
  const record = service.recordOf(functionArn, version);
  return record && { record, key, alias };
}

/**
 * "Lambda uses a simple probabilistic model to distribute the traffic between the two function versions"
 * (https://docs.aws.amazon.com/lambda/latest/dg/configuring-alias-routing.html).
 */
function chooseVersion({ functionVersion, weights }: AliasRecord): string {
  let rest = Math.random();
  for (const [version, weight] of Object.entries(weights)) {
    if (rest < weight) return version;
    rest -= weight;
  }
  return functionVersion;
}

function failed(errorType: string, errorMessage: string): InvocationResult {
  return { kind: 'failed', errorType, errorMessage };
}
