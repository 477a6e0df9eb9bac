// Markdown as values, for comments, issues and summaries of GitHub: interpolated text never becomes markup, a link or a
// mention. Our own: general escapers leave GitHub's bare links, mentions and references as they are.
import { visible, visibleLines } from './escape.ts';
import { Gated } from './gated.ts';

export class Markdown extends Gated {
  protected readonly kind = 'markdown';
}

export type MarkdownPart = Markdown | string | number | undefined;

/** A template whose interpolated strings are running text. */
export function md(strings: TemplateStringsArray, ...parts: readonly MarkdownPart[]): Markdown {
  return new Markdown(String.raw({ raw: strings }, ...parts.map(markup)));
}

function markup(part: MarkdownPart): string {
  if (part === undefined) return '';
  return part instanceof Markdown ? part.toString() : escapeMarkdown(String(part));
}

export function joinMarkdown(parts: readonly MarkdownPart[], separator = '\n\n'): Markdown {
  return new Markdown(parts.map(markup).join(separator));
}

/** A code span, in which GitHub has no links and no mentions; it wraps on a narrow screen. */
export function code(text: string): Markdown {
  return new Markdown(codeSpans(visible(text)));
}

/** A pipe ends a table's cell even in a code span (GFM 4.10), so that it is between two. */
function codeSpans(line: string): string {
  return line
    .split('|')
    .map((part) => (part === '' ? '' : codeSpan(part)))
    .join('\\|');
}

function codeSpan(text: string): string {
  const mark = '`'.repeat(longestRun(text) + 1);
  // One space on each side is removed (CommonMark 6.1), unless there is nothing else.
  const space = /^[` ]|[` ]$/.test(text) && text.trim() !== '' ? ' ' : '';
  return `${mark}${space}${text}${space}${mark}`;
}

// What GitHub links in running text: bare addresses (GFM 6.9), mentions, issues (`#1`, `GH-1`, `o/r#1`), commits and emoji (docs.github.com,
// "Autolinked references and URLs").
const LINKED = /[@#]|:\/\/|www\.|mailto:|xmpp:|gh-\d|(?<![0-9a-z])[0-9a-f]{7,40}(?![0-9a-z])|:[\w+-]+:/i;

/** Running text on one line. A word that GitHub would link is a code span; of the rest, a backslash prevents markup. */
function escapeMarkdown(text: string): string {
  return escapeStart(escapeWords(visible(text).trim()));
}

function escapeWords(text: string): string {
  return text
    .split(/(\s+)/)
    .map((word) => (LINKED.test(word) ? unlinked(word) : word.replace(/[\\`*_{}[\]<>#|~!&$]/g, '\\$&')))
    .join('');
}

function escapeStart(text: string): string {
  return text.replace(/^[-+=:]/, '\\$&').replace(/^(\d+)([.)])/, '$1\\$2');
}

/** Running text in which these parts are code spans, such as commands: a backslash within one would be pasted with it. */
export function withCode(text: string, parts: readonly string[]): Markdown {
  if (parts.length === 0) return md`${text}`;
  const escaped = parts.map((part) => part.replace(/[\\^$.*+?()[\]{}|]/g, '\\$&'));
  const pieces = text.trim().split(new RegExp(`(${escaped.join('|')})`));
  const marked = pieces.map((piece, index) =>
    index % 2 === 1 ? codeSpans(visible(piece)) : escapeWords(visible(piece)),
  );
  return new Markdown(escapeStart(marked.join('')));
}

/** What ends the sentence, or a part of it, does not belong to what is quoted. */
function unlinked(word: string): string {
  const [, quoted = word, end = ''] = /^(.*?)([.,;:]*)$/.exec(word) ?? [];
  return codeSpans(quoted) + end;
}

/** A fence longer than any run of backticks inside, so that no line can end it. */
export function fenced(language: string, text: string): Markdown {
  const shown = visibleLines(text);
  const fence = '`'.repeat(Math.max(3, longestRun(shown) + 1));
  return new Markdown(`${fence}${language}\n${shown}\n${fence}`);
}

/** A line in a block of its own may be long; GitHub shows the rest on scrolling. */
const MAX_LINE_CHARACTERS = 1_000;

/** Indented code, which no content can end; of a text over `limit` characters, the end. A carriage return ends a line (CommonMark 2.1). */
export function indented(
  text: string,
  limit: number,
): { readonly block: Markdown; readonly isWhole: boolean } {
  const lines = visibleLines(text.trimEnd())
    .split('\n')
    .map((line) => `    ${line.slice(0, MAX_LINE_CHARACTERS)}`);
  const all = lines.join('\n');
  const start = all.length <= limit ? 0 : all.indexOf('\n', all.length - limit) + 1;
  return { block: new Markdown(all.slice(start)), isWhole: start === 0 };
}

const percent = (character: string): string => `%${character.charCodeAt(0).toString(16).toUpperCase()}`;

/** A link of our own: an address that the project or GitHub made. */
export function link(text: string, url: string): Markdown {
  const { href } = new URL(url);
  if (!/^https?:/.test(href)) throw new TypeError(`${visible(url)} is not an address of the web`);
  return new Markdown(`[${escapeMarkdown(text)}](${href.replace(/[()<>\\]/g, percent)})`);
}

function longestRun(text: string): number {
  return Math.max(0, ...(text.match(/`+/g) ?? []).map((run) => run.length));
}

export function list(lines: readonly MarkdownPart[]): Markdown {
  return new Markdown(lines.map((line) => `- ${markup(line)}`).join('\n'));
}
