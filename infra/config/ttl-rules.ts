// What must hold of `petstore:ttl`: its hosts are declared, have a TTL of their own, and their DNS host accepts it.

import { dnsHost, hasAlias, isApex, type TtlRange, type ZoneRef } from '@petstore/custom-domains/dns-hosts';
import { zoneOf } from '@petstore/custom-domains/names';
import type { Declared } from './declared-names.ts';
import { closest } from './did-you-mean.ts';
import { zoneName } from './name-schema.ts';
import type { Partly } from './parsed-parts.ts';
import { formatPath } from './path.ts';
import type { Problem } from './problem.ts';
import type { StackConfig } from './schema.ts';
import { DEFAULT_KEY } from './ttl.ts';

const KEY = 'petstore:ttl';
type Config = Partly<StackConfig>;

/** A TTL as it is written, and the declared hosts that have it. */
interface Entry {
  readonly path: string;
  readonly seconds: number;
  readonly hosts: readonly Pick<Placed, 'host' | 'zone'>[];
}

interface Placed {
  readonly host: string;
  readonly zone: ZoneRef;
}

export function ttlProblems(config: Config, declared: Declared): Problem[] {
  const written = config[KEY];
  if (written === undefined) return [];
  const placed = declared.sites
    .flatMap(({ hosts }) => hosts)
    .map(({ host }): Placed => ({ host, zone: zoneFor(host, config) }));
  if (typeof written === 'number') return refusedTtls({ path: KEY, seconds: written, hosts: placed });
  const keys = Object.keys(written).filter((key) => key !== DEFAULT_KEY);
  const own = new Set(keys.map(zoneName));
  const others = placed.filter(({ host }) => !own.has(host));
  const fallback = written[DEFAULT_KEY];
  return [
    ...(fallback === undefined
      ? []
      : refusedTtls({ path: formatPath([KEY, DEFAULT_KEY]), seconds: fallback, hosts: others })),
    ...keys.flatMap((key) => hostProblems(key, written[key], placed)),
    ...repeated(keys),
  ];
}

function hostProblems(key: string, seconds: number | undefined, placed: readonly Placed[]): Problem[] {
  const path = formatPath([KEY, key]);
  const named = placed.find(({ host }) => host === zoneName(key));
  if (named === undefined) return [unknownHost(key, path, placed)];
  if (hasAlias({ apex: isApex(named.host, named.zone), zone: named.zone })) return [aliasHost(key, path)];
  return seconds === undefined ? [] : refusedTtls({ path, seconds, hosts: [named] });
}

function unknownHost(key: string, path: string, placed: readonly Placed[]): Problem {
  const near = closest(
    zoneName(key) ?? key,
    placed.map(({ host }) => host),
  );
  const fix =
    near === undefined ? 'declare it in petstore:api or docs, or drop it here' : `did you mean "${near}"?`;
  return { code: 'ttl-unknown', path, what: `"${key}" has a TTL but is not declared`, fix };
}

/** Route 53, API reference, ResourceRecordSet: an alias has the TTL of its target, and none can be set. */
function aliasHost(key: string, path: string): Problem {
  const what = `"${key}" has alias records, which have no TTL of their own: resolvers keep them for 60 seconds`;
  return { code: 'ttl-of-alias', path, what, fix: 'drop it here' };
}

/** One problem for each DNS host that refuses the TTL. An alias record does not have it. */
function refusedTtls({ path, seconds, hosts }: Entry): Problem[] {
  const own = hosts.filter(({ host, zone }) => !hasAlias({ apex: isApex(host, zone), zone }));
  const providers = new Set(own.map(({ zone }) => zone.provider));
  return [...providers].flatMap((provider): Problem[] => {
    const { ttl, title } = dnsHost(provider);
    const first = own.find(({ zone }) => zone.provider === provider)?.host;
    if (isWithin(seconds, ttl)) return [];
    const [min, max] = ttl.range;
    const what = `${seconds} is not a TTL that ${title} accepts (${first})`;
    return [{ code: 'ttl-refused', path, what, fix: `write ${min} to ${max}: ${ttl.because}` }];
  });
}

function isWithin(seconds: number, { range: [min, max] }: TtlRange): boolean {
  return seconds >= min && seconds <= max;
}

/** Two spellings of one host. */
function repeated(keys: readonly string[]): Problem[] {
  return keys.flatMap((key, index): Problem[] => {
    const first = keys.slice(0, index).find((other) => zoneName(other) === zoneName(key));
    if (first === undefined || zoneName(key) === undefined) return [];
    const what = `"${key}" is also written as "${first}"`;
    return [{ code: 'named-twice', path: formatPath([KEY, key]), what, fix: 'keep one of the two' }];
  });
}

function zoneFor(host: string, config: Config): ZoneRef {
  const zones = Object.entries(config['petstore:zones'] ?? {}).flatMap(([key, entry]) => {
    const name = zoneName(key);
    const provider = entry?.provider;
    return name === undefined || provider === undefined
      ? []
      : [{ name, provider } as ZoneRef & { name: string }];
  });
  return zoneOf(host, zones) ?? { provider: 'external', verified: true };
}
