// Whether what is set in the declared zone can be seen at all: it exists, it is delegated, and it holds the host.
import { getDomain } from 'tldts';
import { providerOf, providerTitle } from '../../dns-hosts/dns-providers.ts';
import { isBelow } from '../../names/dns-name.ts';
import type { HostFacts } from '../../names/types.ts';
import type { Observation } from '../observation/observation.ts';
import type { DnsRecord } from '../reader/answer.ts';
import type { Rule } from './rule.ts';
import { add, finding, list, remove } from './rule.ts';

/** The zone found is above every name that can be registered: nobody has the domain, or it has lapsed. */
export const noSuchZone: Rule = (plan, seen) => {
  const wanted = wantedZone(plan);
  if (wanted === undefined || !isUnregistered(wanted, seen)) return [];
  const text = {
    found: `${wanted} does not exist: ${describeZone(seen)} has no such name`,
    why: 'nothing below a name that is not registered can be found by anybody',
    mend: `register ${wanted}, or renew it, or mend the spelling`,
  };
  return [finding(plan, 'no-such-zone', 'blocked', text)];
};

/** Records set in the declared zone are not seen: it is not delegated, or to other servers than its own. */
export const zoneNotDelegated: Rule = (plan, seen) => {
  if (plan.zone.provider === 'by-hand') return disjointServers(plan, seen);
  const wanted = plan.zone.name;
  if (isUnregistered(wanted, seen)) return [];
  if (seen.cut.kind === 'zone' && isBelow(wanted, seen.cut.name)) {
    return undelegated(plan, wanted, `${wanted} is no zone of its own: it is part of ${describeZone(seen)}`);
  }
  if (seen.zone?.name !== wanted) return [];
  if (isLame(seen)) {
    const servers = seen.zone.servers.map(({ label }) => label);
    return undelegated(plan, wanted, `${wanted} is delegated to ${list(servers)}, which do not serve it`);
  }
  return [...disjointServers(plan, seen), ...wrongDnsHost(plan, seen)].slice(0, 1);
};

/** NS records below the declared zone's apex: the host's records belong in the zone they point to. */
export const delegatedAway: Rule = (plan, seen) => {
  if (plan.zone.provider === 'by-hand' || seen.cut.kind !== 'zone') return [];
  const { name } = seen.cut;
  if (!isBelow(name, plan.zone.name)) return [];
  const servers = seen.zone?.delegation.kind === 'delegated' ? seen.zone.delegation.nameServers : [];
  const text = {
    found: `${name} is a zone of its own${servers.length > 0 ? `, on ${list(servers)}` : ''}`,
    why: `what is set in ${plan.zone.name} for names from ${name} down is not seen`,
    mend: `declare ${name} in petstore:zones with who serves it, or remove its NS records from ${plan.zone.name}`,
  };
  const records = servers.map((server) => remove(nsRecord(name, server)));
  return [finding(plan, 'delegated-away', 'blocked', text, records)];
};

function wantedZone(plan: HostFacts): string | undefined {
  return plan.zone.provider === 'by-hand' ? (getDomain(plan.host) ?? undefined) : plan.zone.name;
}

/** NXDOMAIN for the name that would have to be registered; a private suffix list decides which that is. */
function isUnregistered(wanted: string, seen: Observation): boolean {
  const registrable = getDomain(wanted);
  if (seen.cut.kind !== 'zone' || registrable === null) return false;
  return isBelow(registrable, seen.cut.name) && seen.cut.missing.includes(registrable);
}

function isLame(seen: Observation): boolean {
  const { zone, cut } = seen;
  if (zone === undefined || cut.kind !== 'failed' || zone.delegation.kind !== 'delegated') return false;
  const reasons = zone.servers.map(({ own }) => (own.kind === 'failed' ? own.reason : 'serves'));
  return (
    reasons.length > 0 && reasons.every((reason) => reason === 'refused' || reason === 'not-authoritative')
  );
}

function undelegated(plan: HostFacts, wanted: string, found: string) {
  const where = providerTitle(plan.zone.provider);
  const text = {
    found,
    why: 'what is set in the zone is not seen, and its certificate would wait for ever',
    mend: `at the registrar (or in the zone above) set NS for ${wanted} to the name servers that ${where} shows for it`,
  };
  return [finding(plan, 'zone-not-delegated', 'blocked', text)];
}

/** The parent's servers and the zone's own NS records have nothing in common: one of them is of an older set-up. */
function disjointServers(plan: HostFacts, seen: Observation) {
  const { zone } = seen;
  if (zone?.delegation.kind !== 'delegated') return [];
  const parents = zone.delegation.nameServers;
  const own = ownNameServers(seen);
  if (own.length === 0 || own.some((server) => parents.includes(server))) return [];
  const text = {
    found: `${zone.name} is delegated to ${list(parents)}, and names ${list(own)} as its own servers`,
    why: 'what is set on the servers that are not delegated to is not seen by everybody',
    mend: `at the registrar (or in the zone above) set NS for ${zone.name} to ${list(own)}`,
  };
  const records = [
    ...parents.map((server) => remove(nsRecord(zone.name, server))),
    ...own.map((server) => add(zone.name, 'NS', server)),
  ];
  return [finding(plan, 'zone-not-delegated', 'blocked', text, records)];
}

/** Delegated to servers that are known to be of another DNS host than the one declared. */
function wrongDnsHost(plan: HostFacts, seen: Observation) {
  if (plan.zone.provider === 'by-hand' || seen.zone?.delegation.kind !== 'delegated') return [];
  const { nameServers } = seen.zone.delegation;
  const hosts = new Set(nameServers.map(providerOf));
  if (nameServers.length === 0 || hosts.has(undefined) || hosts.has(plan.zone.provider)) return [];
  return undelegated(
    plan,
    plan.zone.name,
    `${plan.zone.name} is declared at ${providerTitle(plan.zone.provider)} and delegated to ${list(nameServers)}`,
  );
}

/** NS records that the zone's servers have for it, all together. */
export function ownNameServers(seen: Observation): string[] {
  const own = (seen.zone?.servers ?? []).flatMap((server) =>
    server.own.kind === 'serves' ? server.own.nameServers : [],
  );
  return [...new Set(own)].sort();
}

function nsRecord(name: string, value: string): DnsRecord {
  return { name, type: 'NS', ttl: 3600, value };
}

function describeZone(seen: Observation): string {
  return seen.cut.kind === 'zone' && seen.cut.name !== '' ? `the zone ${seen.cut.name}` : 'the root zone';
}
