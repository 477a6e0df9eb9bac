// Removals from a YAML text: an item of a list, a key of a mapping, with its own lines and no others.
import { isMap, isSeq, type Node, type Pair, type YAMLMap, type YAMLSeq } from 'yaml';
import {
  cutLines,
  cutSection,
  dashes,
  endOf,
  indentAt,
  lineEnd,
  pairOf,
  type Source,
  startOf,
  type TextEdit,
  UnsupportedLayoutError,
} from './yaml-text.ts';

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
  return [cutSection(source.text, startOf(pair), endOf(pair, source.text))];
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
  const alone =
    indentAt(text, start) !== undefined && /^\s*(,\s*)?(#.*)?$/.test(text.slice(end, lineEnd(text, end)));
  if (alone) return [cutLines(text, start, end)];
  const [before, after] = [items[index - 1], items[index + 1]];
  if (after !== undefined) return [{ start, end: startOf(after), text: '' }];
  if (before !== undefined) return [{ start: endOf(before, text), end, text: '' }];
  return [isMap(list) ? { start, end, text: '' } : emptied(list)];
}

function emptied(list: YAMLSeq): TextEdit {
  const [open, close] = list.range ?? [0, 0];
  return { start: open + 1, end: close - 1, text: '' };
}
