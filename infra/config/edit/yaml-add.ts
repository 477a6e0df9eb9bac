// Additions to a YAML text: an item of a list, a key of a mapping, in the layout of their neighbours.
import { isMap, isScalar, isSeq, type Node, type Pair, parse, type YAMLMap, type YAMLSeq } from 'yaml';
import {
  colonOf,
  commentsEnd,
  dashes,
  endOf,
  indentAt,
  insert,
  isAfterBlank,
  isEmpty,
  lineEnd,
  pairOf,
  type Source,
  startOf,
  type TextEdit,
  UnsupportedLayoutError,
} from './yaml-text.ts';

/** A host, or a redirect with its keys in order. */
export type Item = string | Readonly<Record<string, string | number>>;

/** Appends to the list at a key. An absent key is added after the key `after`, or last. */
export function appendItem(
  source: Source,
  map: YAMLMap,
  key: string,
  item: Item,
  after?: string,
): TextEdit[] {
  const pair = pairOf(map, key);
  if (pair === undefined) return addKey(source, map, key, newList(source, map, item), after);
  const list = pair.value;
  if (isEmpty(list)) return [insert(colonOf(pair, source.text), ` [${flow(item)}]`)];
  if (!isSeq(list)) throw new UnsupportedLayoutError();
  return list.flow
    ? appendFlow(source, list, flow(item, list.items.at(-1)))
    : appendBlock(source, list, item);
}

/** `lines`: the text after the colon, and the lines below it with their indent relative to the mapping's. */
export function addKey(
  source: Source,
  map: YAMLMap,
  key: string,
  lines: readonly string[],
  after?: string,
): TextEdit[] {
  const before = (after === undefined ? undefined : pairOf(map, after)) ?? map.items.at(-1);
  if (map.flow) {
    if (lines.length > 1) throw new UnsupportedLayoutError();
    return appendFlow(source, map, `${key}:${lines[0]}`, before);
  }
  const indent = before && indentAt(source.text, startOf(before));
  if (before === undefined || indent === undefined) throw new UnsupportedLayoutError();
  const [first = '', ...below] = lines;
  const text = [`${key}:${first}`, ...below].map((line) => source.eol + indent + line).join('');
  const isApart = below.length > 0 && isAfterBlank(source.text, startOf(before));
  const at = commentsEnd(source.text, endOf(before, source.text), indent.length);
  return [insert(at, (isApart ? source.eol : '') + text)];
}

/** The additional indent of a nested mapping in this file. */
export function indentStep(source: Source, map: YAMLMap): string {
  const own = indentAt(source.text, startOf(map)) ?? '';
  const nested = map.items.map(({ value }) => value).find((value) => isMap(value) && !value.flow);
  const deeper = isMap(nested) ? indentAt(source.text, startOf(nested)) : undefined;
  return ' '.repeat(Math.max(1, deeper === undefined ? 2 : deeper.length - own.length));
}

/** Hosts are on one line, redirects on a line each. */
function newList(source: Source, map: YAMLMap, item: Item): string[] {
  if (typeof item === 'string' || map.flow) return [` [${flow(item)}]`];
  return ['', `${indentStep(source, map)}- ${flow(item)}`];
}

function appendBlock(source: Source, list: YAMLSeq, item: Item): TextEdit[] {
  const { text, eol } = source;
  const last = list.items.at(-1) as Node;
  const dash = dashes(list).at(-1);
  const indent = dash === undefined ? undefined : indentAt(text, dash);
  if (dash === undefined || indent === undefined) throw new UnsupportedLayoutError();
  const gap = /^ +(?=\S)/.exec(text.slice(dash + 1, startOf(last)) + text.charAt(startOf(last)))?.[0] ?? ' ';
  const lines = isMap(last) && !last.flow && typeof item !== 'string' ? block(item) : [flow(item, last)];
  const added = lines.map(
    (line, i) => `${eol}${indent}${i === 0 ? `-${gap}` : ` ${' '.repeat(gap.length)}`}${line}`,
  );
  return [insert(lineEnd(text, endOf(last, text)), added.join(''))];
}

/** In a flow collection: on a line of its own where the item before has one, otherwise on the same line. */
function appendFlow(source: Source, list: YAMLSeq | YAMLMap, item: string, after?: Pair): TextEdit[] {
  const { text, eol } = source;
  const [open, end] = list.range ?? [0, 0];
  const before = (after ?? list.items.at(-1)) as Node | Pair | undefined;
  if (before === undefined) return fillFlow(text, open, end - 1, isMap(list) ? ` ${item} ` : item);
  const at = endOf(before, text);
  const indent = indentAt(text, startOf(before));
  if (indent === undefined) return [insert(at, `, ${item}`)];
  const rest = lineEnd(text, at);
  // The closing bracket is on the same line: it stays after the new item.
  if (rest >= end) return [insert(at, `,${eol}${indent}${item}`)];
  const hasComma = /^\s*,/.test(text.slice(at, end));
  return hasComma
    ? [insert(rest, `${eol}${indent}${item},`)]
    : [insert(at, ','), insert(rest, `${eol}${indent}${item}`)];
}

/** Between the brackets of an empty collection; a comment there is preserved. */
function fillFlow(text: string, open: number, close: number, item: string): TextEdit[] {
  const blank = text.slice(open + 1, close).trim() === '';
  return [{ start: open + 1, end: blank ? close : open + 1, text: item }];
}

/** On one line, with the quotes and braces of a neighbour. */
function flow(item: Item, like?: unknown): string {
  if (typeof item === 'string') return scalar(item, like);
  const pairs = Object.entries(item).map(([key, value]) => `${key}: ${scalar(value)}`);
  return `{ ${pairs.join(', ')} }`;
}

function block(item: Exclude<Item, string>): string[] {
  return Object.entries(item).map(([key, value]) => `${key}: ${scalar(value)}`);
}

/** Without quotes where YAML reads the same value back, also inside brackets. */
export function scalar(value: string | number, like?: unknown): string {
  if (typeof value === 'number') return String(value);
  if (isScalar(like) && like.type === 'QUOTE_SINGLE') return `'${value.replaceAll("'", "''")}'`;
  const plain = /^[\w][\w.:/~%-]*$/.test(value) && !value.endsWith(':') && parse(value) === value;
  return plain && !(isScalar(like) && like.type === 'QUOTE_DOUBLE') ? value : JSON.stringify(value);
}
