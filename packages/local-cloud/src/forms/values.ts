// Conversions and comparisons that the forms of several services share.
import { isPlain } from './form.ts';

/** The value that the service fills in where the program declares none. */
export function orElse(fallback: unknown): (value: unknown) => unknown {
  return (value) => value ?? fallback;
}

/** Converts strings only; any other value stays as it is. */
export function text(convert: (value: string) => string): (value: unknown) => unknown {
  return (value) => (typeof value === 'string' ? convert(value) : value);
}

export const lowerCase = text((value) => value.toLowerCase());

/**
 * What the plugin SDK compares an absent value as: "", 0, false, an empty list or map.
 * terraform-plugin-sdk, helper/schema/schema.go, schemaMap.diffString, diffList, diffMap.
 */
export function isZero(value: unknown): boolean {
  if (value === undefined || value === null || value === '' || value === 0 || value === false) return true;
  return (
    typeof value === 'object' && (Array.isArray(value) || isPlain(value)) && Object.keys(value).length === 0
  );
}

/** schema.TypeSet: neither the order nor a repetition counts, and within an element zero is absent. */
export function sameSet(served: unknown, declared: unknown): boolean {
  return sameText(elements(served), elements(declared));
}

/** sdkv2.SuppressEquivalentStringCaseInsensitive. */
export function sameIgnoringCase(served: unknown, declared: unknown): boolean {
  return typeof served === 'string' && typeof declared === 'string' && lower(served) === lower(declared);
}

const lower = (value: string) => value.toLowerCase();

function sameText(some: readonly string[], others: readonly string[]): boolean {
  const [left, right] = [new Set(some), new Set(others)];
  return left.symmetricDifference(right).size === 0;
}

function elements(set: unknown): string[] {
  return Array.isArray(set) ? set.map(canonicalJson) : [];
}

/** JSON with keys in order, and without those whose value is zero. */
export function canonicalJson(value: unknown): string {
  return JSON.stringify(value, (_key, inner: unknown) => {
    if (!isPlain(inner)) return inner;
    const entries = Object.entries(inner).filter(([, one]) => !isZero(one));
    return Object.fromEntries(entries.sort(([a], [b]) => (a < b ? -1 : 1)));
  });
}
