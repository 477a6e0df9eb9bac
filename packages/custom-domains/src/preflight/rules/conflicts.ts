// Records at the host's own name that conflict with its routing record, or with the addresses that it is to have.
import type { HostSpec } from '../../dns-hosts/zone.ts';
import { isBelow, parentOf } from '../../names/dns-name.ts';
import type { Finding, RecordChange } from '../finding.ts';
import type { CaaAnswer, Observation } from '../observation/observation.ts';
import {
  addAddress,
  aliasNeeded,
  conflictSeverity,
  describeRecord,
  finding,
  isAddress,
  isAliased,
  isAtApex,
  isFlattening,
  isRead,
  isRoutedByName,
  list,
  NO_TRAFFIC,
  onWhich,
  otherResponder,
  type Rule,
  recordsAtHost,
  remove,
  routingRecord,
  routingSeverity,
  type SeenRecord,
  targetOf,
} from './rule.ts';

/** RFC 1034 3.6.2: a CNAME excludes every other record. At an apex the routing record returns addresses, so only other addresses conflict
 * with it; MX, TXT and NS stay. */
export const conflictingRecord: Rule = (plan, observation) => {
  if (!isRoutedByName(plan)) return undefined;
  const apex = isAtApex(plan, observation);
  if (isAliased(plan, observation)) return undefined;
  const conflicting = recordsAtHost(plan, observation).filter(
    ({ type }) => type !== 'CNAME' && (!apex || isAddress(type)),
  );
  const [first] = conflicting;
  if (first === undefined) return undefined;
  // The addresses are those of a CNAME, which is there.
  if (isFlattening(observation) && conflicting.every(({ type }) => isAddress(type))) return undefined;
  const isOwners = apex && plan.zone.provider === 'external';
  const severity = conflictSeverity(plan, observation);
  const them = conflicting.length === 1 ? 'it' : 'them';
  const all = isOwners ? `${them}, or the ALIAS that has ${them}` : them;
  const later = targetOf(observation) === undefined ? ONCE_KNOWN : '';
  const fix = severity === 'blocked' ? `remove ${all}` : `replace ${all}${later}`;
  return finding(plan, 'conflicting-record', severity, {
    found: `${list(conflicting.map(describeRecord))} at this name, ${onWhich(first, observation)}`,
    why: apex
      ? 'visitors would get these addresses beside those of the site, and the DNS host refuses the new record'
      : 'a CNAME excludes every other record, and the DNS host refuses to create one',
    ...(conflicting.some(({ type }) => isAddress(type)) ? orMoveIn(plan, observation, fix) : { fix }),
    // At the apex of a declared zone the stack sets its own.
    records: [...conflicting.map(remove), ...(apex && !isOwners ? [] : missingRouting(plan, observation))],
  });
};

/** Ends the fix of an external host that is not deployed, or not attached: its owner has nothing yet to put in the place of a record. */
const ONCE_KNOWN = ' once the record to set is known';

/** The record to set in the place of what conflicts, where no server has it beside that. */
function missingRouting(plan: HostSpec, observation: Observation): RecordChange[] {
  const target = targetOf(observation);
  if (target === undefined) return [];
  const isSet = cnamesAt(plan, observation).some(({ value }) => value === target);
  return isSet ? [] : [routingRecord(plan, observation, target)];
}

/** The routing record exists already: not a conflict, but information. */
export const alreadyConfigured: Rule = (plan, observation) => {
  const target = targetOf(observation);
  const existing = cnamesAt(plan, observation).find(({ value }) => isTarget(value, plan, target));
  if (existing === undefined) {
    if (!isAliased(plan, observation) || otherResponder(observation) !== undefined) return undefined;
    return configured(plan, `resolves to addresses of ${target}`);
  }
  const found = `CNAME to ${existing.value} (TTL ${existing.ttl}), ${onWhich(existing, observation)}`;
  if (target !== undefined) return configured(plan, found);
  // DNS shows the platform, and not whose resource of it the name is.
  const why = 'it is a name of the target that was given; DNS does not show whose it is';
  return finding(plan, 'already-configured', 'info', { found, why, fix: 'nothing to do, if it is yours' });
};

export const cnameElsewhere: Rule = (plan, observation) => {
  if (!isRoutedByName(plan)) return undefined;
  const target = targetOf(observation);
  const severity = conflictSeverity(plan, observation);
  const later = severity === 'blocked' ? 'remove it' : `replace it${ONCE_KNOWN}`;
  const others = cnamesAt(plan, observation).filter(({ value }) => !isTarget(value, plan, target));
  return others.map((record) =>
    finding(plan, 'cname-elsewhere', severity, {
      found: `CNAME to ${record.value} (TTL ${record.ttl}), ${onWhich(record, observation)}`,
      why:
        target === undefined
          ? 'the name sends its traffic elsewhere, and a name can have one CNAME only'
          : `the name sends its traffic elsewhere, not to ${target}`,
      ...orMoveIn(plan, observation, target === undefined ? later : 'replace it'),
      records: [remove(record), ...missingRouting(plan, observation)],
    }),
  );
};

/** The fix of what leads elsewhere. While the host is blocked, or its target does not respond for it because it is not attached, what
 * serves it elsewhere is lost with the record. */
