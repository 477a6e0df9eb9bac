// What must hold of `petstore:ttl`: its hosts are declared, have a TTL of their own, and their DNS host accepts it.
import { dnsHost, hasAlias, isApex, type ZoneRef } from '@petstore/custom-domains/dns-hosts';
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

interface Placed {
  readonly host: string;
  readonly zone: ZoneRef;
  /** Route 53, API reference, ResourceRecordSet: an alias has the TTL of its target, and none can be set. */
  readonly isAlias: boolean;
}

export function ttlProblems(config: Config, { sites }: Declared): Problem[] {
  const written = config[KEY];
  if (written === undefined) return [];
  const placed = sites.flatMap(({ hosts }) => hosts).map(({ host }) => placedIn(host, config));
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
  const fix =
    near === undefined ? 'declare it in petstore:api or docs, or drop it here' : `did you mean "${near}"?`;
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

function placedIn(host: string, config: Config): Placed {
  const zones = Object.entries(config['petstore:zones'] ?? {}).flatMap(([key, entry]) => {
    const [name, provider] = [zoneName(key), entry?.provider];
    if (name === undefined || provider === undefined) return [];
    return [{ name, provider } as ZoneRef & { name: string }];
  });
  const zone: ZoneRef = zoneOf(host, zones) ?? { provider: 'external', verified: true };
  return { host, zone, isAlias: hasAlias({ apex: isApex(host, zone), zone }) };
}
