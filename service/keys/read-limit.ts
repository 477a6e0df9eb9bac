// How many unknown keys may be looked up in the store: without a limit, anybody could have one read for each made-up key.
import type { Clock } from '../http/log.ts';

export interface ReadLimit {
  /** Whether `source`, a client's address, may cause one more read now; takes it from both limits. */
  take(source: string): boolean;
}

export interface ReadLimitOptions {
  readonly clock: Clock;
  /** Reads a second, and at once, by all sources together. */
  readonly total: number;
  /** The same of one source, so that a single one never takes all. */
  readonly perSource: number;
}

/** Sources remembered; one that is forgotten starts with its whole limit, but never beyond that of all together. */
const MAX_SOURCES = 1_000;

interface Bucket {
  tokens: number;
  at: number;
}

/** A token bucket of one second: refills `bucket` up to `rate`. */
function refill(bucket: Bucket, rate: number, now: number): void {
  bucket.tokens = Math.min(rate, bucket.tokens + (Math.max(0, now - bucket.at) / 1_000) * rate);
  bucket.at = now;
}

export function createReadLimit({ clock, total, perSource }: ReadLimitOptions): ReadLimit {
  const all: Bucket = { tokens: total, at: clock() };
  // In the order of last use.
  const sources = new Map<string, Bucket>();

  function bucketOf(source: string, now: number): Bucket {
    const bucket = sources.get(source) ?? { tokens: perSource, at: now };
    sources.delete(source);
    sources.set(source, bucket);
    if (sources.size > MAX_SOURCES) sources.delete(sources.keys().next().value as string);
    return bucket;
  }

  return {
    take(source) {
      const now = clock();
      const own = bucketOf(source, now);
      refill(own, perSource, now);
      refill(all, total, now);
      if (own.tokens < 1 || all.tokens < 1) return false;
      own.tokens -= 1;
      all.tokens -= 1;
      return true;
    },
  };
}
