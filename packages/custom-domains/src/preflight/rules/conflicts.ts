// Records at the host's own name that conflict with the routing record.
import { type HostSpec, routingType } from '../../dns-hosts/zone.ts';
import { isBelow, parentOf } from '../../names/dns-name.ts';
import type { Finding, RecordChange, Severity } from '../finding.ts';
import type { CaaAnswer, Observation } from '../observation/observation.ts';
import type { Rule, SeenRecord } from './rule.ts';
import {
  add,
  conflictSeverity,
  describeRecord,
  finding,
  isAtApex,
  isRoutedByName,
  list,
  onWhich,
  otherResponder,
  recordsAtHost,
  remove,
  sharesAddresses,
} from './rule.ts';

/**
 * RFC 1034 3.6.2: a CNAME excludes every other record. At an apex the routing record returns addresses, so only other
 * addresses conflict with it; MX, TXT and NS stay.
 */
export const conflictingRecord: Rule = (plan, observation) => {
  if (!isRoutedByName(plan)) return [];
  const apex = isAtApex(plan, observation);
  if (apex && sharesAddresses(observation)) return [];
  const conflicting = recordsAtHost(plan, observation).filter(
    ({ type }) => type !== 'CNAME' && (!apex || type === 'A' || type === 'AAAA'),
  );
  const [first] = conflicting;
  if (first === undefined) return [];
  const isOwners = apex && plan.zone.provider === 'external';
  const severity = conflictSeverity(plan, observation);
  const [verb, them] = [
    severity === 'blocked' ? 'remove' : 'replace',
    conflicting.length === 1 ? 'it' : 'them',
  ];
  const isKnown = severity === 'blocked' || observation.expected?.expected.target !== undefined;
  const text = {
    found: `${list(conflicting.map(describeRecord))} at this name, ${onWhich(first, observation)}`,
    why: apex
      ? 'visitors would get these addresses beside those of the site, and the DNS host refuses the new record'
      : 'a CNAME excludes every other record, and the DNS host refuses to create one',
    fix: `${verb} ${them}${isOwners ? `, or the ALIAS that has ${them}` : ''}${isKnown ? '' : ONCE_KNOWN}`,
  };
  // At the apex of a declared zone the stack sets its own.
  const after = apex && !isOwners ? [] : missingRouting(plan, observation);
  return [finding(plan, 'conflicting-record', severity, text, [...conflicting.map(remove), ...after])];
};

/** The record to set in the place of what conflicts, where no server has it beside that. */
function missingRouting(plan: HostSpec, observation: Observation): RecordChange[] {
  const target = observation.expected?.expected.target;
  if (target === undefined) return [];
  const isSet = cnames(recordsAtHost(plan, observation)).some(({ value }) => value === target);
  const type = routingType({ apex: isAtApex(plan, observation), zone: plan.zone });
  return isSet ? [] : [add(plan.host, type, target, plan.ttl)];
}

/** The routing record exists already: not a conflict, but information. */
export const alreadyConfigured: Rule = (plan, observation) => {
  const target = observation.expected?.expected.target;
  const existing = cnames(recordsAtHost(plan, observation)).find(({ value }) =>
    isTarget(value, plan, target),
  );
  if (target === undefined) return existing === undefined ? [] : [pointsWithin(plan, observation, existing)];
  const apex = isAtApex(plan, observation);
  const isAliased = apex && sharesAddresses(observation) && otherResponder(observation) === undefined;
  if (existing === undefined && !isAliased) return [];
  const found = existing
    ? `CNAME to ${target} (TTL ${existing.ttl}), ${onWhich(existing, observation)}`
    : `resolves to addresses of ${target}`;
  const text = { found, why: 'its traffic reaches the site', fix: 'nothing to do' };
  return [finding(plan, 'already-configured', 'info', text)];
};

