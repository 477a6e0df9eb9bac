// Follows every stack while a page is open: one poller, whatever the number of pages.
import { setTimeout as delay } from 'node:timers/promises';
import type { Context } from '../../context.ts';
import { PAUSE_MS } from '../../status/status.ts';
import type { StackView } from './stack-view.ts';
import { StackWatch } from './stack-watch.ts';

export interface WatchOptions {
  /** The stacks that are shown now. */
  readonly stacks: () => readonly string[];
  readonly open: (stack: string) => Context;
  readonly signal: AbortSignal;
  /** The system's where absent. */
  readonly clock?: Clock;
}

export interface Clock {
  /** Milliseconds since some moment. */
  now(): number;
  /** Resolves after these milliseconds, or when the signal is aborted. */
  sleep(ms: number, signal: AbortSignal): Promise<void>;
}

const SYSTEM_CLOCK: Clock = {
  now: () => performance.now(),
  sleep: (ms, signal) => delay(ms, undefined, { signal }).catch(() => undefined),
};

type Listener = (version: string) => void;

export class Watch {
  readonly #options: WatchOptions;
  readonly #clock: Clock;
  readonly #stacks = new Map<string, StackWatch>();
  readonly #listeners = new Set<Listener>();
  #isPolling = false;
  #version = '';

  constructor(options: WatchOptions) {
    this.#options = options;
    this.#clock = options.clock ?? SYSTEM_CLOCK;
  }

  /** What is known now, at once. A reading begins of each stack that was not read lately. */
  views(): StackView[] {
    this.#refresh();
    this.#publish();
    return this.#all().map(([, watch]) => watch.view);
  }

  /** Another one where a page would be another. */
  get version(): string {
    return this.#version;
  }

  /** Calls `listener` at each change, and reads DNS again and again until the returned function is called. */
  subscribe(listener: Listener): () => void {
    this.#listeners.add(listener);
    void this.#poll();
    return () => void this.#listeners.delete(listener);
  }

  /** Reads a stack again, with an empty cache. */
  async readNow(stack: string): Promise<void> {
    await this.#watchOf(stack).readNow();
    this.#publish();
  }

  async #poll(): Promise<void> {
    if (this.#isPolling) return;
    this.#isPolling = true;
    const { signal } = this.#options;
    while (this.#listeners.size > 0 && !signal.aborted) {
      this.#refresh();
      this.#publish();
      await this.#clock.sleep(STEP_MS, signal);
    }
    this.#isPolling = false;
  }

  /** Begins a reading of each stack whose pause is over; one that is slow delays no other. */
  #refresh(): void {
    for (const [stack, watch] of this.#all()) {
      if (watch.isOlderThan(pauseOf(stack))) void watch.read().then(() => this.#publish());
    }
  }

  #publish(): void {
    const version = this.#all()
      .map(([stack, watch]) => `${stack}:${watch.version}`)
      .join(' ');
    if (version === this.#version) return;
    this.#version = version;
    for (const listener of this.#listeners) listener(version);
  }

  #all(): [stack: string, watch: StackWatch][] {
    const stacks = this.#options.stacks();
    for (const known of this.#stacks.keys()) if (!stacks.includes(known)) this.#stacks.delete(known);
    return stacks.map((stack) => [stack, this.#watchOf(stack)]);
  }

  #watchOf(stack: string): StackWatch {
    const watch =
      this.#stacks.get(stack) ?? new StackWatch(stack, () => this.#options.open(stack), this.#clock.now);
    this.#stacks.set(stack, watch);
    return watch;
  }
}

/** How soon a changed file is seen. */
const STEP_MS = 1000;

const pauseOf = (stack: string): number => (stack === 'local' ? PAUSE_MS.local : PAUSE_MS.other);
