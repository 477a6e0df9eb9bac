// What zod parsed of a config that has issues: the rules among names are applied to it, so that every problem is
// reported at once.
import type * as z from 'zod';
import { formatPath } from './path.ts';
import type { RedirectDestination } from './redirect-destination.ts';

/** zod applies a refinement with this also to a value that has issues already. */
export const WITH_OTHER_ISSUES = { when: () => true };

/** A parsed value that may lack any of its parts. */
export type Partly<Value> = Value extends RedirectDestination
  ? Value
  : Value extends readonly (infer Item)[]
    ? readonly (Partly<Item> | undefined)[]
    : Value extends object
      ? { readonly [Key in keyof Value]?: Partly<Value[Key]> }
      : Value;

/** `value` with undefined in place of each part that has an issue: zod leaves those parts as they are written. */
export function withoutFaults<Value>(value: Value, issues: readonly z.core.$ZodRawIssue[]): Partly<Value> {
  const faulty = new Set(issues.filter(({ code }) => code !== 'unrecognized_keys').map(pathOf));
  const copy = (part: unknown, path: readonly PropertyKey[]): unknown => {
    if (faulty.has(formatPath(path))) return undefined;
    if (Array.isArray(part)) return part.map((item, index) => copy(item, [...path, index]));
    if (typeof part !== 'object' || part === null) return part;
    return Object.fromEntries(Object.entries(part).map(([key, inner]) => [key, copy(inner, [...path, key])]));
  };
  return copy(value, []) as Partly<Value>;
}

/** Of a union no option was applied: the issue names its discriminator, and the whole is not parsed. */
function pathOf({ code, path = [] }: z.core.$ZodRawIssue): string {
  return formatPath(code === 'invalid_union' ? path.slice(0, -1) : path);
}
