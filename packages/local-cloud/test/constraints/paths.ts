// The input paths of a resource type, from its handler's schema; and inputs with one value changed.
import type { z } from 'zod';

/**
 * Every input path of a schema: `a.b` within an object, `a[]` for an item of a list, `a{key}` and `a{value}` for a
 * map's. Throws for a kind of schema that it does not know, so that none is passed over.
 */
export function pathsOf(schema: z.ZodType, at = ''): string[] {
  const own = at === '' ? [] : [at];
  // biome-ignore lint/suspicious/noExplicitAny: Zod's definitions have a type for each kind, and no common one
  const { type, ...def } = schema.def as any;
  switch (type) {
    case 'object':
      return [
        ...own,
        ...Object.entries<z.ZodType>(def.shape).flatMap(([key, inner]) => pathsOf(inner, join(at, key))),
      ];
    case 'array':
      return [...own, ...pathsOf(def.element, `${at}[]`)];
    case 'record':
      return [...own, ...pathsOf(def.keyType, `${at}{key}`), ...pathsOf(def.valueType, `${at}{value}`)];
    case 'optional':
    case 'default':
      return pathsOf(def.innerType, at);
    case 'pipe':
      return pathsOf(def.in, at);
    case 'union':
    case 'string':
    case 'number':
    case 'boolean':
    case 'enum':
    case 'literal':
    case 'custom':
      return own;
    default:
      throw new Error(`${at || 'the inputs'}: a schema of kind ${type} is not known here`);
  }
}

const join = (at: string, key: string) => (at === '' ? key : `${at}.${key}`);

const ABSENT = Symbol('absent');

/** The value at a path; of lists and maps, the first item's. */
export function valueAt(inputs: unknown, path: string): unknown {
  return steps(path).reduce((value, step) => take(value, step), inputs);
}

/** A copy of the inputs with another value at the path. */
export function withValue(inputs: object, path: string, value: unknown): object {
  return replace(inputs, steps(path), value) as object;
}

/** A copy of the inputs with nothing at the path. */
export function without(inputs: object, path: string): object {
  return replace(inputs, steps(path), ABSENT) as object;
}

function steps(path: string): string[] {
  return path.split(/\.|(?=\[\]|\{)/);
}

function take(value: unknown, step: string): unknown {
  if (step === '[]') return (value as readonly unknown[] | undefined)?.[0];
  if (step === '{key}') return Object.keys(value ?? {})[0];
  if (step === '{value}') return Object.values(value ?? {})[0];
  return (value as Record<string, unknown> | undefined)?.[step];
}

function replace(inputs: unknown, [step, ...rest]: readonly string[], value: unknown): unknown {
  if (step === undefined) return value;
  if (step === '[]') {
    const [first, ...others] = inputs as readonly unknown[];
    return [replace(first, rest, value), ...others];
  }
  const entries = Object.entries(inputs as object);
  if (step === '{key}') return Object.fromEntries([[value, entries[0]?.[1]], ...entries.slice(1)]);
  if (step === '{value}') return Object.fromEntries([[entries[0]?.[0], value], ...entries.slice(1)]);
  const inner = replace((inputs as Record<string, unknown>)[step], rest, value);
  const others = entries.filter(([key]) => key !== step);
  return Object.fromEntries(inner === ABSENT ? others : [...others, [step, inner]]);
}
