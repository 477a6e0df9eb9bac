// The code that runs: one pool of environments for each version that invocations reach.
import { randomBytes, randomUUID } from 'node:crypto';
import { join } from 'node:path';
import type { ReleaseAlarms } from '../codedeploy/alarms.ts';
import type { CloudContext } from '../context.ts';
import type { Credentials, Identity } from '../iam/index.ts';
import type { InvocationResult } from '../interfaces.ts';
import { newTraceRoot } from '../random-id.ts';
import { type Call, Environment } from './execution-environment.ts';
import { Pool } from './pool.ts';
import type { FunctionRecord } from './records.ts';

export interface LambdaDeps {
  readonly identity: Identity;
  /** The endpoint of DynamoDB, `http://127.0.0.1:<port>`, read when an environment starts. */
  readonly dynamodb: () => string;
  readonly counts: ReleaseAlarms;
}

export type RunningVersions = ReturnType<typeof createRunningVersions>;

/** A version's key is the ARN with the version. `folder`: of the unpacked code. */
export function createRunningVersions(
  context: CloudContext,
  { identity, dynamodb, counts }: LambdaDeps,
  folder: string,
) {
  const running = new Map<string, Pool<Call>>();
  const draining = new Set<Promise<void>>();

  function poolOf(record: FunctionRecord): Pool<Call> {
    const { inputs, region } = record;
    const { name, memorySize, timeout, loggingConfig } = inputs;
    const credentials = identity.openSession();
    const root = join(folder, record.root);
    return new Pool(() => {
      const variables = environmentOf(record, { dynamodb: dynamodb(), credentials, root });
      const onLine = (line: string) => {
        context.log(name, line);
        counts.logLine(region, loggingConfig?.logGroup ?? `/aws/lambda/${name}`, line);
      };
      return new Environment({ variables, memoryMb: memorySize, timeoutMs: timeout * 1000, onLine });
    });
  }

  function get(key: string, record: FunctionRecord): Pool<Call> {
    const pool = running.get(key) ?? poolOf(record);
    running.set(key, pool);
    return pool;
  }

  const report = ({ inputs }: FunctionRecord, result: InvocationResult | undefined) => {
    if (result?.kind === 'failed') context.log(inputs.name, `${result.errorType}: ${result.errorMessage}`);
  };
  const warm = async (pool: Pool<Call>, record: FunctionRecord) => report(record, await pool.warm());

  function drain(pool: Pool<Call> | undefined): void {
    const ending = pool?.drain();
    if (ending === undefined) return;
    draining.add(ending);
    void ending.finally(() => draining.delete(ending));
  }

  return {
    /** Replaces what ran under the key, once the new code has started. `isWarm` false: it starts with its first invocation. */
    async put(key: string, record: FunctionRecord, isWarm: boolean): Promise<void> {
      const old = running.get(key);
      const fresh = poolOf(record);
      const started = isWarm ? warm(fresh, record) : undefined;
      // While the new code starts, the old one runs the invocations.
      if (old !== undefined) await started;
      running.set(key, fresh);
      drain(old);
    },
    /** Starts a version, unless it runs. */
    async start(key: string, record: FunctionRecord): Promise<void> {
      if (!running.has(key)) await warm(get(key, record), record);
    },
    /** `event` is JSON; `arn` is as it was invoked. */
    async invoke(key: string, record: FunctionRecord, event: string, arn: string): Promise<InvocationResult> {
      const traceId = `${newTraceRoot()};Sampled=0`;
      const call = { requestId: randomUUID(), functionArn: arn, traceId, event };
      const result = await get(key, record).invoke(call);
      report(record, result);
      return result;
    },
    /** Ends the version's environments after their invocations; a later invocation starts it again. */
    stop(key: string): void {
      drain(running.get(key));
      running.delete(key);
    },
    async close(): Promise<void> {
      for (const key of running.keys()) this.stop(key);
      await Promise.all(draining);
    },
  };
}

/** All of it: https://docs.aws.amazon.com/lambda/latest/dg/configuration-envvars.html */
function environmentOf(
  { inputs, region, computed }: FunctionRecord,
  { dynamodb, credentials, root }: { dynamodb: string; credentials: Credentials; root: string },
): Record<string, string> {
  const { logFormat = 'Text', logGroup, applicationLogLevel } = inputs.loggingConfig ?? {};
  const day = new Date().toISOString().slice(0, 10).replaceAll('-', '/');
  return {
    AWS_ENDPOINT_URL_DYNAMODB: dynamodb,
    LANG: 'en_US.UTF-8',
    PATH: '/usr/local/bin:/usr/bin:/bin',
    TZ: ':UTC',
    ...inputs.environment?.variables,
    _HANDLER: inputs.handler,
    AWS_ACCESS_KEY_ID: credentials.accessKeyId,
    AWS_SECRET_ACCESS_KEY: credentials.secretAccessKey,
    AWS_SESSION_TOKEN: credentials.sessionToken ?? '',
    AWS_DEFAULT_REGION: region,
    AWS_REGION: region,
    AWS_EXECUTION_ENV: `AWS_Lambda_${inputs.runtime}`,
    AWS_LAMBDA_FUNCTION_MEMORY_SIZE: String(inputs.memorySize),
    AWS_LAMBDA_FUNCTION_NAME: inputs.name,
    AWS_LAMBDA_FUNCTION_VERSION: computed.version,
    AWS_LAMBDA_INITIALIZATION_TYPE: 'on-demand',
    AWS_LAMBDA_LOG_FORMAT: logFormat,
    AWS_LAMBDA_LOG_LEVEL: applicationLogLevel ?? (logFormat === 'JSON' ? 'INFO' : 'TRACE'),
    AWS_LAMBDA_LOG_GROUP_NAME: logGroup ?? `/aws/lambda/${inputs.name}`,
    // `2026/03/12/[$LATEST]`, or `[3]`, and 32 hex digits.
    AWS_LAMBDA_LOG_STREAM_NAME: `${day}/[${computed.version}]${randomBytes(16).toString('hex')}`,
    LAMBDA_TASK_ROOT: root,
  };
}
