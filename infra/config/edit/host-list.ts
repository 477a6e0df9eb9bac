// Steps on the lists of hosts in a stack file, and the names in them.
import { normaliseHost } from '@petstore/custom-domains/names';
import type { RawConfig } from '../stack-file.ts';
import type { Step } from './step.ts';

export function addToList(config: RawConfig, key: string, host: string): Step[] {
  const isThere = list(config[key]).some((text) => normal(text) === normal(host));
  return isThere ? [] : [{ key, change: { kind: 'append', item: normal(host) } }];
}

export function removeFromList(config: RawConfig, key: string, host: string): Step[] {
  return removalsAt(key, list(config[key]).map(normal), normal(host));
}

/** Every entry, from the last, so that the other indices do not change. */
export function removalsAt(key: string, hosts: readonly string[], host: string): Step[] {
  const entries = hosts.flatMap((one, index) => (one === host ? [index] : []));
  return entries.reverse().map((index) => ({ key, change: { kind: 'remove-item', index } }));
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
