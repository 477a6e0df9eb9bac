// Values that a service takes and the local cloud does not emulate: refused in words that nobody takes for the service's.
import { z } from 'zod';
import { enumeration } from './validation-error.ts';

const says = (what: string, because: string) => `the local cloud does not emulate ${what}: ${because}`;

/** `values` of the service's enumeration `of`; the others are not emulated, all else is refused as the service does. */
export function emulates<const Value extends string>(
  values: readonly Value[],
  { of, because }: { readonly of: readonly string[]; readonly because: string },
) {
  return z.enum(values, {
    error: ({ input, path = [] }) => {
      if (of.includes(String(input))) return says(`'${input}'`, because);
      if (input === undefined) return undefined;
      return `1 validation error detected: Value '${input}' at '${path.join('.')}' failed to satisfy constraint: Member must ${enumeration(of)}`;
    },
  });
}

/** One of the two values of a switch. */
export function emulatesOnly<const Value extends boolean>(value: Value, because: string) {
  return z.literal(value, {
    error: ({ input }) => (typeof input === 'boolean' ? says(String(input), because) : undefined),
  });
}

/** The options of a schema whose value the service can do without, and the local cloud can't. */
export function needed(without: string, because: string) {
  return {
    error: ({ input }: z.core.$ZodRawIssue) => (input === undefined ? says(without, because) : undefined),
  };
}

/** A check that a value is emulated, made where nothing else is wrong with it. */
export function isEmulated<Value>(holds: (value: Value) => boolean, what: string, because: string) {
  return z.refine<Value>(holds, { error: says(what, because), when: ({ issues }) => issues.length === 0 });
}
