// Whether the delegation leads to the zone that is meant: a name can have several, in one account or in many.
import { providerTitle } from '../../dns-hosts/list.ts';
import { dnsHostOfServer } from '../../dns-hosts/name-servers.ts';
import type { AssignedState, Observation } from '../observation/observation.ts';
import { compareSoa, isAssigned, setDelegation, zoneNotDelegated } from './delegation.ts';
import type { Rule } from './rule.ts';
import { add, finding, list, remove } from './rule.ts';

/** Delegated to servers that the DNS host has not assigned to this zone, and that have other data: another zone. */
export const wrongZone: Rule = (plan, observation) => {
  const { zone, assigned } = observation;
  const delegated = delegatedTo(observation);
  if (plan.zone.provider === 'external' || zone?.name !== plan.zone.name) return [];
  if (assigned?.servers.kind !== 'known' || delegated.length === 0 || isAssigned(observation)) return [];
  if (!isOther(assigned, delegated) || zoneNotDelegated(plan, observation).length > 0) return [];
  const { nameServers } = assigned.servers;
  const title = providerTitle(plan.zone.provider);
  const text = {
    found: `${zone.name} is delegated to ${list(delegated)}; the zone that the stack writes to, at ${title}, is served by ${list(nameServers)}`,
    why: `there is another zone of that name: records that the stack sets are not visible, and the certificate would never be issued`,
    fix: `${setDelegation(zone.name, list(nameServers))}; if the delegated zone is the one that is meant, use the credentials of its account and declare its id in petstore:zones`,
  };
  const ns = { name: zone.name, type: 'NS', ttl: 3600 };
  const changes = [
    ...delegated.map((value) => remove({ ...ns, value })),
    ...nameServers.map((value) => add(zone.name, 'NS', value)),
  ];
  return [finding(plan, 'wrong-zone', 'blocked', text, changes)];
};

/** Nothing shows that the delegated servers serve the declared zone: their names are in no list, and no API tells. */
export const zoneUnconfirmed: Rule = (plan, observation) => {
  const { zone, assigned } = observation;
  const delegated = delegatedTo(observation);
  if (plan.zone.provider === 'external' || zone?.name !== plan.zone.name || delegated.length === 0) return [];
  const causes = [zoneNotDelegated, wrongZone];
  if (causes.some((rule) => rule(plan, observation).length > 0)) return [];
  const title = providerTitle(plan.zone.provider);
  const unknown = delegated.filter((name) => dnsHostOfServer(name) === undefined);
  const isConfirmed = assigned === undefined ? unknown.length === 0 : isAssigned(observation);
  if (isConfirmed) return [];
  const reason =
    assigned?.servers.kind === 'failed'
      ? `${title} did not tell the zone's name servers: ${assigned.servers.detail}`
      : `nothing shows that they are ${title}'s for this zone`;
  const text = {
    found: `${zone.name} is declared at ${title} and delegated to ${list(delegated)}; ${reason}`,
    why: 'if they serve another zone of that name, records that the stack sets are not visible',
    fix: `compare them with the name servers that ${title} shows for the zone; pulumi preview does so, where its credentials may read the zone`,
  };
  return [finding(plan, 'zone-unconfirmed', 'warning', text)];
};

/** Empty where nothing serves the zone, which is a finding of its own. */
function delegatedTo({ zone }: Observation): readonly string[] {
  const isServed = zone?.servers.some(({ own }) => own.kind === 'serves');
  return isServed && zone?.delegation.kind === 'delegated' ? zone.delegation.nameServers : [];
}

/** Servers named as a DNS host names its own, or with another SOA than the assigned ones. */
function isOther(assigned: AssignedState, delegated: readonly string[]): boolean {
  const isNamed = delegated.every((name) => dnsHostOfServer(name) !== undefined);
  return isNamed || compareSoa(assigned) === 'different';
}
