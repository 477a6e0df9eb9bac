// JSON in and out: whole numbers without loss, and numbers of any length that are cut and are still JSON.
import { describe, expect, test } from 'vitest';
import { parseJson, stringifyJson, UnusableNumber } from '../../service/http/json.ts';

test('whole numbers of int64 keep every digit, however they are spelled', () => {
  const text = '[9223372036854775807,-9223372036854775808,1e2,5.0]';
  expect(parseJson(text)).toEqual([9223372036854775807n, -9223372036854775808n, 100n, 5n]);
  expect(stringifyJson(parseJson(text))).toBe('[9223372036854775807,-9223372036854775808,100,5]');
});

describe('a number that no operation takes', () => {
  const kept = (source: string) => (parseJson(source) as UnusableNumber).text;

  test('is kept as it was spelled', () => {
    for (const source of ['1.5', '9223372036854775808', '1e-3']) {
      expect(parseJson(source)).toBeInstanceOf(UnusableNumber);
      expect(stringifyJson(parseJson(source))).toBe(source);
    }
    const longest = `0.${'1'.repeat(78)}`;
    expect(kept(longest)).toBe(longest);
  });

  test.each([
    ['within its digits', `1.${'2'.repeat(200)}`, `1.${'2'.repeat(78)}`],
    ['after the point', `${'1'.repeat(79)}.5`, '1'.repeat(79)],
    ["after the exponent's letter", `${'1'.repeat(79)}e7`, '1'.repeat(79)],
    ["after the exponent's sign", `${'1'.repeat(78)}E-7`, '1'.repeat(78)],
  ])('is cut %s, and what is left is JSON', (_name, source, text) => {
    expect(kept(source)).toBe(text);
    expect(stringifyJson(parseJson(source))).toBe(text);
  });
});