export const cnameElsewhere: Rule = (plan, observation) => {
  if (!isRoutedByName(plan)) return [];
  const target = observation.expected?.expected.target;
  const others = cnames(recordsAtHost(plan, observation)).filter(
    ({ value }) => !isTarget(value, plan, target),
  );
  const severity = conflictSeverity(plan, observation);
  return others.map((record): Finding => {
    const text = {
      found: `CNAME to ${record.value} (TTL ${record.ttl}), ${onWhich(record, observation)}`,
      why:
        target === undefined
          ? 'the name sends its traffic elsewhere, and a name can have one CNAME only'
          : `the name sends its traffic elsewhere, not to ${target}`,
      fix: fixOf(severity, target),
    };
    const after = missingRouting(plan, observation);
    return finding(plan, 'cname-elsewhere', severity, text, [remove(record), ...after]);
  });
};

/** Ends the fix of an external host that is not deployed, or not attached: its owner has nothing yet to put in the place of a record. */
export const ONCE_KNOWN = ' once the record to set is known';

/** A host that is blocked gets no record to set before this one is gone. */
function fixOf(severity: Severity, target: string | undefined): string {
  if (target !== undefined) return 'replace it';
  return severity === 'blocked'
    ? 'remove it; where it leads to what still serves visitors, move the host in instead'
    : `replace it${ONCE_KNOWN}`;
}

/** CloudFront's domain, its own in China, and that of the local cloud. */
const DISTRIBUTIONS = ['cloudfront.net', 'cloudfront.cn', 'cloudfront.localhost'];

/** Whether the name is a distribution's: below CloudFront's domain, or beside the host's own distribution. */
function isDistribution(name: string, target: string | undefined): boolean {
  return (
    DISTRIBUTIONS.some((domain) => isBelow(name, domain)) ||
    (target !== undefined && parentOf(name) === parentOf(target))
  );
}

/** Through the host's CNAME, the resolver found that the name does not exist (NXDOMAIN): a deleted distribution has no aliases. */
function isDeleted(name: string, { host, caa }: Observation): boolean {
  const answers = caa
    .filter((step) => step.name === host)
    .flatMap((step): readonly CaaAnswer[] => step.differing ?? [step]);
  return answers.some(({ through }) => through?.target === name && through.answer.kind === 'no-such-name');
}

/**
 * CloudFront refuses a host name that another distribution still has, in any account. DNS shows only where the name
 * points: the owner of that distribution has to fix it.
 */
export const aliasTaken: Rule = (plan, observation) => {
  if (plan.target !== 'distribution') return [];
  const target = observation.expected?.expected.target;
  const taken = cnames(recordsAtHost(plan, observation)).filter(
    ({ value }) =>
      isDistribution(value, target) && !isTarget(value, plan, target) && !isDeleted(value, observation),
  );
  return taken.map((record) => {
    const text = {
      found: `${record.value}, where the name points, is another CloudFront distribution`,
      why: 'while that one has the name among its aliases, CloudFront gives it to no other distribution',
      fix: `have ${plan.host} removed from the aliases of ${record.value}, then remove the record`,
    };
    return finding(plan, 'alias-taken', conflictSeverity(plan, observation), text, [remove(record)]);
  });
};

/** The expected target; or any name of the platform, where nobody told which of its names it is. */
function isTarget(value: string, { routing }: HostSpec, target: string | undefined): boolean {
  if (target !== undefined) return value === target;
  return routing?.kind === 'name' && routing.within.some((name) => name.test(value));
}

/** DNS shows the platform, and not whose resource of it the name is. */
function pointsWithin(plan: HostSpec, observation: Observation, record: SeenRecord): Finding {
  const text = {
    found: `CNAME to ${record.value} (TTL ${record.ttl}), ${onWhich(record, observation)}`,
    why: 'it is a name of the target that was given; DNS does not show whose it is',
    fix: 'nothing to do, if it is yours',
  };
  return finding(plan, 'already-configured', 'info', text);
}

function cnames(records: readonly SeenRecord[]): SeenRecord[] {
  return records.filter(({ type }) => type === 'CNAME');
}
