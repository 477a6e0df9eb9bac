// The execution environments of one version of a function: started as calls need them, reused, ended when idle.
import type { FunctionAnswer } from '../interfaces.ts';

/** What the pool needs of an execution environment. */
export interface Worker<Call> {
  readonly ready: Promise<FunctionAnswer | undefined>;
  readonly alive: boolean;
  invoke(call: Call): Promise<FunctionAnswer>;
  end(): void;
}

export interface PoolOptions<Call> {
  readonly start: () => Worker<Call>;
  /** Calls under way at once, above which Lambda throttles. */
  readonly concurrency: number;
  /** Told of a failure that no call waits for. */
  readonly onFailure: (failure: FunctionAnswer) => void;
}

/** Started at once, where calls wait: as many as a small laptop has cores. */
const QUICK = 2;
/** At most; a laptop's memory is the limit, so further calls wait instead. */
const MAX_ENVIRONMENTS = 4;
/** A call that waits longer than this gets one more environment. */
const PATIENCE_MS = 250;
/** All but one environment end after this long without a call. */
const IDLE_MS = 30_000;

interface Waiting<Call> {
  readonly since: number;
  readonly take: (worker: Worker<Call> | FunctionAnswer) => void;
}

export class Pool<Call> {
  readonly #options: PoolOptions<Call>;
  readonly #workers = new Set<Worker<Call>>();
  readonly #idle: Worker<Call>[] = [];
  readonly #waiting: Waiting<Call>[] = [];
  readonly #idleTimers = new Map<Worker<Call>, NodeJS.Timeout>();
  #underWay = 0;
  #draining: (() => void) | undefined;

  constructor(options: PoolOptions<Call>) {
    this.#options = options;
  }

  /** Starts one environment, so that the first call finds it; resolves once it is there, or has failed. */
  async warm(): Promise<void> {
    await this.#start();
  }

  async invoke(call: Call): Promise<FunctionAnswer> {
    if (this.#underWay >= this.#options.concurrency) return { kind: 'throttled' };
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

  /** Ends every environment, each after the call it is at. */
  async drain(): Promise<void> {
    const settled = new Promise<void>((resolve) => {
      this.#draining = resolve;
    });
    if (this.#underWay > 0) await settled;
    for (const worker of this.#workers) this.#end(worker);
  }

  #acquire(): Promise<Worker<Call> | FunctionAnswer> {
    for (let worker = this.#idle.pop(); worker !== undefined; worker = this.#idle.pop()) {
      clearTimeout(this.#idleTimers.get(worker));
      if (worker.alive) return Promise.resolve(worker);
      // It died of something that it did after its last answer.
      this.#end(worker);
    }
    return new Promise((take) => {
      this.#waiting.push({ since: Date.now(), take });
      if (this.#workers.size < QUICK) void this.#start();
      else setTimeout(() => this.#relieve(), PATIENCE_MS).unref();
    });
  }

  /** One more environment, where the one that has waited longest has waited too long. */
  #relieve(): void {
    const [first] = this.#waiting;
    if (first === undefined || Date.now() - first.since < PATIENCE_MS) return;
    if (this.#workers.size < MAX_ENVIRONMENTS) void this.#start();
  }

  async #start(): Promise<void> {
    const worker = this.#options.start();
    this.#workers.add(worker);
    const failure = await worker.ready;
    if (failure === undefined) return this.#offer(worker);
    if (!this.#workers.has(worker)) return;
    this.#end(worker);
    // Lambda starts anew for each call; so each failed start answers one.
    const next = this.#waiting.shift();
    if (next === undefined) this.#options.onFailure(failure);
    else next.take(failure);
    this.#startForWaiting();
  }

  #offer(worker: Worker<Call>): void {
    if (!worker.alive) {
      this.#end(worker);
      this.#startForWaiting();
      return;
    }
    const next = this.#waiting.shift();
    if (next !== undefined) next.take(worker);
    else this.#rest(worker);
  }

  #rest(worker: Worker<Call>): void {
    this.#idle.push(worker);
    const timer = setTimeout(() => {
      if (this.#workers.size > 1) this.#end(worker);
    }, IDLE_MS);
    this.#idleTimers.set(worker, timer.unref());
  }

  /** The last environment is gone, and calls wait. */
  #startForWaiting(): void {
    if (this.#waiting.length > 0 && this.#workers.size === 0) void this.#start();
  }

  #end(worker: Worker<Call>): void {
    clearTimeout(this.#idleTimers.get(worker));
    this.#idleTimers.delete(worker);
    this.#workers.delete(worker);
    const resting = this.#idle.indexOf(worker);
    if (resting >= 0) this.#idle.splice(resting, 1);
    worker.end();
  }
}

function isAnswer<Call>(value: Worker<Call> | FunctionAnswer): value is FunctionAnswer {
  return 'kind' in value;
}
