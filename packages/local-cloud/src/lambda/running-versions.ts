// The code that runs: one pool of environments for each version that invocations reach.
import { randomUUID } from 'node:crypto';
import { join } from 'node:path';
import type { Identity } from '../iam/index.ts';
import type { InvocationResult } from '../interfaces.ts';
import { Environment, type InvokeMessage } from './execution-environment.ts';
import { Pool } from './pool.ts';
import type { FunctionRecord } from './records.ts';
import { environmentOf } from './variables.ts';

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

type Call = Omit<InvokeMessage, 'deadline'>;

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
    const warm = isWarm ? fresh.warm() : undefined;
    // While the new code starts, the old one runs the invocations.
    if (old !== undefined) await warm;
    this.#running.set(key, fresh);
    if (old !== undefined) this.#track(old.drain());
  }

  /** Starts a version, unless it runs. */
  async start(key: string, record: FunctionRecord): Promise<void> {
    if (!this.#running.has(key)) await this.#get(key, record).warm();
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
    const old = this.#running.get(key);
    this.#running.delete(key);
    if (old !== undefined) this.#track(old.drain());
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
    return new Pool<Call>({
      start: () => startEnvironment(this.#options, record),
      onFailure: (result) => this.#report(record, result),
    });
  }

  #report(record: FunctionRecord, result: InvocationResult): void {
    if (result.kind === 'failed')
      this.#options.onFailure(record, `${result.errorType}: ${result.errorMessage}`);
  }

  #track(ending: Promise<void>): void {
    this.#draining.add(ending);
    void ending.finally(() => this.#draining.delete(ending));
  }
}

function startEnvironment({ identity, dynamodb, folder, onLine }: RunningOptions, record: FunctionRecord) {
  const { inputs, region, computed } = record;
  const credentials = identity.openSession();
  const root = join(folder, record.root);
  const timeoutMs = inputs.timeout * 1000;
  const own = { region, dynamodb: dynamodb(), credentials, root, version: computed.version };
  const environment = new Environment({
    root,
    variables: environmentOf(inputs, own),
    memoryMb: inputs.memorySize,
    onLine: (line) => onLine(record, line),
  });
  return {
    ready: environment.ready,
    get alive() {
      return environment.alive;
    },
    invoke: (call: Call) => environment.invoke({ ...call, deadline: Date.now() + timeoutMs }, timeoutMs),
    end() {
      identity.revoke(credentials);
      environment.end();
    },
  };
}

/** X-Ray's trace header: version, epoch seconds, 96 random bits. */
function traceHeader(): string {
  const id = randomUUID().replaceAll('-', '');
  return `Root=1-${Math.floor(Date.now() / 1000).toString(16)}-${id.slice(0, 24)};Sampled=0`;
}
