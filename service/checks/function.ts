// The scheduled function: checks every host at once, and logs the results with their metric.
import type { LookupFunction } from 'node:net';
import { type Check, type CheckResult, check } from './check.ts';

export interface ChecksOptions {
  readonly checks: readonly Check[];
  /** The function's own name: the dimension of its metric. */
  readonly functionName: string;
  readonly log: (line: string) => void;
  readonly now: () => number;
  readonly lookup?: LookupFunction;
}

/** With it, and a few checks at a time, 250 hosts that do not respond take less than the function's minute. */
const TIMEOUT_MS = 5_000;
const AT_ONCE = 25;

/** It never throws for a host: Lambda would run all of it again. */
export function createChecks({ checks, functionName, log, now, lookup }: ChecksOptions) {
  return async (): Promise<void> => {
    const results: CheckResult[] = [];
    for (let first = 0; first < checks.length; first += AT_ONCE) {
      const some = checks.slice(first, first + AT_ONCE);
      const run = (target: Check) => check(target, { timeoutMs: TIMEOUT_MS, now, lookup });
      results.push(...(await Promise.all(some.map(run))));
    }
    for (const result of results) log(JSON.stringify(lineOf(result, now())));
    log(JSON.stringify(metricOf(results, functionName, now())));
  };
}

function lineOf({ host, failure, ...rest }: CheckResult, now: number): object {
  const timestamp = new Date(now).toISOString();
  const message = failure === undefined ? `${host} is ok` : `${host}: ${failure}`;
  return { timestamp, level: failure === undefined ? 'INFO' : 'ERROR', message, host, failure, ...rest };
}

/**
 * The embedded metric format: CloudWatch reads the metric from the log, so that the function needs no right and no call
 * for it. https://docs.aws.amazon.com/AmazonCloudWatch/latest/monitoring/CloudWatch_Embedded_Metric_Format_Specification.html
 */
function metricOf(results: readonly CheckResult[], FunctionName: string, now: number): object {
  const metrics = [{ Name: 'FailedChecks', Unit: 'Count' }];
  return {
    _aws: {
      Timestamp: now,
      CloudWatchMetrics: [{ Namespace: 'Petstore', Dimensions: [['FunctionName']], Metrics: metrics }],
    },
    FunctionName,
    FailedChecks: results.filter(({ failure }) => failure !== undefined).length,
  };
}
