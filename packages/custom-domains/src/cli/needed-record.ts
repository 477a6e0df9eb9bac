// The record that a host needs for its target.

import { routingType } from '../dns-hosts/zone.ts';
import type { CheckedHost } from '../preflight/checked-host.ts';
import { zoneLine } from '../preflight/index.ts';
import { add, addAddress, isAtApex } from '../preflight/rules/rule.ts';
import type { Target } from './targets.ts';

/** For a person: lines of a zone file where the target is known, else in words. Undefined: the records stay. */
export function neededRecord({ plan, observation }: CheckedHost, target: Target): string | undefined {
  const { host } = plan;
  if (target.routing.kind === 'addresses') {
    const records = target.routing.addresses.map((one) => addAddress(host, one));
    return records.map(zoneLine).join('; ');
  }
  if (target.routing.kind === 'unchanged') return undefined;
  const apex = isAtApex(plan, observation);
  if (target.name !== undefined)
    return zoneLine(add(host, routingType({ apex, zone: plan.zone }), target.name));
  const record = apex ? 'an alias (ALIAS, ANAME) or a flattened CNAME' : 'a CNAME';
  return `${record} to the name that ${target.title} shows, like ${target.profile?.example}`;
}
