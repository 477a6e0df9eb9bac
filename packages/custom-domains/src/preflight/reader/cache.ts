// Answers of one run, kept as promises so that a question under way is not asked again; bounded in bytes.

/** What an answer takes beside its bytes on the wire: objects and strings, measured with a heap snapshot. */
const ENTRY_OVERHEAD = 1500;

export class AnswerCache<T> {
  readonly #entries = new Map<string, { promise: Promise<T>; weight: number }>();
  readonly #most: number;
  #weight = 0;

  /** `most`: bytes of answers kept; the oldest are forgotten, and would be asked again. */
  constructor(most: number) {
    this.#most = most;
  }

  /** The answer under that key, or what `load` gives; `load` says how many bytes its answer had. */
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
