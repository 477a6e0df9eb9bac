// The code that runs: one pool of environments for each version that invocations reach.
import { randomBytes, randomUUID } from 'node:crypto';
import { join } from 'node:path';
import type { Credentials, Identity } from '../iam/index.ts';
import type { InvocationResult } from '../interfaces.ts';
import { type Call, Environment } from './execution-environment.ts';
import { Pool } from './pool.ts';
import type { FunctionRecord } from './records.ts';

export interface RunningOptions {
  readonly identity: Identity;
  /** The endpoint of DynamoDB, read when an environment starts. */
  readonly dynamodb: () => string;
  /** The folder of the unpacked code. */
  readonly folder: string;
  /** A line that the function wrote to its log. */
  readonly onLine: (record: FunctionRecord, line: string) => void;
  readonly onFailure: (record: FunctionRecord, failure: string) => void;
}

export class RunningVersions {
  readonly #options: RunningOptions;
  /** By the ARN with the version. */
  readonly #running = new Map<string, Pool<Call>>();
  readonly #draining = new Set<Promise<void>>();

  constructor(options: RunningOptions) {
    this.#options = options;
  }

  /** Replaces what ran under the key, once the new code has started. `isWarm` false: it starts with its first invocation. */
  async put(key: string, record: FunctionRecord, isWarm: boolean): Promise<void> {
    const old = this.#running.get(key);
    const fresh = this.#pool(record);
    const warm = isWarm ? this.#warm(fresh, record) : undefined;
    // While the new code starts, the old one runs the invocations.
    if (old !== undefined) await warm;
    this.#running.set(key, fresh);
    this.#drain(old);
  }

  /** Starts a version, unless it runs. */
  async start(key: string, record: FunctionRecord): Promise<void> {
    if (!this.#running.has(key)) await this.#warm(this.#get(key, record), record);
  }

  /** `event` is JSON; `arn` is the function's as it was invoked, with its qualifier. */
  async invoke(key: string, record: FunctionRecord, event: string, arn: string): Promise<InvocationResult> {
    const call = { requestId: randomUUID(), functionArn: arn, traceId: traceHeader(), event };
    const result = await this.#get(key, record).invoke(call);
    this.#report(record, result);
    return result;
  }

  /** Ends the version's environments after their invocations; a later invocation starts it again. */
  stop(key: string): void {
    this.#drain(this.#running.get(key));
    this.#running.delete(key);
  }

  async close(): Promise<void> {
    await Promise.all([...this.#draining, ...[...this.#running.values()].map((one) => one.drain())]);
    this.#running.clear();
  }

  #get(key: string, record: FunctionRecord): Pool<Call> {
    const running = this.#running.get(key) ?? this.#pool(record);
    this.#running.set(key, running);
    return running;
  }

  #pool(record: FunctionRecord): Pool<Call> {
    const { identity, dynamodb, folder, onLine } = this.#options;
    const credentials = identity.openSession();
    const root = join(folder, record.root);
    const start = () =>
      new Environment({
        variables: environmentOf(record, { dynamodb: dynamodb(), credentials, root }),
        memoryMb: record.inputs.memorySize,
        timeoutMs: record.inputs.timeout * 1000,
        onLine: (line) => onLine(record, line),
      });
    return new Pool(start);
  }

  async #warm(pool: Pool<Call>, record: FunctionRecord): Promise<void> {
    this.#report(record, await pool.warm());
  }

  #report(record: FunctionRecord, result: InvocationResult | undefined): void {
    if (result?.kind === 'failed')
      this.#options.onFailure(record, `${result.errorType}: ${result.errorMessage}`);
  }

  #drain(old: Pool<Call> | undefined): void {
    const ending = old?.drain();
    if (ending === undefined) return;
    this.#draining.add(ending);
    void ending.finally(() => this.#draining.delete(ending));
  }
}

/** X-Ray's trace header: version, epoch seconds, 96 random bits. */
function traceHeader(): string {
  const id = randomUUID().replaceAll('-', '');
  return `Root=1-${Math.floor(Date.now() / 1000).toString(16)}-${id.slice(0, 24)};Sampled=0`;
}

/**
 * The whole environment of the function: its own variables, and those that Lambda sets.
 * https://docs.aws.amazon.com/lambda/latest/dg/configuration-envvars.html
 */
function environmentOf(
  { inputs, region, computed }: FunctionRecord,
  { dynamodb, credentials, root }: { dynamodb: string; credentials: Credentials; root: string },
): Record<string, string> {
  const { logFormat = 'Text', logGroup, applicationLogLevel } = inputs.loggingConfig ?? {};
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
    AWS_LAMBDA_LOG_STREAM_NAME: logStream(new Date(), computed.version),
    LAMBDA_TASK_ROOT: root,
  };
}

/** `2026/03/12/[$LATEST]`, or `[3]`, and 32 hex digits. */
function logStream(now: Date, version: string): string {
  return `${now.toISOString().slice(0, 10).replaceAll('-', '/')}/[${version}]${randomBytes(16).toString('hex')}`;
}
