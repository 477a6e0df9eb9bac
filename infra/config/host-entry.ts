// An entry of `petstore:adopt` or `petstore:moving`: a host, or a mapping with a host and further settings.
import { HOST_FORM, normaliseHost } from '@petstore/custom-domains/names';
import { type Parsed, refused, show } from './scalars.ts';
import { isMapping } from './yaml.ts';

export interface HostEntry {
  /** Normalised FQDN, no final dot. */
  readonly host: string;
  /** As given, `host` too. */
  readonly settings: Readonly<Record<string, unknown>>;
}

/** For editors: both forms. `settings`: the schema of each one besides the host. */
export function hostEntryForm(settings: Readonly<Record<string, object>>) {
  const host = { type: 'string', ...HOST_FORM };
  const properties = { host, ...settings };
  return { anyOf: [host, { type: 'object', required: ['host'], additionalProperties: false, properties }] };
}

/** `keys`: every setting of a mapping, `host` first. `forms`: what to write in place of anything else. */
export function parseHostEntry(given: unknown, keys: readonly string[], forms: string): Parsed<HostEntry> {
  const settings = typeof given === 'string' ? { host: given } : given;
  if (!isMapping(settings)) return refused('bad-type', `${show(given)} is not a host`, forms);
  const unknown = Object.keys(settings).find((key) => !keys.includes(key));
  if (unknown !== undefined) {
    const known = `known here: ${keys.join(', ')}`;
    return refused('unknown-key', `has "${unknown}", which is not a setting`, known);
  }
  if (settings.host === undefined) return refused('missing-key', 'has no host', forms);
  const result = normaliseHost(typeof settings.host === 'string' ? settings.host : '');
  if (result.ok) return { value: { host: result.host, settings } };
  const { code, what, fix } = result.fault;
  return refused(`host-${code}`, `${show(settings.host)} ${what}`, fix);
}
