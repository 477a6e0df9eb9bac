// Names that hide others, are hidden, exist without records, or were typed wrong: apex, DNAME, wildcard, doubled names.
import { isBelow } from '../../names/dns-name.ts';
import type { HostView, Observation } from '../observation/observation.ts';
import { isConclusive, recordsAt } from '../reader/answer.ts';
import { noSuchZone } from './delegation.ts';
import {
  add,
  aliasNeeded,
  describeRecord,
  dnameAbove,
  finding,
  isAtApex,
  isReadInPlace,
  isRoutedByName,
  list,
  type Rule,
  recordsAtHost,
  remove,
  sharesAddresses,
} from './rule.ts';

/** RFC 1034 3.6.2: no CNAME at an apex. The DNS host of an owner must offer more than plain records. */
export const apexNeedsAlias: Rule = (plan, observation) => {
  if (!isRoutedByName(plan) || plan.zone.provider !== 'external') return undefined;
  if (!isAtApex(plan, observation) || sharesAddresses(observation)) return undefined;
  // No zone is there, so that nothing is its top name but by the plan.
  if (noSuchZone(plan, observation) !== undefined) return undefined;
  // From then on the finding that lists the ALIAS to set says the same.
  if (observation.expected?.expected.target !== undefined) return undefined;
  return finding(plan, 'apex-needs-alias', observation.expected ? 'info' : 'warning', {
    found: `${plan.host} is the top name of its zone, with SOA and NS records`,
    why: 'such a name cannot be a CNAME (RFC 1034 3.6.2)',
    fix: aliasNeeded(plan),
  });
};

/** Some DNS hosts serve a CNAME beside the SOA. Resolvers that have it find neither the zone's other records nor its keys. */
export const apexCname: Rule = (plan, observation) => {
  if (plan.routing?.kind !== 'unchanged' || !isAtApex(plan, observation)) return undefined;
  const cname = recordsAtHost(plan, observation).find(({ type }) => type === 'CNAME');
  if (cname === undefined) return undefined;
  return finding(plan, 'conflicting-record', 'warning', {
    found: `${describeRecord(cname)} at the top name of its zone, beside SOA and NS records`,
    why: 'a CNAME excludes every other record (RFC 1034 3.6.2): resolvers that have it do not see mail, CAA or the delegation',
    fix: `replace it by an alias: ${aliasNeeded(plan)}`,
  });
};

/** RFC 6672 2.3: a DNAME redirects every name below its owner. */
export const hiddenByDname: Rule = (plan, observation) => {
  const dname = dnameAbove(observation);
  if (dname === undefined || !isBelow(plan.host, dname.name)) return undefined;
  return finding(plan, 'hidden-by-dname', 'blocked', {
    found: `DNAME at ${dname.name} to ${dname.value} (TTL ${dname.ttl})`,
    why: `it redirects every name below ${dname.name}, so a record at ${plan.host} would not be visible`,
    fix: `remove it, or choose a host that is not below ${dname.name}`,
    records: [remove(dname)],
  });
};

/** RFC 4592 2.2.1: once the name exists no wildcard applies to it, nor to anything below it. */
export const wildcardHidden: Rule = (plan, observation) => {
  const { views, cut } = observation;
  const wildcard = views.map((view) => view.wildcard ?? []).find((records) => records.length > 0);
  if (wildcard === undefined || cut.kind !== 'zone' || plan.routing?.kind === 'unchanged') return undefined;
  const types = [...new Set(wildcard.map(({ type }) => type))];
  return finding(plan, 'wildcard-hidden', 'warning', {
    found: `a wildcard of ${cut.name} matches here now: ${list(wildcard.map(describeRecord))}`,
    why: `the new record hides ${list(types)} of the wildcard for this name, and all of it for names below`,
    fix: `nothing to do, unless ${plan.host} or a name below it is in use; then give those names records of their own`,
  });
};

/** Many DNS hosts add the zone's name to whatever is typed: `x.a.com` becomes `x.a.com.a.com`. */
export const doubledName: Rule = (plan, observation) => {
  const { expected, validation = [], doubledValidation = [] } = observation.expected ?? {};
  const zone = observation.cut.kind === 'zone' ? observation.cut.name : '';
  return [...observation.doubled, ...doubledValidation].flatMap((record) => {
    const intended = record.name.slice(0, -(zone.length + 1));
    const own = validation.flatMap(({ answer }) => recordsAt(answer, intended));
    const there = [...own, ...recordsAtHost(plan, observation)].filter(({ name }) => name === intended);
    // One that is left over beside the right one leads nobody astray.
    if (there.some(({ value }) => value === record.value)) return [];
    // A record to add is given only where its value is the expected one.
    const isExpected = [expected?.target, expected?.validation?.value].includes(record.value);
    return finding(plan, 'doubled-name', 'warning', {
      found: `${record.type} ${record.value} at ${record.name}`,
      why: `the DNS host added ${zone} to a name that ended with it already, so there is no record at ${intended}`,
      fix: `set it at ${intended}: in the form of the DNS host write only the part in front of .${zone}`,
      records: [remove(record), ...(isExpected ? [add(intended, record.type, record.value)] : [])],
    });
  });
};

/** RFC 8482: ANY cannot be relied on, so each type is queried, and a type that nobody thought of is not seen. NOERROR instead of NXDOMAIN
 * shows that there is something: such a record, or only names below the host. */
export const existsWithoutRecords: Rule = (plan, observation) => {
  if (!isRoutedByName(plan) || !isReadInPlace(plan, observation) || isAtApex(plan, observation))
    return undefined;
  if (dnameAbove(observation) || observation.lame || isExplained(observation)) return undefined;
  if (recordsAtHost(plan, observation).length > 0) return undefined;
  const existing = observation.views.filter(existsAlone);
  const [first] = existing;
  if (first === undefined) return undefined;
  return finding(plan, 'exists-without-records', 'warning', {
    found: `${plan.host} exists, but has none of ${list(Object.keys(first.answers))} (${list(existing.map(({ server }) => server))})`,
    why: 'it has a record of another type, which a CNAME cannot be beside, or only names below it, which can stay',
    fix: `look at ${plan.host} in the DNS host's list of records, and remove what is at the name itself`,
  });
};

/** Every type was read; and a name that does not exist gets NXDOMAIN there, or the wildcard's records. */
function existsAlone({ answers, wildcard }: HostView): boolean {
  const all = Object.values(answers);
  return wildcard === undefined && all.every(isConclusive) && all.some(({ kind }) => kind === 'absent');
}

function isExplained({ host, expected }: Observation): boolean {
  const name = expected?.expected.validation?.name;
  if (name === undefined || !isBelow(name, host)) return false;
  return (expected?.validation ?? []).some(
    ({ answer, others }) => recordsAt(answer, name).length + others.length > 0,
  );
}
