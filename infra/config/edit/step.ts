// One step of an edit, on the text of a stack file and on its data: both must have the same result.
import { isMap, isScalar, isSeq, type YAMLMap } from 'yaml';
import type { SiteName } from '../settings.ts';
import { isMapping } from '../yaml.ts';
import { addKey, appendItem, type Item, indentStep, removeItem, removeKey, scalar } from './yaml-change.ts';
import {
  applyEdits,
  colonOf,
  indentAt,
  insert,
  isEmpty,
  lineEnd,
  mapAt,
  openSource,
  pairOf,
  type Source,
  startOf,
  type TextEdit,
  UnsupportedLayoutError,
} from './yaml-text.ts';

/**
 * At `key` of a site, or of the config itself: appends to a list, sets a scalar, replaces the scalar at a path within the value,
 * removes an item or the key.
 */
export interface Step {
  readonly site?: string;
  readonly key: string;
  readonly change:
    | { readonly kind: 'append'; readonly item: Item }
    | { readonly kind: 'set'; readonly value: string | number }
    | { readonly kind: 'replace'; readonly at: readonly (string | number)[]; readonly value: string | number }
    | { readonly kind: 'remove-item'; readonly index: number }
    | { readonly kind: 'remove-key' };
}

/** At a path within the value of a site's key; an empty one for the value itself. */
export function replaceStep(
  site: SiteName,
  key: string,
  at: readonly (string | number)[],
  value: string | number,
): Step {
  return { site: `petstore:${site}`, key, change: { kind: 'replace', at, value } };
}

type Data = Readonly<Record<string, unknown>>;

/** Throws UnsupportedLayoutError where no edit supports the layout. */
export function stepText(text: string, step: Step): string {
  const source = openSource(text);
  const config = mapAt(source, ['config']);
  if (config === undefined) throw new UnsupportedLayoutError();
  return applyEdits(text, textEdits(source, config, step));
}

function textEdits(source: Source, config: YAMLMap, step: Step): TextEdit[] {
  const { site, key, change } = step;
  const map = site === undefined ? config : mapAt(source, ['config', site]);
  if (map === undefined) return newSite(source, config, step);
  if (change.kind === 'append') {
    // Domains follow the primary, before the redirects.
    return appendItem(source, map, key, change.item, key === 'domains' ? 'primary' : undefined);
  }
  if (change.kind === 'set') return addKey(source, map, key, [` ${scalar(change.value)}`]);
  if (change.kind === 'replace') return replaceScalar(map, key, change.at, change.value);
  if (change.kind === 'remove-item') return removeItem(source, map, key, change.index);
  return removeKey(source, map, key);
}

/** A site that is absent or empty begins with its primary. */
function newSite(source: Source, config: YAMLMap, { site = '', key, change }: Step): TextEdit[] {
  if (change.kind !== 'set') throw new UnsupportedLayoutError();
  const line = `${indentStep(source, config)}${key}: ${scalar(change.value)}`;
  const pair = pairOf(config, site);
  if (pair === undefined) return addKey(source, config, site, ['', line]);
  const indent = indentAt(source.text, startOf(pair));
  if (!isEmpty(pair.value) || indent === undefined) throw new UnsupportedLayoutError();
  return [insert(lineEnd(source.text, colonOf(pair, source.text)), source.eol + indent + line)];
}

/** The same step on data. */
export function stepData(config: Data, { site, key, change }: Step): Data {
  if (site !== undefined) {
    const inner = isMapping(config[site]) ? config[site] : {};
    return { ...config, [site]: stepData(inner, { key, change }) };
  }
  const { [key]: value, ...others } = config;
  const list = Array.isArray(value) ? (value as unknown[]) : [];
  if (change.kind === 'append') return { ...config, [key]: [...list, change.item] };
  if (change.kind === 'set') return { ...config, [key]: change.value };
  if (change.kind === 'replace') return { ...config, [key]: replaced(value, change.at, change.value) };
  if (change.kind === 'remove-item') return { ...config, [key]: list.toSpliced(change.index, 1) };
  return others;
}

function replaced(
  value: unknown,
  [step, ...rest]: readonly (string | number)[],
  scalar: string | number,
): unknown {
  if (step === undefined) return scalar;
  if (Array.isArray(value)) return value.with(Number(step), replaced(value[Number(step)], rest, scalar));
  return isMapping(value) ? { ...value, [step]: replaced(value[step], rest, scalar) } : value;
}

/** `at`: the path of the scalar within the value of the key; empty for the value itself. */
function replaceScalar(
  map: YAMLMap,
  key: string,
  at: readonly (string | number)[],
  value: string | number,
): TextEdit[] {
  const node = at.reduce<unknown>(inner, pairOf(map, key)?.value);
  // A block scalar has a header in front of its value, and an alias has its value elsewhere.
  if (!isScalar(node) || !node.range || node.type?.startsWith('BLOCK')) throw new UnsupportedLayoutError();
  const [start, end] = node.range;
  return [{ start, end, text: scalar(value, node) }];
}

function inner(node: unknown, step: string | number): unknown {
  if (isSeq(node) && typeof step === 'number') return node.items[step];
  return isMap(node) ? pairOf(node, String(step))?.value : undefined;
}
