// `petstore:ttl`: one number of seconds for every host, or a mapping of hosts with a default.
import { HOST_FORM } from '@petstore/custom-domains/names';
import * as z from 'zod';
import { zoneName } from './name-schema.ts';
import { wholeNumber } from './scalars.ts';
import { isMapping, isSecure } from './yaml.ts';

/** The key of the mapping that is no host: a host name has two labels. */
export const DEFAULT_KEY = 'default';

const SECONDS = 'Seconds that resolvers keep the routing record of a host.';
/** RFC 2181 8. What the DNS host of a zone accepts is a rule among settings (ttl-rules.ts). */
const seconds = wholeNumber(SECONDS, {
  range: [0, 2_147_483_647],
  because: 'seconds, within the limits of DNS',
});

const editorSchema = {
  description: `${SECONDS} A number, or { default: 3600, HOST: 60 }. Alias records (a Route 53 apex) have their target's.`,
  anyOf: [
    seconds.meta(),
    {
      type: 'object',
      propertyNames: { anyOf: [{ const: DEFAULT_KEY }, { pattern: HOST_FORM.pattern }] },
      additionalProperties: seconds.meta(),
    },
  ],
};

type ByHost = Readonly<Record<string, number>>;

/** Both forms as they are written: `seconds`, or a mapping with its keys. Each value that is not valid is an issue. */
export const ttl = z
  .unknown()
  .transform((given, context): number | ByHost => {
    const parse = (value: unknown, path: readonly string[]) => {
      const { data, error } = seconds.safeParse(value, { reportInput: true });
      for (const issue of error?.issues ?? []) context.issues.push({ ...issue, path: [...path] } as Raw);
      return data as number;
    };
    // An encrypted value is a mapping too, and is reported as such.
    if (!isMapping(given) || isSecure(given)) return parse(given, []);
    return Object.fromEntries(Object.entries(given).map(([key, value]) => [key, parse(value, [key])]));
  })
  .meta(editorSchema);

type Raw = z.core.$ZodRawIssue;

/** The TTLs of a stack: by host in normal form, and that of every other host. */
export interface TtlSetting {
  readonly default: number;
  readonly hosts: Readonly<Record<string, number>>;
}

export function ttlSetting(written: z.output<typeof ttl> | undefined, preset: TtlSetting): TtlSetting {
  if (written === undefined) return preset;
  if (typeof written === 'number') return { ...preset, default: written };
  const { [DEFAULT_KEY]: fallback = preset.default, ...hosts } = written;
  const named = Object.entries(hosts).map(([key, value]) => [zoneName(key) ?? key, value] as const);
  // By name: the engine does not preserve the order of a mapping's keys.
  return { default: fallback, hosts: Object.fromEntries(named.toSorted(([a], [b]) => (a < b ? -1 : 1))) };
}
