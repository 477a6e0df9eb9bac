// A YAML text with the places of its nodes, changed by edits that preserve every other byte. Our own: yaml's Document
import {
  type CST,
  type Document,
  isAlias,
  isMap,
  isNode,
  isPair,
  isScalar,
  isSeq,
  type Node,
  type Pair,
  parseDocument,
  type YAMLMap,
  type YAMLSeq,
} from 'yaml';

/** Replaces `start` to `end` of a text. */
export interface TextEdit {
  readonly start: number;
  readonly end: number;
  readonly text: string;
}

export interface Source {
  readonly text: string;
  readonly document: Document;
  /** The line ending of the file. */
  readonly eol: string;
}

/** The text has a layout that no edit here supports. */
export class UnsupportedLayoutError extends Error {
  readonly code = 'unsupported-layout';

  constructor() {
    super('the layout of the text is not supported');
    this.name = 'UnsupportedLayoutError';
  }
}

/** The text must have no syntax errors: the caller has parsed it before. */
export function openSource(text: string): Source {
  const document = parseDocument(text, { merge: true, prettyErrors: false, keepSourceTokens: true });
  return { text, document, eol: /\r?\n/.exec(text)?.[0] ?? '\n' };
}

/** Edits must not overlap; those at the same place keep their order. */
export function applyEdits(text: string, edits: readonly TextEdit[]): string {
  const ordered = edits.toSorted((a, b) => a.start - b.start);
  const pieces = ordered.map((edit, i) => text.slice(ordered[i - 1]?.end ?? 0, edit.start) + edit.text);
  return pieces.join('') + text.slice(ordered.at(-1)?.end ?? 0);
}

export function insert(at: number, text: string): TextEdit {
  return { start: at, end: at, text };
}

function lineStart(text: string, at: number): number {
  return text.lastIndexOf('\n', at - 1) + 1;
}

/** The end of the line, before its line ending. */
export function lineEnd(text: string, at: number): number {
  const end = text.indexOf('\n', at);
  if (end === -1) return text.length;
  return text[end - 1] === '\r' && end > at ? end - 1 : end;
}

/** Removes the lines from `from` to `to`. With the last line of a file, the line ending before it too. */
export function cutLines(text: string, from: number, to: number): TextEdit {
  const start = lineStart(text, from);
  const after = text.indexOf('\n', lineEnd(text, to));
  if (after !== -1) return { start, end: after + 1, text: '' };
  return { start: start === 0 ? 0 : lineEnd(text, lineStart(text, start - 1)), end: text.length, text: '' };
}

/** The blanks before `at` on its line; undefined where anything else is before it. */
export function indentAt(text: string, at: number): string | undefined {
  const before = text.slice(lineStart(text, at), at);
  return /^[ \t]*$/.test(before) ? before : undefined;
}

export function startOf(node: Node | Pair): number {
  const first = isPair(node) ? node.key : node;
  if (!isNode(first) || !first.range) throw new UnsupportedLayoutError();
  return first.range[0];
}

/** The end of a node, without comments and line endings after it. */
export function endOf(node: unknown, text: string): number {
  if (isPair(node)) return isEmpty(node.value) ? colonOf(node, text) : endOf(node.value, text);
  if ((isMap(node) || isSeq(node)) && !node.flow && node.items.length > 0)
    return endOf(node.items.at(-1), text);
  if (!isNode(node) || !node.range) throw new UnsupportedLayoutError();
  // The range of a block scalar includes its line endings.
  return node.range[0] + text.slice(node.range[0], node.range[1]).trimEnd().length;
}

/** After the colon of a pair: the place of a missing value. */
export function colonOf(pair: Pair, text: string): number {
  if (!isNode(pair.key) || !pair.key.range) throw new UnsupportedLayoutError();
  const colon = text.indexOf(':', pair.key.range[1]);
  if (colon === -1) throw new UnsupportedLayoutError();
  return colon + 1;
}

/** `key:` with nothing after it. */
export function isEmpty(value: unknown): boolean {
  return value === null || (isScalar(value) && value.value === null && value.source === '');
}

/** The place of each item's dash in a block list. */
export function dashes(list: YAMLSeq): number[] {
  const token = list.srcToken as CST.BlockSequence | undefined;
  const items = token?.items ?? [];
  return items.flatMap(({ start }) => start.find(({ type }) => type === 'seq-item-ind')?.offset ?? []);
}

export function pairOf(map: YAMLMap, key: string): Pair | undefined {
  return map.items.find((pair) => isScalar(pair.key) && pair.key.value === key);
}

/** The mapping at a path of keys; undefined where a key is absent or empty. */
export function mapAt(source: Source, path: readonly string[]): YAMLMap | undefined {
  let node: unknown = source.document.contents;
  for (const key of path) {
    const value: unknown = isMap(node) ? pairOf(node, key)?.value : undefined;
    if (isAlias(value)) throw new UnsupportedLayoutError();
    node = value;
  }
  return isMap(node) ? node : undefined;
}

/** The end of the line of `at`, or of the comments below it that are indented deeper than `indent` columns: they belong to what ends there. */
export function commentsEnd(text: string, at: number, indent: number): number {
  let end = lineEnd(text, at);
  for (let next = nextLine(text, end); next < text.length; next = nextLine(text, next)) {
    const line = text.slice(next, lineEnd(text, next));
    if (line.trim() === '') continue;
    if (!line.trimStart().startsWith('#') || line.length - line.trimStart().length <= indent) break;
    end = lineEnd(text, next);
  }
  return end;
}

/** The start of the next line; the end of the text where there is none. */
function nextLine(text: string, at: number): number {
  const end = text.indexOf('\n', at);
  return end === -1 ? text.length : end + 1;
}
