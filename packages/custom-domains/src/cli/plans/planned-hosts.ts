// The hosts that a planned change adds or moves, each with what is to serve it, who issues for it, and the records that the plan has
// at its name. Pure.
import { canonical } from '../../names/dns-name.ts';
import { normaliseHost } from '../../names/host.ts';
import type { Finding } from '../../preflight/index.ts';
import { NAMING, type NamingKind } from './kinds.ts';
import { type PlannedRecord, type PlanZone, recordsOf, zonesOf } from './records.ts';
import {
  groupedBy,
  type Plan,
  type Resource,
  type Text,
  textsAt,
  UNKNOWN,
  type Value,
  valuesAt,
} from './resource.ts';

export interface PlannedHost {
  /** Normalised; of a wildcard what follows `*.`. */
  readonly host: string;
  readonly isWildcard: boolean;
  /** Where the plan has it. */
  readonly places: readonly string[];
  /** What serves it, as `--target` names it. */
  readonly target?: string;
  /** Who issues for it, as `--authority` names it; `unknown`: somebody issues, and the plan does not say who. */
  readonly authority?: string;
  readonly zone?: Pick<PlanZone, 'provider' | 'name'>;
  /** The records that the plan sets there: addresses, and names that it leads to. */
  readonly sets: readonly PlannedRecord[];
  /** Every record there that the plan had before, and keeps, replaces or removes. */
  readonly had: readonly PlannedRecord[];
}

export interface PlannedHosts {
  readonly hosts: readonly PlannedHost[];
  /** One for each name that cannot be checked: it is not known yet, or it is not a host. */
  readonly unreadable: readonly Finding[];
  readonly zones: readonly PlanZone[];
  /** Zones that the plan delegates, by their NS records in the zone above. */
  readonly delegated: readonly string[];
}

/** One mention of a name by a resource that serves it, has its certificate, or is a record there. */
interface Use extends Pick<PlannedHost, 'target' | 'authority'> {
  readonly name: Text;
  readonly place: string;
  readonly isChanged: boolean;
  readonly isLoose?: boolean;
  readonly mayBeRelative?: boolean;
}

const ROUTING: readonly (string | undefined)[] = ['A', 'AAAA', 'CNAME', undefined];

export function plannedHosts(plan: Plan): PlannedHosts {
  const zones = zonesOf(plan);
  const isPublic = ({ zone }: PlannedRecord) => zone?.isPrivate !== true;
  const before = plan.resources.flatMap((one) => recordsOf(one, one.before, zones)).filter(isPublic);
  const after = plan.resources.flatMap((one) => changedRecords(one, zones));
  const routing = after.filter((one) => ROUTING.includes(one.type) && isPublic(one) && !one.isValidation);
  const naming = plan.resources.flatMap(namingUses);
  const named = new Set(naming.map(({ name }) => name));
  const uses = [...naming, ...routing.map(recordUse)]
    .filter(isHostName)
    .map((use) => ({ ...use, ...normalised(use, named.has(use.name)) }));
  const sets = groupedBy(routing, ({ name }) => name);
  const had = groupedBy(before, ({ name }) => name);
  const changed = [...groupedBy(uses, ({ host }) => host)].filter(([, all]) =>
    all.some(({ isChanged }) => isChanged),
  );
  return {
    hosts: changed.map(([name, all]) => ({
      host: name.replace(/^\*\./, ''),
      isWildcard: name.startsWith('*.'),
      places: [...new Set(all.map(({ place }) => place))],
      target: all.find(({ target }) => target !== undefined)?.target,
      authority: all.find(({ authority }) => authority !== undefined)?.authority,
      zone: sets.get(name)?.find(({ zone }) => zone !== undefined)?.zone,
      sets: sets.get(name) ?? [],
      had: had.get(name) ?? [],
    })),
    unreadable: uses.flatMap(({ isChanged, fault }) => (isChanged && fault !== undefined ? [fault] : [])),
    zones,
    delegated: after.flatMap(({ type, name }) => (type === 'NS' && name !== undefined ? [name] : [])),
  };
}

