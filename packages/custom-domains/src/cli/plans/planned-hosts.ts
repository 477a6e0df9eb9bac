// The hosts that a planned change adds or moves, each with what is to serve it, who issues for it, and the records that the plan has
// at its name. Pure.

import { canonical } from '../../names/dns-name.ts';
import { normaliseHost } from '../../names/host.ts';
import { NAMING, type NamingKind } from './kinds.ts';
import { type PlannedRecord, type PlanZone, recordsOf, zonesOf } from './records.ts';
import { type Plan, type Resource, textsAt, UNKNOWN, type Value, valuesAt } from './resource.ts';

export interface PlannedHost {
  /** Normalised; of a wildcard what follows `*.`. */
  readonly host: string;
  readonly isWildcard: boolean;
  /** Where the plan has it. */
  readonly places: readonly string[];
  /** As `--target` and `--authority` name them; `unknown`: somebody issues, and the plan does not say who. */
  readonly target?: string;
  readonly authority?: string;
  readonly zone?: Pick<PlanZone, 'provider' | 'name'>;
  /** The records that the plan has there: addresses, and names that it leads to. */
  readonly sets: readonly PlannedRecord[];
  /** Every record there that it had before, and keeps, replaces or removes. */
  readonly had: readonly PlannedRecord[];
}

/** A name that cannot be checked: it is not known yet, or it is not a host. */
export interface Unreadable {
  readonly place: string;
  readonly found: string;
  readonly fix: string;
}

export interface PlannedHosts {
  readonly hosts: readonly PlannedHost[];
  readonly unreadable: readonly Unreadable[];
  readonly zones: readonly PlanZone[];
  /** Zones that the plan delegates, by their NS records in the zone above. */
  readonly delegated: readonly string[];
}

/** One mention of a name by a resource that serves it, has its certificate, or is a record there. */
interface Use extends Pick<PlannedHost, 'target' | 'authority'> {
  readonly name: string | typeof UNKNOWN;
  readonly place: string;
  readonly isChanged: boolean;
  readonly isLoose?: boolean;
}

const ROUTING: readonly (string | undefined)[] = ['A', 'AAAA', 'CNAME', undefined];

export function plannedHosts(plan: Plan): PlannedHosts {
  const zones = zonesOf(plan);
  const before = plan.resources.flatMap((one) => recordsOf(one, one.before, zones));
  const after = plan.resources.flatMap((one) => changedRecords(one, zones));
  const isPublic = ({ zone }: PlannedRecord) => zone?.isPrivate !== true;
  const routing = after.filter((one) => ROUTING.includes(one.type) && isPublic(one) && !one.isValidation);
  const named = [
    ...plan.resources.flatMap(usesOf),
    ...routing.map((one): Use => ({ ...one, name: one.name ?? UNKNOWN })),
  ].filter(isHostName);
  const read = named.map((use) => ({ use, name: hostOf(use) }));
  const uses = grouped(read, ({ name }) => (typeof name === 'string' ? name : undefined));
  const [sets, had] = [
    grouped(routing, ({ name }) => name),
    grouped(before.filter(isPublic), ({ name }) => name),
  ];
  const hosts = [...uses].filter(([, all]) => all.some(({ use }) => use.isChanged));
  return {
    hosts: hosts.map(([name, all]) => ({
      host: name.replace(/^\*\./, ''),
      isWildcard: name.startsWith('*.'),
      places: [...new Set(all.map(({ use }) => use.place))],
      target: all.find(({ use }) => use.target !== undefined)?.use.target,
      authority: all.find(({ use }) => use.authority !== undefined)?.use.authority,
      zone: sets.get(name)?.find(({ zone }) => zone !== undefined)?.zone,
      sets: sets.get(name) ?? [],
      had: had.get(name) ?? [],
    })),
    unreadable: read.flatMap(({ use, name }) => (typeof name === 'string' || !use.isChanged ? [] : [name])),
    zones,
    delegated: after.flatMap(({ type, name }) => (type === 'NS' && name !== undefined ? [name] : [])),
  };
}

