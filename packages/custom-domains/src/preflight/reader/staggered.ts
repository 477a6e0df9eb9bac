// Several servers that know the same: the first usable answer, without waiting for those that do not respond.

/** Milliseconds; longer than most servers take, so that usually only one is queried. */
const NEXT_AFTER = 250;

/** Each attempt starts when one has failed, or some time after the previous one. Undefined: there are no attempts. */
export function firstUsable<T>(
  attempts: readonly (() => Promise<T>)[],
  isUsable: (result: T) => boolean,
): Promise<T | undefined> {
  return new Promise((resolve) => {
    let started = 0;
    let running = 0;
    let last: T | undefined;
    let timer: NodeJS.Timeout | undefined;
    const finish = (result: T | undefined): void => {
      clearTimeout(timer);
      started = attempts.length;
      resolve(result);
    };
    const next = (): void => {
      clearTimeout(timer);
      const attempt = attempts[started];
      if (attempt === undefined) {
        if (running === 0) finish(last);
        return;
      }
      started++;
      running++;
      timer = setTimeout(next, NEXT_AFTER);
      void attempt().then((result) => {
        running--;
        last = result;
        return isUsable(result) ? finish(result) : next();
      });
    };
    next();
  });
}
