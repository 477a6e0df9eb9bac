// Whether what is set in the declared zone can be seen at all: it exists, it is delegated, and it holds the host.
import { getDomain } from 'tldts';
import { providerTitle } from '../../dns-hosts/list.ts';
import { dnsHostOfServer } from '../../dns-hosts/name-servers.ts';
import type { HostSpec } from '../../dns-hosts/zone.ts';
import { isBelow } from '../../names/dns-name.ts';
import type { Observation } from '../observation/observation.ts';
import type { DnsRecord } from '../reader/answer.ts';
import type { Rule } from './rule.ts';
import { add, finding, list, remove } from './rule.ts';

/** The zone found is above every name that can be registered: nobody has the domain, or it has lapsed. */
export const noSuchZone: Rule = (plan, observation) => {
  const wanted = wantedZone(plan);
  if (wanted === undefined || !isUnregistered(wanted, observation)) return [];
  const text = {
    found: `${wanted} does not exist: ${describeZone(observation)} has no such name`,
    why: 'nothing below a name that is not registered can be found by anybody',
    fix: `register ${wanted}, or renew it, or fix the spelling`,
  };
  return [finding(plan, 'no-such-zone', 'blocked', text)];
};

/** Records set in the declared zone are not seen: it is not delegated, or to other servers than its own. */
export const zoneNotDelegated: Rule = (plan, observation) => {
  if (plan.zone.provider === 'external') return disjointServers(plan, observation);
  const wanted = plan.zone.name;
  if (isUnregistered(wanted, observation)) return [];
  if (observation.cut.kind === 'zone' && isBelow(wanted, observation.cut.name)) {
    return undelegated(
      plan,
      wanted,
      `${wanted} is no zone of its own: it is part of ${describeZone(observation)}`,
    );
  }
  if (observation.zone?.name !== wanted) return [];
  if (isLame(observation)) {
    const servers = observation.zone.servers.map(({ label }) => label);
    return undelegated(plan, wanted, `${wanted} is delegated to ${list(servers)}, which do not serve it`);
  }
  return [...disjointServers(plan, observation), ...wrongDnsHost(plan, observation)].slice(0, 1);
};

/** NS records below the declared zone's apex: the host's records belong in the zone they point to. */
export const delegatedAway: Rule = (plan, observation) => {
  if (plan.zone.provider === 'external' || observation.cut.kind !== 'zone') return [];
  const { name } = observation.cut;
  if (!isBelow(name, plan.zone.name)) return [];
  const servers =
    observation.zone?.delegation.kind === 'delegated' ? observation.zone.delegation.nameServers : [];
  const text = {
    found: `${name} is a zone of its own${servers.length > 0 ? `, on ${list(servers)}` : ''}`,
    why: `what is set in ${plan.zone.name} for names from ${name} down is not seen`,
    fix: `declare ${name} in petstore:zones with who serves it, or remove its NS records from ${plan.zone.name}`,
  };
  const records = servers.map((server) => remove(nsRecord(name, server)));
  return [finding(plan, 'delegated-away', 'blocked', text, records)];
};

function wantedZone(plan: HostSpec): string | undefined {
  return plan.zone.provider === 'external' ? (getDomain(plan.host) ?? undefined) : plan.zone.name;
}

/** NXDOMAIN for the name that would have to be registered; a private suffix list decides which that is. */
function isUnregistered(wanted: string, observation: Observation): boolean {
  const registrable = getDomain(wanted);
  if (observation.cut.kind !== 'zone' || registrable === null) return false;
  return isBelow(registrable, observation.cut.name) && observation.cut.missing.includes(registrable);
}

function isLame(observation: Observation): boolean {
  const { zone, cut } = observation;
  if (zone === undefined || cut.kind !== 'failed' || zone.delegation.kind !== 'delegated') return false;
  const reasons = zone.servers.map(({ own }) => (own.kind === 'failed' ? own.reason : 'serves'));
  return (
    reasons.length > 0 && reasons.every((reason) => reason === 'refused' || reason === 'not-authoritative')
  );
}

function undelegated(plan: HostSpec, wanted: string, found: string) {
  const where = providerTitle(plan.zone.provider);
  const text = {
    found,
    why: 'what is set in the zone is not seen, and its certificate would wait for ever',
    fix: `at the registrar (or in the zone above) set NS for ${wanted} to the name servers that ${where} shows for it`,
  };
  return [finding(plan, 'zone-not-delegated', 'blocked', text)];
}

/** The parent's servers and the zone's own NS records have nothing in common: one of them is of an older set-up. */
function disjointServers(plan: HostSpec, observation: Observation) {
  const { zone } = observation;
  if (zone?.delegation.kind !== 'delegated') return [];
  const parents = zone.delegation.nameServers;
  const own = ownNameServers(observation);
  if (own.length === 0 || own.some((server) => parents.includes(server))) return [];
  const text = {
    found: `${zone.name} is delegated to ${list(parents)}, and names ${list(own)} as its own servers`,
    why: 'what is set on the servers that are not delegated to is not seen by everybody',
    fix: `at the registrar (or in the zone above) set NS for ${zone.name} to ${list(own)}`,
  };
  const records = [
    ...parents.map((server) => remove(nsRecord(zone.name, server))),
    ...own.map((server) => add(zone.name, 'NS', server)),
  ];
  return [finding(plan, 'zone-not-delegated', 'blocked', text, records)];
}

/** Delegated to servers that are known to be of another DNS host than the one declared. */
function wrongDnsHost(plan: HostSpec, observation: Observation) {
  if (plan.zone.provider === 'external' || observation.zone?.delegation.kind !== 'delegated') return [];
  const { nameServers } = observation.zone.delegation;
  const hosts = new Set(nameServers.map(dnsHostOfServer));
  if (nameServers.length === 0 || hosts.has(undefined) || hosts.has(plan.zone.provider)) return [];
  return undelegated(
    plan,
    plan.zone.name,
    `${plan.zone.name} is declared at ${providerTitle(plan.zone.provider)} and delegated to ${list(nameServers)}`,
  );
}

/** NS records that the zone's servers have for it, all together. */
export function ownNameServers(observation: Observation): string[] {
  const own = (observation.zone?.servers ?? []).flatMap((server) =>
    server.own.kind === 'serves' ? server.own.nameServers : [],
  );
  return [...new Set(own)].sort();
}

function nsRecord(name: string, value: string): DnsRecord {
  return { name, type: 'NS', ttl: 3600, value };
}

function describeZone(observation: Observation): string {
  return observation.cut.kind === 'zone' && observation.cut.name !== ''
    ? `the zone ${observation.cut.name}`
    : 'the root zone';
}
