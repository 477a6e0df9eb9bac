// The question about each host that a change of infrastructure adds or moves, as `check HOST` asks it, and the findings on it. What the
// plan itself sets, replaces or removes is not in the way. Pure.
import { AUTHORITIES } from '../../authorities/index.ts';
import { type HostSpec, isApex } from '../../dns-hosts/zone.ts';
import { canonical, isWithin } from '../../names/dns-name.ts';
import { bySeverity } from '../../preflight/finding.ts';
import {
  type AssignedServers,
  type CheckedHost,
  type Finding,
  isAbout,
  isRoutingMissing,
  type RecordChange,
} from '../../preflight/index.ts';
import { isAddress } from '../../preflight/rules/rule.ts';
import type { Question } from '../check-hosts.ts';
import { CommandLineError } from '../io.ts';
import { parseTarget, type Target } from '../targets.ts';
import { type PlannedHost, type PlannedHosts, perhapsRelative, unreadable } from './planned-hosts.ts';
import type { PlannedRecord, PlanZone } from './records.ts';
import { groupedBy, type Plan } from './resource.ts';

const NOT_KNOWN = {
  title: 'a name that is not known yet',
  routing: { kind: 'name', within: [] },
} as const satisfies Target;

/** `given`: the authority of the hosts for which the plan does not name one. */
export function questionOf(planned: PlannedHost, given: string | undefined): Question {
  const { host, isWildcard, sets } = planned;
  const target = isWildcard ? parseTarget(undefined) : targetOf(planned);
  const zone: HostSpec['zone'] = planned.zone
    ? { provider: planned.zone.provider, name: planned.zone.name }
    : { provider: 'external', verified: sets.length > 0 };
  const own = planned.authority === 'unknown' ? undefined : planned.authority;
  const issuer = own ?? target.profile?.authority ?? given;
  const authority = AUTHORITIES.find(({ id }) => id === issuer);
  const spec: HostSpec = {
    host,
    zone,
    // Any record but an address can be beside an alias record, as at an apex.
    apex: isApex(host, zone) || sets.some(({ type, isFollowed }) => isFollowed && type !== 'CNAME'),
    target: target.profile?.attach ?? 'gateway',
    issuance: authority && { authority, methods: authority.methods, isWildcard },
    routing: target.routing,
  };
  return { spec, target, expected: { target: target.name }, live: false };
}

function targetOf({ sets, target: id }: PlannedHost): Target {
  if (sets.length === 0) return parseTarget(id);
  const values = sets.flatMap((one) => one.values ?? []);
  const isKnown = sets.every((one) => one.values !== undefined && one.type !== undefined);
  const isByName = sets.every((one) => one.type === 'CNAME' || one.isFollowed);
  try {
    if (isKnown && isByName && new Set(values).size === 1) return parseTarget(`cname:${values[0]}`);
    if (isKnown && !isByName && sets.every(({ type }) => type !== 'CNAME')) return parseTarget(`a:${values}`);
  } catch (error) {
    // The provider refuses a value that cannot be a name or an address.
    if (!(error instanceof CommandLineError)) throw error;
  }
  return id === undefined ? NOT_KNOWN : parseTarget(id);
}

/** The name servers of the zones that the plan knows. */
export function assignedServers(zones: readonly PlanZone[]): ReadonlyMap<string, AssignedServers> {
  return new Map(
    zones.flatMap(({ name, nameServers, isPrivate }) =>
      nameServers === undefined || isPrivate ? [] : [[name, { kind: 'known', nameServers } as const]],
    ),
  );
}

/**
 * The zone of each host whose record DNS cannot show: it is in a zone above the one to which DNS delegates the host. The plan does not name
 * that zone, but records with one zone id are in one zone: the topmost that DNS shows for any of them, where all of them are within it.
 */
export function hiddenZones(
  checked: readonly { readonly host: PlannedHost; readonly result: CheckedHost }[],
): ReadonlyMap<PlannedHost, NonNullable<PlannedHost['zone']>> {
  const located = checked.flatMap(({ host, result: { observation } }) => {
    const [set] = host.sets;
    return set && observation.cut.kind === 'zone' ? [{ host, set, cut: observation.cut.name }] : [];
  });
  const groups = groupedBy(located, ({ set }) => set.zoneId);
  const entries = [...groups.values()].flatMap((all) => {
    const [name = ''] = all.map(({ cut }) => cut).sort((one, other) => one.length - other.length);
    if (!all.every(({ host }) => isWithin(host.host, name))) return [];
    const delegated = all.filter(({ cut }) => cut !== name);
    return delegated.map(({ host, set }) => [host, { provider: set.provider, name }] as const);
  });
  return new Map(entries);
}

