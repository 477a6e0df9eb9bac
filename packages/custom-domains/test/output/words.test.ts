// Small parts of sentences and of commands, and the widths that text is broken at.
import { expect, test } from 'vitest';
import { command, count, shellQuoted, textWidth, wrap } from '../../src/output/index.ts';

test('a number of things', () => {
  expect([0, 1, 2].map((number) => count(number, 'host'))).toEqual(['0 hosts', '1 host', '2 hosts']);
});

test.each<[string, string, string]>([
  ['a word', command`pulumi up --stack ${'NAME=a,b:8080/x_y-z'}`, 'pulumi up --stack NAME=a,b:8080/x_y-z'],
  ['a word of several', command`git commit -m ${'Add a.example'}`, "git commit -m 'Add a.example'"],
  ['a quote', command`echo ${"it's"} x`, "echo 'it'\\''s' x"],
  ['what a shell reads more in', command`cd ${'~'} ${'$(id)'}`, "cd '~' '$(id)'"],
  ['a list', command`check ${['--host', 'a;b', 'c']}`, "check --host 'a;b' c"],
  ['nothing', command`check ${undefined} --stack ${'x'} ${[]}`, 'check --stack x'],
  ['a number', command`--status ${301}`, '--status 301'],
  ['an empty word', command`--stack ${''}`, "--stack ''"],
  ['always quoted', shellQuoted('a'), "'a'"],
])('a printed command is a line to paste: %s', (_, line, expected) => expect(line).toBe(expected));

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
