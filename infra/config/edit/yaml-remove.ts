// Removing from a YAML text: an item of a list, a key of a mapping, with its own lines and no others.
import { isMap, isSeq, type Node, type Pair, type YAMLMap, type YAMLSeq } from 'yaml';
import {
  CannotEdit,
  cutLines,
  dashes,
  endOf,
  indentAt,
  lineEnd,
  pairOf,
  type Source,
  type Splice,
  startOf,
} from './yaml-text.ts';

/** Takes one item out of the list under a key; the last of a block list takes its key along. */
export function removeItem(source: Source, map: YAMLMap, key: string, index: number): Splice[] {
  const list = pairOf(map, key)?.value;
  if (!isSeq(list)) throw new CannotEdit();
  if (list.flow) return cutFlow(source, list, index);
  const dash = dashes(list)[index];
  const item = list.items[index] as Node | undefined;
  if (dash === undefined || item === undefined || indentAt(source.text, dash) === undefined)
    throw new CannotEdit();
  const cut = cutLines(source.text, dash, endOf(item, source.text));
  return list.items.length > 1 ? [cut] : [cutKeyLine(source, map, key), cut];
}

/** Takes a key and its value out of a mapping. */
export function removeKey(source: Source, map: YAMLMap, key: string): Splice[] {
  const pair = pairOf(map, key);
  if (pair === undefined) throw new CannotEdit();
  if (map.flow) return cutFlow(source, map, map.items.indexOf(pair));
  if (indentAt(source.text, startOf(pair)) === undefined) throw new CannotEdit();
  return [cutLines(source.text, startOf(pair), endOf(pair, source.text))];
}

/** The line of the key alone: comments between it and its value stay. */
function cutKeyLine(source: Source, map: YAMLMap, key: string): Splice {
  const pair = pairOf(map, key);
  if (pair === undefined || map.flow || indentAt(source.text, startOf(pair)) === undefined)
    throw new CannotEdit();
  return cutLines(source.text, startOf(pair), startOf(pair));
}

/** An item between brackets, with one of the commas beside it; with its line where it has one to itself. */
function cutFlow({ text }: Source, list: YAMLSeq | YAMLMap, index: number): Splice[] {
  const items = list.items as readonly (Node | Pair)[];
  const item = items[index];
  if (item === undefined) throw new CannotEdit();
  const [start, end] = [startOf(item), endOf(item, text)];
  const alone =
    indentAt(text, start) !== undefined && /^\s*(,\s*)?(#.*)?$/.test(text.slice(end, lineEnd(text, end)));
  if (alone) return [cutLines(text, start, end)];
  const [before, after] = [items[index - 1], items[index + 1]];
  if (after !== undefined) return [{ start, end: startOf(after), text: '' }];
  if (before !== undefined) return [{ start: endOf(before, text), end, text: '' }];
  return [isMap(list) ? { start, end, text: '' } : emptied(list)];
}

function emptied(list: YAMLSeq): Splice {
  const [open, close] = list.range ?? [0, 0];
  return { start: open + 1, end: close - 1, text: '' };
}
