// Ids of new animals: newest first is highest first, and JavaScript clients lose nothing.

/** Milliseconds of ids are counted from here. */
export const EPOCH = Date.UTC(2025, 0, 1);
/** 12 random bits keep creates of one millisecond apart; the store refuses the few that meet. */
export const RANDOM_STEPS = 4_096;

/**
 * An id for an animal made at `now` (ms since 1970); `random` is in [0, 1).
 * Stays below 2^53 until the year 2094, and is refused outside of that, where a clock must be wrong.
 */
export function newId(now: number, random: number): bigint {
  const id = Math.floor(now - EPOCH) * RANDOM_STEPS + Math.floor(random * RANDOM_STEPS);
  if (!Number.isSafeInteger(id) || id < 0) throw new Error(`The clock is wrong: it says ${now} ms`);
  return BigInt(id);
}
