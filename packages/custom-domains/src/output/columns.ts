// Lists and tables in columns: as wide as what they show, and in another form where the terminal is narrower than they are.
import { stripVTControlCharacters } from 'node:util';
import { join, type Part, pad, type Shown, shown, widthOf, wrap } from './gated.ts';

/** Columns. A longer name widens no other line. */
const LONGEST_ALIGNED = 40;
const INDENT = 6;

export function nameWidth(names: readonly Part[]): number {
  return Math.max(0, ...names.map(widthOf).filter((width) => width <= LONGEST_ALIGNED));
}

/** The width that text is broken at: the terminal's, within a bound; without a terminal one that logs show whole. */
export function textWidth({ columns }: { readonly columns?: number }): number {
  return Math.min(columns || 110, 120);
}

export interface ListShape {
  readonly names: number;
  readonly columns: number;
}

/** `start`, the name and its text on one line where it fits; else the text below, broken at spaces. */
export function namedLine(start: Part, name: Part, text: Part, { names, columns }: ListShape): Shown {
  const line = shown`${start}${pad(name, names)}  ${text}`;
  if (widthOf(line) <= columns) return line;
  const below = wrap(text, columns - INDENT).map((part) => shown`${' '.repeat(INDENT)}${part}`);
  return join([shown`${start}${name}`, ...below]);
}

/** Cuts the part to one row of the terminal, then without colour: a status line that is broken could not be replaced. */
export function clipped(part: Part, columns: number): Shown {
  if (widthOf(part) <= columns) return join([part]);
  const text = stripVTControlCharacters(String(join([part])));
  return shown`${text.slice(0, Math.max(0, columns - 1))}…`;
}

/** A line for each row; where `columns` are fewer than a line needs, a block for each, with a line for each cell. */
export function table(header: readonly string[], rows: readonly (readonly Part[])[], columns: number): Shown {
  const widths = header.map((title, column) =>
    Math.max(title.length, ...rows.map((row) => widthOf(row[column]))),
  );
  const line = (row: readonly Part[]) =>
    join(
      row.map((cell, column) => (column === row.length - 1 ? cell : pad(cell, widths[column] ?? 0))),
      '  ',
    );
  const lines = [header, ...rows].map(line);
  if (Math.max(...lines.map(widthOf)) <= columns) return join(lines);
  const titles = Math.max(...header.map(({ length }) => length));
  const block = (row: readonly Part[]) =>
    join(row.map((cell, column) => shown`${pad(header[column], titles)}  ${cell}`));
  return join(rows.map(block), '\n\n');
}
