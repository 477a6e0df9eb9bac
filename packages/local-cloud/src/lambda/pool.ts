// The execution environments of one version of a function: started on demand, reused, ended when idle.
import type { InvocationResult } from '../interfaces.ts';

/** What the pool needs of an execution environment. */
export interface PooledEnvironment<Call> {
  readonly ready: Promise<InvocationResult | undefined>;
  readonly alive: boolean;
  invoke(call: Call): Promise<InvocationResult>;
  /** Resolves once nothing of it runs. */
  end(): Promise<void>;
}

export interface PoolOptions<Call> {
  readonly start: () => PooledEnvironment<Call>;
  /** Called with a failure that no invocation waits for. */
  readonly onFailure: (failure: InvocationResult) => void;
}

/** A laptop's memory is the limit: further invocations wait. */
const MAX_ENVIRONMENTS = 2;
/** All but one environment end after this time without an invocation. */
const IDLE_MS = 30_000;

type Take<Call> = (worker: PooledEnvironment<Call> | InvocationResult) => void;

export class Pool<Call> {
  readonly #options: PoolOptions<Call>;
  readonly #workers = new Set<PooledEnvironment<Call>>();
  /** With the timers that end them. */
  readonly #idle = new Map<PooledEnvironment<Call>, NodeJS.Timeout>();
  readonly #waiting: Take<Call>[] = [];
  #underWay = 0;
  #draining: (() => void) | undefined;
  #isClosed = false;

  constructor(options: PoolOptions<Call>) {
    this.#options = options;
  }

  /** Starts one environment for the first invocation; resolves when it is ready, or has failed. */
  async warm(): Promise<void> {
    await this.#start();
  }

  async invoke(call: Call): Promise<InvocationResult> {
    // Once it is closed, what an environment needs may have ended too, as when the cloud stops.
    if (this.#isClosed) return { kind: 'throttled' };
    this.#underWay++;
    try {
      const worker = await this.#acquire();
      if (isAnswer(worker)) return worker;
      const answer = await worker.invoke(call);
      this.#offer(worker);
      return answer;
    } finally {
      this.#underWay--;
      if (this.#underWay === 0) this.#draining?.();
    }
  }

  /** Ends every environment after its invocation, and takes no more of them. */
  async drain(): Promise<void> {
    this.#isClosed = true;
    const settled = new Promise<void>((resolve) => {
      this.#draining = resolve;
    });
    if (this.#underWay > 0) await settled;
    await Promise.all([...this.#workers].map((worker) => this.#end(worker)));
  }

  #acquire(): Promise<PooledEnvironment<Call> | InvocationResult> {
    for (const [worker, timer] of [...this.#idle].reverse()) {
      clearTimeout(timer);
      this.#idle.delete(worker);
      if (worker.alive) return Promise.resolve(worker);
      // It ended by itself after its last invocation.
      void this.#end(worker);
    }
    return new Promise((take) => {
      this.#waiting.push(take);
      if (this.#workers.size < MAX_ENVIRONMENTS) void this.#start();
    });
  }

  async #start(): Promise<void> {
    const worker = this.#options.start();
    this.#workers.add(worker);
    const failure = await worker.ready;
    if (failure === undefined) return this.#offer(worker);
    if (!this.#workers.has(worker)) return;
    void this.#end(worker);
    // Lambda starts again for each invocation; so each failed start fails one.
    const next = this.#waiting.shift();
    if (next === undefined) this.#options.onFailure(failure);
    else next(failure);
    this.#startForWaiting();
  }

  #offer(worker: PooledEnvironment<Call>): void {
    if (!worker.alive) {
      void this.#end(worker);
      this.#startForWaiting();
      return;
    }
    const next = this.#waiting.shift();
    if (next !== undefined) next(worker);
    else this.#rest(worker);
  }

  #rest(worker: PooledEnvironment<Call>): void {
    const timer = setTimeout(() => {
      if (this.#workers.size > 1) void this.#end(worker);
    }, IDLE_MS);
    this.#idle.set(worker, timer.unref());
  }

  /** For invocations that wait when the last environment has ended. */
  #startForWaiting(): void {
    if (this.#waiting.length > 0 && this.#workers.size === 0) void this.#start();
  }

  #end(worker: PooledEnvironment<Call>): Promise<void> {
    clearTimeout(this.#idle.get(worker));
    this.#idle.delete(worker);
    this.#workers.delete(worker);
    return worker.end();
  }
}

function isAnswer<Call>(value: PooledEnvironment<Call> | InvocationResult): value is InvocationResult {
  return 'kind' in value;
}
