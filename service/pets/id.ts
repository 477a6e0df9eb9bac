// Ids of new animals and orders: later ids are higher, and all are exact in JavaScript clients.
import { ContendedError, StoreUnavailableError } from '../dynamo/errors.ts';
import type { Clock } from '../http/log.ts';

/** The milliseconds in an id are counted from here. */
export const EPOCH = Date.UTC(2025, 0, 1);
/** 12 random bits distinguish the creates of one millisecond; the store refuses the few that collide. */
const RANDOM_STEPS = 4_096;

/** `now` in ms since 1970, `random` in [0, 1). Below 2^53 until the year 2094; beyond that the clock must be wrong, and
 * it throws. */
export function newId(now: number, random: number): bigint {
  const id = Math.floor(now - EPOCH) * RANDOM_STEPS + Math.floor(random * RANDOM_STEPS);
  if (!Number.isSafeInteger(id) || id < 0) throw new Error(`The clock is wrong: it shows ${now} ms`);
  return BigInt(id);
}

/** Attempts to find a free id: with 100 creates in the same millisecond, all five fail once in 100 million. */
const MAX_IDS = 5;

/** `create` resolves to undefined where its id is in use, and writes the record last. `now`: of the id, ms since 1970. */
export async function withFreeId<Created>(
  { clock, random }: { readonly clock: Clock; readonly random: () => number },
  create: (id: bigint, now: number) => Promise<Created | undefined>,
): Promise<Created> {
  for (let attempt = 0; attempt < MAX_IDS; attempt += 1) {
    const now = clock();
    try {
      const created = await create(newId(now, random()), now);
      if (created !== undefined) return created;
    } catch (error) {
      // Another create has this id in its transaction.
      if (!(error instanceof ContendedError && error.isLast)) throw error;
    }
  }
  throw new StoreUnavailableError('TransactWriteItems', MAX_IDS, 'no id was free', false);
}
