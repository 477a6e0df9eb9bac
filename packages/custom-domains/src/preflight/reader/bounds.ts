// The bounds of a run: how many operations run at once, and how many answers are kept.

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

/** `most`: answers that are kept; the oldest is removed, and would be queried again. */
export function createAnswerCache<T>(most: number) {
  const entries = new Map<string, Promise<T>>();
  /** The answer under that key, or the one that `load` resolves to. */
  return (key: string, load: () => Promise<T>): Promise<T> => {
    const known = entries.get(key);
    if (known !== undefined) return known;
    const [oldest = key] = entries.size < most ? [] : entries.keys();
    entries.delete(oldest);
    const promise = load();
    entries.set(key, promise);
    return promise;
  };
}
