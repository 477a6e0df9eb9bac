// The names that a resource serves or has a certificate for, as its row of the table has them. Pure.
import { authorityNamed } from '../../authorities/index.ts';
import { canonical } from '../../names/dns-name.ts';
import { type Resource, type Text, textsAt, UNKNOWN, type Values, valuesAt } from './resource.ts';
import { ENDPOINTS, HOST_TYPES, type HostType, PRIVATE } from './types.ts';

export function hostType(resource: Resource): HostType | undefined {
  const row = HOST_TYPES.get(resource.type);
  const values = resource.after ?? resource.before;
  if (row === undefined || values === undefined || values.json === UNKNOWN) return row;
  const isOut = row.needs.length > 0 && valuesAt(values, row.needs).length === 0;
  const isPublic = valuesAt(values, row.unless).length === 0 && targetOf(row, values) !== PRIVATE;
  return isOut || !isPublic ? undefined : row;
}

export function targetOf(row: HostType, values: Values | undefined): string | undefined {
  const [kind] = textsAt(values, row.endpoint);
  if (typeof kind === 'string') return ENDPOINTS[kind.toUpperCase()] ?? row.target;
  // A regional certificate is of a regional domain name alone.
  const isRegional = row.endpoint.length > 0 && valuesAt(values, ['regional_certificate_arn']).length > 0;
  return isRegional ? ENDPOINTS.REGIONAL : row.target;
}

const KNOWN = new WeakMap<Values, readonly Text[]>();

/** As they are written, and UNKNOWN for others. Read once: whoever finds the hosts of a resource asks, and whoever refuses them. */
export function namesIn(row: HostType, resource: Resource, values: Values | undefined): readonly Text[] {
  if (values === undefined) return [];
  const names = KNOWN.get(values) ?? readNames(row, resource, values);
  KNOWN.set(values, names);
  return names;
}

function readNames(row: HostType, resource: Resource, values: Values): readonly Text[] {
  if (values.json === UNKNOWN) return [UNKNOWN];
  const names = writtenNames(row, resource, values).map((one) => (typeof one === 'string' ? one : UNKNOWN));
  // A name that has to be there and is not cannot be read.
  if (names.length === 0 && !row.canBeNameless) return [UNKNOWN];
  const prefixes = valuesAt(values, row.prefixes);
  const all = prefixes.length === 0 ? names : names.flatMap((one) => prefixed(one, prefixes));
  const hosts = all.filter((name) => name !== UNKNOWN).filter((name) => !name.startsWith('*.'));
  const hasWww = row.www.length > 0 && !valuesAt(values, row.www).includes(false);
  const www = hasWww ? hosts.map((name) => `www.${name}`) : [];
  const wildcards = valuesAt(values, row.wildcard).includes(true) ? hosts.map((name) => `*.${name}`) : [];
  return [...new Set([...all, ...www, ...wildcards])];
}

/** Those that the resource has already: a replacement has none. */
export function namesBefore(row: HostType, resource: Resource): ReadonlySet<Text> {
  return new Set(resource.isReplaced ? [] : namesIn(row, resource, resource.before));
}

function prefixed(name: Text, prefixes: readonly unknown[]): Text[] {
  if (name === UNKNOWN) return [UNKNOWN];
  return prefixes.map((one) => (typeof one === 'string' ? `${one === '' ? '' : `${one}.`}${name}` : UNKNOWN));
}

function writtenNames(row: HostType, resource: Resource, values: Values): unknown[] {
  const names = row.names.map((path) => ({ path, found: valuesAt(values, [path]) }));
  if (!row.isAcm || names.every(({ found }) => !found.includes(UNKNOWN)))
    return names.flatMap(({ found }) => found);
  // terraform-provider-aws plans the options of all names; alternative names that the program does not set, it computes.
  const validated = valuesAt(values, ['domain_validation_options.domain_name']);
  if (validated.length > 0 && validated.every((one) => typeof one === 'string')) return validated;
  return names.flatMap(({ path, found }) =>
    found.filter((one) => one !== UNKNOWN || resource.sets?.(path) !== false),
  );
}

/** Whether a certificate for these names is for the name: a wildcard is for one label. */
export function covers(names: readonly Text[], name: string): boolean {
  const own = canonical(name);
  const wildcard = own.replace(/^[^.]+/, '*');
  return names.some((one) => one === UNKNOWN || [own, wildcard].includes(canonical(one)));
}

export function authorityOf({ authority, issuer }: HostType, values: Values | undefined): string | undefined {
  const [id] = textsAt(values, issuer);
  return issuer.length === 0 ? authority : (typeof id === 'string' && authorityNamed(id)?.id) || 'unknown';
}
