// Text at the width of a terminal: each line that is too long continues below its own text.
import { expect, test } from 'vitest';
import { fitted } from '../../cli/help-layout.ts';

test.each([
  ['no terminal: as it is', undefined, 'one two three four', 'one two three four'],
  ['a line that fits exactly', 18, 'one two three four', 'one two three four'],
  ['a line that is a letter too long', 17, 'one two three four', 'one two three\nfour'],
  ['an indented line', 14, '  one two three four', '  one two\n  three four'],
  ['a term and what it means', 16, '  0  it is created there', '  0  it is\n     created\n     there'],
  ['each line by itself, and empty ones', 9, 'one two\n\none two three', 'one two\n\none two\nthree'],
])('%s', (_what, columns, text, expected) => {
  expect(fitted(text, columns)).toBe(expected);
});
