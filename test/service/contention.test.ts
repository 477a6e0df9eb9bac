// What clients do to each other: an attempt of a write that arrives late or twice changes nothing, a list has an animal
// that is ordered meanwhile once, and contention is said to be that.
import { setTimeout as wait } from 'node:timers/promises';
import { afterAll, describe, expect, test, vi } from 'vitest';
import { createKeyAdmin } from '../../service/keys/index.ts';
import type { RequestLine } from './event.ts';
import { type Fault, refusal } from './fault-proxy.ts';
import { bodyOf, codeOf, createWorld, creating, PAGE, type Reply } from './harness.ts';
import { openBehindProxy, openLambda } from './lambda-front.ts';

const ATTEMPT_MS = 200;
/** When an attempt is given up, and another one is made. */
const LATE_MS = 3 * ATTEMPT_MS;
/** Of an attempt that no load makes late: one that is given up leaves open what it did, and is not contention. */
const UNREACHED_MS = 60_000;

const list = (query = '') => ({ method: 'GET', target: `/v1/pets${query}` });

const fixture = await createWorld();
/** Behind the proxy, with little time for an attempt and with enough, and straight to the store. */
const { proxy, lambda: delayed } = await openBehindProxy(fixture, { timeoutMs: ATTEMPT_MS });
const patient = openLambda(fixture, { endpoint: proxy.endpoint, timeoutMs: UNREACHED_MS });
const other = openLambda(fixture, { timeoutMs: UNREACHED_MS });
for (const one of [delayed, patient]) await one.ask(list());
afterAll(fixture.stop);

const order = (petId: number, key?: string): RequestLine => ({
  method: 'POST',
  target: '/v1/store/orders',
  body: `{"petId":${petId}}`,
  headers: key === undefined ? {} : { 'idempotency-key': `"${key}"` },
});
const json = (reply: Reply) => JSON.parse(reply.text) as { id: number; status?: unknown };

async function found(name: string): Promise<{ id: number } | undefined> {
  const { text } = await other.ask(list(`?limit=${PAGE.maximum}&status=available`));
  return (JSON.parse(text) as { id: number; name: string }[]).find((pet) => pet.name === name);
}

describe('an animal that is ordered before its create is confirmed', () => {
  test.each([
    ['whose answer is late', (): Fault => ({ slow: LATE_MS })],
    ['that arrives after its repetition', (): Fault => ({ after: wait(LATE_MS) })],
  ])('by a request %s, is sold once', async (what, fault) => {
    proxy.plan(fault(), 'pass');
    const asked = delayed.ask(creating(what));
    const { id } = await vi.waitUntil(() => found(what), 10_000);
    expect((await other.ask(order(id))).status).toBe(201);
    const created = await asked;
    expect([created.status, json(created).id]).toEqual([201, id]);
    await proxy.settled();
    expect(json(await other.ask({ method: 'GET', target: `/v1/pets/${id}` })).status).toBe('pending');
    const second = await other.ask(order(id));
    expect([second.status, codeOf(second)]).toEqual([409, 'pet_not_available']);
  });
});

test('a key that is revoked before its create has arrived a second time stays revoked', async () => {
  const admin = createKeyAdmin(proxy.dynamo({ timeoutMs: ATTEMPT_MS }), fixture.settings.tables.keys);
  proxy.plan({ after: wait(LATE_MS) }, 'pass');
  const { record } = await admin.createKey({ name: 'short', prefix: 'pets_test_' });
  expect(await fixture.admin.revokeKey(record.hash)).toBe(true);
  await proxy.settled();
  proxy.plan('pass');
  expect((await admin.listKeys()).map(({ hash }) => hash)).not.toContain(record.hash);
});

test('a list has an animal that is ordered while the list is read, once', async () => {
  const { id } = json(await other.ask(creating('moving')));
  proxy.calls.length = 0;
  // The animals that are available are read when the order is placed, and all others at once.
  const { promise: placed, resolve: place } = Promise.withResolvers<void>();
  proxy.plan({ after: placed }, 'pass');
  const listing = delayed.ask(list(`?limit=${PAGE.maximum}`));
  await vi.waitUntil(() => proxy.calls.includes('Query'), 10_000);
  const ordering = other.ask(order(id)).finally(place);
  const listed = bodyOf(await listing) as { id: bigint }[];
  expect((await ordering).status).toBe(201);
  expect(listed.filter((pet) => pet.id === BigInt(id))).toHaveLength(1);
});

describe('many at one animal', () => {
  test.each([
    ['without a key', () => undefined],
    ['each with a key of its own', (n: number) => `contended ${n}`],
  ])('%s: one order, and every other answer is a 409 of the animal', async (what, keyOf) => {
    const { id } = json(await other.ask(creating(what)));
    const ask = (n: number) =>
      openLambda(fixture, { timeoutMs: UNREACHED_MS }).ask(order(id, keyOf(n)), 2 * UNREACHED_MS);
    const replies = await Promise.all(Array.from({ length: 60 }, (_, n) => ask(n)));
    expect(replies.filter(({ status }) => status === 201)).toHaveLength(1);
    const refused = replies.filter(({ status }) => status !== 201);
    for (const reply of refused) {
      expect(['pet_not_available', 'pet_in_use']).toContain(codeOf(reply));
      expect(reply.headers['retry-after']).toBe(codeOf(reply) === 'pet_in_use' ? '1' : undefined);
    }
  });

  test('the store says which item was contended: the animal, the key, or the id', async () => {
    const { id } = json(await other.ask(creating('contended')));
    const cancelled = (...codes: string[]) =>
      refusal('TransactionCanceledException', { CancellationReasons: codes.map((Code) => ({ Code })) });
    proxy.plan(cancelled('None', 'TransactionConflict', 'None'));
    fixture.lines.length = 0;
    const animal = await patient.ask(order(id, 'contention a'));
    expect([animal.status, codeOf(animal)]).toEqual([409, 'pet_in_use']);
    proxy.plan(cancelled('TransactionConflict', 'None', 'None'));
    expect(codeOf(await patient.ask(order(id, 'contention b')))).toBe('idempotency_key_in_use');
    expect(fixture.lines.join('\n')).not.toContain('"level":"ERROR"');
    // Other creates have the id of the record, which comes last, each time.
    for (const [line, ...codes] of [
      [creating('contended'), 'TransactionConflict'],
      [{ ...creating('contended'), headers: { 'idempotency-key': 'c' } }, 'None', 'TransactionConflict'],
      [order(id, 'contention d'), 'None', 'None', 'TransactionConflict'],
    ] as const) {
      proxy.plan(cancelled(...codes));
      const reply = await patient.ask(line);
      expect([reply.status, codeOf(reply)]).toEqual([503, 'unavailable']);
      expect(reply.headers['retry-after']).toBe('1');
    }
    proxy.plan('pass');
    // What was refused for others' sake is not the answer of the key.
    expect((await patient.ask(order(id, 'contention a'))).status).toBe(201);
  });
});
