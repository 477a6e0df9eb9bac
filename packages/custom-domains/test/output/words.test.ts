// Small parts of sentences and of commands, and the widths that text is broken at.
import { expect, test } from 'vitest';
import {
  code,
  count,
  fenced,
  indented,
  joinMarkdown,
  link,
  list,
  md,
  pad,
  shellQuoted,
  shellWord,
  shown,
  textWidth,
  withCode,
  wrap,
} from '../../src/output/index.ts';

test.each([
  [0, '0 hosts'],
  [1, '1 host'],
  [2, '2 hosts'],
])('%i: %s', (number, text) => {
  expect(count(number, 'host')).toBe(text);
});

test.each([
  ['shop.example.com', 'shop.example.com'],
  ['NAME=a,b:8080/x_y-z', 'NAME=a,b:8080/x_y-z'],
  ['a b', "'a b'"],
  ['~', "'~'"],
  ['', "''"],
])('a word of a command is quoted where a shell would read more in it: %j', (word, text) => {
  expect(shellWord(word)).toBe(text);
  expect(shellQuoted('a')).toBe("'a'");
});

test.each([
  ['that of the terminal', 80, 80],
  ['at most 120, which can be read', 200, 120],
  ['one that logs show whole, without a terminal', undefined, 110],
  ['the same where a terminal does not know its own', 0, 110],
])('the width of text: %s', (_, columns, width) => {
  expect(textWidth({ columns })).toBe(width);
});

test('text is broken where the next word would not fit, and a long word stays whole', () => {
  expect(wrap('ab cd ef', 5).map(String)).toEqual(['ab cd', 'ef']);
  expect(wrap('ab cd ef', 4).map(String)).toEqual(['ab', 'cd', 'ef']);
  expect(wrap('abcdefgh ij', 4).map(String)).toEqual(['abcdefgh', 'ij']);
});

test('what is not there adds nothing, and parts come one after the other', () => {
  expect(String(shown`a${undefined}b${[shown`c`, 1, ['d', undefined]]}`)).toBe('abc1d');
  expect(String(pad('ab', 1))).toBe('ab');
});

test.each([
  ['a', '`a`'],
  ['a`b', '``a`b``'],
  ['`a', '`` `a ``'],
  [' a', '`  a `'],
  [' ', '` `'],
  ['a|b', '`a`\\|`b`'],
  ['|', '\\|'],
  ['', ''],
])('the code span of %j', (text, span) => {
  expect(String(code(text))).toBe(span);
});

test('a fence is longer than what it has inside', () => {
  expect(String(fenced('sh', 'a'))).toBe('```sh\na\n```');
  expect(String(fenced('', '```\na'))).toBe('````\n```\na\n````');
});

test('a block of a text that just fits is whole, and a line of it has at most 1000 characters', () => {
  const shape = (text: string, limit: number) => {
    const { block, isWhole } = indented(text, limit);
    return [String(block), isWhole];
  };
  expect(shape('ab\ncd\n\n', 13)).toEqual(['    ab\n    cd', true]);
  expect(shape('ab\ncd', 12)).toEqual(['    cd', false]);
  expect(shape('x'.repeat(1_001), 2_000)).toEqual([`    ${'x'.repeat(1_000)}`, true]);
});

test.each([
  ['- a', '\\- a'],
  ['+ a', '\\+ a'],
  ['= a', '\\= a'],
  [': a', '\\: a'],
  ['12. a', '12\\. a'],
  ['1) a', '1\\) a'],
  ['12 a', '12 a'],
  ['a_b [c] <d> $e', 'a\\_b \\[c\\] \\<d\\> \\$e'],
  ['see www.a.test!', 'see `www.a.test!`'],
  ['commit 0123abc.', 'commit `0123abc`.'],
  ['mailto:a, gh-1: x', '`mailto:a`, `gh-1`: x'],
])('the running text %j', (text, markdown) => {
  expect(String(md`${text}`)).toBe(markdown);
});

test('a link has foreign text and its own address, and parts are joined by what is given', () => {
  const address = 'https://a.test/?a=(\\)&b=1';
  expect(String(link('*run* of @a', address))).toBe('[\\*run\\* of `@a`](https://a.test/?a=%28%5C%29&b=1)');
  expect(String(joinMarkdown(['*a*', md`*b*`, undefined, 1], ' · '))).toBe('\\*a\\* · *b* ·  · 1');
  expect(String(joinMarkdown(['a', 'b']))).toBe('a\n\nb');
});

test('a list of foreign lines, and commands at both ends of a text', () => {
  expect(String(list(['*a*', md`*b*`, undefined]))).toBe('- \\*a\\*\n- *b*\n- ');
  expect(String(withCode(' git a_b then [x] ', ['git a_b', '[x]']))).toBe('`git a_b` then `[x]`');
});
