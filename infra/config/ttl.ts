// `petstore:ttl`: a number of seconds, or a mapping of hosts with a default, for hosts that are declared and have a TTL
// of their own.
import { dnsHost, hasAlias, isApex, type ZoneRef } from '@petstore/custom-domains/dns-hosts';
import { closest, didYouMean, HOST_FORM, zoneOf } from '@petstore/custom-domains/names';
import * as z from 'zod';
import { zoneName } from './name-schema.ts';
import type { Problem } from './problem.ts';
import { wholeNumber } from './scalars.ts';
import { formatPath, isMapping, isSecure } from './value.ts';

/** The key of the mapping that is no host: a host name has two labels. */
const DEFAULT_KEY = 'default';

const SECONDS = 'Seconds that resolvers keep the routing record of a host.';
/** RFC 2181 8. What the DNS host of a zone accepts is a rule among settings (ttlProblems). */
const seconds = wholeNumber(SECONDS, [0, 2_147_483_647], 'seconds, within the limits of DNS');

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

const KEY = 'petstore:ttl';

type Zones = Readonly<Record<string, { readonly provider?: ZoneRef['provider'] | undefined } | undefined>>;

interface Placed {
  readonly host: string;
  readonly zone: ZoneRef;
  /** Route 53, API reference, ResourceRecordSet: an alias has the TTL of its target, and none can be set. */
  readonly isAlias: boolean;
}

/** `hosts`: those that are declared. Of `written`, the values that are not valid are undefined. */
export function ttlProblems(
  written: number | Readonly<Record<string, number | undefined>> | undefined,
  hosts: readonly { readonly host: string }[],
  zones: Zones = {},
): Problem[] {
  if (written === undefined) return [];
  const placed = hosts.map(({ host }) => placedIn(host, zones));
  if (typeof written === 'number') return refusedTtls(KEY, written, placed);
  const keys = Object.keys(written).filter((key) => key !== DEFAULT_KEY);
  const names = keys.map(zoneName);
  const others = placed.filter(({ host }) => !names.includes(host));
  const fallback = written[DEFAULT_KEY];
  return [
    ...(fallback === undefined ? [] : refusedTtls(formatPath([KEY, DEFAULT_KEY]), fallback, others)),
    ...keys.flatMap((key, index): Problem[] => {
      const path = formatPath([KEY, key]);
      const named = placed.find(({ host }) => host === names[index]);
      const first = keys[names.indexOf(names[index])];
      if (named === undefined) return [unknownHost(path, key, placed)];
      if (first !== key) {
        const what = `"${key}" is also written as "${first}"`;
        return [{ code: 'named-twice', path, what, fix: 'keep one of the two' }];
      }
      if (named.isAlias) {
        const what = `"${key}" has alias records, which have no TTL of their own: resolvers keep them for 60 seconds`;
        return [{ code: 'ttl-of-alias', path, what, fix: 'drop it here' }];
      }
      const seconds = written[key];
      return seconds === undefined ? [] : refusedTtls(path, seconds, [named]);
    }),
  ];
}

function unknownHost(path: string, key: string, placed: readonly Placed[]): Problem {
  const hosts = placed.map(({ host }) => host);
  const near = closest(zoneName(key) ?? key, hosts);
  const fix = didYouMean(near, 'declare it in petstore:api or docs, or drop it here');
  return { code: 'ttl-unknown', path, what: `"${key}" has a TTL but is not declared`, fix };
}

/** One problem for each DNS host that refuses the TTL. An alias record does not have it. */
function refusedTtls(path: string, seconds: number, hosts: readonly Placed[]): Problem[] {
  const own = hosts.filter(({ isAlias }) => !isAlias);
  const byProvider = new Map(own.toReversed().map(({ host, zone }) => [zone.provider, host]));
  return [...byProvider].flatMap(([provider, first]): Problem[] => {
    const { ttl, title } = dnsHost(provider);
    const [min, max] = ttl.range;
    if (seconds >= min && seconds <= max) return [];
    const what = `${seconds} is not a TTL that ${title} accepts (${first})`;
    return [{ code: 'ttl-refused', path, what, fix: `write ${min} to ${max}: ${ttl.because}` }];
  });
}

function placedIn(host: string, zones: Zones): Placed {
  const named = Object.entries(zones).flatMap(([key, entry]) => {
    const [name, provider] = [zoneName(key), entry?.provider];
    if (name === undefined || provider === undefined) return [];
    return [{ name, provider } as ZoneRef & { name: string }];
  });
  const zone: ZoneRef = zoneOf(host, named) ?? { provider: 'external', verified: true };
  return { host, zone, isAlias: hasAlias({ apex: isApex(host, zone), zone }) };
}
