// Bounds how many operations run at once; the rest wait in order. p-limit would do this too, but a program installs as few packages
// with this one as can be.

export type Limiter = <T>(work: () => Promise<T>) => Promise<T>;

export function createLimiter(most: number): Limiter {
  const waiting: (() => void)[] = [];
  let next = 0;
  let running = 0;

  /** The slot passes directly to the next in line, so that no other operation can take it meanwhile. */
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
