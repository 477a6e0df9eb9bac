// The hosts that a planned change adds or moves, each with what is to serve it, who issues for it, and the records that the plan has
// at its name. Pure.
import { isDeepStrictEqual } from 'node:util';
import { canonical } from '../../names/dns-name.ts';
import { normaliseHost } from '../../names/host.ts';
import type { Finding } from '../../preflight/index.ts';
import { finding } from '../../preflight/rules/rule.ts';
import { assertHostCount } from '../options.ts';
import { authorityOf, hostType, namesBefore, namesIn, targetOf } from './names.ts';
import { type ChangedRecord, type PlannedRecord, type PlanZone, recordsOf, Zones } from './records.ts';
import { isByEmail, refusals } from './refusals.ts';
import { groupedBy, type Plan, type Resource, type Text, textsAt, UNKNOWN } from './resource.ts';

export interface PlannedHost {
  /** Normalised; of a wildcard what follows `*.`. */
  readonly host: string;
  readonly isWildcard: boolean;
  readonly places: readonly string[];
  /** What serves it, as `--target` names it, or the domain below which its names are. */
  readonly target?: string;
  /** The names of the distributions that are to have it, and whether each has it after another one of the plan; undefined: not known. */
  readonly distributions?: readonly string[];
  /** Who issues for it, as `--authority` names it; `unknown`: somebody issues, and the plan does not say who. */
  readonly authority?: string;
  readonly isByEmail: boolean;
  readonly zone?: Pick<PlanZone, 'provider' | 'name'>;
  /** The records that the plan sets there: addresses, and names that it leads to. */
  readonly sets: readonly PlannedRecord[];
  /** Every record there that the plan had before, and keeps, replaces or removes. */
  readonly had: readonly PlannedRecord[];
  readonly refusals: readonly Finding[];
}

export interface PlannedHosts {
  readonly hosts: readonly PlannedHost[];
  /** One for each name that cannot be checked, as it is not known yet or is not a host; and what a service refuses of other names. */
  readonly others: readonly Finding[];
  readonly zones: readonly PlanZone[];
  /** Zones that the plan delegates, by their NS records in the zone above. */
  readonly delegated: readonly string[];
  /** CAA records by their names: those that the plan had, and those that it sets. */
  readonly caa: Readonly<Record<'had' | 'sets', ReadonlyMap<string, readonly PlannedRecord[]>>>;
  /** Each name that the plan has, canonical, changed or not. */
  readonly names: ReadonlySet<string>;
}

/** One mention of a name by a resource that serves it, has its certificate, or is a record there. */
interface Use extends Pick<PlannedHost, 'target' | 'distributions' | 'authority'> {
  readonly name: Text;
  readonly place: string;
  readonly isChanged: boolean;
  readonly isByEmail?: boolean;
  readonly isLoose?: boolean;
  readonly mayBeRelative?: boolean;
}

const ROUTING: readonly (string | undefined)[] = ['A', 'AAAA', 'CNAME', undefined];

