// What holds for every value: int64 lossless both ways, cursors, ids, keys.
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { INT64_MAX, INT64_MIN, isInt64, parseWholeNumber } from '../../service/http/int64.ts';
import { parseJson, stringifyJson } from '../../service/http/json.ts';
import { cursorCodec } from '../../service/list/cursor.ts';
import { EPOCH, newId } from '../../service/pets/id.ts';
import { STATUSES } from '../../service/pets/record.ts';

const int64 = fc.bigInt({ min: INT64_MIN, max: INT64_MAX });
const status = fc.constantFrom(undefined, ...STATUSES);
const { encode: encodeCursor, decode: decodeCursor } = cursorCodec(1, STATUSES);

const { stringMatching: matching } = fc;

/** Any number as JSON spells it, with few digits and small exponents so that many are whole and within int64. */
const spelled = fc
  .tuple(
    fc.constantFrom('', '-'),
    fc.oneof(fc.constant('0'), matching(/^[1-9][0-9]{0,24}$/), matching(/^[1-9]0{0,24}$/)),
    fc.oneof(fc.constant(''), matching(/^\.[0-9]{1,24}$/), matching(/^\.0{1,24}$/)),
    fc.oneof(fc.constant(''), matching(/^[eE][+-]?0{0,3}[0-9]{1,2}$/)),
  )
  .map((parts) => parts.join(''));

/** The definition: (digits * 10^exponent) / 10^(places of the fraction), in whole numbers of any size. */
function oracle(text: string): bigint | undefined {
  const [mantissa = '', exponent = '0'] = text.toLowerCase().split('e');
  const [whole = '', fraction = ''] = mantissa.split('.');
  const scale = Number(exponent) - fraction.length;
  const digits = BigInt(whole.replace('-', '') + fraction) * (text.startsWith('-') ? -1n : 1n);
  const divisor = scale < 0 ? 10n ** BigInt(-scale) : 1n;
  const dividend = scale < 0 ? digits : digits * 10n ** BigInt(scale);
  const value = dividend / divisor;
  return dividend % divisor === 0n && isInt64(value) ? value : undefined;
}

test('whole numbers are the same as in exact arithmetic, however they are spelled', () => {
  let whole = 0;
  fc.assert(
    fc.property(spelled, (text) => {
      const expected = oracle(text);
      if (expected !== undefined) whole += 1;
      expect(parseWholeNumber(text)).toBe(expected);
      const parsed = parseJson(text);
      if (expected === undefined) expect(stringifyJson(parsed)).toBe(text);
      else expect(parsed).toBe(expected);
    }),
    { numRuns: 5_000 },
  );
  expect(whole).toBeGreaterThan(500);
});

test.each([
  ['digits', '9'.repeat(100_000), undefined],
  ['zeros that the exponent takes away', `1${'0'.repeat(100_000)}e-100000`, 1n],
  ['places and one', `0.${'0'.repeat(100_000)}1`, undefined],
  ['digits in the exponent', `1e${'9'.repeat(100_000)}`, undefined],
  ['digits in the exponent of zero', `0e${'9'.repeat(100_000)}`, 0n],
  ['a huge exponent', '1e999999999', undefined],
])('whole numbers, %s: at a cost that grows with the text only', (_what, text, expected) => {
  expect(parseWholeNumber(text)).toBe(expected);
});

test('a cursor says where the page before ended, to the list that it is of, and to no other', () => {
  fc.assert(
    fc.property(int64, status, status, (before, of, asked) => {
      const cursor = encodeCursor({ before, status: of });
      expect(cursor.length).toBeLessThanOrEqual(20);
      expect(decodeCursor(cursor, asked)).toBe(of === asked ? before : 'mismatch');
    }),
  );
});

test('one changed character of a cursor is found out', () => {
  const other = fc.constantFrom(...'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_');
  fc.assert(
    fc.property(int64, fc.nat(17), other, (before, at, character) => {
      const cursor = encodeCursor({ before, status: undefined });
      fc.pre(cursor[at] !== character);
      expect(decodeCursor(cursor.slice(0, at) + character + cursor.slice(at + 1), undefined)).toBeUndefined();
    }),
  );
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
