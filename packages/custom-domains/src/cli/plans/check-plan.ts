// What is asked about each host that a change of infrastructure adds or moves, as `check HOST` asks it; and what is in its way, which what the
// plan itself sets, replaces or removes is not. Pure.
import { AUTHORITIES } from '../../authorities/index.ts';
import { type HostSpec, isApex } from '../../dns-hosts/zone.ts';
import { canonical, isBelow, isWithin } from '../../names/dns-name.ts';
import { bySeverity } from '../../preflight/finding.ts';
import {
  type AssignedServers,
  type CheckedHost,
  type Finding,
  type FindingCode,
  isRoutingMissing,
  type RecordChange,
  summarizeCaa,
} from '../../preflight/index.ts';
import { isAddress } from '../../preflight/rules/rule.ts';
import type { Question } from '../check-hosts.ts';
import { CommandLineError } from '../io.ts';
import { parseTarget, type Target } from '../targets.ts';
import { grouped, type PlannedHost, type PlannedHosts, type Unreadable } from './planned-hosts.ts';
import type { PlannedRecord, PlanZone } from './records.ts';
import type { Plan } from './resource.ts';

const NOT_KNOWN = {
  title: 'a name that is not known yet',
  routing: { kind: 'name', within: [] },
} as const satisfies Target;

/** `authority`: of hosts whose own is not in the plan. */
export function questionOf(host: PlannedHost, authority: string | undefined): Question {
  const target = host.isWildcard ? parseTarget(undefined) : targetOf(host);
  const isOwn = host.zone !== undefined && isWithin(host.host, host.zone.name);
  const zone: HostSpec['zone'] =
    isOwn && host.zone
      ? { provider: host.zone.provider, name: host.zone.name }
      : { provider: 'external', verified: host.sets.length > 0 };
  const issuing = AUTHORITIES.find(({ id }) => id === issuerOf(host, target, authority));
  const spec: HostSpec = {
    host: host.host,
    zone,
    // Beside an alias record there can be all but addresses, as at an apex.
    apex: isApex(host.host, zone) || host.sets.some(isAlias),
    target: target.profile?.attach ?? 'gateway',
    issuance: issuing && { authority: issuing, methods: issuing.methods, isWildcard: host.isWildcard },
    routing: target.routing,
  };
  return { spec, target, expected: { target: target.name }, live: false };
}

const isAlias = ({ type, isFollowed }: PlannedRecord): boolean => isFollowed && type !== 'CNAME';

