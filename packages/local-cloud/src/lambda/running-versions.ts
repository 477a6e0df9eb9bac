// The code that runs: one pool of environments for each version that invocations reach.
import { rmSync } from 'node:fs';
import { join } from 'node:path';
import { type Deployed, type DeployedOptions, deploy } from './deployed-function.ts';
import type { FunctionRecord } from './function-service.ts';

export interface RunningOptions
  extends Pick<DeployedOptions, 'context' | 'identity' | 'dynamodb' | 'onLine'> {
  /** The folder of the unpacked code. */
  readonly folder: string;
}

export class RunningVersions {
  readonly #options: RunningOptions;
  /** By the ARN with the version. */
  readonly #running = new Map<string, Deployed>();
  readonly #draining = new Set<Promise<void>>();

  constructor(options: RunningOptions) {
    this.#options = options;
  }

  /** Replaces what ran under the key, once the new code has started. `isWarm` false: it starts with its first invocation. */
  async put(key: string, record: FunctionRecord, isWarm: boolean): Promise<void> {
    const old = this.#running.get(key);
    const fresh = this.#deploy(record);
    const warm = isWarm ? fresh.warm() : undefined;
    // While the new code starts, the old one runs the invocations.
    if (old !== undefined) await warm;
    this.#running.set(key, fresh);
    if (old !== undefined) this.#retire(old);
  }

  /** Starts a version, unless it runs. */
  async start(key: string, record: FunctionRecord): Promise<void> {
    if (this.#running.has(key)) return;
    const fresh = this.#deploy(record);
    this.#running.set(key, fresh);
    await fresh.warm();
  }

  get(key: string, record: FunctionRecord): Deployed {
    const running = this.#running.get(key) ?? this.#deploy(record);
    this.#running.set(key, running);
    return running;
  }

  /** Ends the version's environments after their invocations; a later invocation starts it again. */
  stop(key: string): void {
    const old = this.#running.get(key);
    this.#running.delete(key);
    if (old !== undefined) this.#retire(old);
  }

  /** Removes unpacked code when nothing that is being stopped runs it any longer. */
  removeCode(root: string): void {
    const drained = Promise.all(this.#draining);
    this.#track(
      drained.then(() => rmSync(join(this.#options.folder, root), { recursive: true, force: true })),
    );
  }

  async close(): Promise<void> {
    await Promise.all([...this.#draining, ...[...this.#running.values()].map((one) => one.drain())]);
    this.#running.clear();
  }

  #deploy(record: FunctionRecord): Deployed {
    const { folder, ...options } = this.#options;
    return deploy({
      ...options,
      ...record,
      version: record.computed.version,
      root: join(folder, record.root),
    });
  }

  #retire(old: Deployed): void {
    this.#track(old.drain());
  }

  #track(ending: Promise<void>): void {
    this.#draining.add(ending);
    void ending.finally(() => this.#draining.delete(ending));
  }
}
