// The replacement of one scalar of a YAML text. What stands around it stays: quotes, layout, comments.
import { isMap, isScalar, isSeq, type YAMLMap } from 'yaml';
import { scalar } from './yaml-add.ts';
import { pairOf, type TextEdit, UnsupportedLayoutError } from './yaml-text.ts';

/** `at`: the path of the scalar within the value of the key; empty for the value itself. */
export function replaceScalar(
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
