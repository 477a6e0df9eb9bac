// Whether records of the declared zone are visible at all: it exists, it is delegated, it has the host, and it is the one that is
// meant, as a name can have several zones, in one account or in many.
import { dnsHost, dnsHostOfServer } from '../../dns-hosts/list.ts';
import type { HostSpec } from '../../dns-hosts/zone.ts';
import { isBelow } from '../../names/dns-name.ts';
import { registrable } from '../../names/host.ts';
import { RECORD_TTL } from '../../names/record-ttl.ts';
import type { Finding, RecordChange } from '../finding.ts';
import { wantedZone } from '../observation/locate-zone.ts';
import type { Observation, ZoneState } from '../observation/observation.ts';
import type { FailureReason } from '../reader/answer.ts';
import { add, finding, list, once, type Rule, remove } from './rule.ts';

/** The zone found is above every name that can be registered: the domain is not registered, or it has lapsed. */
export const noSuchZone = once((plan, observation): Finding | undefined => {
  const wanted = wantedZone(plan);
  if (wanted === undefined || !isUnregistered(wanted, observation)) return undefined;
  return finding(plan, 'no-such-zone', 'blocked', {
    found: `${wanted} does not exist: ${describeZone(observation)} has no such name`,
    why: 'no resolver can find a name below one that is not registered',
    fix: `register ${wanted}, or renew it, or fix the spelling`,
  });
});

/** Records of the declared zone are not visible: it is not delegated, or to other servers than its own. */
export const zoneNotDelegated = once((plan, observation): Finding | undefined => {
  if (plan.zone.provider === 'external') return disjointServers(plan, observation);
  const { zone, cut } = observation;
  const { name: wanted, provider } = plan.zone;
  if (isUnregistered(wanted, observation)) return undefined;
  const undelegated = (found: string) =>
    finding(plan, 'zone-not-delegated', 'blocked', {
      found,
      why: 'records of the zone are not visible, and its certificate would never be issued',
      fix: setDelegation(wanted, `the name servers that ${dnsHost(provider).title} shows for it`),
    });
  if (cut.kind === 'zone' && isBelow(wanted, cut.name)) {
    return undelegated(`${wanted} is not a zone of its own: it is part of ${describeZone(observation)}`);
  }
  if (zone?.name !== wanted) return undefined;
  const parents = nameServersOf(zone);
  const isUnseen = cut.kind === 'failed' || cut.byParent === true;
  if (isUnseen && parents.length > 0 && isServedByNone(zone)) {
    const servers = list(zone.servers.map(({ label }) => label));
    return undelegated(`${wanted} is delegated to ${servers}, which do not serve it`);
  }
  const disjoint = disjointServers(plan, observation);
  // Delegated to servers that are known to be another DNS host's than the declared one's.
  const hosts = new Set(parents.map(dnsHostOfServer));
  const isOther = hosts.size > 0 && !hosts.has(undefined) && !hosts.has(provider);
  if (disjoint !== undefined || !isOther || isAssigned(observation)) return disjoint;
  return undelegated(`${wanted} is declared at ${dnsHost(provider).title} and delegated to ${list(parents)}`);
});

/** NS records below the declared zone's apex: the host's records belong in the zone they point to. */
export const delegatedAway: Rule = (plan, { cut, zone }) => {
  if (plan.zone.provider === 'external' || cut.kind !== 'zone') return undefined;
  const { name, soa } = cut;
  if (!isBelow(name, plan.zone.name)) return undefined;
  const servers = nameServersOf(zone);
  return finding(plan, 'delegated-away', 'blocked', {
    found: `${name} is a zone of its own${servers.length > 0 ? `, on ${list(servers)}` : ''}`,
    why: `records of ${plan.zone.name} for ${name} and names below it are not visible`,
    fix: `remove its NS records from ${plan.zone.name}, or set the host's records in the zone ${name}`,
    remedy: { kind: 'end-zone', zone: name, soa },
    records: redelegate(name, servers),
  });
};

