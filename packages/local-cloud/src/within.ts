// The bound of a wait.
import { setTimeout as sleep } from 'node:timers/promises';

/** Resolves as the promise does, or to `late` after that many milliseconds. */
export async function within<T>(promise: Promise<T>, ms: number): Promise<T | 'late'> {
  const ended = new AbortController();
  const late = sleep(ms, 'late' as const, { signal: ended.signal });
  return Promise.race([promise, late]).finally(() => ended.abort());
}
