// Output as values: what a literal contains is trusted, and what is interpolated is escaped, unless it was already.
import { stripVTControlCharacters, styleText } from 'node:util';
import { inert, UNSEEN, visible, visibleLines } from './escape.ts';

/** A finished piece of output. Every function that prints takes this and no string. */
export abstract class Gated {
  readonly #text: string;

  constructor(text: string) {
    this.#text = text;
  }

  toString(): string {
    return this.#text;
  }
}

export class Shown extends Gated {
  /** Nominal: text for a log is not Markdown. */
  protected readonly kind = 'shown';
}

export type Part = Shown | string | number | undefined;

/** A template for a terminal or a log; `undefined` adds nothing. */
export function shown(strings: TemplateStringsArray, ...parts: readonly Part[]): Shown {
  return new Shown(String.raw({ raw: strings }, ...parts.map(markup)));
}

function markup(part: Part): string {
  return part instanceof Shown ? part.toString() : visible(String(part ?? ''));
}

/** Text whose line breaks are kept: an error's message, the output of a program. */
export function paragraph(text: string): Shown {
  return new Shown(visibleLines(text));
}

/** One below the other, or with another separator of our own. */
export function join(parts: readonly Part[], separator = '\n'): Shown {
  return new Shown(parts.map(markup).join(separator));
}

/** Columns that a part takes, without colour. */
export function widthOf(part: Part): number {
  return stripVTControlCharacters(markup(part)).length;
}

export function pad(part: Part, width: number): Shown {
  return new Shown(markup(part) + ' '.repeat(Math.max(0, width - widthOf(part))));
}

/** Breaks at spaces; a longer word stays whole, as does `whole` in it. */
export function wrap(part: Part, columns: number, whole = ''): Shown[] {
  const lines: string[] = [];
  // No text has a NUL: it is made visible.
  const text = markup(part).replace(markup(whole), (all) => all.replaceAll(' ', '\0'));
  for (const word of text.split(' ')) {
    const last = lines.at(-1);
    if (last !== undefined && last.length + 1 + word.length <= columns)
      lines[lines.length - 1] = `${last} ${word}`;
    else lines.push(word);
  }
  return lines.map((line) => new Shown(line.replaceAll('\0', ' ')));
}

type Style = Parameters<typeof styleText>[0];

/** `stream`: coloured where it is a terminal, and as NO_COLOR and FORCE_COLOR say. Without one it always is. */
export function styled(style: Style, part: Part, stream?: NodeJS.WriteStream): Shown {
  const how = stream === undefined ? { validateStream: false } : { stream };
  return new Shown(styleText(style, markup(part), how));
}

/** JSON for machines, in which what a terminal would obey or hide is written as `\u….` inside the strings. */
export function json(value: unknown): Shown {
  const lines = JSON.stringify(value, null, 2);
  const text = lines.replace(UNSEEN, (character) => (character === '\n' ? character : unicode(character)));
  return new Shown(text.replace(/##\[/g, '##\\u005b').replace(/<\{%/g, '<\\u007b%'));
}

/** Escapes each half of a surrogate pair by itself, as JSON does. */
function unicode(character: string): string {
  const units = character.split('').map((unit) => unit.charCodeAt(0).toString(16));
  return units.map((unit) => `\\u${unit.padStart(4, '0')}`).join('');
}

/** What is written to a stream, or handed to an engine: the last step of every output function. */
export function printable(text: Gated): string {
  return inert(text.toString());
}
