// What a stack file has of each host, as it is written: where it is declared, the entries in the lists of hosts, and its TTL.
import { isDeepStrictEqual } from 'node:util';
import { normaliseHost } from '@petstore/custom-domains/names';
import type { HostRole, SiteName } from '../settings.ts';
import { SITE_NAMES } from '../site.ts';
import type { RawConfig } from '../stack-file.ts';
import { isMapping } from '../value.ts';
import type { Item, Path, Step } from './yaml-edit.ts';

export interface DeclaredPlace {
  readonly host: string;
  /** The name as it is written, which may be in another form than `host`. */
  readonly written: unknown;
  readonly site: SiteName;
  readonly role: HostRole;
  /** Of the name: `['petstore:docs', 'redirects', 0, 'from']`. */
  readonly at: Path;
  /** The redirect as it is written, of a host that redirects. */
  readonly redirect?: RawConfig;
}

export function declaredPlaces(config: RawConfig): DeclaredPlace[] {
  return SITE_NAMES.flatMap((site) => {
    const { primary, domains, redirects } = siteOf(config, site);
    const place = (role: HostRole, written: unknown, ...at: Path): DeclaredPlace => ({
      ...{ host: normal(written), written, site, role },
      at: [`petstore:${site}`, ...at],
    });
    return [
      place('primary', primary, 'primary'),
      ...list(domains).map((name, index) => place('domain', name, 'domains', index)),
      ...list(redirects).map((given, index) => {
        const redirect = mapping(given);
        return { ...place('redirect', redirect.from, 'redirects', index, 'from'), redirect };
      }),
    ];
  });
}

/** The first declaration of the host; the config refuses another one. */
export function placeOf(config: RawConfig, host: string): DeclaredPlace | undefined {
  return declaredPlaces(config).find((candidate) => candidate.host === normal(host));
}

export function siteOf(config: RawConfig, site: SiteName): RawConfig {
  return mapping(config[`petstore:${site}`]);
}

/** The item of the site's list that declares the host, which is not its primary. */
export function removePlace(config: RawConfig, { site, at }: DeclaredPlace): Step[] {
  const [, key, index] = at as [string, 'domains' | 'redirects', number];
  return removeEntries([`petstore:${site}`, key], [index], list(siteOf(config, site)[key]).length);
}

/** In place of what the list has of the host. `more`: what the entry says of it besides its name. */
export function setInList(
  config: RawConfig,
  key: string,
  host: string,
  more: Readonly<Record<string, string>> = {},
): Step[] {
  const name = normal(host);
  const value: Item = Object.keys(more).length === 0 ? name : { host: name, ...more };
  const entries = list(config[key]);
  if (entries.some((entry) => isDeepStrictEqual(entry, value))) return [];
  const former = removeEntries([key], indicesOf(config, key, host), entries.length + 1);
  return [{ kind: 'append', path: [key], value }, ...former];
}

export function removeFromList(config: RawConfig, key: string, host: string): Step[] {
  return removeEntries([key], indicesOf(config, key, host), list(config[key]).length);
}

export function isInList(config: RawConfig, key: string, host: string): boolean {
  return indicesOf(config, key, host).length > 0;
}

/** An entry is a host, or a mapping that says more of it. */
function indicesOf(config: RawConfig, key: string, host: string): number[] {
  const hosts = list(config[key]).map((entry) => normal(isMapping(entry) ? entry.host : entry));
  return hosts.flatMap((one, index) => (one === normal(host) ? [index] : []));
}

/** Out of every key that may name declared hosts only: the config refuses an entry of another host. */
export function removeMentions(config: RawConfig, host: string): Step[] {
  const ttls = Object.keys(mapping(config['petstore:ttl']));
  const own = ttls.filter((key) => normal(key) === normal(host));
  return [
    ...['petstore:verified', 'petstore:adopt', 'petstore:moving'].flatMap((key) =>
      removeFromList(config, key, host),
    ),
    ...removeEntries(['petstore:ttl'], own, ttls.length),
  ];
}

/** From the last, so that the other indices do not change. With every one of all entries, the key of the whole goes. */
function removeEntries(path: Path, keys: Path, count: number): Step[] {
  if (keys.length > 0 && keys.length === count) return [{ kind: 'remove', path }];
  return keys.toReversed().map((key) => ({ kind: 'remove', path: [...path, key] }));
}

/** The normal form of a valid name; any other text unchanged, which the config then refuses. */
export function normal(text: unknown): string {
  if (typeof text !== 'string') return '';
  const result = normaliseHost(text);
  return result.ok ? result.host : text;
}

export function list(value: unknown): readonly unknown[] {
  return Array.isArray(value) ? value : [];
}

function mapping(value: unknown): RawConfig {
  return isMapping(value) ? value : {};
}
