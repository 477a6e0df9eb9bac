// Values within inputs, by dotted paths whose `[]` stands for each element of a list. Values are never mutated.
import { isUnknown } from '@pulumi/pulumi/output.js';

type Convert = (value: unknown) => unknown;
type ConvertPair = (value: unknown, other: unknown) => unknown;

/** The value with `convert` applied at the path; unchanged where a parent on the path is absent. */
export function mapAt(target: unknown, path: string, convert: Convert): unknown {
  return mapPairAt(target, undefined, path, convert);
}

/** The same for two values in parallel; lists are paired by position. */
export function mapPairAt(target: unknown, other: unknown, path: string, convert: ConvertPair): unknown {
  return walk(target, other, path.replaceAll('[]', '.[]').split('.'), convert);
}

function walk(
  target: unknown,
  other: unknown,
  [key, ...rest]: readonly string[],
  convert: ConvertPair,
): unknown {
  if (key === undefined) return convert(target, other);
  if (key === '[]') {
    if (!Array.isArray(target)) return target;
    const others = Array.isArray(other) ? other : [];
    return target.map((element, index) => walk(element, others[index], rest, convert));
  }
  if (!isPlain(target)) return target;
  const before = target[key];
  const after = walk(before, within(other, key), rest, convert);
  if (Object.is(before, after)) return target;
  const { [key]: _before, ...others } = target;
  return after === undefined ? others : { ...others, [key]: after };
}

/** A part of an unknown value is unknown. */
function within(other: unknown, key: string): unknown {
  if (isUnknown(other)) return other;
  return isPlain(other) ? other[key] : undefined;
}

export function isPlain(value: unknown): value is Record<string, unknown> {
  if (typeof value !== 'object' || value === null) return false;
  const prototype = Object.getPrototypeOf(value);
  return prototype === Object.prototype || prototype === null;
}