/** The host, or a name above it, is delegated to servers that do not serve it: no resolver gets an answer for it. */
export const lameDelegation = once((plan, observation): Finding | undefined => {
  const { lame, zone } = observation;
  if (lame === undefined || zone === undefined) return undefined;
  if (!isServedByNone(lame) && !isUnansweredByAll(lame, observation)) return undefined;
  const servers = nameServersOf(lame);
  // Without its delegation a registered domain is not in DNS at all.
  const isRegistered = registrable(lame.name) === lame.name;
  return finding(plan, 'lame-delegation', 'blocked', {
    found: `${zone.name} delegates ${lame.name} to ${list(servers)}, which do not serve it${whyNot(lame)}`,
    why: `no resolver gets an answer for ${lame.name} and names below it, so no certificate would be issued for ${plan.host}`,
    fix: isRegistered
      ? `set up the zone ${lame.name} on these servers, or ${setDelegation(lame.name, 'the servers that have it')}`
      : `remove the NS records of ${lame.name} from ${zone.name}, or set up the zone ${lame.name} on these servers`,
    records: isRegistered ? [] : redelegate(lame.name, servers),
  });
});

/** RFC 1035 4.1.1: each responds SERVFAIL. The zone is theirs, and could not be loaded (BIND, Knot, PowerDNS), or has expired there. For an
 * address that is not found it is the resolver that responds so. */
export function failsAtAll({ servers = [] }: Partial<ZoneState>): boolean {
  const isFailing = ({ address, own }: ZoneState['servers'][number]) =>
    address !== undefined && own.kind === 'failed' && own.reason === 'servfail';
  return servers.length > 0 && servers.every(isFailing);
}

/** The parent's NS records of the zone; empty where they are not known. */
function nameServersOf(zone: ZoneState | undefined): readonly string[] {
  return zone?.delegation.kind === 'delegated' ? zone.delegation.nameServers : [];
}

/** NXDOMAIN for the name that would have to be registered: the one directly below a public suffix. */
function isUnregistered(wanted: string, { cut }: Observation): boolean {
  if (cut.kind !== 'zone' || cut.missing.length === 0) return false;
  const name = registrable(wanted);
  return name !== undefined && isBelow(name, cut.name) && cut.missing.includes(name);
}

/** Whether each server responded or has no address, and none serves the zone. A silent server may serve it. */
function isServedByNone({ servers }: ZoneState): boolean {
  const reasons = servers.map(({ own }) => (own.kind === 'failed' ? own.reason : 'serves'));
  return reasons.length > 0 && reasons.every((reason) => NOT_SERVED.includes(reason));
}

/** No server gives this machine an answer for the zone, and none gives the resolver one, which is why that responds SERVFAIL (RFC 1035
 * 4.1.1). That this machine can query servers at all is known: one of the zone above has referred to these. */
function isUnansweredByAll(lame: ZoneState, { cut }: Observation): boolean {
  const { servers } = lame;
  if (failsAtAll(lame)) return false;
  if (cut.kind !== 'failed' || cut.failure.reason !== 'servfail' || servers.length === 0) return false;
  return servers.every(({ own }) => own.kind === 'failed' && !NOT_QUERIED.includes(own.reason));
}

/** The reason, as in ` (the name server ns1.example has no address)`; none for a server that responds that it does not serve the zone. */
function whyNot({ servers }: ZoneState): string {
  const details = servers.flatMap(({ own }) =>
    own.kind === 'failed' && !RESPONDED.includes(own.reason) ? [own.detail] : [],
  );
  return details.length === 0 ? '' : ` (${details.join('; ')})`;
}

const RESPONDED: readonly FailureReason[] = ['refused', 'not-authoritative'];
const NOT_SERVED: readonly string[] = [...RESPONDED, 'no-address'];
const NOT_QUERIED: readonly FailureReason[] = ['no-server', 'deadline', 'cancelled'];

/** The fix that sets a delegation, which is the parent's NS records. */
function setDelegation(zone: string, servers: string): string {
  return `at the registrar (or in the zone above) set NS for ${zone} to ${servers}`;
}

