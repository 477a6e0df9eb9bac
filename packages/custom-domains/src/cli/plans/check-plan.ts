// The question about each host that a change of infrastructure adds or moves, as `check HOST` asks it, and the findings on it. What the
// plan itself sets, replaces or removes is not in the way. Pure.
import { AUTHORITIES, type Issuance } from '../../authorities/index.ts';
import { type HostSpec, isApex, type Routing } from '../../dns-hosts/zone.ts';
import { canonical, isWithin } from '../../names/dns-name.ts';
import { UsageError } from '../../output/index.ts';
import {
  type AssignedServers,
  bySeverity,
  type CheckedHost,
  type Finding,
  isAbout,
  isRoutingMissing,
  type RecordChange,
} from '../../preflight/index.ts';
import { isAddress, removalsOf } from '../../preflight/rules/rule.ts';
import type { Question } from '../check-hosts.ts';
import { parseTarget, TARGETS_ISSUER, type Target } from '../targets.ts';
import { type PlannedHost, type PlannedHosts, perhapsRelative, unreadable } from './planned-hosts.ts';
import type { PlannedRecord, PlanZone } from './records.ts';
import { excludes } from './refusals.ts';
import { groupedBy, type Plan } from './resource.ts';

const NOT_KNOWN = {
  title: 'a name that is not known yet',
  routing: { kind: 'name', within: [] },
} as const satisfies Target;

/** Baseline Requirements 3.2.2.4.4: ACM writes to admin@ and others of the domain. The label is of 4.2.2.1.2. */
const BY_EMAIL: Issuance['methods'] = [{ id: 'email', labels: ['ca-tbr-4'], byRecordBelow: false }];

/** `given`: the authority of the hosts for which the plan does not name one. */
export function questionOf(planned: PlannedHost, given: string | undefined): Question {
  const { host, isWildcard, sets, isByEmail, distributions } = planned;
  const target = isWildcard ? parseTarget(undefined) : targetOf(planned);
  const zone = zoneOf(planned);
  const own = planned.authority === 'unknown' ? undefined : planned.authority;
  const issuer = own ?? (target.profile ? TARGETS_ISSUER : given);
  const authority = AUTHORITIES.find(({ id }) => id === issuer);
  const methods = isByEmail ? BY_EMAIL : authority?.methods;
  const isDistribution = planned.target === 'cloudfront' && distributions !== undefined;
  // Of CloudFront's names, those of the distributions that are to have the host.
  const isNamed = isDistribution && target.routing.kind === 'name';
  const routing = isNamed ? routedTo(distributions.map((one) => `^${one}`)) : target.routing;
  const spec: HostSpec = {
    host,
    zone,
    // Any record but an address can be beside an alias record, as at an apex, and beside a CNAME that is proxied.
    apex:
      isApex(host, zone) ||
      sets.some((one) => one.isFollowed && (one.type !== 'CNAME' || one.provider === 'cloudflare')),
    target: isDistribution ? 'distribution' : (target.profile?.attach ?? 'gateway'),
    issuance: authority && methods && { authority, methods, isWildcard },
    routing,
  };
  return { spec, target, expected: { target: target.name }, live: false };
}

/** Of other DNS hosts the preflight knows nothing that matters here. */
function zoneOf({ zone, sets }: PlannedHost): HostSpec['zone'] {
  const provider = zone?.provider;
  if (zone && (provider === 'route53' || provider === 'cloudflare')) return { provider, name: zone.name };
  return { provider: 'external', verified: sets.length > 0 };
}

function targetOf({ sets, target: id }: PlannedHost): Target {
  if (sets.length === 0) return served(id);
  const values = sets.flatMap((one) => one.values ?? []);
  const isKnown = sets.every((one) => one.values !== undefined && one.type !== undefined);
  const isByName = sets.every((one) => one.type === 'CNAME' || one.isFollowed);
  try {
    if (isKnown && isByName && new Set(values).size === 1) return parseTarget(`cname:${values[0]}`);
    if (isKnown && !isByName && sets.every(({ type }) => type !== 'CNAME')) return parseTarget(`a:${values}`);
  } catch (error) {
    // The provider refuses a value that cannot be a name or an address.
    if (!(error instanceof UsageError)) throw error;
  }
  return id === undefined ? NOT_KNOWN : served(id);
}

/** A domain below which a platform's names are is not one of the profiles. */
function served(id: string | undefined): Target {
  if (id === undefined || !id.includes('.')) return parseTarget(id);
  return { title: `a name below ${id}`, routing: routedTo([`.${id}`]) };
}

/** `names`: their ends. */
const routedTo = (names: readonly string[]): Routing => {
  return { kind: 'name', within: names.map((one) => new RegExp(`${one.replaceAll('.', '\\.')}$`)) };
};

export function assignedServers(zones: readonly PlanZone[]): ReadonlyMap<string, AssignedServers> {
  return new Map(
    zones.flatMap(({ name, nameServers, isPrivate }) =>
      nameServers === undefined || isPrivate ? [] : [[name, { kind: 'known', nameServers } as const]],
    ),
  );
}

/** The zones above those to which DNS delegates hosts: records with one zone id are in one zone, the topmost that DNS shows for any. */
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

