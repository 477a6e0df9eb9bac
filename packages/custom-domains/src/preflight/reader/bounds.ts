// The bounds of a run: how many operations run at once, and how many answers are kept.

/** Slots of operations. */
export class Slots {
  readonly #waiting: (() => void)[] = [];
  #free: number;

  constructor(most: number) {
    this.#free = most;
  }

  /** Resolves once a slot is the caller's; undefined: one is, now. */
  take(): Promise<void> | undefined {
    if (this.#free === 0) return new Promise((resolve) => this.#waiting.push(resolve));
    this.#free--;
    return undefined;
  }

  /** It passes directly to the next in line, so that no other operation can take it meanwhile. */
  give(): void {
    const start = this.#waiting.shift();
    if (start === undefined) this.#free++;
    else start();
  }
}

/** `most`: answers that are kept; the oldest is removed, and would be queried again. */
export function createAnswerCache<T>(most: number) {
  const entries = new Map<string, Promise<T>>();
  /** The answer under that key, or the one that `load` resolves to. */
  return (key: string, load: () => Promise<T>): Promise<T> => {
    const known = entries.get(key);
    if (known !== undefined) return known;
    if (entries.size >= most) {
      const [oldest = key] = entries.keys();
      entries.delete(oldest);
    }
    const promise = load();
    entries.set(key, promise);
    return promise;
  };
}
