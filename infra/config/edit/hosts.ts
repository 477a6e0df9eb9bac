// Steps on what a stack file has of a host: its declaration, its entries in the lists of hosts, and its TTL.
import { isDeepStrictEqual } from 'node:util';
import {
  type DeclaredPlace,
  declaredPlaces,
  entryHost,
  list,
  mapping,
  normal,
  type Path,
  type RawConfig,
  siteOf,
} from '../declared.ts';
import type { Item, Step } from './yaml-edit.ts';

/** The first declaration of the host; the config refuses another one. */
export function placeOf(config: RawConfig, host: string): DeclaredPlace | undefined {
  return declaredPlaces(config).find((candidate) => candidate.host === normal(host));
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

function indicesOf(config: RawConfig, key: string, host: string): number[] {
  return list(config[key]).flatMap((entry, index) => (entryHost(entry) === normal(host) ? [index] : []));
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
