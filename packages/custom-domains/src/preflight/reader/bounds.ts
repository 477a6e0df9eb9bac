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

/** `most`: bytes of cached answers; the oldest are removed, and would be queried again. */
export function createAnswerCache<T>(most: number) {
  const entries = new Map<string, { promise: Promise<T>; weight: number }>();
  let total = 0;
  const weigh = (entry: { weight: number }, bytes: number): void => {
    entry.weight += bytes;
    total += bytes;
    if (total <= most) return;
    for (const [key, { weight }] of entries) {
      if (total <= most) return;
      entries.delete(key);
      total -= weight;
    }
  };
  /** The answer under that key, or the one that `load` resolves to, with its size in bytes. */
  return (key: string, load: () => Promise<{ value: T; size: number }>): Promise<T> => {
    const known = entries.get(key);
    if (known !== undefined) return known.promise;
    const promise: Promise<T> = load().then(({ value, size }) => {
      if (entries.get(key) === entry) weigh(entry, size);
      return value;
    });
    const entry = { promise, weight: 0 };
    entries.set(key, entry);
    weigh(entry, ENTRY_OVERHEAD);
    return promise;
  };
}
