// How many unknown keys may be looked up in the store: without a limit, anybody could have one read for each made-up key.
import type { Clock } from '../http/log.ts';
import { RecentlyUsed } from './recently-used.ts';

/** Reads a second, and at once, by all sources together, and of one source, so that a single one never takes all. */
const TOTAL = 20;
const PER_SOURCE = 5;
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

/**
 * Whether `source`, a client's address, may cause one more read now, which is taken from both limits. Each execution environment of
 * Lambda has limits of its own.
 */
export function createReadLimit(clock: Clock): (source: string) => boolean {
  const all: Bucket = { tokens: TOTAL, at: clock() };
  const sources = new RecentlyUsed<Bucket>(MAX_SOURCES);

  return (source) => {
    const now = clock();
    const own = sources.get(source) ?? { tokens: PER_SOURCE, at: now };
    sources.set(source, own);
    refill(own, PER_SOURCE, now);
    refill(all, TOTAL, now);
    if (own.tokens < 1 || all.tokens < 1) return false;
    own.tokens -= 1;
    all.tokens -= 1;
    return true;
  };
}
