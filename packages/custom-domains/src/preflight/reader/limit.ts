// At most so many things at once; the rest wait their turn in order.

export type Limiter = <T>(work: () => Promise<T>) => Promise<T>;

export function createLimiter(most: number): Limiter {
  const waiting: (() => void)[] = [];
  let next = 0;
  let running = 0;

  /** The place goes straight to the next in line, so that nobody else can take it between. */
  const release = (): void => {
    const start = waiting[next];
    if (start === undefined) {
      running--;
      waiting.length = 0;
      next = 0;
      return;
    }
    next++;
    start();
  };

  return async (work) => {
    if (running < most) running++;
    else await new Promise<void>((resolve) => waiting.push(resolve));
    try {
      return await work();
    } finally {
      release();
    }
  };
}
