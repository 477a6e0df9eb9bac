// Lists and tables: columns from what is shown, and what becomes of them on a narrow terminal.
import { describe, expect, test } from 'vitest';
import { clipped, namedLine, nameWidth, type Part, styled, table } from '../../src/output/index.ts';

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
  const rows: Part[][] = [
    ['103b30eb3bb0', 'ci', 'never'],
    ['9f', 'a longer name', '2027-01-31'],
  ];
  const wide = [
    'ID            NAME           EXPIRES',
    '103b30eb3bb0  ci             never',
    '9f            a longer name  2027-01-31',
  ].join('\n');

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