/** The findings on the host as the author of the plan reads them. */
export function findingsInPlan(
  { plan: spec, findings }: CheckedHost,
  host: PlannedHost,
  { delegated }: PlannedHosts,
  { hasBefore }: Plan,
): Finding[] {
  const isUnissued = spec.issuance === undefined;
  const zone = spec.zone.provider === 'external' ? undefined : spec.zone.name;
  const settled = findings
    .filter((one) => !isSettled(one, host, isUnissued))
    .map((one) => withoutPlanned(one, host))
    .map((one): Finding => {
      if (isConflict(one) && !hasBefore && removesOnly(one, (record) => isLikeSet(host, record)))
        return {
          ...one,
          severity: 'warning',
          fix: `nothing to do, where it is this stack's own; else ${one.fix}`,
        };
      if (one.code === 'no-such-zone' && isRecordAlone(host)) return perhapsRelative(host.host, host.host);
      if (isAbout(one, 'routed') && hasBefore && isCreated(host)) return { ...one, ...EXISTS };
      if (one.code === 'zone-not-delegated' && zone !== undefined && delegated.includes(zone))
        return { ...one, severity: 'info', fix: 'nothing to do: the plan sets its NS records' };
      return one;
    });
  const isUnknown = host.authority === 'unknown' && isUnissued;
  return bySeverity(isUnknown ? [...settled, withoutAuthority(host)] : settled);
}

/** What the finding asks for is done by the plan, or is not asked of this host. */
function isSettled(finding: Finding, host: PlannedHost, isUnissued: boolean): boolean {
  if (isAbout(finding, 'caa')) return isUnissued;
  // A wildcard is for the names below: it does not matter where the name itself leads.
  if (isAbout(finding, 'leads-to')) return host.isWildcard;
  if (isRoutingMissing(finding) || isAbout(finding, 'apex')) return host.sets.length > 0;
  return isConflict(finding) && removesOnly(finding, (record) => isOwn(host, record));
}

/** What is to be set in place of a conflict, the plan sets itself, with a TTL of its own. */
function withoutPlanned(finding: Finding, { sets }: PlannedHost): Finding {
  if (sets.length === 0 || !isConflict(finding)) return finding;
  return { ...finding, records: finding.records.filter(({ action }) => action !== 'add') };
}

function removesOnly({ records }: Finding, covers: (record: RecordChange) => boolean): boolean {
  const removed = records.filter(({ action }) => action === 'remove');
  return removed.length > 0 && removed.every(covers);
}

const isConflict = (one: Finding) => isAbout(one, 'old-place', 'https');

/** The plan had the record, and keeps, replaces or removes it; or it sets the same record, or one that overwrites it. */
function isOwn({ had, sets }: PlannedHost, { type, value }: RecordChange): boolean {
  const isSame = (one: PlannedRecord) => one.type === type && (one.values ?? []).includes(canonical(value));
  // In place of an alias or a CNAME, DNS shows addresses. No other record can add addresses beside a CNAME.
  const isShown = (one: PlannedRecord) => isAddress(type) && (one.isFollowed || one.type === 'CNAME');
  const overwrites = (one: PlannedRecord) => one.overwrites && one.type === type;
  return had.some((one) => isSame(one) || isShown(one)) || sets.some((one) => isSame(one) || overwrites(one));
}

/** A record that the plan sets looks like this one, once it is deployed. */
function isLikeSet({ sets }: PlannedHost, { type }: RecordChange): boolean {
  return sets.some((one) => one.type === type || (one.isFollowed && isAddress(type)));
}

/** Nothing else in the plan says that its name is the full one. */
function isRecordAlone({ sets, target, authority }: PlannedHost): boolean {
  return sets.some(({ mayBeRelative }) => mayBeRelative) && target === undefined && authority === undefined;
}

/** The plan creates its records, and changes or overwrites none. */
function isCreated({ sets, had }: PlannedHost): boolean {
  return sets.length > 0 && had.length === 0 && !sets.some(({ overwrites }) => overwrites);
}

const EXISTS = {
  severity: 'blocked',
  why: 'the plan creates it, and the DNS host refuses a second one',
  fix: 'import it, so that the plan has it; or remove it first',
} as const;

function withoutAuthority({ host, places }: PlannedHost): Finding {
  const found = `${places[0]} does not say which of the known authorities issues for ${host}`;
  return { ...unreadable(host, found, 'name it by --authority'), severity: 'warning' };
}
