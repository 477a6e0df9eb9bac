// Values that a service accepts and the local cloud does not emulate. The refusal names the local cloud, so that it
// cannot be mistaken for one of the service.
import { z } from 'zod';

export const notEmulated = (what: string, because: string) =>
  `the local cloud does not emulate ${what}: ${because}`;

/** One of `values`. The service has others too. */
export function emulates<const Value extends string>(values: readonly Value[], because: string) {
  return z.enum(values, {
    error: ({ input }) => (input === undefined ? undefined : notEmulated(`'${input}'`, because)),
  });
}

/** One of the two values of a switch. */
export function emulatesOnly<const Value extends boolean>(value: Value, because: string) {
  return z.literal(value, {
    error: ({ input }) => (typeof input === 'boolean' ? notEmulated(String(input), because) : undefined),
  });
}

/** Options of a schema whose value is optional for the service and required by the local cloud. */
export function needed(without: string, because: string) {
  return {
    error: ({ input }: z.core.$ZodRawIssue) =>
      input === undefined ? notEmulated(without, because) : undefined,
  };
}

/** A check that a value is emulated; it runs where the value has no other problem. */
export function isEmulated<Value>(holds: (value: Value) => boolean, what: string, because: string) {
  return z.refine<Value>(holds, {
    error: notEmulated(what, because),
    when: ({ issues }) => issues.length === 0,
  });
}
