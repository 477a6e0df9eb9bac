// The execution environments of one version of a function: started on demand, reused, ended when idle.
import type { InvocationResult } from '../interfaces.ts';

export interface PooledEnvironment<Call> {
  /** Resolves when it can run invocations, or with the failure of its start. */
  readonly ready: Promise<InvocationResult | undefined>;
  readonly alive: boolean;
  invoke(call: Call): Promise<InvocationResult>;
  /** Resolves once nothing of it runs. */
  end(): Promise<void>;
}

/** A laptop's memory is the limit: further invocations wait. */
const MAX_ENVIRONMENTS = 2;
/** All but one environment end after this time without an invocation. */
const IDLE_MS = 30_000;

export class Pool<Call> {
  readonly #start: () => PooledEnvironment<Call>;
  readonly #all = new Set<PooledEnvironment<Call>>();
  readonly #idle = new Map<PooledEnvironment<Call>, NodeJS.Timeout>();
  readonly #calls = new Set<Promise<InvocationResult>>();
  #running = 0;
  readonly #waiting: (() => void)[] = [];
  #isClosed = false;

  constructor(start: () => PooledEnvironment<Call>) {
    this.#start = start;
  }

  /** Starts one environment for the first invocation. Resolves when it is ready; with its failure where no invocation got that. */
  async warm(): Promise<InvocationResult | undefined> {
    const environment = this.#started();
    this.#rest(environment);
    const failure = await environment.ready;
    if (failure === undefined || !this.#idle.has(environment)) return undefined;
    void this.#end(environment);
    return failure;
  }

  async invoke(call: Call): Promise<InvocationResult> {
    // Once it is closed, what an environment needs may have ended too, as when the cloud stops.
    if (this.#isClosed) return { kind: 'throttled' };
    const result = this.#run(call);
    this.#calls.add(result);
    return result.finally(() => this.#calls.delete(result));
  }

  /** Ends every environment after its invocation, and takes no more of them. */
  async drain(): Promise<void> {
    this.#isClosed = true;
    await Promise.allSettled(this.#calls);
    await Promise.all([...this.#all].map((environment) => this.#end(environment)));
  }

  async #run(call: Call): Promise<InvocationResult> {
    if (this.#running < MAX_ENVIRONMENTS) this.#running += 1;
    else await new Promise<void>((next) => this.#waiting.push(next));
    try {
      const environment = this.#takeIdle() ?? this.#started();
      // Lambda starts again for each invocation; so each failed start fails one.
      const failure = await environment.ready;
      const result = failure ?? (await environment.invoke(call));
      if (failure === undefined && environment.alive) this.#rest(environment);
      else void this.#end(environment);
      return result;
    } finally {
      const next = this.#waiting.shift();
      if (next === undefined) this.#running -= 1;
      else next();
    }
  }

  #started(): PooledEnvironment<Call> {
    const environment = this.#start();
    this.#all.add(environment);
    return environment;
  }

  /** It is the last one used, so that the others end. */
  #takeIdle(): PooledEnvironment<Call> | undefined {
    for (const [environment, timer] of [...this.#idle].reverse()) {
      clearTimeout(timer);
      this.#idle.delete(environment);
      if (environment.alive) return environment;
      // It ended by itself after its last invocation.
      void this.#end(environment);
    }
    return undefined;
  }

  #rest(environment: PooledEnvironment<Call>): void {
    const timer = setTimeout(() => {
      if (this.#all.size > 1) void this.#end(environment);
    }, IDLE_MS);
    this.#idle.set(environment, timer.unref());
  }

  #end(environment: PooledEnvironment<Call>): Promise<void> {
    clearTimeout(this.#idle.get(environment));
    this.#idle.delete(environment);
    this.#all.delete(environment);
    return environment.end();
  }
}
