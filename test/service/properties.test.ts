// What holds for every value: int64 lossless both ways, cursors, ids, keys.
import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { INT64_MAX, INT64_MIN, isInt64, parseInt64 } from '../../service/http/int64.ts';
import { parseJson, stringifyJson } from '../../service/http/json.ts';
import { checkKey, generateKey, hashKey } from '../../service/keys/index.ts';
import { decodeCursor, encodeCursor } from '../../service/pets/cursor.ts';
import { EPOCH, newId } from '../../service/pets/id.ts';
import { asker, bodyOf, createWorld, type Door, type Fixture, openApp } from './harness.ts';

const int64 = fc.bigInt({ min: INT64_MIN, max: INT64_MAX });
const status = fc.constantFrom(undefined, 'available' as const, 'pending' as const, 'sold' as const);

describe('int64', () => {
  test('is the same number after JSON and back', () => {
    fc.assert(
      fc.property(int64, (value) => {
        expect(parseJson(`{"n":${value}}`)).toEqual({ n: value });
        expect(stringifyJson({ n: value })).toBe(`{"n":${value}}`);
        expect(parseInt64(String(value))).toBe(value);
      }),
    );
  });

  test('nothing outside of it is one', () => {
    const outside = fc.oneof(fc.bigInt({ min: INT64_MAX + 1n }), fc.bigInt({ max: INT64_MIN - 1n }));
    fc.assert(
      fc.property(outside, (value) => {
        expect(parseInt64(String(value))).toBeUndefined();
        expect(isInt64(parseJson(String(value)))).toBe(false);
      }),
    );
  });
});

describe('cursors', () => {
  test('say where the page before ended, to the list that they are of, and to no other', () => {
    fc.assert(
      fc.property(int64, status, status, (before, of, asked) => {
        const cursor = encodeCursor({ before, status: of });
        expect(cursor.length).toBeLessThanOrEqual(20);
        expect(decodeCursor(cursor, asked)).toBe(of === asked ? before : 'mismatch');
      }),
    );
  });

  test('one changed character is found out', () => {
    const other = fc.constantFrom(...'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_');
    fc.assert(
      fc.property(int64, fc.nat(17), other, (before, at, character) => {
        const cursor = encodeCursor({ before, status: undefined });
        fc.pre(cursor[at] !== character);
        expect(
          decodeCursor(cursor.slice(0, at) + character + cursor.slice(at + 1), undefined),
        ).toBeUndefined();
      }),
    );
  });
});

test('ids stay below 2^53 and grow with time', () => {
  const time = fc.integer({ min: EPOCH, max: Date.UTC(2090, 0, 1) });
  const random = fc.double({ min: 0, max: 1, maxExcluded: true, noNaN: true });
  fc.assert(
    fc.property(time, random, random, (now, a, b) => {
      expect(newId(now, a)).toBeLessThan(2n ** 53n);
      expect(newId(now + 1, b)).toBeGreaterThan(newId(now, a));
    }),
  );
});

test('a key with one typo is refused before anything is read', () => {
  const base62 = fc.constantFrom(...'0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz');
  fc.assert(
    fc.property(fc.integer({ min: 10, max: 45 }), base62, (at, character) => {
      const key = generateKey('pets_test_');
      fc.pre(key[at] !== character);
      expect(checkKey(key)).toBe('well-formed');
      expect(checkKey(key.slice(0, at) + character + key.slice(at + 1))).toBe('mistyped');
      expect(hashKey(key)).toMatch(/^[0-9a-f]{64}$/);
    }),
  );
});

describe('a walk through the pages', () => {
  let fixture: Fixture;
  let door: Door;
  beforeAll(async () => {
    fixture = await createWorld(2);
    door = await openApp(fixture);
  });
  afterAll(async () => {
    await door.close();
    await fixture.stop();
  });

  test('never repeats or skips an animal that existed when it began, whatever is created meanwhile', async () => {
    const ask = asker(door, fixture);
    const make = async (one: string) => {
      fixture.clock.now += 1;
      const reply = await ask('POST', '/v1/pets', `{"name":"x","categoryId":1,"status":"${one}"}`);
      return (bodyOf(reply) as { id: bigint }).id;
    };
    const before: bigint[] = [];
    for (let n = 0; n < 40; n += 1) before.push(await make(['available', 'pending', 'sold'][n % 3] ?? ''));
    await fc.assert(
      fc.asyncProperty(fc.integer({ min: 1, max: 12 }), async (limit) => {
        const there = [...before];
        const walked: bigint[] = [];
        let target: string | undefined = `/v1/pets?limit=${limit}`;
        for (let pages = 0; target !== undefined && pages < 1_000; pages += 1) {
          const reply = await ask('GET', target);
          walked.push(...(bodyOf(reply) as { id: bigint }[]).map(({ id }) => id));
          before.push(await make('available'));
          target = /<([^>]+)>; rel="next"/.exec(reply.headers.link ?? '')?.[1]?.replace(door.origin, '');
        }
        expect(walked).toEqual([...there].sort((a, b) => (a < b ? 1 : -1)));
      }),
      { numRuns: 5 },
    );
  });
});
