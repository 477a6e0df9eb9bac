// Help at the width of the terminal. Commander breaks descriptions only where 40 columns remain for them, and nothing else.
import { wrap } from '@petstore/custom-domains/output';
import { Help } from 'commander';

/** Where the terminal is too narrow for two columns, a description is below its term. */
export class FittedHelp extends Help {
  override formatItem(term: string, termWidth: number, description: string, helper: Help): string {
    const { helpWidth } = helper;
    const isWide = helpWidth === undefined || helpWidth - termWidth - GAPS >= helper.minWidthToWrap;
    if (isWide) return super.formatItem(term, termWidth, description, helper);
    const below = description === '' ? [] : wrapped(description, helpWidth - BELOW.length);
    return [`  ${term}`, ...below.map((line) => `${BELOW}${line}`)].join('\n');
  }
}

/** In front of a term, and between it and its description. */
const GAPS = 4;
const BELOW = ' '.repeat(6);

/** Each line that is too long continues below its own text. `columns` undefined: no terminal, the text as it is. */
export function fitted(text: string, columns: number | undefined): string {
  if (columns === undefined) return text;
  return text
    .split('\n')
    .flatMap((line) => (line.length <= columns ? [line] : broken(line, columns)))
    .join('\n');
}

function broken(line: string, columns: number): string[] {
  const [start = ''] = /^ *(?:\S+ {2,})?/.exec(line) ?? [];
  const [first, ...rest] = wrapped(line.slice(start.length), columns - start.length);
  return [`${start}${first}`, ...rest.map((part) => `${' '.repeat(start.length)}${part}`)];
}

const wrapped = (text: string, columns: number): string[] => wrap(text, columns).map(String);