export function grouped<Item>(
  items: readonly Item[],
  keyOf: (item: Item) => string | undefined,
): Map<string, Item[]> {
  const groups = new Map<string, Item[]>();
  for (const item of items) {
    const key = keyOf(item);
    if (key === undefined) continue;
    const group = groups.get(key) ?? [];
    group.push(item);
    groups.set(key, group);
  }
  return groups;
}

function usesOf(resource: Resource): Use[] {
  const kind = NAMING.find(({ types }) => types.includes(resource.type));
  if (kind === undefined || resource.after === undefined) return [];
  const before = resource.isReplaced ? [] : namesIn(kind, resource.before);
  return namesIn(kind, resource.after).map((name) => ({
    name,
    place: resource.place,
    target: kind.target,
    authority: authorityOf(kind, resource.after),
    isChanged: !before.includes(name),
    isLoose: kind.isLoose,
  }));
}

function namesIn(kind: NamingKind, values: Value | undefined): (string | typeof UNKNOWN)[] {
  if ((kind.unless ?? []).some((path) => valuesAt(values, path).length > 0)) return [];
  const own = textsAt(values, kind.names).map((name) => (name === UNKNOWN ? name : canonical(name)));
  const isOn = (paths: readonly string[] = []) =>
    paths.flatMap((path) => valuesAt(values, path)).includes(true);
  const isOff = (path: string) => valuesAt(values, path).includes(false);
  const more = own.flatMap((name) => {
    if (name === UNKNOWN || name.startsWith('*.')) return [];
    const www = kind.www !== undefined && !isOff(kind.www) ? [`www.${name}`] : [];
    return isOn(kind.wildcard) ? [...www, `*.${name}`] : www;
  });
  return [...new Set([...own, ...more])];
}

function authorityOf({ authority }: NamingKind, values: Value | undefined): string | undefined {
  if (typeof authority === 'string') return authority;
  if (authority === undefined) return undefined;
  const [id] = textsAt(values, authority.at);
  return (typeof id === 'string' && authority.ids[id]) || 'unknown';
}

/** Of each record whether it is another than the resource has: by name, type and values. */
function changedRecords(resource: Resource, zones: readonly PlanZone[]) {
  const had = resource.isReplaced ? [] : recordsOf(resource, resource.before, zones);
  return recordsOf(resource, resource.after, zones).map((record) => {
    const isSame = (one: PlannedRecord) =>
      one.name === record.name && one.type === record.type && `${one.values}` === `${record.values}`;
    return { ...record, isChanged: record.values === undefined || !had.some(isSame) };
  });
}

/** Names with an underscore are of records for programs (RFC 8552), such as those of a validation. */
function isHostName({ name, isLoose }: Use): boolean {
  if (name === UNKNOWN) return true;
  if (name.split('.').some((label) => label.startsWith('_'))) return false;
  return isLoose !== true || (!name.includes('?') && !name.includes('*') && normaliseHost(name).ok);
}

/** Its normal form, with the `*.` of a wildcard. */
function hostOf({ name, place }: Pick<Use, 'name' | 'place'>): string | Unreadable {
  if (name === UNKNOWN)
    return {
      place,
      found: 'its name is not known before the deployment',
      fix: 'give the name as a text; or check it by itself once it is known',
    };
  const rest = name.replace(/^\*\./, '');
  const result = normaliseHost(rest);
  if (result.ok) return name.slice(0, -rest.length) + result.host;
  const { code, what, fix } = result.fault;
  if (code === 'one-label')
    return {
      place,
      found: `${JSON.stringify(name)} is in a zone that the plan does not name`,
      fix: 'write it in full',
    };
  return { place, found: `${JSON.stringify(name)} ${what}`, fix };
}
