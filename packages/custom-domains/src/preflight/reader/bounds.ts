// The bounds of a run: how many operations run at once, and how many bytes of answers are kept.

type Limiter = <T>(work: () => Promise<T>) => Promise<T>;

export function createLimiter(most: number): Limiter {
  const waiting: (() => void)[] = [];
  let running = 0;
  return async (work) => {
    if (running < most) running++;
    else await new Promise<void>((resolve) => waiting.push(resolve));
    try {
      return await work();
    } finally {
      // The slot passes directly to the next in line, so that no other operation can take it meanwhile.
      const start = waiting.shift();
      if (start === undefined) running--;
      else start();
    }
  };
}

/** Bytes that an answer takes beside those on the wire: objects and strings, measured with a heap snapshot. */
const ENTRY_OVERHEAD = 1500;

export class AnswerCache<T> {
  readonly #entries = new Map<string, { promise: Promise<T>; weight: number }>();
  readonly #most: number;
  #weight = 0;

  /** `most`: bytes of cached answers; the oldest are removed, and would be queried again. */
  constructor(most: number) {
    this.#most = most;
  }

  /** The answer under that key, or the one that `load` resolves to, with its size in bytes. */
  get(key: string, load: () => Promise<{ value: T; size: number }>): Promise<T> {
    const known = this.#entries.get(key);
    if (known !== undefined) return known.promise;
    const promise: Promise<T> = load().then(({ value, size }) => {
      if (this.#entries.get(key) === entry) this.#weigh(entry, size);
      return value;
    });
    const entry = { promise, weight: 0 };
    this.#entries.set(key, entry);
    this.#weigh(entry, ENTRY_OVERHEAD);
    return promise;
  }

  #weigh(entry: { weight: number }, bytes: number): void {
    entry.weight += bytes;
    this.#weight += bytes;
    for (const [key, { weight }] of this.#entries) {
      if (this.#weight <= this.#most) return;
      this.#entries.delete(key);
      this.#weight -= weight;
    }
  }
}
