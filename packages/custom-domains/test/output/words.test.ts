// Small parts of sentences and of commands, the widths that text is broken at, and lists and tables: columns from what is shown, and what
// becomes of them on a narrow terminal.
import { describe, expect, test } from 'vitest';
import * as output from '../../src/output/index.ts';

const { clipped, command, count, namedLine, nameWidth, shellQuoted, styled, table, textWidth, wrap } = output;

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

describe('a list of names', () => {
  const list = (names: readonly string[], columns: number) => {
    const shape = { names: nameWidth(names), columns };
    return names.map((name) => String(namedLine('  + ', name, 'certificate issued · attached', shape)));
  };

  test.each([
    ['none', [], 0],
    ['the widest', ['a', 'abc', 'ab'], 3],
    ['one of 40 columns', ['x'.repeat(40)], 40],
    ['a longer one widens no other line', ['x'.repeat(41), 'abc'], 3],
    ['a colour takes no columns', [styled('red', 'abc')], 3],
  ])('its width: %s', (_, names, width) => {
    expect(nameWidth(names)).toBe(width);
  });

  test('a line that fills the terminal is one, and with a column less the text is below', () => {
    const line = '  + a  certificate issued · attached';
    expect(list(['a'], line.length)).toEqual([line]);
    expect(list(['a'], line.length - 1)).toEqual(['  + a\n      certificate issued · attached']);
  });
});

test.each([
  ['what fits, with its colour', styled('red', 'create a'), 8, '\u001b[31mcreate a\u001b[39m'],
  ['what does not', styled('red', 'create a-route'), 8, 'create …'],
  ['a terminal of one column, and of none', 'create', 1, '…'],
  ['one that does not know its own', 'create', 0, '…'],
  ['foreign text is not escaped twice', '\u001b[2Jxxxx', 6, '\\x1b[…'],
])('one row of the terminal: %s', (_, part, columns, expected) => {
  expect(String(clipped(part, columns))).toBe(expected);
});

describe('a table', () => {
  const header = ['ID', 'NAME', 'EXPIRES'];
  const rows: output.Part[][] = [
    ['103b30eb3bb0', 'ci', 'never'],
    ['9f', 'a longer name', '2027-01-31'],
  ];
  const wide = `ID            NAME           EXPIRES
103b30eb3bb0  ci             never
9f            a longer name  2027-01-31`;

  test('each column is as wide as its widest cell, and no line ends in spaces', () => {
    expect(String(table(header, rows, Number.POSITIVE_INFINITY))).toBe(wide);
    expect(String(table(header, rows, 39))).toBe(wide);
  });

  test('on a terminal that is narrower by one column, a block for each row', () => {
    expect(String(table(header, rows, 38))).toBe(
      'ID       103b30eb3bb0\nNAME     ci\nEXPIRES  never\n\nID       9f\nNAME     a longer name\nEXPIRES  2027-01-31',
    );
  });
});