function orMoveIn(plan: HostSpec, observation: Observation, fix: string): Pick<Finding, 'fix' | 'remedy'> {
  const { target, kind, attached } = observation.expected?.expected ?? {};
  const isLost =
    target === undefined
      ? conflictSeverity(plan, observation) === 'blocked'
      : plan.zone.provider === 'external' && kind !== undefined && !attached;
  if (!isLost) return { fix };
  const instead = 'where that leads to what still serves visitors, move the host in instead';
  return { fix: `${fix}; ${instead}`, remedy: { kind: 'move-in' } };
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

/** CloudFront refuses a host name that another distribution still has, in any account. DNS shows only where the name points: the owner of
 * that distribution has to fix it. */
export const aliasTaken: Rule = (plan, observation) => {
  if (plan.target !== 'distribution') return undefined;
  const target = targetOf(observation);
  const taken = cnamesAt(plan, observation).filter(
    ({ value }) =>
      isDistribution(value, target) && !isTarget(value, plan, target) && !isDeleted(value, observation),
  );
  return taken.map((record) => {
    const fix = `have ${plan.host} removed from the aliases of ${record.value}, then remove the record`;
    return finding(plan, 'alias-taken', conflictSeverity(plan, observation), {
      found: `${record.value}, where the name points, is another CloudFront distribution`,
      why: 'while that one has the name among its aliases, CloudFront gives it to no other distribution',
      ...orMoveIn(plan, observation, fix),
      records: [remove(record)],
    });
  });
};

/** The expected target; or any name of the platform, where it is not known which of its names it is. */
function isTarget(value: string, { routing }: HostSpec, target: string | undefined): boolean {
  if (target !== undefined) return value === target;
  return routing?.kind === 'name' && routing.within.some((name) => name.test(value));
}

function cnamesAt(plan: HostSpec, observation: Observation): SeenRecord[] {
  return recordsAtHost(plan, observation).filter(({ type }) => type === 'CNAME');
}

/** RFC 1034 3.6.2: a CNAME there excludes the addresses. Every other type can stay beside them. */
export const addressRouting: Rule = (plan, observation) => {
  if (plan.routing?.kind !== 'addresses') return undefined;
  const wanted = plan.routing.addresses.map((value) => addAddress(plan.host, value));
  const here = recordsAtHost(plan, observation).filter(({ type }) => type === 'CNAME' || isAddress(type));
  const others = here.filter(({ value }) => !wanted.some((record) => record.value === value));
  const missing = wanted.filter(({ value }) => !here.some((record) => record.value === value));
  const [first] = others;
  if (first !== undefined) {
    const isCname = first.type === 'CNAME';
    const code = isCname ? 'cname-elsewhere' : 'conflicting-record';
    return finding(plan, code, conflictSeverity(plan, observation), {
      found: `${list(others.map(describeRecord))} at this name, ${onWhich(first, observation)}`,
      why: isCname
        ? 'the name sends its traffic elsewhere, and a CNAME excludes every other record'
        : 'visitors get these addresses, beside those of the site or in place of them',
      fix: `replace ${others.length === 1 ? 'it' : 'them'}`,
      records: [...others.map(remove), ...missing],
    });
  }
  if (missing.length === 0) return configured(plan, 'it has the addresses that were given');
  // Where some server could not be read, nothing is known to be missing.
  if (!['A', 'AAAA'].every((type) => isRead(observation, type))) return undefined;
  const [address, them] = missing.length === 1 ? ['address', 'it'] : ['addresses', 'them'];
  return finding(plan, 'record-missing', routingSeverity(plan, observation), {
    found: `${plan.host} does not have the ${address} ${list(missing.map(({ value }) => value))}`,
    why: `${NO_TRAFFIC} there`,
    fix: `set ${them}`,
    records: missing,
  });
};

function configured(plan: HostSpec, found: string): Finding {
  const text = { found, why: 'its traffic reaches the site', fix: 'nothing to do' };
  return finding(plan, 'already-configured', 'info', text);
}

const TITLES = { gateway: 'API Gateway', distribution: 'CloudFront' } as const;

/** The record that has the addresses is not named: DNS shows the same of an alias and of addresses that somebody set. */
export const respondsElsewhere: Rule = (plan, observation) => {
  const responder = otherResponder(observation);
  const { expected: { kind, target } = {}, hostAddresses = [] } = observation.expected ?? {};
  if (responder === undefined || kind === undefined || target === undefined) return undefined;
  const isRefused = responder === 'none';
  const where = isRefused
    ? 'no server there has a certificate for it'
    : `${TITLES[responder]} responds there, not ${TITLES[kind]}`;
  const lost = isRefused ? '. Where it is that record already, deploy with a refresh' : '';
  return finding(plan, 'conflicting-record', conflictSeverity(plan, observation), {
    found: `resolves to ${list(hostAddresses)}, where ${target} is too; ${where}`,
    why: 'its record leads to another target, or is an address that somebody set: in DNS each looks like the right alias',
    fix: `replace its ALIAS, A and AAAA records by one that follows ${target}: ${aliasNeeded(plan)}${lost}`,
    records: [routingRecord({ ...plan, apex: true }, observation, target)],
  });
};