/** Throws UsageError for more hosts than one run checks. */
export function plannedHosts(plan: Plan): PlannedHosts {
  const zones = new Zones(plan);
  const isPublic = ({ zone }: PlannedRecord) => zone?.isPrivate !== true;
  const before = plan.resources.flatMap((one) => recordsOf(one, one.before, zones)).filter(isPublic);
  const after = plan.resources.flatMap((one) => changedRecords(one, zones)).filter(isPublic);
  const routing = after.filter((one) => ROUTING.includes(one.type) && !one.isValidation);
  const naming = plan.resources.flatMap(namingUses);
  const named = new Set(naming.map(({ name }) => name));
  const all = [...naming, ...routing.map(recordUse)].filter(isHostName);
  const refused = refusals(plan, zones, after);
  const ofName = groupedBy(refused, ({ host }) => host);
  const moved = new Set(all.filter(({ isChanged }) => isChanged).map(({ name }) => name));
  assertHostCount(moved.size);
  // Of what stays as it is, only what is said of these names matters.
  const uses = all
    .filter(({ name }) => moved.has(name) || (name !== UNKNOWN && ofName.has(name)))
    .map((use) => ({ ...use, ...normalised(use, named.has(use.name)) }));
  const sets = groupedBy(routing, ({ name }) => name);
  const had = groupedBy(before, ({ name }) => name);
  const changed = [...groupedBy(uses, ({ host }) => host)].filter(
    ([name, own]) => ofName.has(name) || own.some(({ isChanged }) => isChanged),
  );
  const hosts = changed.map(([name, own]): PlannedHost => {
    const served = own.filter(({ target, isChanged }) => target !== undefined && isChanged);
    return {
      host: name.replace(/^\*\./, ''),
      isWildcard: name.startsWith('*.'),
      places: [...new Set(own.map(({ place }) => place))],
      target: (served[0] ?? own.find(({ target }) => target !== undefined))?.target,
      distributions: served.find(({ distributions }) => distributions !== undefined)?.distributions,
      authority: own.find(({ authority }) => authority !== undefined)?.authority,
      isByEmail: own.some((one) => one.isByEmail),
      zone: sets.get(name)?.find(({ zone }) => zone !== undefined)?.zone,
      sets: sets.get(name) ?? [],
      had: had.get(name) ?? [],
      refusals: ofName.get(name) ?? [],
    };
  });
  const listed = new Set(changed.map(([name]) => name));
  const caaOf = (records: readonly PlannedRecord[]) =>
    groupedBy(records, ({ name, type }) => (type === 'CAA' ? name : undefined));
  const faults = uses.flatMap(({ isChanged, fault }) => (isChanged && fault !== undefined ? [fault] : []));
  return {
    hosts,
    others: [...faults, ...refused.filter(({ host }) => !listed.has(host))],
    zones: zones.all,
    delegated: after.flatMap(({ type, name }) => (type === 'NS' && name !== undefined ? [name] : [])),
    caa: { had: caaOf(before), sets: caaOf(after) },
    names: new Set(all.map(({ name }) => name).filter((name) => name !== UNKNOWN)),
  };
}

function namingUses(resource: Resource): Use[] {
  const row = hostType(resource);
  const { place, before, after } = resource;
  if (row === undefined || after === undefined) return [];
  const had = namesBefore(row, resource);
  const own = textsAt(before, row.gives).filter((one) => one !== UNKNOWN);
  const isSaid = row.gives.length > 0 && (before === undefined || own.length > 0);
  const use = {
    place,
    target: targetOf(row, after),
    distributions: isSaid ? own.map(canonical) : undefined,
    authority: authorityOf(row, after),
    isByEmail: isByEmail(row, resource),
    isLoose: row.isLoose,
  };
  return namesIn(row, resource, after).map((name) => ({
    ...use,
    name: name === UNKNOWN ? name : canonical(name),
    isChanged: after.json === UNKNOWN || !had.has(name),
  }));
}

function recordUse({ name, resource, isChanged, mayBeRelative }: ChangedRecord): Use {
  return { name: name ?? UNKNOWN, place: resource.place, isChanged, mayBeRelative };
}

function changedRecords(resource: Resource, zones: Zones): ChangedRecord[] {
  const had = resource.isReplaced ? [] : recordsOf(resource, resource.before, zones);
  return recordsOf(resource, resource.after, zones).map((record) => {
    const isSame = (one: PlannedRecord) =>
      one.name === record.name && one.type === record.type && `${one.values}` === `${record.values}`;
    const isUnknown =
      record.values === undefined && !isDeepStrictEqual(resource.before?.json, resource.after?.json);
    return { ...record, isChanged: isUnknown || !had.some(isSame) };
  });
}

/** Names with an underscore are of records for programs (RFC 8552), such as those of a validation. */
function isHostName({ name, isLoose }: Use): boolean {
  if (name === UNKNOWN) return true;
  return isLoose ? normaliseHost(name).ok : !/(^|\.)_/.test(name);
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
  if (result.ok && mayBeRelative && !isNamed && name.split('.').length === 2)
    return { fault: perhapsRelative(place, name) };
  if (result.ok) return { host: name.slice(0, -rest.length) + result.host };
  const { code, what, fix } = result.fault;
  const written = JSON.stringify(name.slice(0, 300));
  // A full name of one label is refused.
  if (code === 'one-label' && mayBeRelative === false) return {};
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
  return finding({ host: place }, 'plan-unreadable', 'blocked', { found, why, fix });
}
