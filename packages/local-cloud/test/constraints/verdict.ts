// The service's verdict on a value, by an entry's rules alone.
import { isDeepStrictEqual } from 'node:util';
import type { Entry, Rule, Verdict } from './table.ts';

/** The part of a rule that a value breaks. */
export type Facet = 'min' | 'max' | 'pattern' | 'enum' | 'that' | 'type';

export interface Break {
  readonly facet: Facet;
  readonly message: string;
}

const among = (values: readonly unknown[], value: unknown) =>
  values.some((one) => isDeepStrictEqual(one, value));

/** Every facet of every rule that the value breaks; none where the service accepts it. */
export function breaks({ unset, sent }: Entry, rules: readonly Rule[], value: unknown): Break[] {
  if (unset !== undefined && among(unset.values, value)) return [];
  const carried = sent === undefined ? value : sent(value);
  return rules.flatMap((rule) =>
    breaksOf(rule, carried).map((one) => ({ ...one, message: `${one.message}, by ${rule.source}` })),
  );
}

export function verdict(entry: Entry, rules: readonly Rule[], value: unknown): Verdict {
  if (breaks(entry, rules, value).length > 0) return 'refused';
  const only = entry.emulated?.only;
  if (only === undefined || among(entry.unset?.values ?? [], value)) return 'accepted';
  const isEmulated = typeof only === 'function' ? only(value as never) : among(only, value);
  return isEmulated ? 'accepted' : 'not emulated';
}

/** The verdict on inputs without it. `isNamed`: the provider generates a name for it. */
export function verdictWithout(entry: Entry, rules: readonly Rule[], isNamed: boolean): Verdict {
  if (entry.absent !== undefined) return entry.absent.verdict;
  return rules.some(({ required }) => required) && !isNamed ? 'refused' : 'accepted';
}

/** A number as it is, else a length; undefined for a value without either. */
export function sizeOf(value: unknown, bytes = false): number | undefined {
  if (typeof value === 'number') return value;
  if (typeof value === 'string') return bytes ? Buffer.byteLength(value) : value.length;
  if (Array.isArray(value)) return value.length;
  return typeof value === 'object' && value !== null ? Object.keys(value).length : undefined;
}

function breaksOf({ type, min, max, pattern, enum: values, bytes, that }: Rule, value: unknown): Break[] {
  const size = sizeOf(value, bytes);
  const isWhole = type !== 'integer' && type !== 'long' ? true : Number.isInteger(value);
  const broken: (Break | false)[] = [
    !isWhole && { facet: 'type', message: 'whole numbers' },
    min !== undefined && size !== undefined && size < min && { facet: 'min', message: `at least ${min}` },
    max !== undefined && size !== undefined && size > max && { facet: 'max', message: `at most ${max}` },
    pattern !== undefined && !matches(pattern, value) && { facet: 'pattern', message: `pattern ${pattern}` },
    values !== undefined &&
      !values.includes(String(value)) && { facet: 'enum', message: `one of ${values.join(', ')}` },
    that !== undefined && !that.holds(value as never) && { facet: 'that', message: that.is },
  ];
  return broken.filter((one) => one !== false);
}

function matches(pattern: string, value: unknown): boolean {
  return new RegExp(`^(?:${pattern})$`, 'u').test(String(value));
}
