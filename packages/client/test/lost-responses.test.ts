// Creates through a proxy that loses every tenth response: each is retried with its key, and done once.
import { expect, onTestFinished, test } from 'vitest';
import { createWorld, openApp } from '../../../test/service/harness.ts';
import { createClient, type Pet } from '../src/index.ts';
import { openLosingProxy } from './losing-proxy.ts';

/** `CREATES=5000` for more. */
const CREATES = Number(process.env.CREATES ?? 100);
const LOST_EVERY = 10;
/** No multiple of that: the store does one after the other, and a repeated request would always be the tenth again. */
const AT_ONCE = 13;
/** For each create, on a busy machine; a hundredth of it on a quiet one. */
const LIMIT_MS = 200;

async function eachOf(count: number, atOnce: number, run: (index: number) => Promise<unknown>) {
  let next = 0;
  const worker = async () => {
    while (next < count) await run(next++);
  };
  await Promise.all(Array.from({ length: atOnce }, worker));
}

test(`${CREATES} creates, every tenth response lost: as many animals, each with its response`, {
  timeout: 20_000 + CREATES * LIMIT_MS,
}, async () => {
  const fixture = await createWorld();
  // Ids are of the time: a clock that stands still has 4,096 of them.
  Object.defineProperty(fixture.clock, 'now', { get: Date.now });
  const door = await openApp(fixture);
  const proxy = await openLosingProxy(door.origin, LOST_EVERY);
  onTestFinished(async () => {
    await proxy.close();
    await door.close();
    await fixture.stop();
  });
  const retry = { baseDelayMs: 5 };
  const options = { apiKey: fixture.key, retry, onNotice: () => undefined };
  const client = createClient({ ...options, baseUrl: `${proxy.origin}/v1` });

  const created = new Map<bigint, Pet>();
  await eachOf(CREATES, AT_ONCE, async (index) => {
    const pet = await client.createPet({ name: `Animal ${index}`, categoryId: BigInt(index) });
    created.set(pet.id, pet);
  });

  expect(proxy.counts.lost).toBeGreaterThanOrEqual(CREATES / LOST_EVERY);
  expect(proxy.counts.requests).toBe(CREATES + proxy.counts.lost);
  expect(created.size).toBe(CREATES);
  const direct = createClient({ ...options, baseUrl: `${door.origin}/v1` });
  const stored = await Array.fromAsync(direct.listPets({ limit: 100 }));
  expect(stored).toHaveLength(CREATES);
  for (const pet of stored) expect(pet).toEqual(created.get(pet.id));
  expect(new Set(stored.map(({ name }) => name)).size).toBe(CREATES);
});
