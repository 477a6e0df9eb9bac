// The comparison of what was there before an accident with what is there after the recovery.
import { expect, test } from 'vitest';
import { assertSame } from '../../../cli/drill/drills.ts';

test.each([
  [{ a: 1, b: 'x'.repeat(500) }, { a: 1, b: 'y', c: 0 }, /^answers: b is "x{119}…, and was "y"$/],
  [{ c: 'x'.repeat(118) }, {}, /^answers: c is "x{118}", and was absent$/],
  [{}, { c: 0 }, /^answers: c is absent, and was 0$/],
])('of %j after %j, the first difference is named', (after, before, message) => {
  expect(() => assertSame('answers', after, before)).toThrow(message);
});
