// Changes of a YAML text: an item of a list or a key of a mapping is added in the layout of its neighbours, or removed with its
// own lines and no others.
import { isMap, isScalar, isSeq, type Node, type Pair, parse, type YAMLMap, type YAMLSeq } from 'yaml';
import {
  colonOf,
  commentsEnd,
  cutLines,
  dashes,
  endOf,
  indentAt,
  insert,
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
  return list.flow ? appendFlow(source, list, flow(item)) : appendBlock(source, list, item);
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
  const at = commentsEnd(source.text, endOf(before, source.text), indent.length);
  return [insert(at, text)];
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
  return [insert(lineEnd(text, endOf(last, text)), `${eol}${indent}- ${flow(item)}`)];
}

/** In a flow collection, which has to be on one line. */
function appendFlow(source: Source, list: YAMLSeq | YAMLMap, item: string, after?: Pair): TextEdit[] {
  const { text } = source;
  const [open, end] = list.range ?? [0, 0];
  if (text.slice(open, end).includes('\n')) throw new UnsupportedLayoutError();
  const before = (after ?? list.items.at(-1)) as Node | Pair | undefined;
  if (before === undefined) return fillFlow(text, open, end - 1, isMap(list) ? ` ${item} ` : item);
  return [insert(endOf(before, text), `, ${item}`)];
}

/** Between the brackets of an empty collection; a comment there is preserved. */
function fillFlow(text: string, open: number, close: number, item: string): TextEdit[] {
  const blank = text.slice(open + 1, close).trim() === '';
  return [{ start: open + 1, end: blank ? close : open + 1, text: item }];
}

function flow(item: Item): string {
  if (typeof item === 'string') return scalar(item);
  const pairs = Object.entries(item).map(([key, value]) => `${key}: ${scalar(value)}`);
  return `{ ${pairs.join(', ')} }`;
}

/** Without quotes where YAML reads the same value back, also inside brackets. */
export function scalar(value: string | number, like?: unknown): string {
  if (typeof value === 'number') return String(value);
  if (isScalar(like) && like.type === 'QUOTE_SINGLE') return `'${value.replaceAll("'", "''")}'`;
  const plain = /^[\w][\w.:/~%-]*$/.test(value) && !value.endsWith(':') && parse(value) === value;
  return plain && !(isScalar(like) && like.type === 'QUOTE_DOUBLE') ? value : JSON.stringify(value);
}

/** Removes an item of the list at a key; with the last item, the key too where it has a line of its own. */
export function removeItem(source: Source, map: YAMLMap, key: string, index: number): TextEdit[] {
  const list = pairOf(map, key)?.value;
  if (!isSeq(list)) throw new UnsupportedLayoutError();
  if (list.flow)
    return list.items.length === 1 ? cutLast(source, map, key, list) : cutFlow(source, list, index);
  const dash = dashes(list)[index];
  const item = list.items[index] as Node | undefined;
  if (dash === undefined || item === undefined || indentAt(source.text, dash) === undefined)
    throw new UnsupportedLayoutError();
  const cut = cutLines(source.text, dash, endOf(item, source.text));
  return list.items.length > 1 ? [cut] : [cutKeyLine(source, map, key), cut];
}

/** Removes a key and its value. */
export function removeKey(source: Source, map: YAMLMap, key: string): TextEdit[] {
  const pair = pairOf(map, key);
  if (pair === undefined) throw new UnsupportedLayoutError();
  if (map.flow) return cutFlow(source, map, map.items.indexOf(pair));
  if (indentAt(source.text, startOf(pair)) === undefined) throw new UnsupportedLayoutError();
  return [cutLines(source.text, startOf(pair), endOf(pair, source.text))];
}

/** Only where nothing else is on the lines of the key, such as a comment. */
function cutLast(source: Source, map: YAMLMap, key: string, list: YAMLSeq): TextEdit[] {
  const pair = pairOf(map, key);
  if (pair === undefined || map.flow || indentAt(source.text, startOf(pair)) === undefined)
    return [emptied(list)];
  const lines = source.text.slice(startOf(pair), lineEnd(source.text, endOf(pair, source.text)));
  return lines.includes('#')
    ? [emptied(list)]
    : [cutLines(source.text, startOf(pair), endOf(pair, source.text))];
}

/** Removes the line of the key alone: comments between it and its value are preserved. */
function cutKeyLine(source: Source, map: YAMLMap, key: string): TextEdit {
  const pair = pairOf(map, key);
  if (pair === undefined || map.flow || indentAt(source.text, startOf(pair)) === undefined)
    throw new UnsupportedLayoutError();
  return cutLines(source.text, startOf(pair), startOf(pair));
}

/** Removes an item between brackets with a comma next to it, or its whole line where nothing else is on that line. */
function cutFlow({ text }: Source, list: YAMLSeq | YAMLMap, index: number): TextEdit[] {
  const items = list.items as readonly (Node | Pair)[];
  const item = items[index];
  if (item === undefined) throw new UnsupportedLayoutError();
  const [start, end] = [startOf(item), endOf(item, text)];
  if (text.slice(list.range?.[0], list.range?.[1]).includes('\n')) throw new UnsupportedLayoutError();
  const [before, after] = [items[index - 1], items[index + 1]];
  if (after !== undefined) return [{ start, end: startOf(after), text: '' }];
  if (before !== undefined) return [{ start: endOf(before, text), end, text: '' }];
  return [isMap(list) ? { start, end, text: '' } : emptied(list)];
}

function emptied(list: YAMLSeq): TextEdit {
  const [open, close] = list.range ?? [0, 0];
  return { start: open + 1, end: close - 1, text: '' };
}