/** The parent's NS records and the zone's own have no server in common: one of them is out of date. */
function disjointServers(plan: HostSpec, { zone }: Observation): Finding | undefined {
  const parents = nameServersOf(zone);
  const own = ownNameServers(zone);
  if (zone === undefined || parents.length === 0 || own.length === 0) return undefined;
  if (own.some((server) => parents.includes(server))) return undefined;
  return finding(plan, 'zone-not-delegated', 'blocked', {
    found: `${zone.name} is delegated to ${list(parents)}, and names ${list(own)} as its own servers`,
    why: 'records on servers that the parent does not delegate to are not visible to every resolver',
    fix: setDelegation(zone.name, list(own)),
    records: redelegate(zone.name, parents, own),
  });
}

/** The DNS host's API has them for the declared zone, by name or by address (white-label servers), or they have a copy of it. */
function isAssigned({ zone, assigned }: Observation): boolean {
  if (assigned?.servers.kind !== 'known') return false;
  const { nameServers } = assigned.servers;
  const { addresses = [] } = assigned;
  if (assigned.delegated === 'copy') return true;
  const hasName = nameServersOf(zone).some((name) => nameServers.includes(name));
  return hasName || zone?.servers.some(({ address = '' }) => addresses.includes(address)) === true;
}

/** The NS records that the zone's servers have for it, of all servers together. */
export function ownNameServers(zone: ZoneState | undefined): string[] {
  const own = zone?.servers.flatMap((server) => (server.own.kind === 'serves' ? server.own.nameServers : []));
  return [...new Set(own)].sort();
}

function redelegate(name: string, from: readonly string[], to: readonly string[] = []): RecordChange[] {
  const removed = from.map((value) => remove({ name, type: 'NS', ttl: RECORD_TTL, value }));
  return [...removed, ...to.map((value) => add(name, 'NS', value))];
}

function describeZone(observation: Observation): string {
  return observation.cut.kind === 'zone' && observation.cut.name !== ''
    ? `the zone ${observation.cut.name}`
    : 'the root zone';
}

/** The zone is delegated to servers that the DNS host's API does not have for the declared one, or nobody has asked it. */
export const zoneMeant: Rule = (plan, observation) => {
  const { zone, assigned } = observation;
  // Where nothing serves the zone, that is a finding of its own.
  const isServed = zone?.servers.some(({ own }) => own.kind === 'serves') === true;
  const delegated = isServed ? nameServersOf(zone) : [];
  if (plan.zone.provider === 'external' || zone?.name !== plan.zone.name || delegated.length === 0)
    return undefined;
  if (isAssigned(observation) || zoneNotDelegated(plan, observation) !== undefined) return undefined;
  const { title } = dnsHost(plan.zone.provider);
  const isKnown = delegated.every((name) => dnsHostOfServer(name) !== undefined);
  if (isKnown && assigned === undefined) return undefined;
  if (assigned?.servers.kind === 'known' && (isKnown || assigned.delegated === 'other')) {
    const { nameServers } = assigned.servers;
    return finding(plan, 'wrong-zone', 'blocked', {
      found: `${zone.name} is delegated to ${list(delegated)}; the zone that the stack writes to, at ${title}, is served by ${list(nameServers)}`,
      why: 'there is another zone of that name: records that the stack sets are not visible, and the certificate would never be issued',
      fix: `${setDelegation(zone.name, list(nameServers))}; if the delegated zone is the one that is meant, have the host's records set in that one`,
      remedy: { kind: 'other-zone' },
      records: redelegate(zone.name, delegated, nameServers),
    });
  }
  const reason =
    assigned?.servers.kind === 'failed'
      ? `${title} did not tell the zone's name servers: ${assigned.servers.detail}`
      : `nothing shows that they are ${title}'s for this zone`;
  return finding(plan, 'zone-unconfirmed', 'warning', {
    found: `${zone.name} is declared at ${title} and delegated to ${list(delegated)}; ${reason}`,
    why: 'if they serve another zone of that name, records that the stack sets are not visible',
    fix: `compare them with the name servers that ${title} shows for the zone`,
    remedy: { kind: 'compare-servers' },
  });
};
