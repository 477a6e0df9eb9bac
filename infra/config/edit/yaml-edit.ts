// One step of an edit, on a YAML text and on its data: both must have the same result. The library's own Document would
// lay the whole text out anew.
import {
  isAlias,
  isMap,
  isNode,
  isPair,
  isScalar,
  isSeq,
  type Pair,
  parseDocument,
  Scalar,
  stringify,
  type YAMLMap,
  type YAMLSeq,
} from 'yaml';
import type { Path } from '../declared.ts';
import { isMapping } from '../value.ts';

/** A host, a number, or a mapping of these with its keys in order. */
export type Item = string | number | Readonly<Record<string, string | number>>;

/** Appends an item to the list at a path, sets the value there, or removes what is there. A list with comments of its own is left empty. */
export type Step = Addition | { readonly kind: 'remove'; readonly path: Path };
type Addition = { readonly kind: 'append' | 'set'; readonly path: Path; readonly value: Item };

/** Lists and mappings have a line for each item, or are on one line in brackets: no other layout is edited. */
export class UnsupportedLayoutError extends Error {
  override readonly name = 'UnsupportedLayoutError';
}

export function editData(data: unknown, step: Step): unknown {
  const [key, ...path] = step.path;
  if (key === undefined && step.kind === 'append') return [...(Array.isArray(data) ? data : []), step.value];
  if (key === undefined) return step.kind === 'set' ? step.value : undefined;
  if (Array.isArray(data)) {
    const index = Number(key);
    if (path.length === 0 && step.kind === 'remove') return data.toSpliced(index, 1);
    return data.with(index, editData(data[index], { ...step, path }));
  }
  const { [key]: value, ...others } = isMapping(data) ? data : {};
  if (path.length === 0 && step.kind === 'remove') return others;
  return { ...others, [key]: editData(value, { ...step, path }) };
}

type Collection = YAMLMap | YAMLSeq;

/** The text must have no syntax errors. Throws UnsupportedLayoutError. */
export function editText(text: string, step: Step): string {
  const { contents } = parseDocument(text, { merge: true, prettyErrors: false });
  const path = ['config', ...step.path];
  if (step.kind === 'remove') return remove(text, contents, path);
  const holder = nodeAt(contents, path.slice(0, -1));
  const node = nodeAt(contents, path);
  if (step.kind === 'append' && isSeq(node) && !node.flow) return append(text, node, step.value);
  if (step.kind === 'set' && isScalar(node) && !isEmpty(node)) return replace(text, node, step.value);
  const isFilled = isSeq(node) && step.kind === 'append';
  if (!isMap(holder) || !(isFilled || isEmpty(node))) throw new UnsupportedLayoutError();
  const name = path.at(-1) as string;
  const pair = pairOf(holder, name);
  if (pair === undefined) return addKey(text, holder, name, step);
  if (step.kind === 'append' && !holder.flow) return toLines(text, holder, pair, step.value);
  const added = flow(step.value);
  if (isFilled) return appendFlow(text, node, added);
  return insert(text, colonOf(pair, text), step.kind === 'append' ? ` [${added}]` : ` ${added}`);
}

function nodeAt(root: unknown, path: Path): unknown {
  return path.reduce<unknown>((node, key) => {
    if (isAlias(node)) throw new UnsupportedLayoutError();
    if (isSeq(node)) return node.items[Number(key)];
    return isMap(node) ? pairOf(node, key)?.value : undefined;
  }, root);
}

function pairOf(map: YAMLMap, name: unknown): Pair | undefined {
  return map.items.find(({ key }) => isScalar(key) && key.value === name);
}

function isEmpty(value: unknown): boolean {
  return (value ?? null) === null || (isScalar(value) && value.value === null && value.source === '');
}

/** Keeps the quotes. A block scalar has a header in front of its value. */
function replace(text: string, node: Scalar, value: Item): string {
  if (!node.range || node.type?.startsWith('BLOCK')) throw new UnsupportedLayoutError();
  const written = typeof value === 'string' ? Object.assign(new Scalar(value), { type: node.type }) : value;
  return text.slice(0, node.range[0]) + flow(written) + text.slice(node.range[1]);
}

