// Steps on what a stack file has of a host beside its declaration: entries in the lists of hosts, and a TTL of its own.
import { isDeepStrictEqual } from 'node:util';
import { normaliseHost } from '@petstore/custom-domains/names';
import type { RawConfig } from '../stack-file.ts';
import { isMapping } from '../yaml.ts';
import type { Step } from './step.ts';

export function addToList(config: RawConfig, key: string, host: string): Step[] {
  return isInList(config, key, host) ? [] : [{ key, change: { kind: 'append', item: normal(host) } }];
}

/** In place of what the list has of the host. `more`: what the entry says of it besides its name. */
export function setInList(config: RawConfig, key: string, host: string, more: object): Step[] {
  const name = normal(host);
  const item = Object.keys(more).length === 0 ? name : { host: name, ...more };
  const known = list(config[key]).find((entry) => entryHost(entry) === name);
  if (isDeepStrictEqual(known, item)) return [];
  return [...removeFromList(config, key, host), { key, change: { kind: 'append', item } }];
}

/** Every entry of the host, from the last, so that the other indices do not change. */
export function removeFromList(config: RawConfig, key: string, host: string): Step[] {
  const name = normal(host);
  const entries = list(config[key]).flatMap((entry, index) => (entryHost(entry) === name ? [index] : []));
  return entries.reverse().map((index) => ({ key, change: { kind: 'remove-item', index } }));
}

export function isInList(config: RawConfig, key: string, host: string): boolean {
  return list(config[key]).some((entry) => entryHost(entry) === normal(host));
}

/** An entry is a host, or a mapping that says more of it. */
function entryHost(entry: unknown): string {
  return normal(isMapping(entry) ? entry.host : entry);
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

const VERIFIED = 'petstore:verified';
export const ADOPT = 'petstore:adopt';
export const MOVING = 'petstore:moving';
export const REMOVALS = 'petstore:removals';
const TTL = 'petstore:ttl';
/** The lists of declared hosts: the config refuses an entry of another host, and a TTL of another one. */
const LISTS = [VERIFIED, ADOPT, MOVING];

/** Out of every key that may name declared hosts only. */
export function removeEntries(config: RawConfig, host: string): Step[] {
  return [...LISTS.flatMap((key) => removeFromList(config, key, host)), ...removeTtl(config, host)];
}

/** With the only entry of the mapping, the key too. */
function removeTtl(config: RawConfig, host: string): Step[] {
  const entries = ttlKeys(config, host);
  if (entries.length === 0) return [];
  if (Object.keys(ttls(config)).length === entries.length)
    return [{ key: TTL, change: { kind: 'remove-key' } }];
  return entries.map((key) => ({ site: TTL, key, change: { kind: 'remove-key' } }));
}

/** The keys of the config that name the host beside its declaration. */
export function keysNaming(config: RawConfig, host: string): string[] {
  const lists = [...LISTS, REMOVALS].filter((key) => isInList(config, key, host));
  return ttlKeys(config, host).length === 0 ? lists : [...lists, TTL];
}

/** As they are written. */
function ttlKeys(config: RawConfig, host: string): string[] {
  return Object.keys(ttls(config)).filter((key) => normal(key) === normal(host));
}

function ttls({ [TTL]: value }: RawConfig): RawConfig {
  return isMapping(value) ? value : {};
}