function namingUses(resource: Resource): Use[] {
  const kind = NAMING.find(({ types }) => types.includes(resource.type));
  if (kind === undefined || resource.after === undefined) return [];
  const before = resource.isReplaced ? [] : namesIn(kind, resource.before);
  return namesIn(kind, resource.after).map((name) => ({
    name,
    place: resource.place,
    target: kind.target,
    authority: authorityOf(kind, resource.after),
    isChanged: resource.after === UNKNOWN || !before.includes(name),
    isLoose: kind.isLoose,
  }));
}

function recordUse({ name, place, isChanged, mayBeRelative }: ChangedRecord): Use {
  return { name: name ?? UNKNOWN, place, isChanged, mayBeRelative };
}

function namesIn(kind: NamingKind, values: Value | undefined): Text[] {
  if (values === undefined) return [];
  if (values === UNKNOWN) return [UNKNOWN];
  const at = (paths: readonly string[] = []) => paths.flatMap((path) => valuesAt(values, path));
  if (at(kind.unless).length > 0) return [];
  // A name that is not a text cannot be read, and neither can one that has to be there and is not.
  const names = at(kind.names).map((name) => (typeof name === 'string' ? canonical(name) : UNKNOWN));
  if (names.length === 0 && !kind.canBeNameless) return [UNKNOWN];
  const hosts = names.filter((name) => name !== UNKNOWN).filter((name) => !name.startsWith('*.'));
  const hasWww = kind.www !== undefined && !at([kind.www]).includes(false);
  const www = hasWww ? hosts.map((name) => `www.${name}`) : [];
  const wildcards = at(kind.wildcard).includes(true) ? hosts.map((name) => `*.${name}`) : [];
  return [...new Set([...names, ...www, ...wildcards])];
}

function authorityOf({ authority }: NamingKind, values: Value | undefined): string | undefined {
  if (typeof authority === 'string') return authority;
  if (authority === undefined) return undefined;
  const [id] = textsAt(values, authority.at);
  return (typeof id === 'string' && authority.ids[id]) || 'unknown';
}

interface ChangedRecord extends PlannedRecord {
  /** It differs in its name, type or values from each record that the resource has. */
  readonly isChanged: boolean;
}

function changedRecords(resource: Resource, zones: readonly PlanZone[]): ChangedRecord[] {
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
  return isLoose ? normaliseHost(name).ok : !name.split('.').some((label) => label.startsWith('_'));
}

/**
 * The host in its normal form, with the `*.` of a wildcard; or what is wrong with the name. `isNamed`: something other than a record has
 * it too, which is then the full name.
 */
function normalised(
  { name, place, mayBeRelative }: Use,
  isNamed: boolean,
): { readonly host?: string; readonly fault?: Finding } {
  if (name === UNKNOWN) {
    const fix = 'give the name as a text; or check it by itself once it is known';
    return {
      fault: unreadable(place, 'its name is not known before the deployment, or is not in the plan', fix),
    };
  }
  const rest = name.replace(/^\*\./, '');
  const result = normaliseHost(rest);
  // `www.dev` can be the apex of a zone, or that name in the zone example.com.
  if (result.ok && mayBeRelative && !isNamed && rest.split('.').length === 2)
    return { fault: perhapsRelative(place, name) };
  if (result.ok) return { host: name.slice(0, -rest.length) + result.host };
  const { code, what, fix } = result.fault;
  const written = JSON.stringify(name);
  return code === 'one-label'
    ? { fault: unreadable(place, `${written} is in a zone that the plan does not name`, 'write it in full') }
    : { fault: unreadable(place, `${written} ${what}`, fix) };
}

export function perhapsRelative(place: string, name: string): Finding {
  const found = `${JSON.stringify(name)} may be relative to a zone that the plan does not name`;
  return unreadable(place, found, 'have the plan read its zone; or check it by itself');
}

/** A part of the plan that cannot be checked. `place`: where it is, in place of a host. */
export function unreadable(place: string, found: string, fix: string): Finding {
  const why = 'what is not known cannot be checked';
  return { code: 'plan-unreadable', severity: 'blocked', host: place, found, why, fix, records: [] };
}