export function findingsInPlan(
  { plan: spec, findings }: CheckedHost,
  host: PlannedHost,
  { delegated }: PlannedHosts,
  plan: Plan,
): Finding[] {
  const { hasBefore } = plan;
  const isUnissued = spec.issuance === undefined;
  const zone = spec.zone.provider === 'external' ? undefined : spec.zone.name;
  const settled = findings
    .filter((one) => !isSettled(one, host, isUnissued))
    .flatMap((one) => (isConflict(one) ? inOrder(one, host, plan) : [one]))
    .map((one): Finding => {
      if (isAbout(one, 'alias'))
        return { ...one, severity: hasBefore ? 'blocked' : 'warning', fix: ALIAS_FIX };
      if (isConflict(one) && !hasBefore && areLikeSet(host, one))
        return {
          ...one,
          severity: 'warning',
          fix: `nothing to do, where it is this stack's own; else ${one.fix}`,
        };
      if (one.code === 'no-such-zone' && isRecordAlone(host)) return perhapsRelative(host.host, host.host);
      if (isAbout(one, 'routed') && hasBefore && isCreated(host, plan)) return { ...one, ...EXISTS };
      if (one.code === 'zone-not-delegated' && zone !== undefined && delegated.includes(zone))
        return { ...one, severity: 'info', fix: 'nothing to do: the plan sets its NS records' };
      return one;
    });
  const isUnknown = host.authority === 'unknown' && isUnissued;
  return bySeverity([...host.refusals, ...settled, ...(isUnknown ? [withoutAuthority(host)] : [])]);
}

/** What the finding asks for is done by the plan, or is not asked of this host. */
function isSettled(finding: Finding, host: PlannedHost, isUnissued: boolean): boolean {
  if (isAbout(finding, 'caa')) return isUnissued;
  // A wildcard is for the names below: it does not matter where the name itself leads.
  if (isAbout(finding, 'leads-to')) return host.isWildcard;
  // Nobody connects to a host that is validated by e-mail.
  if (isAbout(finding, 'own-records') && host.isByEmail) return true;
  return (isRoutingMissing(finding) || isAbout(finding, 'apex')) && host.sets.length > 0;
}

/** A conflict, after what the plan does about its records, in the order in which its tool does it; none where it is out of the way. */
function inOrder(finding: Finding, host: PlannedHost, plan: Plan): Finding[] {
  const removed = removalsOf([finding]);
  const all = removed.map((record) => orderOf(host, record, plan));
  if (removed.length > 0 && all.every((one) => one === 'first')) return [];
  // What is to be set in place of a conflict, the plan sets itself, with a TTL of its own.
  const records = host.sets.length > 0 ? removed : finding.records;
  const own = { ...finding, records };
  if (all.includes('other')) return [own];
  const places = host.had
    .map(({ resource }) => resource.place)
    .filter((one) => !host.sets.some(({ resource }) => resource.place === one));
  const them = [...new Set(places)].join(' and ') || 'it';
  if (all.includes('last')) {
    const why = `the plan removes it after it creates the new record, and ${finding.why}`;
    return [{ ...own, why, fix: `remove ${them} by an earlier change` }];
  }
  const text = all.includes('policy')
    ? {
        why: 'it may be another record of the routing policy, which DNS does not show',
        fix: 'nothing to do, where it is one with another set identifier; else remove it',
      }
    : {
        why: `the plan removes it and creates the new record in no certain order, and ${finding.why}`,
        fix: `remove ${them} first (terraform apply -target), or have a moved block make them one resource`,
      };
  return [{ ...own, severity: 'warning', ...text }];
}

/** When the plan removes a record: before it creates its own, after that, in no order; or it may be another one of a policy; or never. */
function orderOf({ had, sets }: PlannedHost, { type, value }: RecordChange, plan: Plan) {
  const isSame = (one: PlannedRecord) => one.type === type && (one.values ?? []).includes(canonical(value));
  // In place of an alias or a CNAME, DNS shows addresses. No other record can add addresses beside a CNAME.
  const isShown = (one: PlannedRecord) => isAddress(type) && (one.isFollowed || one.type === 'CNAME');
  const own = had.filter((one) => isSame(one) || isShown(one));
  const overwrites = (one: PlannedRecord) => one.overwrites && one.type === type;
  if (sets.some((one) => isSame(one) || overwrites(one))) return 'first';
  if (own.length === 0)
    return sets.some((one) => one.setIdentifier !== undefined && one.type === type) ? 'policy' : 'other';
  const orders = own.flatMap((old) =>
    sets.filter((one) => excludes(one, old)).map((one) => plan.removesFirst(old.resource, one.resource)),
  );
  if (orders.includes(false)) return 'last';
  return orders.includes(undefined) ? 'open' : 'first';
}

const isConflict = (one: Finding) => isAbout(one, 'old-place', 'https');

const ALIAS_FIX = 'have the name removed from the aliases of that distribution by an earlier change';

/** Records that the plan sets look like all that the finding would remove, once they are deployed. */
function areLikeSet({ sets }: PlannedHost, one: Finding): boolean {
  const removed = removalsOf([one]);
  const isLike = ({ type }: RecordChange) =>
    sets.some((set) => set.type === type || (set.isFollowed && isAddress(type)));
  return removed.length > 0 && removed.every(isLike);
}

/** Nothing else in the plan says that its name is the full one. */
function isRecordAlone({ sets, target, authority }: PlannedHost): boolean {
  return sets.some(({ mayBeRelative }) => mayBeRelative) && target === undefined && authority === undefined;
}

/** The plan creates its records while others are there, and changes or overwrites none. */
function isCreated({ sets, had }: PlannedHost, { removesFirst }: Plan): boolean {
  const isNew = ({ resource, overwrites, setIdentifier }: PlannedRecord) =>
    !overwrites &&
    setIdentifier === undefined &&
    had.every((old) => removesFirst(old.resource, resource) === false);
  return sets.length > 0 && sets.every(isNew);
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
