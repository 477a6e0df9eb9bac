// What a stack file says of a host beside its declaration: entries in the lists of hosts, and a TTL of its own.
import type { RawConfig } from '../stack-file.ts';
import { isMapping } from '../yaml.ts';
import { isInList, normal, removeFromList } from './host-list.ts';
import type { Step } from './step.ts';

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