function issuerOf(host: PlannedHost, target: Target, authority: string | undefined): string | undefined {
  const own = host.authority === 'unknown' ? undefined : host.authority;
  return own ?? target.profile?.authority ?? authority;
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
    // A value that no name or address can be is the provider's to refuse.
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
 * Records with one zone id are in one zone, although the plan does not name it: one that DNS shows above all of their names. The hosts of it
 * that DNS shows in a zone below that one, where a record of the plan is not visible.
 */
export function delegatedHosts(
  checked: readonly { readonly host: PlannedHost; readonly result: CheckedHost }[],
): ReadonlyMap<PlannedHost, Pick<PlanZone, 'provider' | 'name'>> {
  const located = checked.map(({ host, result }) => {
    const { cut } = result.observation;
    return { host, zone: cut.kind === 'zone' ? cut.name : undefined, set: host.sets[0] };
  });
  const groups = grouped(located, ({ set, zone }) => (zone === undefined ? undefined : set?.zoneId));
  const entries = [...groups.values()].flatMap((all) => {
    const [name = ''] = all.map(({ zone = '' }) => zone).sort((one, other) => one.length - other.length);
    const isOne = all.every(({ host }) => isWithin(host.host, name));
    const below = all.filter(({ zone = '' }) => isOne && isBelow(zone, name));
    return below.flatMap(({ host, set }) => (set ? [[host, { provider: set.provider, name }] as const] : []));
  });
  return new Map(entries);
}

/** What is said of the host where nothing is found. */
export function planSummary({ plan, observation }: CheckedHost): string {
  const issuing =
    plan.issuance === undefined ? 'no certificate in the plan' : summarizeCaa(plan, observation);
  return plan.routing?.kind === 'unchanged' ? issuing : `${issuing} · no conflicts`;
}

/** The findings on the host as the author of the plan reads them. */
export function findingsInPlan(
  { plan: spec, findings }: CheckedHost,
  host: PlannedHost,
  { delegated }: PlannedHosts,
  { hasBefore }: Pick<Plan, 'hasBefore'>,
): Finding[] {
  const isSet = host.sets.length > 0;
  const zone = spec.zone.provider === 'external' ? undefined : spec.zone.name;
  const settled = findings.flatMap((one): Finding[] => {
    const removed = one.records.filter(({ action }) => action === 'remove');
    const isAll = (covers: (record: RecordChange) => boolean) => removed.length > 0 && removed.every(covers);
    if (one.code.startsWith('caa-') && spec.issuance === undefined) return [];
    // Where the name itself leads is another matter than the names below it.
    if (host.isWildcard && one.code.startsWith('target-')) return [];
    if (isSet && (isRoutingMissing(one) || one.code === 'apex-needs-alias')) return [];
    if (CONFLICTS.includes(one.code) && isAll((record) => isOwn(host, record))) return [];
    if (CONFLICTS.includes(one.code) && !hasBefore && isAll((record) => isLikeSet(host, record)))
      return [
        { ...one, severity: 'warning', fix: `nothing to do, where it is this stack's own; else ${one.fix}` },
      ];
    if (one.code === 'already-configured' && hasBefore && isCreated(host)) return [{ ...one, ...EXISTS }];
    if (one.code === 'zone-not-delegated' && zone !== undefined && delegated.includes(zone))
      return [{ ...one, severity: 'info', fix: 'nothing to do: the plan sets its NS records' }];
    return [{ ...one, fix: FIXES[one.code] ?? one.fix }];
  });
  const isUnissued = host.authority === 'unknown' && spec.issuance === undefined;
  return bySeverity(isUnissued ? [...settled, withoutAuthority(host)] : settled);
}

/** Where the fix of a stack of this project is another one. */
const FIXES: Readonly<Partial<Record<FindingCode, string>>> = {
  'delegated-away':
    'set the record in the zone that serves the name, or end that one by removing its NS records',
  'wrong-zone':
    "delegate the zone to the name servers of the plan's, or have the plan set its records in the delegated one",
  'zone-unconfirmed': 'compare them with the name servers that the DNS host shows for the zone',
};

const CONFLICTS: readonly FindingCode[] = ['conflicting-record', 'cname-elsewhere', 'stale-https-record'];

/** The plan has it already, to keep, replace or remove it; or it sets the same, or whatever is there anew. */
function isOwn({ had, sets }: PlannedHost, { type, value }: RecordChange): boolean {
  const isSame = (one: PlannedRecord) => one.type === type && (one.values ?? []).includes(canonical(value));
  // DNS shows the addresses in their place. Nothing else can have addresses beside a CNAME.
  const isShown = (one: PlannedRecord) => isAddress(type) && (one.isFollowed || one.type === 'CNAME');
  const overwrites = (one: PlannedRecord) => one.overwrites && one.type === type;
  return had.some((one) => isSame(one) || isShown(one)) || sets.some((one) => isSame(one) || overwrites(one));
}

/** What the plan sets would look like this, once it is set. */
function isLikeSet({ sets }: PlannedHost, { type }: RecordChange): boolean {
  return sets.some((one) => one.type === type || (one.isFollowed && isAddress(type)));
}

/** None of its records is there as a change of one that was. */
function isCreated({ sets, had }: PlannedHost): boolean {
  return sets.length > 0 && had.length === 0 && !sets.some(({ overwrites }) => overwrites);
}

const EXISTS = {
  severity: 'blocked',
  why: 'the plan creates it, and the DNS host refuses a second one',
  fix: 'import it, so that the plan has it; or remove it first',
} as const;

export function unreadable({ place, found, fix }: Unreadable): Finding {
  const why = 'what is not known cannot be checked';
  return { code: 'plan-unreadable', severity: 'blocked', host: place, found, why, fix, records: [] };
}

function withoutAuthority({ host, places }: PlannedHost): Finding {
  const found = `${places[0]} does not say which of the known authorities issues for ${host}`;
  return { ...unreadable({ place: host, found, fix: 'name it by --authority' }), severity: 'warning' };
}
