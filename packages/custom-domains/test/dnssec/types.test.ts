// The types of records by name and by number (RFC 3597 5).
import { expect, test } from 'vitest';
import { WireError } from '../../src/dnssec/name.ts';
import { typeNumber, typeText } from '../../src/dnssec/types.ts';

test.each([
  ['A', 1],
  ['CAA', 257],
  ['TYPE0', 0],
  ['TYPE65535', 65535],
])('%s is %i, and back', (text, number) => {
  expect(typeNumber(text)).toBe(number);
  expect(typeText(number)).toBe(text);
});

test.each(['TYPE65536', 'TYPE', 'TYPE-1', 'TYPE100000', 'a', 'TYPE1 ', ''])('%j is no type', (text) => {
  expect(() => typeNumber(text)).toThrow(WireError);
});
