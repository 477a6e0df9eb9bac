// An invocation: from the ARN to the version that runs it, and a failure of a version that is being released.
import type { ReleaseAlarms } from '../codedeploy/alarms.ts';
import type { InvocationResult } from '../interfaces.ts';
import { type AliasRecord, type FunctionRecord, isVersion, splitArn, versionKey } from './records.ts';
import type { FunctionService } from './service.ts';

/** Lambda's limit of a request, 6 MB and a little for its envelope. */
const MAX_EVENT_BYTES = 6_291_556;

/** As `Functions` has it. */
export function createInvoke(
  { aliases, records, recordOf, running }: FunctionService,
  counts: ReleaseAlarms,
) {
  const underWay = new Map<string, number>();
  const resolve = (arn: string): ResolvedInvocation | undefined => {
    const { functionArn, qualifier } = splitArn(arn);
    const alias = isVersion(qualifier) ? undefined : aliases.get(arn);
    if (!isVersion(qualifier) && alias === undefined) return undefined;
    const version = alias === undefined ? qualifier : chooseVersion(alias);
    const record = recordOf(functionArn, version);
    return record && { record, key: versionKey(functionArn, version), alias };
  };
  return async (arn: string, payload: object): Promise<InvocationResult> => {
    const found = resolve(arn);
    if (found === undefined) return failed('ResourceNotFoundException', `Function not found: ${arn}`);
    const event = JSON.stringify(payload);
    if (Buffer.byteLength(event) > MAX_EVENT_BYTES)
      return failed('RequestTooLargeException', `Request must be smaller than ${MAX_EVENT_BYTES} bytes`);
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

/** "A simple probabilistic model": https://docs.aws.amazon.com/lambda/latest/dg/configuring-alias-routing.html */
function chooseVersion({ functionVersion, weights }: AliasRecord): string {
  const [[other, weight] = [functionVersion, 0]] = Object.entries(weights);
  return Math.random() < weight ? other : functionVersion;
}

function failed(errorType: string, errorMessage: string): InvocationResult {
  return { kind: 'failed', errorType, errorMessage };
}