function append(text: string, list: YAMLSeq, item: Item): string {
  const last = list.items.length - 1;
  const indent = indentOf(text, startOf(text, list, last));
  return insert(text, lineEnd(text, endOf(list.items[last], text)), `${eolOf(text)}${indent}- ${flow(item)}`);
}

/** A list in brackets, or without an item, gets a line for each item, below its key's comments: in one line, additions of
 * two branches conflict. */
function toLines(text: string, map: YAMLMap, pair: Pair, item: Item): string {
  const list = isSeq(pair.value) ? pair.value : undefined;
  const colon = colonOf(pair, text);
  const [open, close] = list === undefined ? [colon + 1, colon - 1] : bracketsOf(text, list);
  const end = lineEnd(text, close + 1);
  const indent = indentOf(text, startOf(text, map, map.items.indexOf(pair)));
  const comments = commentsBelow(text, end, indent);
  const items = (list?.items ?? []).map((one) => text.slice((one as Scalar).range?.[0], endOf(one, text)));
  const deeper = /[ \t]*(?=#)/.exec(comments)?.[0] ?? indent + indentStep(text, map);
  const lines = [...items, flow(item)].map((one) => `${eolOf(text)}${deeper}- ${one}`);
  const filled = insert(text, end + comments.length, lines.join(''));
  return filled.slice(0, open - 1).trimEnd() + filled.slice(close + 1);
}

/** Domains follow the primary; any other key is the last one, after the comments that belong to the key above it. */
function addKey(text: string, map: YAMLMap, key: string, step: Addition): string {
  const lines = layOut(text, map, step);
  const before = (key === 'domains' ? pairOf(map, 'primary') : undefined) ?? map.items.at(-1);
  if (map.flow) return appendFlow(text, map, `${key}:${lines[0]}`, before);
  if (before === undefined) throw new UnsupportedLayoutError();
  const indent = indentOf(text, startOf(text, map, map.items.indexOf(before)));
  const end = lineEnd(text, endOf(before, text));
  const own = commentsBelow(text, end, indent);
  const [first = '', ...below] = lines;
  const added = [`${key}:${first}`, ...below].map((line) => eolOf(text) + indent + line);
  return insert(text, end + own.length, added.join(''));
}

function commentsBelow(text: string, end: number, indent: string): string {
  const comments = new RegExp(`^(?:(?:\\r?\\n[ \\t]*)*\\r?\\n[ \\t]{${indent.length + 1},}#[^\\r\\n]*)*`);
  return comments.exec(text.slice(end))?.[0] ?? '';
}

/** What is after the colon, and the lines below it: the items of a list, and the keys of a site, have a line each. */
function layOut(text: string, map: YAMLMap, { kind, value }: Addition): string[] {
  if (kind === 'append')
    return map.flow ? [` [${flow(value)}]`] : ['', `${indentStep(text, map)}- ${flow(value)}`];
  if (map.flow || typeof value !== 'object') return [` ${flow(value)}`];
  return ['', ...Object.entries(value).map(([key, one]) => `${indentStep(text, map)}${key}: ${flow(one)}`)];
}

function indentStep(text: string, map: YAMLMap): string {
  const nested = map.items.map(({ value }) => value).find((value) => isMap(value) && !value.flow);
  if (!isMap(nested)) return '  ';
  const [own, deeper] = [map, nested].map((one) => indentOf(text, startOf(text, one, 0)).length);
  return ' '.repeat(Math.max(1, Number(deeper) - Number(own)));
}

function appendFlow(text: string, list: Collection, item: string, after: unknown = list.items.at(-1)) {
  const [open, close] = bracketsOf(text, list);
  if (after !== undefined) return insert(text, endOf(after, text), `, ${item}`);
  return text.slice(0, open) + (isMap(list) ? ` ${item} ` : item) + text.slice(close);
}

/** The places after the first bracket and in front of the last one, which have to be on one line. */
function bracketsOf(text: string, { range }: Collection): readonly [number, number] {
  if (!range || text.slice(range[0], range[1]).includes('\n')) throw new UnsupportedLayoutError();
  return [range[0] + 1, range[1] - 1];
}

function remove(text: string, root: unknown, path: Path): string {
  const collection = nodeAt(root, path.slice(0, -1));
  if (!isMap(collection) && !isSeq(collection)) throw new UnsupportedLayoutError();
  const { items } = collection;
  const key = path.at(-1);
  const index = isSeq(collection) ? Number(key) : collection.items.indexOf(pairOf(collection, key) as Pair);
  const start = startOf(text, collection, index);
  const end = endOf(items[index], text);
  if (collection.flow) {
    bracketsOf(text, collection);
    const from = index === 0 ? start : endOf(items[index - 1], text);
    const to = index === 0 && items.length > 1 ? startOf(text, collection, 1) : end;
    return text.slice(0, from) + text.slice(to);
  }
  indentOf(text, start);
  // A list that goes whole takes its own lines with it: a line of comments alone is somebody's, and stays.
  const whole = nodeAt(root, path);
  if (isSeq(whole) && /^[ \t]*#/m.test(text.slice(start, end))) return emptied(text, items[index], whole);
  return cutLines(text, start, end);
}

/** The key of a list without its items, and with its lines of comments below it. */
function emptied(text: string, pair: unknown, list: YAMLSeq): string {
  if (!isPair(pair) || list.flow) throw new UnsupportedLayoutError();
  const rest = list.items.reduceRight<string>(
    (left, item, index) => cutLines(left, startOf(text, list, index), endOf(item, text)),
    text,
  );
  return insert(rest, colonOf(pair, text), ' []');
}

/** Of an entry: of its dash in a list with a line for each. */
function startOf(text: string, collection: Collection, index: number): number {
  const item = collection.items[index];
  const node = isPair(item) ? item.key : item;
  if (!isNode(node) || !node.range) throw new UnsupportedLayoutError();
  const [start] = node.range;
  return isSeq(collection) && !collection.flow ? text.lastIndexOf('-', start - 1) : start;
}

/** The end of a node, without comments and line endings after it. */
function endOf(node: unknown, text: string): number {
  if (isPair(node)) return isEmpty(node.value) ? colonOf(node, text) : endOf(node.value, text);
  if ((isMap(node) || isSeq(node)) && !node.flow && node.items.length > 0)
    return endOf(node.items.at(-1), text);
  if (!isNode(node) || !node.range) throw new UnsupportedLayoutError();
  // The range of a block scalar includes its line endings.
  return node.range[0] + text.slice(node.range[0], node.range[1]).trimEnd().length;
}

/** After the colon of a pair: the place of a missing value. */
function colonOf({ key }: Pair, text: string): number {
  const colon = isNode(key) && key.range ? text.indexOf(':', key.range[1]) : -1;
  if (colon === -1) throw new UnsupportedLayoutError();
  return colon + 1;
}

/** In one line, with quotes where YAML would read another value back, also inside brackets. */
function flow(value: Item | Scalar): string {
  const options = { collectionStyle: 'flow', flowCollectionPadding: true, lineWidth: 0 } as const;
  return stringify([value], options).trim().slice(1, -1).trim();
}

function insert(text: string, at: number, added: string): string {
  return text.slice(0, at) + added + text.slice(at);
}

const eolOf = (text: string): string => /\r?\n/.exec(text)?.[0] ?? '\n';

/** The end of the line, in front of its line ending. */
function lineEnd(text: string, at: number): number {
  return at + (/^[^\r\n]*/.exec(text.slice(at))?.[0].length ?? 0);
}

/** The blanks before `at` on its line. */
function indentOf(text: string, at: number): string {
  const before = text.slice(text.lastIndexOf('\n', at - 1) + 1, at);
  if (!/^[ \t]*$/.test(before)) throw new UnsupportedLayoutError();
  return before;
}

/** Without the lines from `from` to `to`. With the last line of a file, the line ending before it goes too. */
function cutLines(text: string, from: number, to: number): string {
  const before = text.slice(0, text.lastIndexOf('\n', from - 1) + 1);
  const after = text.slice(lineEnd(text, to));
  return after === '' ? before.replace(/\r?\n$/, '') : before + after.replace(/^\r?\n/, '');
}
