// A host that exists in DNS although none of the types that are queried is there.
import { isBelow } from '../../names/dns-name.ts';
import type { HostView, Observation } from '../observation/observation.ts';
import { isConclusive, recordsAt } from '../reader/answer.ts';
import type { Rule } from './rule.ts';
import { dnameAbove, finding, isAtApex, isReadInPlace, isRoutedByName, list } from './rule.ts';

/**
 * RFC 8482: ANY cannot be relied on, so each type is queried, and a type that nobody thought of is not seen. NOERROR
 * instead of NXDOMAIN shows that there is something: such a record, or only names below the host.
 */
export const existsWithoutRecords: Rule = (plan, observation) => {
  if (!isRoutedByName(plan) || !isReadInPlace(plan, observation) || isAtApex(plan, observation)) return [];
  if (dnameAbove(observation) || observation.lame || isExplained(observation)) return [];
  const { views } = observation;
  if (views.some((view) => hasRecords(view, plan.host))) return [];
  const existing = views.filter(existsAlone);
  const [first] = existing;
  if (first === undefined) return [];
  const text = {
    found: `${plan.host} exists, but has none of ${list(Object.keys(first.answers))} (${list(existing.map(({ server }) => server))})`,
    why: 'it has a record of another type, which a CNAME cannot be beside, or only names below it, which can stay',
    fix: `look at ${plan.host} in the DNS host's list of records, and remove what is at the name itself`,
  };
  return [finding(plan, 'exists-without-records', 'warning', text)];
};

function hasRecords({ answers }: HostView, host: string): boolean {
  return Object.values(answers).some((answer) => recordsAt(answer, host).length > 0);
}

/** Every type was read; and a name that does not exist gets NXDOMAIN there, or the wildcard's records. */
function existsAlone({ answers, wildcard }: HostView): boolean {
  const all = Object.values(answers);
  return wildcard === undefined && all.every(isConclusive) && all.some(({ kind }) => kind === 'absent');
}

/** The host's own validation record is below it. */
function isExplained({ host, expected }: Observation): boolean {
  const name = expected?.expected.validation?.name;
  if (name === undefined || !isBelow(name, host)) return false;
  return (expected?.validation ?? []).some(({ answer }) => recordsAt(answer, name).length > 0);
}
