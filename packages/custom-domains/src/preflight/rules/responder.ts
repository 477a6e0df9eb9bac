// An external host at an apex that has addresses of its target, where something else responds for it.
import { routingType } from '../../dns-hosts/zone.ts';
import type { Rule } from './rule.ts';
import { add, aliasNeeded, conflictSeverity, finding, list, otherResponder } from './rule.ts';

const TITLES = { gateway: 'API Gateway', distribution: 'CloudFront' } as const;

/** The record that has the addresses is not named: DNS shows the same of an alias and of addresses that somebody set. */
export const respondsElsewhere: Rule = (plan, observation) => {
  const responder = otherResponder(observation);
  const { expected: { kind, target } = {}, hostAddresses = [] } = observation.expected ?? {};
  if (responder === undefined || kind === undefined || target === undefined) return [];
  const isRefused = responder === 'none';
  const where = isRefused
    ? 'no server there has a certificate for it'
    : `${TITLES[responder]} responds there, not ${TITLES[kind]}`;
  const lost = isRefused ? '. Where it is that record already, deploy with a refresh' : '';
  const text = {
    found: `resolves to ${list(hostAddresses)}, where ${target} is too; ${where}`,
    why: 'its record leads to another target, or is an address that somebody set: in DNS each looks like the right alias',
    fix: `replace its ALIAS, A and AAAA records by one that follows ${target}: ${aliasNeeded(plan)}${lost}`,
  };
  const record = add(plan.host, routingType({ apex: true, zone: plan.zone }), target, plan.ttl);
  return [finding(plan, 'conflicting-record', conflictSeverity(plan, observation), text, [record])];
};
